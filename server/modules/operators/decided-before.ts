import { sql } from 'kysely'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { operatorMinute } from '#server/platform/shown-times.ts'
import { memberKeyOf } from './member-values.ts'
import type { OperatorActor } from './operate.ts'

/**
 * `conflict` for an operator whose act comes after another's: `detail` and, where the log knows it, who last did what to
 * the target and when; that it was made is no answer. `actions` are those that decide it, where others are done to the
 * target as well. For a surface of operators alone: it names one.
 */
export async function decidedBefore(
  db: Db,
  target: string,
  detail: string,
  actions?: readonly OperatorAct[],
): Promise<Problem> {
  const ofThese = actions
    ? sql`e.action = any (${actions}::text[])`
    : sql`e.action not like '%.create' and e.action not like '%.assign'`
  const { rows } = await sql<{ by: string; action: string; at: Date }>`
    select coalesce(o.name, e.source) as by, e.action, e.at
    from audit_entry e left join operator o on o.id = e.operator_id
    where e.target = ${target} and e.seq is not null and ${ofThese} order by e.seq desc limit 1`.execute(db)
  const last = rows[0]
  if (!last) return problem('conflict', { detail })
  return problem('conflict', {
    detail: `${detail} ${last.by} did ${last.action} on it at ${operatorMinute(last.at)}.`,
  })
}

/** What the log has as the target of an act on a member that has no other. */
export async function memberTarget(tx: Tx, uid: string): Promise<string> {
  return (await memberKeyOf(tx, uid)) ?? uid
}

/**
 * Whether an operator's act is their own once more: the last of its kind on the target is theirs and, where there is more
 * than one outcome, made the same of it. Only that is answered as it is; all else is `decidedBefore`.
 */
export async function isOwnAgain(
  db: Db,
  actor: OperatorActor,
  { action, target, after }: { action: OperatorAct; target: string; after?: unknown },
): Promise<boolean> {
  const isOwn = actor.via === 'job' ? sql`source = ${actor.source}` : sql`operator_id = ${actor.operatorId}`
  const isSame = after === undefined ? sql`true` : sql`after = ${JSON.stringify(after)}::jsonb`
  const { rows } = await sql<{ isSame: boolean }>`
    select coalesce(${isOwn} and ${isSame}, false) as "isSame" from audit_entry
    where target = ${target} and action = ${action} and seq is not null order by seq desc limit 1`.execute(db)
  return rows[0]?.isSame ?? false
}

/**
 * Whether an act is of the console, or by an API key: there the second of two is refused, whose undoing would take back the
 * first one's. A command says what is so afterwards, and undoes nothing.
 */
export function isOfConsole({ via }: OperatorActor): boolean {
  return via === 'console' || via === 'api key'
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

/** Whether an act of a kind is in the log. */
export async function wasEverDone(db: Db, action: OperatorAct): Promise<boolean> {
  const { rows } = await sql`select from audit_entry where action = ${action} limit 1`.execute(db)
  return rows.length > 0
}
