import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export interface CampaignClicks {
  campaignId: string
  /** Whole days before `now`: 0 is the last 24 hours. */
  daysAgo: number
  /** Countable ones. */
  clicks: number
}

/** Countable clicks on the tracking links of campaigns by day, for the `days` days before `now`. */
export async function campaignClicks(
  db: Db,
  campaignIds: string[],
  days: number,
  now: Date,
): Promise<CampaignClicks[]> {
  const since = new Date(now.getTime() - days * 86_400_000)
  const { rows } = await sql<CampaignClicks>`
    select l.campaign_id as "campaignId", floor(extract(epoch from ${now}::timestamptz - h.quarter) / 86400)::integer as "daysAgo",
           sum(h.clicks)::bigint as clicks
    from link l join click_quarter h on h.link_id = l.id
    where l.campaign_id = any (${campaignIds}) and h.quarter > ${since} and h.quarter <= ${now} and h.countable
    group by 1, 2`.execute(db)
  return rows
}
