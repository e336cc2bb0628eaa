import * as z from 'zod/mini'
import { idSchema } from './ids.ts'
import { time, visible } from './shapes.ts'

/** How far an act that takes two people is. */
const states = ['waiting', 'done', 'rejected', 'expired', 'failed'] as const
/** What acts are listed by: a state, or `to_approve`, those that wait for a second person and are not done by themselves. */
export const pendingFilter = z.enum([...states, 'to_approve'])
/** Why an act is proposed, or rejected. */
export const actReason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500), visible)
const person = z.object({ id: idSchema('operator'), name: z.string() })

/** An act that one operator proposed and another one approves. */
export const pendingAct = z.object({
  id: idSchema('pendingAct'),
  action: z.string(),
  /**
   * An id, `rate`, or the code of a currency; the uid of a member, `member` for who may not read of members, `erased`
   * once they have left.
   */
  target: z.string(),
  /** Of an act on a member, as `target`. */
  memberUid: z.nullable(z.string()),
  /**
   * What would be done, by action: `{ usdToCrels, confirmed }`, `{ day, usdPerUnit }`, `{ asset, amount }`, `{ role }`,
   * `{}`.
   */
  input: z.unknown(),
  /** Null for who may not read of members, of an act on one. */
  reason: z.nullable(z.string()),
  proposedBy: person,
  proposedAt: time,
  /** When it is done by itself, where nobody else could approve it; null where another operator has to. */
  runsAt: z.nullable(time),
  expiresAt: time,
  state: z.enum(states),
  /** Null for what was done by itself, or expired. */
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(time),
  /** Why it was rejected, or what it failed by. */
  note: z.nullable(z.string()),
  /** Whether the one who asks may approve it. */
  isYoursToApprove: z.boolean(),
  /** Whether they may reject it, or take it back as their own. */
  isYoursToReject: z.boolean(),
})
export type PendingActView = z.output<typeof pendingAct>
