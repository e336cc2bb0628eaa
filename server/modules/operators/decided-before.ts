import { sql, type RawBuilder } from 'kysely'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import { undoneBy } from '#rules/undo-acts.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { operatorMinute } from '#server/platform/shown-times.ts'
import { memberKeyOf } from './member-values.ts'
import type { OperatorActor, PersonActor } from './operate.ts'

/** Which entries on a target are meant, where there are others too. */
interface Entries {
  /** The acts that decide it. */
  actions?: readonly OperatorAct[] | undefined
  /** What of the target it is about, as their `after` has it: `{ importId }`. */
  about?: Readonly<Record<string, string>> | undefined
  /** The member that it was done to, where the target is not theirs alone. */
  uid?: string | undefined
}

/**
 * `conflict` for an operator whose act comes after another's: `detail` and, where the log knows it, who last did what to
 * the target and when; that it was made is no answer. For a surface of operators alone: it names one.
 */
export async function decidedBefore(
  db: Db,
  target: string,
  detail: string,
  { actions, ...of }: Entries = {},
): Promise<Problem> {
  const ofThese = actions
    ? sql`e.action = any (${actions}::text[])`
    : sql`e.action not like '%.create' and e.action not like '%.assign'`
  const { rows } = await sql<{ by: string; action: string; at: Date }>`
    select coalesce(o.name, e.source) as by, e.action, e.at
    from audit_entry e left join operator o on o.id = e.operator_id
    where e.target = ${target} and e.seq is not null and ${ofThese} and ${isOf(of)}
    order by e.seq desc limit 1`.execute(db)
  const last = rows[0]
  if (!last) return problem('conflict', { detail })
  return problem('conflict', {
    detail: `${detail} ${last.by} did ${last.action} on it at ${operatorMinute(last.at)}.`,
  })
}

/** That another operator changed a thing, such as "the logo", since it was looked at. */
export function changedMeanwhile(thing: string): string {
  return `Someone else changed ${thing} in the meantime. Your change was not saved.`
}

/** `decidedBefore` for the change of a thing that is another by now than the one that was looked at. */
export async function changedBefore(db: Db, target: string, thing: string): Promise<Problem> {
  return await decidedBefore(db, target, changedMeanwhile(thing))
}

/** What the log has as the target of an act on a member that has no other. */
export async function memberTarget(tx: Tx, uid: string): Promise<string> {
  return (await memberKeyOf(tx, uid)) ?? uid
}

/** An act on what is decided already. */
interface ActAgain extends Entries {
  action: OperatorAct
  target: string
  /** What comes of it, where there is more than one outcome. */
  after?: unknown
  /** Of an act whose reason the log has in clear: the same one. */
  reason?: string
  /** Whether what the log does not hold of it, such as a text for the member, is the same too. */
  isSame?: boolean
  /** What is so already, as another operator reads it. */
  detail: string
}

/**
 * One's own act once more, with nothing said otherwise, is answered as it is: this returns. Throws `decidedBefore` for all
 * else.
 */
export async function requireOwnAgain(
  db: Db,
  actor: OperatorActor,
  { isSame = true, detail, actions, ...act }: ActAgain,
): Promise<void> {
  if (isSame && (await isOwnAgain(db, actor, { ...act, actions }))) return
  throw await decidedBefore(db, act.target, detail, { actions, about: act.about, uid: act.uid })
}

/**
 * Whether an operator's act is their own once more: the last of its kind, or of `actions`, on the target is theirs and,
 * where there is more than one outcome, made the same of it. What is so by another is `requireOwnAgain`.
 */
export async function isOwnAgain(
  db: Db,
  actor: OperatorActor,
  { action, target, after, reason, actions, ...of }: Omit<ActAgain, 'isSame' | 'detail'>,
): Promise<boolean> {
  const isOwn =
    actor.via === 'job' ? sql`e.source = ${actor.source}` : sql`e.operator_id = ${actor.operatorId}`
  const isSame = after === undefined ? sql`true` : sql`e.after = ${JSON.stringify(after)}::jsonb`
  const isWhy = reason === undefined ? sql`true` : sql`e.reason = ${reason}`
  const { rows } = await sql<{ isSame: boolean }>`
    select coalesce(${isOwn} and e.action = ${action} and ${isSame} and ${isWhy}, false) as "isSame"
    from audit_entry e
    where e.target = ${target} and e.action = any (${actions ?? [action]}::text[]) and e.seq is not null and ${isOf(of)}
    order by e.seq desc limit 1`.execute(db)
  return rows[0]?.isSame ?? false
}

