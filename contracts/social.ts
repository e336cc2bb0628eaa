import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { SocialProviders } from './social.responses.ts'

/** A browser goes on to `/identity/social/{id}/start?redirect=`, which answers with a redirect and not with JSON. */
export const listSocialProviders = endpoint<SocialProviders>()({
  id: 'listSocialProviders',
  method: 'GET',
  path: '/identity/social',
  access: 'public',
  summary:
    'The providers to sign in with; a browser goes to /identity/social/{id}/start?redirect=, which redirects.',
  tag: 'identity',
})

export const unlinkSocialProvider = endpoint<null>()({
  id: 'unlinkSocialProvider',
  method: 'DELETE',
  path: '/identity/social/{id}',
  access: 'bearer',
  summary:
    'No account of this provider signs in any more; where one did, the member is mailed. A mailed link always stays.',
  tag: 'identity',
  params: z.object({ id: z.enum(['google', 'apple', 'facebook', 'x', 'github', 'oidc']) }),
  errors: ['requires_recent_login'],
  unverifiedAllowed: true,
})
