import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** From when to when all of it is counted. */
export interface CountedSpan {
  beginsAt: Date
  countedAt: Date
}

/** Null before the first count. */
export async function countedSpan(db: Db): Promise<CountedSpan | null> {
  const { rows } = await sql<CountedSpan>`
    select begins_at as "beginsAt", counted_at as "countedAt" from insight_count`.execute(db)
  return rows[0] ?? null
}

/** Two runs at once count one after the other. */
export async function lockCount(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('count insight'))`.execute(tx)
}

/** When the first member signed up, where that was before a moment; undefined where nobody did. */
export async function earliestMember(db: Db, before: Date | undefined): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from member
    where ${before ?? null}::timestamptz is null or created_at < ${before ?? null}`.execute(db)
  return rows[0]!.at ?? undefined
}

export async function recordCount(db: Db | Tx, { beginsAt, countedAt }: CountedSpan): Promise<void> {
  await sql`
    insert into insight_count (begins_at, counted_at) values (${beginsAt}, ${countedAt})
    on conflict (is_all) do update set begins_at = excluded.begins_at, counted_at = excluded.counted_at`.execute(
    db,
  )
}
