import * as z from 'zod/mini'
import { sql, type RawBuilder } from 'kysely'
import type { InsightSort } from '#contracts/operator-insight.constants.ts'
import type { InsightCampaign } from '#contracts/operator-insight.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import type { CampaignState } from '#rules/campaign-state.ts'
import { splitAtUtcDays, type Span } from '#rules/utc-days.ts'
import { splitAtUtcMonths, utcMonth } from '#rules/utc-months.ts'
import type { Period } from '#rules/analytics-period.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { openPeriod, type PeriodQuery } from './insight-period.ts'
import { worthOfMoved } from './worth-of-moved.ts'
import { utcDate } from '#rules/utc-date.ts'

export interface CampaignsQuery extends PeriodQuery {
  sort: InsightSort
  order: 'asc' | 'desc'
  limit: number
  cursor?: string | undefined
}

interface Row {
  id: string
  title: string
  brand: string
  state: CampaignState
  clicks: number
  refusedClicks: number
  accepted: number
  rejected: number
  reversed: number
  salesUsdCents: number
  crels: number
  underReview: number
  budgetLeftCrels: number
  /** What it is sorted by, as a cursor has it. */
  key: string | number | null
}

const place = z.tuple([z.nullable(z.union([z.number(), z.string().check(z.maxLength(200))])), z.string()])

/**
 * One page of the campaigns in which something happened in a period, and of those that run. Throws what `openPeriod`
 * throws.
 */
export async function insightCampaignPage(db: Db, query: CampaignsQuery): Promise<Page<InsightCampaign>> {
  const { period } = await openPeriod(db, query)
  const { rows } = await campaignsSql(period, query, await countedDays(db)).execute(db)
  const { usdToCrels } = await currentRate(db)
  const page = pageOf(rows, query.limit, ({ key, id }) => [key, id])
  return { ...page, items: page.items.map((row) => campaignView(row, usdToCrels)) }
}

function campaignView({ id, title, brand, key: _, ...row }: Row, usdToCrels: string): InsightCampaign {
  const usdCents = worthOfMoved(row.crels, usdToCrels)
  const lasting = row.accepted - row.reversed
  return {
    ...row,
    campaign: { id, title, brand },
    usdCents,
    costUsdCents: usdCents === null || lasting <= 0 || row.crels < 0 ? null : Math.round(usdCents / lasting),
  }
}

/** What each sort compares. Dollars are as many as the crels say; of a cost that cannot be counted it is null. */
const keys: Record<InsightSort, RawBuilder<unknown>> = {
  title: sql`title`,
  clicks: sql`clicks::float8`,
  refusedClicks: sql`refused_clicks::float8`,
  accepted: sql`accepted::float8`,
  rejected: sql`rejected::float8`,
  reversed: sql`reversed::float8`,
  underReview: sql`under_review::float8`,
  sales: sql`sale_usd_cents::float8`,
  crels: sql`crels::float8`,
  usd: sql`crels::float8`,
  cost: sql`case when accepted > reversed and crels >= 0 then crels::float8 / (accepted - reversed) end`,
  budgetLeft: sql`budget_left::float8`,
}

/**
 * Apart so that its plan can be tested: whole UTC months and days by their keys, and quarters of the days at both ends.
 */
