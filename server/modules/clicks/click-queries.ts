import { sql } from 'kysely'
import type { ClickReason } from '#rules/click-verdict.ts'
import type { Db } from '#server/platform/database.ts'
import { addTo, type ClickCount } from './click-count.ts'
import { clickTime, isClickId } from './click-id.ts'
import { columnStoreOf } from './column-store.ts'
import { enrolmentOfClick } from './enrolment-clicks.ts'
import { keepClicks } from './qualified-clicks.ts'
import type { Device } from './user-agent.ts'

const quarterMs = 900_000

/** A click with what its link belongs to. */
export interface FoundClick {
  clickId: string
  linkId: string
  ownerUid: string
  /** Null when the link is of no enrolment, or was not yet. */
  enrolmentId: string | null
  campaignId: string | null
  at: Date
  countable: boolean
  /** Null when it counts. */
  reason: ClickReason | null
  /** Hash of address and user agent under that day's salt, 16 bytes in hexadecimal. */
  visitor: string
  country: string | null
  device: Device
  referrerHost: string | null
  subId: string | null
}

/** Clicks of links so far, by link, from the rollup; a link without visits has zeros. */
export async function clickCounts(db: Db, linkIds: string[]): Promise<Map<string, ClickCount>> {
  const { rows } = await sql<ClickCount & { link_id: string }>`
    select link_id, sum(clicks)::bigint as clicks, coalesce(sum(clicks) filter (where countable), 0)::bigint as countable
    from click_quarter where link_id = any (${linkIds}) group by link_id`.execute(db)
  const counts = new Map(linkIds.map((id) => [id, { clicks: 0, countable: 0 }]))
  for (const { link_id, clicks, countable } of rows) counts.set(link_id, { clicks, countable })
  for (const { linkId, reason, clicks } of (await columnStoreOf(db)?.byVerdict(linkIds)) ?? [])
    addTo(counts, linkId, { clicks, countable: reason === '' ? clicks : 0 })
  return counts
}

/** The countable clicks of a link since a time, to the quarter of an hour. */
export async function countableClicksSince(db: Db, linkId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ clicks: number }>`
    select coalesce(sum(clicks), 0)::bigint as clicks from click_quarter
    where link_id = ${linkId} and quarter > ${since}::timestamptz - interval '15 minutes' and countable`.execute(
    db,
  )
  const beside = await columnStoreOf(db)?.byVerdict([linkId], new Date(since.getTime() - quarterMs + 1))
  const countable = (beside ?? []).find(({ reason }) => reason === '')
  return rows[0]!.clicks + (countable?.clicks ?? 0)
}

/** Links of some owners or campaigns, each with whose it is. */
export async function linksBy(
  db: Db,
  column: 'owner_uid' | 'campaign_id',
  keys: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, ${sql.ref(column)} as key from link where ${sql.ref(column)} = any (${keys})`.execute(db)
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/**
 * A click by its id, or null when there is none (yet: one that was answered a moment ago may still be in the
 * spool, see `flush` of the click path). The id names its moment, so one partition is touched.
 */
export async function findClick(db: Db, clickId: string): Promise<FoundClick | null> {
  if (!isClickId(clickId)) return null
  const { rows } = await sql<FoundClick>`
    select c.id as "clickId", c.link_id as "linkId", l.owner_uid as "ownerUid", ${enrolmentOfClick(sql`c.at`)},
           l.campaign_id as "campaignId", c.at, c.countable, c.reason, encode(c.visitor, 'hex') as visitor,
           c.country, c.device, c.referrer_host as "referrerHost", c.sub_id as "subId"
    from click c join link l on l.id = c.link_id
    where c.id = ${clickId} and c.at = ${new Date(clickTime(clickId))}`.execute(db)
  return rows[0] ?? (await findBeside(db, clickId))
}

async function findBeside(db: Db, clickId: string): Promise<FoundClick | null> {
  const [click] = (await columnStoreOf(db)?.find([clickId])) ?? []
  if (!click) return null
  const { rows } = await sql<Pick<FoundClick, 'ownerUid' | 'enrolmentId' | 'campaignId'>>`
    select l.owner_uid as "ownerUid", ${enrolmentOfClick(sql`${click.at}`)}, l.campaign_id as "campaignId"
    from link l where l.id = ${click.linkId}`.execute(db)
  return rows[0] ? { ...click, ...rows[0], countable: click.reason === null } : null
}

/**
 * Those of some clicks (ids as we make them) that are not there, or not yet. What a store of columns has of them is kept
 * in the database from now on: it pays.
 */
export async function missingClicks(db: Db, clickIds: string[]): Promise<string[]> {
  const missing = await missingOfDatabase(db, clickIds)
  const beside = missing.length === 0 ? undefined : await columnStoreOf(db)?.find(missing)
  if (!beside) return missing
  await keepClicks(db, beside)
  const found = new Set(beside.map(({ clickId }) => clickId))
  return missing.filter((id) => !found.has(id))
}

async function missingOfDatabase(db: Db, clickIds: string[]): Promise<string[]> {
  const times = clickIds.map((id) => new Date(clickTime(id)))
  // Lateral, so that each is one look into one partition, however many there are.
  const { rows } = await sql<{ id: string }>`
    select a.id from unnest(${clickIds}::text[], ${times}::timestamptz[]) as a (id, at)
    left join lateral (select true as found from click c where c.id = a.id and c.at = a.at limit 1) c on true
    where c.found is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Where a click came from, and by which link; all null for one that is not kept any more. */
export type ClickOrigin = { linkId: string | null; device: Device | null } & Pick<
  FoundClick,
  'country' | 'referrerHost' | 'subId'
>

/** Where some clicks came from, in their order. */
export async function originsOfClicks(
  db: Db,
  clicks: { clickId: string; at: Date }[],
): Promise<ClickOrigin[]> {
  // Lateral, so that each is one look into one partition, however many there are.
  const { rows } = await sql<ClickOrigin>`
    select c.link_id as "linkId", c.country, c.device, c.referrer_host as "referrerHost", c.sub_id as "subId"
    from unnest(${clicks.map(({ clickId }) => clickId)}::text[], ${clicks.map(({ at }) => at)}::timestamptz[])
      with ordinality as a (id, at, place)
    left join lateral (select * from click c where c.id = a.id and c.at = a.at limit 1) c on true
    order by a.place`.execute(db)
  const columns = columnStoreOf(db)
  if (!columns) return rows
  const lacking = clicks.filter((_, at) => rows[at]!.linkId === null).map(({ clickId }) => clickId)
  const beside = new Map((await columns.find(lacking)).map((click) => [click.clickId, click]))
  return rows.map((row, at) => beside.get(clicks[at]!.clickId) ?? row)
}

/** Countable clicks of members so far, on all their links, by member; one without is absent. */
export async function clickCountsOf(db: Db, uids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; clicks: number }>`
    select l.owner_uid as uid, sum(d.clicks)::bigint as clicks
    from link l join click_utc_day d on d.link_id = l.id where l.owner_uid = any (${uids}) group by 1`.execute(
    db,
  )
  const counts = new Map(rows.map(({ uid, clicks }) => [uid, clicks]))
  const columns = columnStoreOf(db)
  if (!columns) return counts
  const links = await linksBy(db, 'owner_uid', uids)
  for (const { linkId, reason, clicks } of await columns.byVerdict([...links.keys()])) {
    const uid = links.get(linkId)!
    if (reason === '') counts.set(uid, (counts.get(uid) ?? 0) + clicks)
  }
  return counts
}

