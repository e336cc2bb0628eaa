import { sql } from 'kysely'
import type { AnalyticsMessage } from '#rules/analytics-message.ts'
import type { Db } from '#server/platform/database.ts'

/** An event that is this process's to forward now. */
export interface DueEvent {
  id: string
  /** With the one that follows. */
  attempts: number
  /** It was refused together with others. */
  alone: boolean
  message: AnalyticsMessage
}

/**
 * Takes events that are due, the longest due first. Each is counted as attempted and comes back after a minute when the
 * attempt has no result: a process that is killed loses none, and may send one twice, with the same id.
 */
export async function takeDueEvents(db: Db, most: { together: number; alone: number }): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    with together as (
      select message_id from analytics_forward where next_attempt_at <= now() and not alone
      order by next_attempt_at, message_id limit ${most.together} for update skip locked
    ), single as (
      select message_id from analytics_forward where next_attempt_at <= now() and alone
      order by next_attempt_at, message_id limit ${most.alone} for update skip locked
    ), due as (
      select * from (select message_id from together union all select message_id from single) found
      where not waits_after_restore()
    )
    update analytics_forward f
    set attempts = least(attempts + 1, 1000), next_attempt_at = now() + interval '1 minute'
    from due join analytics_event e using (message_id)
    where f.message_id = due.message_id
    returning f.message_id as id, f.attempts, f.alone, e.message`.execute(db)
  return rows
}

/** They were taken: nothing waits any more. */
export async function recordForwarded(db: Db, ids: string[]): Promise<void> {
  await sql`delete from analytics_forward where message_id = any (${ids})`.execute(db)
}

/** They were not taken, and are sent again after `delayMs`; `alone` each by itself. */
export async function recordNotForwarded(
  db: Db,
  ids: string[],
  { delayMs, alone }: { delayMs: number; alone: boolean },
): Promise<void> {
  await sql`
    update analytics_forward
    set next_attempt_at = now() + ${delayMs}::double precision * interval '1 millisecond', alone = alone or ${alone}
    where message_id = any (${ids})`.execute(db)
}
