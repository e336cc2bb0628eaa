import { sql } from 'kysely'
import {
  campaignTrust,
  crelsPer100Clicks,
  TRUST_DAYS,
  type Trust,
  type TrustCounts,
} from '#rules/campaign-trust.ts'
import { dayMs } from '#rules/utc-date.ts'
import { campaignClicks } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { isCurrent } from './conversion-queries.ts'
import { supersededReason } from './pixel-event.ts'

/** A campaign's figures, and when they were counted; null before the first time. */
export type CountedTrust = Trust & { countedAt: Date | null }

/** How far a campaign can be trusted, as last counted. */
export async function trustOf(db: Db, campaignId: string): Promise<CountedTrust> {
  const { rows } = await sql<TrustCounts & { countedAt: Date }>`
    select decided, accepted, unlocked, validation_ms_median as "validationMsMedian", clicks,
           earned_crels as "earnedCrels", reversed_crels as "reversedCrels", counted_at as "countedAt"
    from campaign_trust where campaign_id = ${campaignId}`.execute(db)
  const row = rows[0]
  return row
    ? { ...campaignTrust(row), countedAt: row.countedAt }
    : { ...campaignTrust(nothing), countedAt: null }
}

/** What 100 countable clicks brought, in crels rounded down, by campaign; one of which too little is known is absent. */
export async function earningsPer100Clicks(db: ReadDb, campaignIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; clicks: number; earnedCrels: number; reversedCrels: number }>`
    select campaign_id as id, clicks, earned_crels as "earnedCrels", reversed_crels as "reversedCrels"
    from campaign_trust where campaign_id = any (${campaignIds})`.execute(db)
  return new Map(
    rows.flatMap(({ id, ...counts }) => {
      const crels = crelsPer100Clicks(campaignTrust({ ...nothing, ...counts }))
      return crels === null ? [] : [[id, crels]]
    }),
  )
}

const nothing: TrustCounts = {
  decided: 0,
  accepted: 0,
  unlocked: 0,
  validationMsMedian: null,
  clicks: 0,
  earnedCrels: 0,
  reversedCrels: 0,
}

/**
 * In a query of conversions: a pixel's report that was rejected at once, or superseded by the server's. Nothing was
 * decided about it.
 */
export const isPixelWord = sql`
  status = 'rejected' and starts_with(event_id, 'pixel:') and (decided_at is null or reason = ${supersededReason})`

/**
 * Counts what became of each campaign's results in the last 90 days. Only what was accepted can be taken back: a
 * conversion rejected in review counts among those not paid. Answers how many campaigns have figures.
 */
export async function countTrust(db: Db): Promise<{ counted: number }> {
  const now = await databaseNow(db)
  const since = new Date(now.getTime() - TRUST_DAYS * dayMs)
  const { rows } = await sql<{ id: string }>`
    select id from campaign where state not in ('draft', 'archived')`.execute(db)
  const clicks = new Map<string, number>()
  for (const { campaignId, clicks: count } of await campaignClicks(
    db,
    rows.map(({ id }) => id),
    TRUST_DAYS,
    now,
  ))
    clicks.set(campaignId, (clicks.get(campaignId) ?? 0) + count)
  const { numAffectedRows } = await sql`
    with asked as (
      select * from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ id }) => clicks.get(id) ?? 0)}::bigint[]) a (id, clicks)
    ), decided as (
      select campaign_id as id, count(*) as decided, count(*) filter (where status = 'accepted') as accepted
      from conversion c
      where created_at > ${since} and status <> 'under_review' and campaign_id is not null and not (${isPixelWord})
        and ${isCurrent} group by 1
    ), earned as (
      select e.campaign_id as id, count(e.unlocked_at) as unlocked,
        (percentile_cont(0.5) within group (order by extract(epoch from e.unlocked_at - e.created_at)) * 1000)::bigint as median,
        sum(e.crels) as earned, sum(e.reversed_crels) as reversed
      from earning e left join conversion c on c.id = e.conversion_id
      where e.created_at > ${since} and coalesce(c.status, 'accepted') = 'accepted' and ${isCurrent} group by 1
    )
    insert into campaign_trust (campaign_id, decided, accepted, unlocked, validation_ms_median, clicks, earned_crels,
                                reversed_crels, counted_at)
    select a.id, coalesce(d.decided, 0), coalesce(d.accepted, 0), coalesce(e.unlocked, 0), e.median, a.clicks,
           coalesce(e.earned, 0), coalesce(e.reversed, 0), ${now}
    from asked a left join decided d using (id) left join earned e using (id)
    where a.clicks > 0 or d.decided > 0 or e.earned > 0 or exists (select from campaign_trust t where t.campaign_id = a.id)
    order by a.id
    on conflict (campaign_id) do update set
      decided = excluded.decided, accepted = excluded.accepted, unlocked = excluded.unlocked,
      validation_ms_median = excluded.validation_ms_median, clicks = excluded.clicks,
      earned_crels = excluded.earned_crels, reversed_crels = excluded.reversed_crels,
      counted_at = excluded.counted_at`.execute(db)
  return { counted: Number(numAffectedRows ?? 0n) }
}