/**
 * The first countable click of any of a member's links that is not of one of some visitors (hashes in hexadecimal), their
 * own; undefined where there is none. The statistics say in which quarters of an hour to look, at most the first 500.
 */
export async function firstClick(
  db: Db,
  uid: string,
  { butOf }: { butOf: string[] },
): Promise<{ at: Date; country: string | null; campaignId: string | null } | undefined> {
  const { rows } = await sql<{ at: Date; country: string | null; campaignId: string | null }>`
    select c.at, c.country, h.campaign_id as "campaignId"
    from (select h.link_id, l.campaign_id, h.quarter, (extract(epoch from h.quarter) * 1000)::bigint as ms
          from link l join click_quarter h on h.link_id = l.id
          where l.owner_uid = ${uid} and h.countable order by h.quarter, h.link_id limit 500) h
    cross join lateral (
      select c.at, c.country from click c
      where c.id >= 'clk_' || lpad(to_hex(h.ms), 12, '0') and c.id < 'clk_' || lpad(to_hex(h.ms + 900000), 12, '0')
        and c.at >= h.quarter and c.at < h.quarter + interval '15 minutes'
        and c.link_id = h.link_id and c.countable and encode(c.visitor, 'hex') <> all (${butOf}::text[])
      order by c.at limit 1) c
    order by c.at limit 1`.execute(db)
  const columns = columnStoreOf(db)
  // Clicks go to one of both, so an earlier one than those of before is none of these.
  if (!columns || rows[0]) return rows[0]
  const links = await linksBy(db, 'owner_uid', [uid])
  const first = await columns.firstVisit([...links.keys()], butOf)
  if (!first) return undefined
  const campaigns = await sql<{ campaignId: string | null }>`
    select campaign_id as "campaignId" from link where id = ${first.linkId}`.execute(db)
  return { at: first.at, country: first.country, campaignId: campaigns.rows[0]?.campaignId ?? null }
}

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
  const columns = columnStoreOf(db)
  if (!columns) return rows
  const links = await linksBy(db, 'campaign_id', campaignIds)
  const starts = Array.from({ length: days }, (_, at) => new Date(since.getTime() + at * 86_400_000 + 1))
  const beside = await columns.byPart([...links.keys()], { starts, until: new Date(now.getTime() + 1) })
  return summedByDay([
    ...rows,
    ...beside.map(({ linkId, part, clicks }) => ({
      campaignId: links.get(linkId)!,
      daysAgo: days - 1 - part,
      clicks,
    })),
  ])
}

function summedByDay(rows: CampaignClicks[]): CampaignClicks[] {
  const sums = new Map<string, CampaignClicks>()
  for (const row of rows) {
    const key = `${row.campaignId} ${row.daysAgo}`
    sums.set(key, { ...row, clicks: row.clicks + (sums.get(key)?.clicks ?? 0) })
  }
  return [...sums.values()]
}
