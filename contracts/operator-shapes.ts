import * as z from 'zod/mini'
import { isZone } from '#rules/local-date.ts'
import { visibleLines } from './shapes.ts'
import { sitePath } from './site-path.ts'

/** A member as lists of the console name them; name and address are null once they have left. */
export const namedMember = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})

export const namedCampaign = z.object({ id: z.string(), title: z.string(), brand: z.string() })

/** Another member who shares a device or a payout destination with one; the name is null once they have left. */
export const alikeMember = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  isOnDevice: z.boolean(),
  isPaidThere: z.boolean(),
})
export type AlikeMember = z.output<typeof alikeMember>

/** A count or an amount that is never negative. */
export const whole = z.int().check(z.nonnegative())

/** A time zone by its name in the IANA database. */
export const zone = z.string().check(z.maxLength(60), z.refine(isZone))

/** A page of this site that something leads to. */
export const sitePage = z.string().check(
  z.maxLength(300),
  z.refine((path) => sitePath(path) === path, 'is a page of this site, such as /points/points-shop'),
)

/** A text for a member to read, or a note of who decides. */
export function textUpTo(lengthMax: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax))
}

/** A member by their uid: an address is none. */
export const memberParams = z.object({ uid: z.string().check(z.regex(/^[^@\s]{1,200}$/)) })

/** Why something is done to a member, for operators alone: it is sealed by the member's key. */
export const memberReason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500), visibleLines)

/** Whether an act takes back what the caller did: it is `conflict` where another operator decided since. */
export const isUndo = z.optional(z.boolean())

/** Of an act that asks for nothing but why; of one that does not say it the log keeps no reason. */
export const reasonAlone = {
  body: z.object({ reason: z.optional(memberReason), isUndo }),
  bodyOptional: true,
} as const

/** What a picture that an operator uploads may be: it is written anew, and of a drawing nothing is kept but its look. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml'] as const

/**
 * The address of the picture that who puts or removes one saw, empty for none: another one by now is `conflict`. Without
 * it whatever is there is replaced.
 */
export const seenPicture = { seen: z.optional(z.string().check(z.maxLength(2048))) }

/** What an entry of the ledger comes from, for the console to lead there. */
export const ledgerOrigin = z.object({
  kind: z.enum([
    'conversion',
    'clicks',
    'top_up',
    'budget_reduction',
    'redemption',
    'order',
    'adjustment',
    'reward',
    'expiry',
    'deletion',
    'demo',
    'other',
  ]),
  /**
   * What tells it apart and no screen shows: the reward and its day, the payment of a top-up, what a budget was
   * reduced for.
   */
  detail: z.nullable(z.string()),
  /** Where the console shows it, itself first: a sale and its campaign, a redemption and the run that paid it. */
  links: z.array(
    z.object({
      to: z.enum([
        'conversion',
        'campaign',
        'redemption',
        'payout',
        'order',
        'audit',
        'member',
        'transaction',
      ]),
      id: z.string(),
      name: z.string(),
    }),
  ),
})
export type LedgerOrigin = z.output<typeof ledgerOrigin>
