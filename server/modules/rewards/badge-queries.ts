import { sql } from 'kysely'
import type { Badge } from '#rules/badges.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** When a member earned which badges. */
export async function badgesOf(db: Db, party: string): Promise<Map<Badge, Date>> {
  const { rows } = await sql<{ badge: Badge; at: Date }>`
    select badge, earned_at as at from badge where party = ${party}`.execute(db)
  return new Map(rows.map(({ badge, at }) => [badge, at]))
}

/** Awards a badge once: who has it keeps the day they earned it. `at` that is still to come counts as now. */
export async function insertBadge(
  tx: Tx,
  { party, badge, at }: { party: string; badge: Badge; at: Date },
): Promise<void> {
  await sql`
    insert into badge (party, badge, earned_at)
    values (${party}, ${badge}, least(${at}, crels_now())) on conflict do nothing`.execute(tx)
}

/** How many badges members have. */
export async function countBadges(db: Db): Promise<number> {
  return (await sql<{ count: number }>`select count(*) from badge`.execute(db)).rows[0]!.count
}
