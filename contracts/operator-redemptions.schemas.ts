import * as z from 'zod/mini'
import { DESTINATION_KINDS } from '#rules/payout-destination.ts'
import { REDEMPTION_STATES } from '#rules/redemption-state.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { rowIds, rowResults } from './row-results.ts'
import { date, pageOf, time } from './shapes.ts'

const tag = 'operator'
const id = idSchema('redemption')
const params = z.object({ id })
const amount = z.int().check(z.positive())
const part = z.int().check(z.nonnegative())
const state = z.enum(REDEMPTION_STATES)
/** In words, for the member to read. */
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

/** What makes an operator look twice at a payout. */
export const redemptionRisk = z.object({
  /** Whole days between sign-up and the request; null once they have left. */
  accountAgeDays: z.nullable(part),
  /** Nothing was ever paid to them. */
  isFirstPayout: z.boolean(),
  /** Crels they owe; it cannot be approved while there are any. */
  debtCrels: part,
  /** Payouts are frozen until then, after another password, address or second factor; null where they are not. */
  frozenUntil: z.nullable(time),
  /** Payouts are stopped until then, by an operator; null where they are not. */
  stoppedUntil: z.nullable(time),
  /** Other members who are, or were, paid to the same place. */
  sharedDestination: part,
  /** How much of what they earned in 90 days one campaign gave them; null where they earned nothing. */
  concentrationBps: z.nullable(part),
  isDisabled: z.boolean(),
})
export type RedemptionRisk = z.output<typeof redemptionRisk>

/** What lists of sanctions say of who is to be paid. */
export const operatedScreening = z.object({
  /** The last look; null where there was none. */
  id: z.nullable(z.string()),
  /**
   * `waiting`: not looked for yet as they are now. `matched`: a list names somebody like them, and no operator has
   * cleared it.
   */
  state: z.enum(['waiting', 'clear', 'matched', 'cleared']),
  at: z.nullable(time),
  /** Entries that may be the same person. */
  count: part,
  /** The most alike first; null for who may not clear them, and where this SECRET cannot read them. */
  matches: z.nullable(
    z.array(
      z.object({
        /** As the service calls it. */
        id: z.string(),
        name: z.string(),
        /** Of 100. */
        score: part,
        lists: z.array(z.string()),
      }),
    ),
  ),
  clearedBy: z.nullable(z.string()),
})
export type OperatedScreening = z.output<typeof operatedScreening>

export const operatedRedemption = z.object({
  id: z.string(),
  state,
  /** Since when it is in this state. */
  stateAt: time,
  requestedAt: time,
  /** Null for who may not read of members; name and address are null once they have left. */
  member: z.nullable(
    z.object({
      uid: z.string(),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
      country: z.nullable(z.string()),
    }),
  ),
  crels: amount,
  usdCents: amount,
  destination: z.object({
    kind: z.enum(DESTINATION_KINDS),
    /** Null for who may not read of members. */
    hint: z.nullable(z.string()),
  }),
  /** In words for the member, as in `timeline`: null for who may not read of members. */
  reason: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  /** While it is sent: whether the provider is known to have it. */
  providerState: z.nullable(z.enum(['unknown', 'accepted'])),
  reference: z.nullable(z.string()),
  /** The day on which it was paid, by which the years of taxes go; null before. */
  paidOn: z.nullable(date),
  /** The payout run that it was paid, or is to be paid, with. */
  runId: z.nullable(z.string()),
  /**
   * It was open in a restored backup, and nobody has said whether it was paid since: till then nothing is done with it.
   */
  waitsForLook: z.boolean(),
  /**
   * What its provider says otherwise than the state, and nobody has settled: `paid`, that it came back (`failed`), or that
   * another attempt of it in a payout run was paid as well (`twice`).
   */
  mismatch: z.nullable(z.enum(['paid', 'failed', 'twice'])),
  /**
   * Of a payment of a payout run that was paid twice, or paid after it was given up or came back: the attempt that was, the
   * first that nobody has settled.
   */
  mismatchAttempt: z.nullable(z.int().check(z.positive())),
  /** While it is approved and in no run: who can pay it by itself, by name; empty where a run pays it. */
  sendableBy: z.array(z.string()),
  risk: redemptionRisk,
  /** Null where no lists are asked. */
  screening: z.nullable(operatedScreening),
})
export type OperatedRedemption = z.output<typeof operatedRedemption>
export const operatedRedemptionPage = pageOf(operatedRedemption)
export type OperatedRedemptionPage = z.output<typeof operatedRedemptionPage>

/** A payment in a file of a payout run. */
const attempt = z.object({ attempt: z.int().check(z.positive()), reference: z.string() })

