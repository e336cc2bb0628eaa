import { sql } from 'kysely'
import type { Badge } from '#rules/badges.ts'
import type { Db } from '#server/platform/database.ts'

/** When a member earned which badges. */
export async function badgesOf(db: Db, subject: string): Promise<Map<Badge, Date>> {
  const { rows } = await sql<{ badge: Badge; at: Date }>`
    select badge, earned_at as at from badge where subject = ${subject}`.execute(db)
  return new Map(rows.map(({ badge, at }) => [badge, at]))
}

/** Awards badges, each once: those a member has stay as they are, however many ask at once. */
export async function insertBadges(db: Db, subject: string, badges: readonly Badge[]): Promise<void> {
  await sql`
    insert into badge (subject, badge, earned_at)
    select ${subject}, b, crels_now() from unnest(${badges}::text[]) b on conflict do nothing`.execute(db)
}

/** How many badges members have. */
export async function countBadges(db: Db): Promise<number> {
  return (await sql<{ count: number }>`select count(*) from badge`.execute(db)).rows[0]!.count
}
