import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { changeErrors, wayIn } from './identity.schemas.ts'
import { time } from './shapes.ts'

/** What a member should know about who can get into their account. */
export const accountSecurity = z.object({
  /** Without one, the ways in are the mailed link and whatever else is set up. */
  hasPassword: z.boolean(),
  /** The address that becomes the account's when the link mailed to it is followed. */
  pendingEmail: z.nullable(z.string()),
  /** The providers whose accounts sign in to this one. */
  linked: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Whether it can confirm, when asked, that the member is there. */
      proves: z.boolean(),
    }),
  ),
  /** The newest twenty, the newest first. */
  events: z.array(
    z.object({
      kind: z.enum([
        'email_changed',
        'email_recovered',
        'address_proved',
        'password_changed',
        'password_reset',
        'disabled',
        'enabled',
        'signed_out',
        'social_linked',
        'social_unlinked',
        'session_reused',
        'authenticator_added',
        'authenticator_removed',
        'passkey_added',
        'passkey_removed',
        'recovery_codes_made',
        'recovery_code_used',
        'second_factors_removed',
      ]),
      at: time,
    }),
  ),
})
export type AccountSecurity = z.output<typeof accountSecurity>

export const waysIn = z.object({ items: z.array(wayIn) })
export type WaysIn = z.output<typeof waysIn>

export const accountSecuritySchemas = {
  getAccountSecurity: {
    summary: 'How the member gets in, an address that waits for its link, and what happened lately.',
    tag: 'identity',
    unverifiedAllowed: true,
    responses: { 200: accountSecurity },
  },
  getWaysIn: {
    summary: 'What gets into the account beside its password and its mailbox.',
    tag: 'identity',
    responses: { 200: waysIn },
  },
  removeWaysIn: {
    summary: 'Removes all of them at once, signs out every other session, and answers what was removed.',
    tag: 'identity',
    errors: changeErrors,
    ratePerMinute: 20,
    responses: { 200: waysIn },
  },
} satisfies Record<string, EndpointSchemas>
