import type { conversionClaimSchemas } from './conversion-claims.schemas.ts'
import { endpoint } from './endpoint.ts'

export const claimConversion = endpoint<typeof conversionClaimSchemas.claimConversion>()({
  id: 'claimConversion',
  method: 'POST',
  path: '/api/v1/conversion-claims',
  access: 'bearer',
  idempotent: true,
})

export const listConversionClaims = endpoint<typeof conversionClaimSchemas.listConversionClaims>()({
  id: 'listConversionClaims',
  method: 'GET',
  path: '/api/v1/conversion-claims',
  access: 'bearer',
})

export const listBrandClaims = endpoint<typeof conversionClaimSchemas.listBrandClaims>()({
  id: 'listBrandClaims',
  method: 'GET',
  path: '/api/v1/brand/conversion-claims',
  access: 'brand',
  scope: 'claims',
})

export const answerBrandClaim = endpoint<typeof conversionClaimSchemas.answerBrandClaim>()({
  id: 'answerBrandClaim',
  method: 'POST',
  path: '/api/v1/brand/conversion-claims/{id}/answer',
  access: 'brand',
  scope: 'claims',
})
