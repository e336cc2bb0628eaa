import { endpoint } from './endpoint.ts'
import type { socialSchemas } from './social.schemas.ts'

/** A browser goes on to `/identity/social/{id}/start?redirect=`, which answers with a redirect and not with JSON. */
export const listSocialProviders = endpoint<typeof socialSchemas.listSocialProviders>()({
  id: 'listSocialProviders',
  method: 'GET',
  path: '/identity/social',
  access: 'public',
})

export const unlinkSocialProvider = endpoint<typeof socialSchemas.unlinkSocialProvider>()({
  id: 'unlinkSocialProvider',
  method: 'DELETE',
  path: '/identity/social/{id}',
  access: 'bearer',
})
