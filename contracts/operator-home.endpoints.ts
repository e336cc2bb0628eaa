import { endpoint } from './endpoint.ts'
import type { operatorHomeSchemas } from './operator-home.schemas.ts'

export const getOperatorHome = endpoint<typeof operatorHomeSchemas.getOperatorHome>()({
  id: 'getOperatorHome',
  method: 'GET',
  path: '/api/v1/operator/home',
  access: 'operator',
  permission: 'read',
})
