import { endpoint } from './endpoint.ts'
import type { operatorTaxSchemas } from './operator-tax.schemas.ts'

export const getMemberTaxForm = endpoint<typeof operatorTaxSchemas.getMemberTaxForm>()({
  id: 'getMemberTaxForm',
  method: 'GET',
  path: '/api/v1/operator/members/{uid}/tax-form',
  access: 'operator',
  permission: 'read.tax',
})

export const openMemberTaxForm = endpoint<typeof operatorTaxSchemas.openMemberTaxForm>()({
  id: 'openMemberTaxForm',
  method: 'POST',
  path: '/api/v1/operator/members/{uid}/tax-form/opening',
  access: 'operator',
  permission: 'tax.open',
  recentProof: true,
})

export const listTaxYears = endpoint<typeof operatorTaxSchemas.listTaxYears>()({
  id: 'listTaxYears',
  method: 'GET',
  path: '/api/v1/operator/tax-years',
  access: 'operator',
  permission: 'read.tax',
})

/** A CSV file. */
export const makeTaxReport = endpoint<typeof operatorTaxSchemas.makeTaxReport>()({
  id: 'makeTaxReport',
  method: 'POST',
  path: '/api/v1/operator/tax-years/{year}/report',
  access: 'operator',
  permission: 'tax.report',
  recentProof: true,
})
