import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { ADJUSTED_ASSETS } from '#rules/adjustment.ts'
import { operatorRole } from './operator-account.schemas.ts'
import { currencyPreview } from './operator-currencies.schemas.ts'
import { whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { actReason as reason, pendingAct, pendingFilter } from './pending-act-shapes.ts'
import { date, pageOf } from './shapes.ts'

const tag = 'pending-acts'
const params = z.object({ id: idSchema('pendingAct') })
const operatorParams = z.object({ id: idSchema('operator') })

/** Crels and points of a member. */
const balances = z.object({ available: whole, debt: whole, points: whole })
const standing = z.object({ role: operatorRole, isDisabled: z.boolean() })

/** What an act does to what is there now. */
export const pendingActEffect = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rate'),
    before: z.string(),
    after: z.string(),
    /** What members have, pending crels too. */
    crels: whole,
    /** What that is worth in US cents at either rate; null where it is more than can be counted. */
    usdCents: z.nullable(whole),
    nextUsdCents: z.nullable(whole),
  }),
  z.object({
    kind: z.literal('balance'),
    asset: z.enum(ADJUSTED_ASSETS),
    before: balances,
    /** Null where it cannot be done: so much is not there. */
    after: z.nullable(balances),
  }),
  z.extend(currencyPreview, {
    kind: z.literal('currency'),
    currency: z.string(),
    day: date,
    /** Null where the rate of the day is taken away. */
    after: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('operator'),
    name: z.string(),
    email: z.string(),
    before: standing,
    after: standing,
  }),
])
export type PendingActEffect = z.output<typeof pendingActEffect>

export const pendingActDetail = z.extend(pendingAct, {
  /** Null of what waits no more or changed, and for who may not read what it touches: money, members. */
  effect: z.nullable(pendingActEffect),
  /** Why it cannot be approved any more: what it is done to changed since it was proposed. */
  changed: z.nullable(z.string()),
})
export type PendingActDetail = z.output<typeof pendingActDetail>

export const disablingPreview = z.object({
  /** What they proposed and nobody has decided: it ends, for good, as their keys do. */
  proposals: whole,
  keys: whole,
  /** What they work on: it stays theirs until somebody takes it over. */
  requests: whole,
  orders: whole,
  deletions: whole,
})
export type DisablingPreview = z.output<typeof disablingPreview>

export const pendingActSchemas = {
  listPendingActs: {
    summary: 'What was proposed, the newest first.',
    tag,
    query: z.object({ ...pageQuery, state: z.optional(pendingFilter) }),
    responses: { 200: pageOf(pendingAct) },
  },
  showPendingAct: {
    summary: 'What was proposed, and while it waits what it would do to what is there now.',
    tag,
    params,
    responses: { 200: pendingActDetail },
  },
  approvePendingAct: {
    summary:
      'Approves what another operator proposed: it is done, once. `conflict` says what stands in the way.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    responses: { 200: pendingAct },
  },
  rejectPendingAct: {
    summary: 'Rejects what was proposed, or takes back one’s own.',
    tag,
    params,
    body: z.object({ reason }),
    responses: { 200: pendingAct },
  },
  proposeRate: {
    summary: 'Proposes how many crels one US dollar is worth.',
    tag,
    body: z.object({
      usdToCrels: z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/)),
      /** The rate in force as it was looked at. */
      seen: z.string().check(z.maxLength(16)),
      /** Confirms a change of more than 10% from it. */
      confirmed: z._default(z.boolean(), false),
      reason,
    }),
    responses: { 202: pendingAct },
  },
  proposeRole: {
    summary: 'Proposes another role for an operator.',
    tag,
    params: operatorParams,
    body: z.object({
      role: operatorRole,
      /** Their role as it was looked at. */
      seen: operatorRole,
      reason,
    }),
    responses: { 202: pendingAct },
  },
  proposeEnabling: {
    summary: 'Proposes that a disabled operator acts again.',
    tag,
    params: operatorParams,
    body: z.object({ reason }),
    responses: { 202: pendingAct },
  },
  previewDisabling: {
    summary: 'What disabling an operator ends, and what it leaves with them; nothing is changed.',
    tag,
    params: operatorParams,
    responses: { 200: disablingPreview },
  },
  undoDisabling: {
    summary: 'Takes back that one disabled an operator, within ten minutes: later it takes a second person.',
    tag,
    params: operatorParams,
    errors: ['conflict'],
    responses: { 204: null },
  },
  disableOperator: {
    summary:
      'Disables an operator at once: their sessions and keys work no more, and what they proposed is rejected. It needs no approval.',
    tag,
    params: operatorParams,
    body: z.object({ reason }),
    errors: ['conflict'],
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
