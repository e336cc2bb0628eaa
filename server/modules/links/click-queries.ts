import { sql } from 'kysely'
import type { ClickReason } from '#rules/click-verdict.ts'
import type { Db } from '#server/platform/database.ts'
import { clickTime, isClickId } from './click-id.ts'

export interface ClickCount {
  /** Visits of every kind. */
  clicks: number
  /** Those that count. */
  countable: number
}

/** A click with what its link stands for. */
export interface FoundClick {
  clickId: string
  linkId: string
  ownerUid: string
  /** Null when the link is no tracking link. */
  enrolmentId: string | null
  campaignId: string | null
  at: Date
  countable: boolean
  /** Null when it counts. */
  reason: ClickReason | null
  /** Hash of address and user agent under that day's salt, 16 bytes in hexadecimal. */
  visitor: string
}

/** Clicks of links so far, by link, from the hourly rollup; a link nobody visited has zeros. */
export async function clickCounts(db: Db, linkIds: string[]): Promise<Map<string, ClickCount>> {
  const { rows } = await sql<ClickCount & { link_id: string }>`
    select link_id, sum(clicks)::bigint as clicks, coalesce(sum(clicks) filter (where countable), 0)::bigint as countable
    from click_hour where link_id = any (${linkIds}) group by link_id`.execute(db)
  const counts = new Map(linkIds.map((id) => [id, { clicks: 0, countable: 0 }]))
  for (const { link_id, clicks, countable } of rows) counts.set(link_id, { clicks, countable })
  return counts
}

/** Clicks of enrolments so far, by enrolment: on the tracking link and on links of shares. One without is absent. */
export async function enrolmentClicks(db: Db, enrolmentIds: string[]): Promise<Map<string, ClickCount>> {
  const { rows } = await sql<ClickCount & { id: string }>`
    select l.enrolment_id as id, sum(h.clicks)::bigint as clicks,
           coalesce(sum(h.clicks) filter (where h.countable), 0)::bigint as countable
    from link l join click_hour h on h.link_id = l.id
    where l.enrolment_id = any (${enrolmentIds}) group by 1`.execute(db)
  return new Map(rows.map(({ id, ...count }) => [id, count]))
}

/**
 * A click by its id, or null when there is none (yet: one that was answered a moment ago may still be in the
 * spool, see `flush` of the click path). The id names its moment, so one partition is touched.
 */
export async function findClick(db: Db, clickId: string): Promise<FoundClick | null> {
  if (!isClickId(clickId)) return null
  const { rows } = await sql<FoundClick>`
    select c.id as "clickId", c.link_id as "linkId", l.owner_uid as "ownerUid", l.enrolment_id as "enrolmentId",
           l.campaign_id as "campaignId", c.at, c.countable, c.reason, encode(c.visitor, 'hex') as visitor
    from click c join link l on l.id = c.link_id
    where c.id = ${clickId} and c.at = ${new Date(clickTime(clickId))}`.execute(db)
  return rows[0] ?? null
}
