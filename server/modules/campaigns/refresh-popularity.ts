import { sql } from 'kysely'
import { POPULAR_DAYS, popularity, type CampaignDay } from '#rules/campaign-ranking.ts'
import { dayMs } from '#rules/utc-date.ts'
import { campaignClicks } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'

/** Computes how popular each running campaign is (rules/campaign-ranking.ts). Answers how many changed. */
export async function refreshPopularity(db: Db): Promise<{ changed: number }> {
  const now = await databaseNow(db)
  const { rows } = await sql<{ id: string }>`
    select id from campaign where state in ('active', 'scheduled', 'exhausted', 'paused')`.execute(db)
  const days = new Map(rows.map(({ id }) => [id, [] as CampaignDay[]]))
  const clicks = await campaignClicks(db, [...days.keys()], POPULAR_DAYS, now)
  for (const { campaignId, daysAgo, clicks: countableClicks } of clicks)
    days.get(campaignId)?.push({ daysAgo, countableClicks, joins: 0 })
  for (const { campaignId, daysAgo, joins } of await joinsByDay(db, now))
    days.get(campaignId)?.push({ daysAgo, countableClicks: 0, joins })
  const { numAffectedRows } = await sql`
    update campaign c set popularity = p.popularity
    from unnest(${[...days.keys()]}::text[], ${[...days.values()].map(popularity)}::float8[]) as p (id, popularity)
    where c.id = p.id and c.popularity <> p.popularity`.execute(db)
  return { changed: Number(numAffectedRows ?? 0n) }
}

async function joinsByDay(
  db: Db,
  now: Date,
): Promise<{ campaignId: string; daysAgo: number; joins: number }[]> {
  const since = new Date(now.getTime() - POPULAR_DAYS * dayMs)
  const { rows } = await sql<{ campaignId: string; daysAgo: number; joins: number }>`
    select campaign_id as "campaignId", floor(extract(epoch from ${now}::timestamptz - joined_at) / 86400)::integer as "daysAgo",
           count(*) as joins
    from enrolment where joined_at > ${since} and joined_at <= ${now} group by 1, 2`.execute(db)
  return rows
}