export function campaignsSql(
  period: Period,
  { sort, order, limit, cursor }: CampaignsQuery,
  counted: CountedDays,
) {
  const after = cursor === undefined ? undefined : decodeCursor(place, cursor)
  return sql<Row>`
    with counted as (
      select campaign_id, sum(clicks)::bigint as clicks, sum(refused_clicks)::bigint as refused_clicks,
        sum(accepted)::bigint as accepted, sum(rejected)::bigint as rejected, sum(reversed)::bigint as reversed,
        sum(sale_usd_cents)::bigint as sale_usd_cents, sum(crels)::bigint as crels
      from (${partsOf(period, counted)}) part group by 1
    ), waiting as (
      select campaign_id, count(*) as under_review from conversion where status = 'under_review' group by 1
    ), listed as (
      select c.id, c.title, b.name as brand, c.state, coalesce(n.clicks, 0) as clicks,
        coalesce(n.refused_clicks, 0) as refused_clicks, coalesce(n.accepted, 0) as accepted,
        coalesce(n.rejected, 0) as rejected, coalesce(n.reversed, 0) as reversed,
        coalesce(n.sale_usd_cents, 0) as sale_usd_cents, coalesce(n.crels, 0) as crels,
        coalesce(w.under_review, 0) as under_review, coalesce(a.posted - a.reserved, 0) as budget_left
      from campaign c join brand b on b.id = c.brand_id
      left join counted n on n.campaign_id = c.id left join waiting w on w.campaign_id = c.id
      left join account a on a.party = c.id and a.code = 'campaign.budget' and a.asset = 'CREL'
      where n.campaign_id is not null or w.campaign_id is not null or c.state = 'active'
    ), sorted as (select *, ${keys[sort]} as key from listed)
    select id, title, brand, state, clicks, refused_clicks as "refusedClicks", accepted, rejected, reversed,
      sale_usd_cents as "salesUsdCents", crels, under_review as "underReview", budget_left as "budgetLeftCrels", key
    from sorted ${after ? sql`where ${isAfter(after, { sort, order })}` : sql``}
    order by key ${order === 'asc' ? sql`asc` : sql`desc`} nulls last, id limit ${limit + 1}`
}

function isAfter(
  [key, id]: z.output<typeof place>,
  { sort, order }: Pick<CampaignsQuery, 'sort' | 'order'>,
): RawBuilder<unknown> {
  if (key === null) return sql`key is null and id > ${id}`
  const value = sort === 'title' ? sql`${String(key)}::text` : sql`${Number(key)}::float8`
  return sql`(key ${order === 'asc' ? sql`>` : sql`<`} ${value} or key = ${value} and id > ${id} or key is null)`
}

/** From when to when campaigns have days: first moments of UTC days. */
export type CountedDays = { first: number; last: number } | null

/** Null before the first. Each is at one end of the key. */
async function countedDays(db: Db): Promise<CountedDays> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(day)::timestamp at time zone 'UTC' as first, max(day)::timestamp at time zone 'UTC' as last
    from insight_campaign_day`.execute(db)
  const { first, last } = rows[0]!
  return first && last && { first: first.getTime(), last: last.getTime() }
}

/**
 * A period in as few rows as there are: whole UTC months, whole days around them, and quarters of an hour where it begins
 * and ends. A month is whole where what is missing of it was never counted: the first one, and this one.
 */
export function partsOf({ startsAt, endsAt }: Period, counted: CountedDays): RawBuilder<unknown> {
  const { days, rest } = splitAtUtcDays([startsAt], endsAt)
  const { months, rest: around } = splitAtUtcMonths({
    from: counted && days.from <= counted.first ? utcMonth(counted.first) : days.from,
    until: counted && days.until > counted.last ? utcMonth(counted.last, 1) : days.until,
  })
  const statistics = sql`campaign_id, clicks, refused_clicks, accepted, rejected, reversed, sale_usd_cents, crels`
  const within = (column: RawBuilder<unknown>, { from, until }: Span) =>
    sql`${column} >= ${utcDate(from)}::date and ${column} < ${utcDate(until)}::date`
  const parts = [
    sql`select ${statistics} from insight_campaign_month where ${within(sql`month`, months)}`,
    ...around.map(
      (span) => sql`select ${statistics} from insight_campaign_day where ${within(sql`day`, span)}`,
    ),
    ...rest.map(
      ({ from, until }) =>
        sql`select ${statistics} from insight_campaign_quarter
          where quarter >= ${new Date(from)} and quarter < ${new Date(until)} and campaign_id <> ''`,
    ),
  ]
  return sql.join(parts, sql` union all `)
}
