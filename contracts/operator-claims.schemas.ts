import * as z from 'zod/mini'
import { eventId } from './conversions.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { brandAsked, brandQuestion } from './operator-brand-questions.schemas.ts'
import { namedCampaign, namedMember, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { rowIds, rowResults } from './row-results.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
const id = idSchema('claim')
const money = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  minor: z.int().check(z.positive()),
})

export const operatedClaim = z.object({
  id: z.string(),
  state: z.enum(['open', 'accepted', 'declined']),
  member: namedMember,
  campaign: namedCampaign,
  type: z.enum(['lead', 'sale']),
  orderReference: z.string(),
  occurredAt: time,
  amount: z.nullable(z.object({ currency: z.string(), minor: whole })),
  note: z.nullable(z.string()),
  createdAt: time,
  /** By when the member is promised an answer. */
  answerBy: time,
  answer: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
  /**
   * The click that it would be paid for: the last person who followed the link within the cookie window before it; null
   * where nobody did.
   */
  matchingClick: z.nullable(z.object({ id: z.string(), at: time })),
  /** Whether the brand reported an order of this name already. */
  isReported: z.boolean(),
  /** What the brand was asked about it, the newest first. */
  questions: z.array(brandQuestion),
})
export type OperatedClaim = z.output<typeof operatedClaim>
export const operatedClaimPage = pageOf(operatedClaim)
export type OperatedClaimPage = z.output<typeof operatedClaimPage>

/** A visit by a person within the cookie window before what is claimed: it would be paid for the newest. */
export const claimClick = z.object({
  id: z.string(),
  at: time,
  /** Whether the same visitor had followed the link before, on the same day. */
  isRepeat: z.boolean(),
  country: z.nullable(z.string()),
  device: z.nullable(z.string()),
  referrerHost: z.nullable(z.string()),
})
export type ClaimClick = z.output<typeof claimClick>

export const operatorClaimSchemas = {
  listClaims: {
    summary: 'Claims of missing conversions that wait, due first, each with the click that matches.',
    tag,
    query: z.object({ asked: z.optional(brandAsked), ...pageQuery }),
    responses: { 200: operatedClaimPage },
  },
  getClaim: {
    summary: 'A claim, one that was answered too.',
    tag,
    params: z.object({ id }),
    responses: { 200: operatedClaim },
  },
  listClaimClicks: {
    summary: 'The clicks that match a claim, the newest first: 50 at most.',
    tag,
    params: z.object({ id }),
    responses: { 200: z.object({ items: z.array(claimClick) }) },
  },
  acceptClaim: {
    summary: 'Records what is claimed; it is paid by the campaign’s rules.',
    tag,
    params: z.object({ id }),
    body: z.strictObject({
      /** The brand's own id of the order; what the member knows it by unless given. */
      eventId: z.optional(eventId),
      /** What was really paid, where that differs; more than is claimed takes the right of `conversion.correct`. */
      amount: z.optional(money),
      answer: z.optional(textUpTo(500)),
    }),
    errors: ['claim_not_payable', 'conflict', 'currency_rate_missing'],
    responses: { 200: z.object({ id: z.string(), state: z.literal('accepted'), conversionId: z.string() }) },
  },
  declineClaims: {
    summary: 'Declines claims, each by itself; the members read why.',
    tag,
    body: z.strictObject({ ids: rowIds(id), answer: textUpTo(500) }),
    responses: { 200: rowResults },
  },
} satisfies Record<string, EndpointSchemas>
