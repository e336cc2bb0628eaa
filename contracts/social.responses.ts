import * as z from 'zod/mini'

/** Whom to sign in with, in the order of the buttons. */
export const socialProviders = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type SocialProviders = z.output<typeof socialProviders>

export const socialResponses = {
  listSocialProviders: { 200: socialProviders },
  unlinkSocialProvider: { 204: null },
}
