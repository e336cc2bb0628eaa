import type { conversionSchemas } from './conversions.schemas.ts'
import { endpoint } from './endpoint.ts'

export const reportConversion = endpoint<typeof conversionSchemas.reportConversion>()({
  id: 'reportConversion',
  method: 'POST',
  path: '/api/v1/conversions',
  access: 'brand',
  scope: 'conversions',
})

export const refundConversion = endpoint<typeof conversionSchemas.refundConversion>()({
  id: 'refundConversion',
  method: 'POST',
  path: '/api/v1/conversions/{eventId}/refund',
  access: 'brand',
  scope: 'refunds',
  idempotent: true,
})