function isOf({ about, uid }: Pick<Entries, 'about' | 'uid'>): RawBuilder<unknown> {
  return sql`
    ${about ? sql`e.after @> ${JSON.stringify(about)}::jsonb` : sql`true`}
    and ${uid === undefined ? sql`true` : sql`e.member_key = (select id from audit_member_key where uid = ${uid})`}`
}

/**
 * Throws `decidedBefore` unless the last act that this one would take back is the actor's own: what another operator
 * decided since is not undone by a button that was pressed late. For one that takes nothing back it returns.
 */
export async function requireOwnLast(
  tx: Tx,
  { operatorId }: PersonActor,
  { action, target, keyId }: { action: OperatorAct; target: string; keyId: string | null },
): Promise<void> {
  const actions = undoneBy(action)
  if (actions.length === 0) return
  const { rows } = await sql<{ isOwn: boolean; uid: string | null }>`
    select coalesce(e.operator_id = ${operatorId}, false) as "isOwn", k.uid
    from audit_entry e left join audit_member_key k on k.id = e.member_key
    where e.target = ${target} and e.action = any (${actions}::text[]) and e.seq is not null
      and e.member_key is not distinct from ${keyId}
    order by e.seq desc limit 1`.execute(tx)
  if (rows[0]?.isOwn) return
  const uid = rows[0]?.uid ?? undefined
  throw await decidedBefore(tx, target, 'Nothing was undone: it was decided again since.', { actions, uid })
}

/**
 * Whether an act is of the console, or by an API key: there the second of two is refused, whose undoing would take back
 * the first one's. A command says what is so afterwards, and undoes nothing.
 */
export function isOfConsole({ via }: OperatorActor): boolean {
  return via === 'console' || via === 'api key'
}

/** The last of some acts on each of some targets, by target; one without is absent. */
export async function lastActsOn(
  db: Db,
  { actions, targets }: { actions: readonly OperatorAct[]; targets: readonly string[] },
): Promise<Map<string, { action: string; before: unknown; after: unknown }>> {
  const { rows } = await sql<{ target: string; action: string; before: unknown; after: unknown }>`
    select distinct on (target) target, action, before, after from audit_entry
    where target = any (${targets}::text[]) and action = any (${actions}::text[]) and seq is not null
    order by target, seq desc`.execute(db)
  return new Map(rows.map(({ target, ...act }) => [target, act]))
}

/** The operator who last did an act to a target; null where none did. */
export async function lastToDo(
  db: Db,
  { action, target }: { action: OperatorAct; target: string },
): Promise<string | null> {
  const { rows } = await sql<{ operatorId: string | null }>`
    select operator_id as "operatorId" from audit_entry
    where target = ${target} and action = ${action} and seq is not null order by seq desc limit 1`.execute(db)
  return rows[0]?.operatorId ?? null
}

/** Each operator who did an act to a target with these values after it, null for what none did, and when they last did. */
export async function allWhoDid(
  db: Db,
  { action, target, after }: { action: OperatorAct; target: string; after: object },
): Promise<{ by: string | null; at: Date }[]> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select operator_id as by, max(at) as at from audit_entry
    where target = ${target} and action = ${action} and after @> ${JSON.stringify(after)}::jsonb
    group by operator_id`.execute(db)
  return rows
}

/** The operator by whom a field of a target is what it is, by the last act that set it; null where that was none. */
export async function lastToSet(
  db: Db,
  { actions, target, field }: { actions: readonly OperatorAct[]; target: string; field: string },
): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql<{ name: string | null; email: string | null }>`
    select o.name, o.email from audit_entry e left join operator o on o.id = e.operator_id
    where e.target = ${target} and e.action = any (${actions}::text[]) and e.after ? ${field}
    -- One of this transaction has no place in the log yet, and comes first.
    order by e.seq desc nulls first limit 1`.execute(db)
  const { name = null, email = null } = rows[0] ?? {}
  return name === null || email === null ? null : { name, email }
}

/** When an act was last done to a target; null where it never was. */
export async function lastTimeOf(
  db: Db,
  { action, target }: { action: OperatorAct; target: string },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from audit_entry
    -- One of this transaction has no place in the log yet, and comes first.
    where target = ${target} and action = ${action} order by seq desc nulls first limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Whether an act of a kind is in the log. */
export async function wasEverDone(db: Db, action: OperatorAct): Promise<boolean> {
  const { rows } = await sql`select from audit_entry where action = ${action} limit 1`.execute(db)
  return rows.length > 0
}
