import type { earningSchemas } from './earnings.schemas.ts'
import { endpoint } from './endpoint.ts'

export const listEarnings = endpoint<typeof earningSchemas.listEarnings>()({
  id: 'listEarnings',
  method: 'GET',
  path: '/api/v1/earnings',
  access: 'bearer',
})
