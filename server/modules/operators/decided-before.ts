import { sql } from 'kysely'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { Db } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { operatorMinute } from '#server/platform/shown-times.ts'

/**
 * `conflict` for an operator whose act comes after another's: `detail` and, where the log knows it, who last did what to
 * the target and when; that it was made is no answer. For a surface of operators alone: it names one.
 */
export async function decidedBefore(db: Db, target: string, detail: string): Promise<Problem> {
  const { rows } = await sql<{ by: string; action: string; at: Date }>`
    select coalesce(o.name, e.source) as by, e.action, e.at
    from audit_entry e left join operator o on o.id = e.operator_id
    where e.target = ${target} and e.seq is not null and e.action not like '%.create' and e.action not like '%.assign' order by e.seq desc limit 1`.execute(
    db,
  )
  const last = rows[0]
  if (!last) return problem('conflict', { detail })
  return problem('conflict', {
    detail: `${detail} ${last.by} did ${last.action} on it at ${operatorMinute(last.at)}.`,
  })
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
