import { endpoint } from './endpoint.ts'
import type { OpenApiDocument } from './openapi.responses.ts'

export const getOpenApi = endpoint<OpenApiDocument>()({
  id: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/public/openapi.json',
  access: 'public',
  summary: 'This document.',
  tag: 'openapi',
})
