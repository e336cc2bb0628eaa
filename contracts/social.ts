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
