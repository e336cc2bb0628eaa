import { endpoint } from './endpoint.ts'
import type { operatorConversionSchemas } from './operator-conversions.schemas.ts'

const conversions = '/api/v1/operator/conversions'

export const listOperatedConversions = endpoint<typeof operatorConversionSchemas.listOperatedConversions>()({
  id: 'listOperatedConversions',
  method: 'GET',
  path: conversions,
  access: 'operator',
  permission: 'read.members',
})

export const getOperatedConversion = endpoint<typeof operatorConversionSchemas.getOperatedConversion>()({
  id: 'getOperatedConversion',
  method: 'GET',
  path: `${conversions}/{id}`,
  access: 'operator',
  permission: 'read.members',
})

export const previewCorrection = endpoint<typeof operatorConversionSchemas.previewCorrection>()({
  id: 'previewCorrection',
  method: 'POST',
  path: `${conversions}/{id}/correction-preview`,
  access: 'operator',
  permission: 'conversion.correct',
  changesNothing: true,
})

export const correctConversion = endpoint<typeof operatorConversionSchemas.correctConversion>()({
  id: 'correctConversion',
  method: 'POST',
  path: `${conversions}/{id}/correct`,
  access: 'operator',
  permission: 'conversion.correct',
  recentProof: true,
})

export const reverseConversion = endpoint<typeof operatorConversionSchemas.reverseConversion>()({
  id: 'reverseConversion',
  method: 'POST',
  path: `${conversions}/{id}/reverse`,
  access: 'operator',
  permission: 'conversion.reverse',
  recentProof: true,
})
