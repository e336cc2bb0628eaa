import * as z from 'zod/mini'
import { ADJUSTED_ASSETS, ADJUSTMENT_MAX } from '#rules/adjustment.ts'
import { REDEMPTION_STATES } from '#rules/redemption-state.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { mailTrouble } from './operator-mail.schemas.ts'
import { alikeMember, isUndo, ledgerOrigin, memberParams, memberReason } from './operator-shapes.ts'
import { namedRequest } from './operator-support.schemas.ts'
import { pageQuery } from './paging.ts'
import { pendingAct } from './pending-act-shapes.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'members'
const params = memberParams
const count = z.int().check(z.nonnegative())
const text = z.nullable(z.string())
const reason = memberReason
const done = { 204: null } as const

/** A row of each list of a member. */
const memberRows = {
  events: z.object({ kind: z.string(), at: time, note: text }),
  links: z.object({
    id: z.string(),
    code: z.string(),
    kind: z.string(),
    state: z.string(),
    destination: z.string(),
    createdAt: time,
  }),
  campaigns: z.object({
    id: z.string(),
    enrolmentId: z.string(),
    title: z.string(),
    brand: z.string(),
    state: z.string(),
    appliedAt: time,
    /** Why they were declined or removed, as they read it. */
    reason: z.nullable(z.string()),
  }),
  redemptions: z.object({
    id: z.string(),
    state: z.enum(REDEMPTION_STATES),
    crels: count,
    usdCents: count,
    requestedAt: time,
  }),
  requests: namedRequest,
  rewards: z.object({ transactionId: z.string(), program: z.string(), points: count, at: time }),
  acts: z.object({
    id: z.string(),
    at: time,
    by: z.string(),
    action: z.string(),
    reason: text,
    /** Why is kept from who may not do such an act, as what a list of sanctions names is. */
    isReasonKept: z.boolean(),
  }),
}
export type MemberList = keyof typeof memberRows

/** What an operator knows of a member; of each list the newest. */
const operatedMember = z.object({
  uid: z.string(),
  shortId: z.string(),
  state: z.enum(['active', 'disabled']),
  name: text,
  fullName: text,
  email: z.string(),
  /** Null where an outside provider knows it. */
  isEmailVerified: z.nullable(z.boolean()),
  /** Why no mail is sent to the address; null where it is. */
  mailTrouble: z.nullable(mailTrouble),
  /** `YYYY-MM-DD`; null where they have not said it. */
  birthday: text,
  /** Whole years on today's date in UTC, by which payouts are refused as `too_young`; null without a birthday. */
  age: z.nullable(count),
  country: text,
  /** What they make things about. */
  industries: z.array(z.string()),
  /** Their photo, where it is kept by this site: none is fetched from an outside provider for an operator's look. */
  photoUrl: text,
  timeZone: text,
  createdAt: time,
  /** The creator id of who invited them. */
  invitedBy: text,
  channels: z.array(z.object({ platform: z.string(), address: z.string() })),
  wallet: z.object({ available: count, pending: count, reserved: count, debt: count, points: count }),
  risk: z.object({
    /** Payouts are frozen until then, after another password, address or second factor. */
    frozenUntil: z.nullable(time),
    /** Payouts are stopped until then, by an operator. */
    stoppedUntil: z.nullable(time),
    /** Other members who are, or were, paid to the same place. */
    sharedDestination: count,
    /** Other members who were seen in the same browser and network on the same day, within 90 days. */
    sharedDevice: count,
    /** Who they are: ten at most. */
    alike: z.array(alikeMember),
    paid: count,
    paidUsdCents: count,
  }),
  /** Where they are signed in; null where an outside provider keeps that. */
  sessions: z.nullable(z.array(z.object({ device: text, country: text, lastSeenAt: time }))),
  /** What is asked for beside the password; null where an outside provider keeps that. */
  secondFactors: z.nullable(
    z.object({ hasAuthenticator: z.boolean(), passkeys: count, recoveryCodes: count }),
  ),
  /** What happened to the security of the account. */
  events: z.array(memberRows.events),
  links: z.array(memberRows.links),
  campaigns: z.array(memberRows.campaigns),
  redemptions: z.array(memberRows.redemptions),
  rewards: z.array(memberRows.rewards),
  /** What they wrote to the operator, and what was written to them. */
  requests: z.array(memberRows.requests),
  /** What operators did to the member, with their notes. */
  acts: z.array(memberRows.acts),
  /** The lists that have more than is here. */
  goesOn: z.array(z.enum(['events', 'links', 'campaigns', 'redemptions', 'rewards', 'requests', 'acts'])),
})
export type OperatedMemberView = z.output<typeof operatedMember>

