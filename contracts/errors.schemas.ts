import * as z from 'zod/mini'
import { BLOCKED_BY } from '#rules/payout-eligibility.ts'
import { campaignStates } from './campaigns.schemas.ts'
import { captchaChallenge } from './captcha.ts'
import { problems, type ProblemCode } from './errors.ts'
import { time } from './shapes.ts'

/** What failures say beyond the common members; each is named here, so that the OpenAPI document names it too. */
export const problemMembers = {
  /** Of `validation_failed`: where in the request, in dots, and what is wrong there. */
  issues: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
  /** Of `too_many_requests`: when to try again. */
  retryAfterSec: z.optional(z.int()),
  /** Of `weak_password`: the rules it does not meet. */
  rules: z.optional(z.array(z.string())),
  /** Of `captcha_required`: what to ask with. */
  captcha: z.optional(captchaChallenge),
  /** Of `invalid_verification_code`. */
  triesLeft: z.optional(z.int()),
  /** Of `field_read_only`. */
  fields: z.optional(z.array(z.string())),
  /** Of `terms_changed`: the version to read now. */
  termsVersion: z.optional(z.int()),
  /** Of `legal_version_stale`: the versions in force, by page. */
  inForce: z.optional(z.record(z.string(), z.string())),
  /** Of `campaign_not_open`: the campaign's state. */
  state: z.optional(z.enum(campaignStates)),
  /** Of `requirements_not_met`: the keys of what is missing. */
  requirements: z.optional(z.array(z.string())),
  /**
   * Of `application_declined`: what the brand said, and when to apply again. Of `weak_password` with the rule
   * `refuseBreached`: `breached` (on a list of leaked ones) or `personal` (says the person or the site). Of `pack_limit`:
   * what bounds the crels of packs (rules/pack-allowance.ts).
   */
  reason: z.optional(z.nullable(z.string())),
  reapplyAt: z.optional(z.nullable(time)),
  /** Of rewards: nothing, the balance of points as it is, and when it may be possible. */
  granted: z.optional(z.literal(0)),
  balance: z.optional(z.int()),
  nextAt: z.optional(z.nullable(time)),
  /** Of `password_required`: whose link it is, whether there is a password, and whether a new one may be chosen. */
  account: z.optional(z.object({ email: z.string(), hasPassword: z.boolean(), mayChoose: z.boolean() })),
  /** Of `too_young`: years that a member must be old to be paid. */
  minimumAge: z.optional(z.int()),
  /** Of `country_blocked`: which country of the member it is. */
  blockedBy: z.optional(z.enum(BLOCKED_BY)),
  /** Of `tax_profile_required`: what may be paid in a calendar year without a tax form. */
  thresholdUsdCents: z.optional(z.int()),
  /** Of `below_minimum`: the least that must arrive. */
  netUsdCentsMin: z.optional(z.int()),
  /**
   * Of `deletion_blocked`, `payouts_frozen`, `payouts_stopped`, `destination_frozen`, `cancel_limit`, `boost_active` and
   * `pack_limit`: until when, if that is known.
   */
  until: z.optional(z.nullable(time)),
  /** Of `sold_out`: pieces left. */
  stock: z.optional(z.nullable(z.int())),
  /** Of `price_changed`: the price of one piece now. */
  points: z.optional(z.int()),
  /** Of `purchase_limit` and `freezes_full` pieces, of `pack_limit` crels that I may still buy. */
  left: z.optional(z.int()),
  /** Of `insufficient_funds` in the shop: points that are missing. */
  missing: z.optional(z.int()),
  /** Of `code_taken`, and of a code that is refused: codes that are free. */
  suggestions: z.optional(z.array(z.string())),
}
export type ProblemMembers = {
  [M in keyof typeof problemMembers]?: z.input<(typeof problemMembers)[M]>
}

/** RFC 9457 problem details; clients let members pass that they do not know. */
export const problemSchema = z.looseObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(problems) as ProblemCode[]),
  requestId: z.string(),
  ...problemMembers,
})
