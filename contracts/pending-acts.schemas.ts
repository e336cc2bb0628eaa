import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { operatorRole } from './operator-account.schemas.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time, visible } from './shapes.ts'

const tag = 'pending-acts'
const params = z.object({ id: idSchema('pendingAct') })
const operatorParams = z.object({ id: idSchema('operator') })
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500), visible)
const state = z.enum(['waiting', 'done', 'rejected', 'expired', 'failed'])
const person = z.object({ id: idSchema('operator'), name: z.string() })

/** An act that one operator proposed and another one approves. */
export const pendingAct = z.object({
  id: idSchema('pendingAct'),
  action: z.string(),
  /** An id, or `rate`; the uid of a member, `member` for who may not read of members, `erased` once they have left. */
  target: z.string(),
  /** Of an act on a member, as `target`. */
  memberUid: z.nullable(z.string()),
  /** What would be done, by action: `{ usdToCrels }`, `{ asset, amount }`, `{ role }`, `{}`. */
  input: z.unknown(),
  /** Null for who may not read of members, of an act on one. */
  reason: z.nullable(z.string()),
  proposedBy: person,
  proposedAt: time,
  /** When it is done by itself, where nobody else could approve it; null where another operator has to. */
  runsAt: z.nullable(time),
  expiresAt: time,
  state,
  /** Null for what was done by itself, or expired. */
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(time),
  /** Why it was rejected, or what it failed by. */
  note: z.nullable(z.string()),
  /** Whether the one who asks may approve it. */
  isYoursToApprove: z.boolean(),
})
export type PendingActView = z.output<typeof pendingAct>

export const pendingActSchemas = {
  listPendingActs: {
    summary: 'What was proposed, the newest first.',
    tag,
    query: z.object({ ...pageQuery, state: z.optional(state) }),
    responses: { 200: pageOf(pendingAct) },
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
      /** Confirms a change of more than 10%. */
      confirmed: z._default(z.boolean(), false),
      reason,
    }),
    responses: { 202: pendingAct },
  },
  proposeRole: {
    summary: 'Proposes another role for an operator.',
    tag,
    params: operatorParams,
    body: z.object({ role: operatorRole, reason }),
    responses: { 202: pendingAct },
  },
  proposeEnabling: {
    summary: 'Proposes that a disabled operator acts again.',
    tag,
    params: operatorParams,
    body: z.object({ reason }),
    responses: { 202: pendingAct },
  },
  disableOperator: {
    summary: 'Disables an operator at once: their sessions and keys work no more. It waits for nobody.',
    tag,
    params: operatorParams,
    body: z.object({ reason }),
    errors: ['conflict'],
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
