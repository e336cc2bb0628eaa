import type { appealSchemas } from './appeals.schemas.ts'
import { endpoint } from './endpoint.ts'

export const listCheckedEarnings = endpoint<typeof appealSchemas.listCheckedEarnings>()({
  id: 'listCheckedEarnings',
  method: 'GET',
  path: '/api/v1/earnings/checked',
  access: 'bearer',
})

export const appealEarning = endpoint<typeof appealSchemas.appealEarning>()({
  id: 'appealEarning',
  method: 'PUT',
  path: '/api/v1/earnings/{id}/appeal',
  access: 'bearer',
})
