import { endpoint } from './endpoint.ts'
import type { operatorSearchSchemas } from './operator-search.schemas.ts'

export const searchAsOperator = endpoint<typeof operatorSearchSchemas.searchAsOperator>()({
  id: 'searchAsOperator',
  method: 'GET',
  path: '/api/v1/operator/search',
  access: 'operator',
  permission: 'read',
})
