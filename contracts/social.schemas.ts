import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'

/** Whom to sign in with, in the order of the buttons. */
export const socialProviders = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type SocialProviders = z.output<typeof socialProviders>

export const socialSchemas = {
  listSocialProviders: {
    summary:
      'The providers to sign in with; a browser goes to /identity/social/{id}/start?redirect=, which redirects.',
    tag: 'identity',
    responses: { 200: socialProviders },
  },
  unlinkSocialProvider: {
    summary:
      'No account of this provider signs in any more; where one did, the member is mailed. A mailed link always stays.',
    tag: 'identity',
    params: z.object({ id: z.enum(['google', 'apple', 'facebook', 'x', 'github', 'oidc']) }),
    errors: ['requires_recent_login'],
    unverifiedAllowed: true,
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
