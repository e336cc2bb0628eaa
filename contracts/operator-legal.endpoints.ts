import { endpoint } from './endpoint.ts'
import type { operatorLegalSchemas } from './operator-legal.schemas.ts'

const legal = '/api/v1/operator/legal'
const one = `${legal}/{document}`

export const getOperatedLegal = endpoint<typeof operatorLegalSchemas.getOperatedLegal>()({
  id: 'getOperatedLegal',
  method: 'GET',
  path: legal,
  access: 'operator',
  permission: 'read',
})

export const getLegalTexts = endpoint<typeof operatorLegalSchemas.getLegalTexts>()({
  id: 'getLegalTexts',
  method: 'GET',
  path: one,
  access: 'operator',
  permission: 'read',
})

export const previewLegalText = endpoint<typeof operatorLegalSchemas.previewLegalText>()({
  id: 'previewLegalText',
  method: 'POST',
  path: `${one}/previews`,
  access: 'operator',
  permission: 'legal.publish',
  changesNothing: true,
})

export const previewLegalVersion = endpoint<typeof operatorLegalSchemas.previewLegalVersion>()({
  id: 'previewLegalVersion',
  method: 'POST',
  path: `${one}/versions/previews`,
  access: 'operator',
  permission: 'legal.publish',
  changesNothing: true,
})

export const publishLegalTexts = endpoint<typeof operatorLegalSchemas.publishLegalTexts>()({
  id: 'publishLegalTexts',
  method: 'POST',
  path: `${one}/versions`,
  access: 'operator',
  permission: 'legal.publish',
})
