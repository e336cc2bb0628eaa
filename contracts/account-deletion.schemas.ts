import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { crels, date, time } from './shapes.ts'

const tag = 'users'
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) })

const count = z.int().check(z.nonnegative())

/** What deleting the account costs; crels and points go to the house, a debt is written off. */
export const deletionView = z.object({
  crels: z.object({ available: crels, pending: crels, reserved: crels, debt: crels }),
  points: count,
  /** Campaigns that are left, applications included. */
  campaigns: count,
  /** Short links that stop. */
  links: count,
  /** Orders that are cancelled, since they wait to be sent, and those whose codes are erased. */
  orders: z.object({ placed: count, withCodes: count }),
  /**
   * What is in its way: a redemption under way, or a former address that can take the account back; until when, if that
   * is known.
   */
  blocked: z.nullable(
    z.object({
      by: z.enum(['redemption', 'email_change']),
      until: z.nullable(time),
      /** Of a redemption, or all there are: whether its member can cancel it, and by when most are paid, if that is known. */
      redemption: z.nullable(z.object({ isCancellable: z.boolean(), typicalBy: z.nullable(time) })),
    }),
  ),
  /** When the last trace is gone, under way at once. */
  erasedWithinMinutes: count,
  /** How long a keyed hash of the address is kept. */
  addressRetainedMonths: count,
  /** The last day on which the tax form is kept, as the law asks of who was paid; null where none is. */
  taxFormKeptUntil: z.nullable(date),
})
export type DeletionView = z.output<typeof deletionView>

export const accountDeletionSchemas = {
  getDeletion: {
    summary: 'What deleting one’s account would cost now, and whether anything is in its way.',
    tag,
    params,
    errors: ['forbidden'],
    unverifiedAllowed: true,
    responses: { 200: deletionView },
  },
  deleteUser: {
    summary: 'Deletes one’s own account, at once and for good; needs a sign-in within ten minutes.',
    tag,
    params,
    /** One’s e-mail address, typed again. */
    body: z.object({ confirmation: z.string().check(z.trim(), z.maxLength(254)) }),
    errors: ['forbidden', 'requires_recent_login', 'deletion_blocked'],
    unverifiedAllowed: true,
    ratePerMinute: 10,
    responses: { 202: deletionView },
  },
  disownAccount: {
    summary:
      'Deletes an unverified account that another person made with my address, by the link in the verification mail.',
    tag: 'identity',
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(2000)) }),
    errors: [
      'invalid_action_code',
      'expired_action_code',
      'email_already_verified',
      'user_disabled',
      'deletion_blocked',
    ],
    ratePerMinute: 20,
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
