import { endpoint } from './endpoint.ts'
import type { linkPreviewSchemas } from './link-preview.schemas.ts'

export const getFullLink = endpoint<typeof linkPreviewSchemas.getFullLink>()({
  id: 'getFullLink',
  method: 'GET',
  path: '/api/v1/link/full',
  access: 'public',
})

export const getLinkPreview = endpoint<typeof linkPreviewSchemas.getLinkPreview>()({
  id: 'getLinkPreview',
  method: 'GET',
  path: '/api/v1/shortlinks/public/{code}',
  access: 'public',
})
