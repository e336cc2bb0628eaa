import { endpoint } from './endpoint.ts'
import type { taxSchemas } from './tax.schemas.ts'

export const getTaxProfile = endpoint<typeof taxSchemas.getTaxProfile>()({
  id: 'getTaxProfile',
  method: 'GET',
  path: '/api/v1/tax-profile',
  access: 'bearer',
})

export const certifyTaxProfile = endpoint<typeof taxSchemas.certifyTaxProfile>()({
  id: 'certifyTaxProfile',
  method: 'PUT',
  path: '/api/v1/tax-profile',
  access: 'bearer',
})