/** An entry of the ledger in one of the member's accounts. */
const memberEntry = z.object({
  id: z.string(),
  transactionId: z.string(),
  kind: z.string(),
  account: z.enum(['available', 'pending', 'debt', 'points']),
  amount: z.int(),
  balanceAfter: z.int(),
  /** The fact it was posted for. */
  source: z.string(),
  origin: ledgerOrigin,
  at: time,
})
export type MemberEntry = z.output<typeof memberEntry>

/** What disabling a member touches. */
const memberReach = z.object({
  sessions: count,
  links: count,
  campaigns: count,
  /** Requested, approved or on their way. */
  redemptions: count,
  redemptionsUsdCents: count,
  /** Of these what is sent already, which no stop of payouts holds. */
  sentRedemptions: count,
  sentRedemptionsUsdCents: count,
  /** Orders that wait to be sent by post. */
  orders: count,
  crels: count,
})
export type MemberReach = z.output<typeof memberReach>

export const operatorMemberSchemas = {
  getOperatedMember: {
    summary:
      'A member: profile, wallet, risk, sessions, and the newest of what belongs to them. The log says who looked.',
    tag,
    params,
    responses: { 200: operatedMember },
  },
  listMemberEntries: {
    summary: 'A member’s entries in the ledger, the newest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberEntry) },
  },
  listMemberLinks: {
    summary: 'A member’s links, the newest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberRows.links) },
  },
  listMemberCampaigns: {
    summary: 'Campaigns that a member applied for or is in, the latest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberRows.campaigns) },
  },
  listMemberRedemptions: {
    summary: 'A member’s redemptions in any state, the newest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberRows.redemptions) },
  },
  listMemberRewards: {
    summary: 'A member’s rewards in points, the newest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberRows.rewards) },
  },
  listMemberRequests: {
    summary: 'A member’s support requests, and what an operator wrote to them first, the newest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberRows.requests) },
  },
  listMemberEvents: {
    summary: 'What happened to the security of a member’s account, the newest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberRows.events) },
  },
  listMemberActs: {
    summary: 'What operators did to a member, with their notes, the newest first.',
    tag,
    params,
    query: z.object(pageQuery),
    responses: { 200: pageOf(memberRows.acts) },
  },
  getMemberReach: {
    summary: 'What disabling a member touches, before it is done.',
    tag,
    params,
    responses: { 200: memberReach },
  },
  disableMember: {
    summary: 'Shuts a member out; `conflict` for one who is disabled, with who did it.',
    tag,
    params,
    body: z.strictObject({ reason }),
    errors: ['conflict', 'user_deleted'],
    responses: done,
  },
  enableMember: {
    summary: 'Lets a disabled member in again; their sessions from before end.',
    tag,
    params,
    body: z.strictObject({ reason, isUndo }),
    errors: ['conflict', 'user_deleted'],
    responses: done,
  },
  signMemberOut: {
    summary: 'Ends every session of a member; they may sign in again.',
    tag,
    params,
    body: z.strictObject({ reason }),
    errors: ['user_deleted'],
    responses: done,
  },
  removeMemberSecondFactors: {
    summary:
      'Removes every second factor of a member who lost theirs, ends every session and mails them; `conflict` where there is none.',
    tag,
    params,
    body: z.strictObject({ reason }),
    errors: ['conflict', 'user_deleted'],
    responses: done,
  },
  proposeAdjustment: {
    summary:
      'Proposes to add crels or points to a member’s balance, or to take them; `conflict` where that many are not there. Another operator approves it.',
    tag,
    params,
    body: z.strictObject({
      asset: z.enum(ADJUSTED_ASSETS),
      /** Whole crels or points; with a minus they are taken. */
      amount: z.int().check(
        z.minimum(-ADJUSTMENT_MAX),
        z.maximum(ADJUSTMENT_MAX),
        z.refine((amount) => amount !== 0, { error: 'moves nothing' }),
      ),
      reason,
    }),
    responses: { 202: pendingAct },
  },
  stopMemberPayouts: {
    summary: 'Lets nothing be paid out to a member for some days; says until when.',
    tag,
    params,
    body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(365)), reason }),
    errors: ['conflict'],
    responses: { 200: z.object({ until: time }) },
  },
  undoMemberPayoutStop: {
    summary:
      'Takes back that one stopped payouts to a member, within ten minutes; what was so before is again. With `until`, as stopping them answered it, no other stop: `conflict` where the last one is another.',
    tag,
    params,
    body: z.strictObject({ reason, until: z.optional(time) }),
    errors: ['conflict'],
    responses: done,
  },
  allowMemberPayouts: {
    summary: 'Lets a member be paid again whose payouts an operator stopped.',
    tag,
    params,
    body: z.strictObject({ reason }),
    errors: ['conflict'],
    responses: done,
  },
  noteOnMember: {
    summary: 'Keeps a note about a member, for operators alone.',
    tag,
    params,
    body: z.strictObject({ note: reason }),
    responses: done,
  },
} satisfies Record<string, EndpointSchemas>
