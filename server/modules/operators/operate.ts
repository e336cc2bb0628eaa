import { sql } from 'kysely'
import { keepsReasonInClear, type ClearReasonAct } from '#rules/clear-reasons.ts'
import {
  isNeverOwn,
  mayOperate,
  type OperatorAct,
  type OperatorPermission,
  type OperatorRole,
} from '#rules/operator-permissions.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { requireOwnLast } from './decided-before.ts'
import { memberKeyOf, sealPersonal, type ActMember } from './member-values.ts'
import { requireNotOwn } from './own-account.ts'

/** Who acts: an operator by one of the surfaces, or a part of the program by itself. */
export type OperatorActor = PersonActor | ProgramActor

export interface PersonActor {
  via: 'console' | 'api key' | 'command'
  operatorId: string
  name: string
  email: string
  role: OperatorRole
  /** Of an API key: what it is for; else all that the role allows. */
  scopes?: readonly OperatorPermission[] | null
  requestId?: string
  /** They take back what they did: nothing that another operator decided since. */
  isUndo?: true
}

/** An actor as an undo acts, where a request says that it is one. */
export function undoing<A extends PersonActor>(actor: A, { isUndo }: { isUndo?: boolean | undefined }): A {
  return isUndo ? { ...actor, isUndo } : actor
}

export interface ProgramActor {
  via: 'job'
  /** Such as `demo`, or a job's name. */
  source: string
}

export type Act = ActOf & (ActOnMember | ReasonedAct)

interface ActOf {
  /** The id of what it is done to, or its name where there is one of it: `rate`. By default the member. */
  target?: string
  /** What is changed, as JSON. Nothing of a person, and no secret: the log is kept for good. */
  before?: unknown
  after?: unknown
}

/** An act that has no reason, or one that is sealed among the member's values. */
interface ActOnMember {
  action: OperatorAct
  /** The member it is done to, with the values that go with them: without a target there is one. */
  member?: ActMember | undefined
  reason?: undefined
}

/** An act on no member, with its reason in clear. */
interface ReasonedAct {
  action: ClearReasonAct
  /** At most 500 characters. */
  reason?: string | undefined
  member?: undefined
}

/**
 * Writes what is done into the log, in the transaction that does it: the one way by which an operator, a command or a
 * job changes what the log covers. It comes before the writes it is about. The entry gets its place in the
 * chain when the transaction commits. Throws `forbidden` where the operator's role does not allow it, and where it is done
 * to their own account as a member and never is (`isNeverOwn`), and `conflict` for an undo where another operator acted
 * last.
 */
export async function operate(tx: Tx, actor: OperatorActor, act: Act): Promise<void> {
  const { action, before, after, reason, member } = act
  requireRole(actor, action)
  if (reason !== undefined && (member || !keepsReasonInClear(action)))
    throw new Error(`The reason of ${action} is sealed by the key of its member`)
  if (member && isNeverOwn(action)) await requireNotOwn(tx, actor, member.uid)
  const who =
    actor.via === 'job'
      ? { operatorId: null, source: actor.source, requestId: null }
      : { operatorId: actor.operatorId, source: null, requestId: actor.requestId ?? null }
  const { rows } = await sql<{ id: string }>`select new_id('aud') as id`.execute(tx)
  const entryId = rows[0]!.id
  const keyId = member ? await memberKeyOf(tx, member.uid) : null
  const sealed = member && keyId ? await sealPersonal(tx, { keyId, entryId }, member) : null
  const target = act.target ?? keyId
  if (target === null) throw new Error(`${action} is done to nothing`)
  if (actor.via !== 'job' && actor.isUndo) await requireOwnLast(tx, actor, { action, target, keyId })
  await sql`
    insert into audit_entry (id, via, operator_id, source, request_id, action, target, before, after, reason, member_key, sealed)
    values (set_config('crels.audit_entry', ${entryId}, true), ${actor.via}, ${who.operatorId}, ${who.source}, ${who.requestId}, ${action}, ${target},
      ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${reason ?? null}, ${keyId}, ${sealed})`.execute(tx)
}

/**
 * Throws `forbidden` where an operator's role, or the scopes of their API key, do not allow an act or a kind of reading.
 */
export function requireRole(actor: OperatorActor, permission: OperatorPermission): void {
  if (actor.via === 'job') return
  if (!mayOperate(actor.role, permission))
    throw problem('forbidden', { detail: `The role ${actor.role} does not allow ${permission}.` })
  if (actor.scopes && !actor.scopes.includes(permission))
    throw problem('forbidden', { detail: `This key is not for ${permission}.` })
}

/** What a row that keeps who wrote it says of an actor. */
export function authorOf(actor: OperatorActor): string {
  return actor.via === 'job' ? actor.source : actor.name
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