export const operatedRedemptionDetail = z.extend(operatedRedemption, {
  /** Crels for one US dollar, as the quote froze it. */
  rate: z.number().check(z.positive()),
  feeBps: part,
  /** Where the member's crels came from in 90 days: the campaign that earned them most, and its share. */
  concentration: z.nullable(
    z.object({
      campaign: z.object({ id: z.string(), title: z.string(), brand: z.string() }),
      shareBps: part,
      earnedCrels: part,
    }),
  ),
  /** All that was paid to them before. */
  paidBefore: z.object({ count: part, usdCents: part }),
  /** What a provider says otherwise than the state, and nobody has settled: that it was paid, or came back (`failed`). */
  mismatches: z.array(
    z.object({
      said: z.enum(['paid', 'failed', 'twice']),
      /** The provider’s name of the payment, or why it came back: null for who may not read of members. */
      detail: z.nullable(z.string()),
      /** Of a payment of a payout run that was paid twice, or paid after it was given up or came back: the attempt that was. */
      attempt: z.nullable(attempt),
      /** Of one that was paid twice: the attempt that was paid as well, and the one it is written down with. */
      twice: z.nullable(z.object({ other: attempt, counted: attempt })),
      at: time,
    }),
  ),
  /** Who brought it into each state, the first first. */
  timeline: z.array(z.object({ state, at: time, by: z.string(), reason: z.nullable(z.string()) })),
})
export type OperatedRedemptionDetail = z.output<typeof operatedRedemptionDetail>

/** By `wait` the longest waits first, by `value` the most comes first; by `newest` the last one asked for. */
export const REDEMPTION_SORTS = ['wait', 'value', 'newest'] as const

/**
 * A state; of what is being sent by itself, what waits for a person (`stuck`); or whatever the state is: `mismatched`,
 * where a provider says otherwise and nobody has settled it, or `restored`, open in a restored backup, where nobody has
 * said whether it was paid since. What is `restored` is in no list of its state.
 */
export const REDEMPTION_LISTS = [...REDEMPTION_STATES, 'stuck', 'mismatched', 'restored'] as const

export const operatorRedemptionSchemas = {
  listOperatedRedemptions: {
    summary:
      'Redemptions of all members in a state, being sent until a person says what became of them, of which a provider says otherwise, or that may have been paid after a restored backup, each with what speaks for and against paying it.',
    tag,
    query: z.object({
      state: z._default(z.enum(REDEMPTION_LISTS), 'requested'),
      sort: z._default(z.enum(REDEMPTION_SORTS), 'wait'),
      kind: z.optional(z.enum(DESTINATION_KINDS)),
      /** Of this member alone; none are for who may not read of members. */
      uid: z.optional(z.string().check(z.maxLength(200))),
      /** `none`: only those that no payout run has. */
      run: z.optional(z.enum(['none'])),
      ...pageQuery,
    }),
    responses: { 200: operatedRedemptionPage },
  },
  getOperatedRedemption: {
    summary: 'A redemption with its price, its steps, and where its member earned.',
    tag,
    params,
    responses: { 200: operatedRedemptionDetail },
  },
  approveRedemption: {
    summary: 'Approves a requested redemption; never one’s own.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: [
      'conflict',
      'debt_open',
      'not_screened',
      'sanctions_match',
      'user_disabled',
      'user_deleted',
      'profile_incomplete',
      'too_young',
      'country_blocked',
    ],
    responses: { 200: operatedRedemption },
  },
  rejectRedemption: {
    summary: 'Rejects a requested redemption, with a reason for the member; its crels return.',
    tag,
    params,
    body: z.strictObject({ reason }),
    errors: ['conflict'],
    responses: { 200: operatedRedemption },
  },
  clearSanctionsMatch: {
    summary: 'Clears a sanctions match as a different person; never of one’s own redemption.',
    tag,
    params,
    body: z.strictObject({
      /** The screening that was looked at: of a later one it says nothing. */
      screeningId: idSchema('screening'),
      reason: z.string().check(z.trim(), z.minLength(10), z.maxLength(500)),
    }),
    errors: ['conflict'],
    responses: { 200: operatedRedemption },
  },
  approveRedemptions: {
    summary: 'Approves many, each by itself: the answer says of each whether it is, and why not.',
    tag,
    body: z.strictObject({ ids: rowIds(id) }),
    responses: { 200: rowResults },
  },
  rejectRedemptions: {
    summary: 'Rejects many for one reason, each by itself.',
    tag,
    body: z.strictObject({ ids: rowIds(id), reason }),
    responses: { 200: rowResults },
  },
} satisfies Record<string, EndpointSchemas>
