import { endpoint } from './endpoint.ts'
import type { operatorsSchemas } from './operators.schemas.ts'

export const listOperators = endpoint<typeof operatorsSchemas.listOperators>()({
  id: 'listOperators',
  method: 'GET',
  path: '/api/v1/operator/operators',
  access: 'operator',
  permission: 'read',
})

export const addOperator = endpoint<typeof operatorsSchemas.addOperator>()({
  id: 'addOperator',
  method: 'POST',
  path: '/api/v1/operator/operators',
  access: 'operator',
  permission: 'operator.add',
  recentProof: true,
})

export const inviteOperator = endpoint<typeof operatorsSchemas.inviteOperator>()({
  id: 'inviteOperator',
  method: 'POST',
  path: '/api/v1/operator/operators/{id}/invitation',
  access: 'operator',
  permission: 'operator.invite',
  recentProof: true,
})
