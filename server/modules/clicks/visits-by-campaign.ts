import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { columnStoreOf } from './column-store.ts'

const quarterMs = 900_000

/** Visits in a quarter of an hour on all links of a campaign, or on links of none. */
export interface CampaignVisits {
  campaignId: string | null
  quarter: Date
  /** Countable ones, and the others. */
  clicks: number
  refused: number
}

interface Visits {
  rows: CampaignVisits[]
  /** Enrolments of which a link had a countable click; one that was shared before joining since then, to the quarter of an hour. */
  enrolmentIds: string[]
}

/** Some time that begins and ends with a quarter of an hour. */
interface Span {
  from: Date
  until: Date
}

/**
 * Every visit of some time by campaign and quarter, from the statistics: however many visits, a row a link and quarter
 * is read.
 */
export async function visitsByCampaign(db: Db, span: Span): Promise<Visits> {
  const { rows } = await visitsByCampaignSql(span).execute(db)
  const { rows: clicked } = await sql<{ id: string }>`
    select l.enrolment_id as id from (
      select link_id, max(quarter) as quarter from click_quarter
      where quarter >= ${span.from} and quarter < ${span.until} and countable group by 1) q
    join link l on l.id = q.link_id
    where l.enrolment_id is not null
      and (l.enrolled_at is null or q.quarter > l.enrolled_at - interval '15 minutes') group by 1`.execute(db)
  const beside = await visitsBeside(db, span)
  return {
    rows: [...rows, ...beside.rows],
    enrolmentIds: [...new Set([...clicked.map(({ id }) => id), ...beside.enrolmentIds])],
  }
}

/** Its first query, apart so that its plan can be tested: by the index of time. */
export function visitsByCampaignSql({ from, until }: Span) {
  return sql<CampaignVisits>`
    select l.campaign_id as "campaignId", q.quarter, coalesce(sum(q.clicks) filter (where q.countable), 0)::bigint as clicks,
      coalesce(sum(q.clicks) filter (where not q.countable), 0)::bigint as refused
    from click_quarter q left join link l on l.id = q.link_id
    where q.quarter >= ${from} and q.quarter < ${until} group by 1, 2`
}

async function visitsBeside(db: Db, span: Span): Promise<Visits> {
  const visits = (await columnStoreOf(db)?.byLink(span)) ?? []
  const { rows: links } = await sql<{
    id: string
    campaignId: string | null
    enrolmentId: string | null
    since: Date | null
  }>`
    select id, campaign_id as "campaignId", enrolment_id as "enrolmentId", enrolled_at as since from link
    where id = any (${[...new Set(visits.map(({ linkId }) => linkId))]})`.execute(db)
  const known = new Map(links.map((link) => [link.id, link]))
  const sums = new Map<string, CampaignVisits>()
  const enrolmentIds = new Set<string>()
  for (const { linkId, quarter, clicks, refused } of visits) {
    const link = known.get(linkId)
    const campaignId = link?.campaignId ?? null
    const key = `${quarter.getTime()} ${campaignId}`
    const sum = sums.get(key) ?? { campaignId, quarter, clicks: 0, refused: 0 }
    sums.set(key, { ...sum, clicks: sum.clicks + clicks, refused: sum.refused + refused })
    const isEnrolled = !link?.since || quarter.getTime() > link.since.getTime() - quarterMs
    if (clicks > 0 && link?.enrolmentId && isEnrolled) enrolmentIds.add(link.enrolmentId)
  }
  return { rows: [...sums.values()], enrolmentIds: [...enrolmentIds] }
}
