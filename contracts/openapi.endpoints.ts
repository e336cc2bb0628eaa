import { endpoint } from './endpoint.ts'
import type { openApiSchemas } from './openapi.schemas.ts'

export const getOpenApi = endpoint<typeof openApiSchemas.getOpenApi>()({
  id: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/public/openapi.json',
  access: 'public',
})
