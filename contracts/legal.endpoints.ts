import { endpoint } from './endpoint.ts'
import type { legalSchemas } from './legal.schemas.ts'

export const listLegalDocuments = endpoint<typeof legalSchemas.listLegalDocuments>()({
  id: 'listLegalDocuments',
  method: 'GET',
  path: '/api/v1/public/legal',
  access: 'public',
})

export const getLegalDocument = endpoint<typeof legalSchemas.getLegalDocument>()({
  id: 'getLegalDocument',
  method: 'GET',
  path: '/api/v1/public/legal/{document}',
  access: 'public',
})

export const agree = endpoint<typeof legalSchemas.agree>()({
  id: 'agree',
  method: 'POST',
  path: '/api/v1/agreements',
  access: 'bearer',
})
