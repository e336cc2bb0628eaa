import { sql, type RawBuilder } from 'kysely'
import type { Page } from '#contracts/paging.ts'
import { budgetLeftOf } from '#server/modules/ledger/public.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { pageOf } from '#server/platform/http/cursor.ts'
import { filtersOf, type CampaignFilters } from './campaign-filters.ts'
import {
  afterCursor,
  orders,
  pageOrders,
  placeOf,
  type CampaignSort,
  type RankedRow,
} from './campaign-order.ts'
import { campaignColumns, type CampaignRow } from './campaign-queries.ts'
import { fitRanks, joinableBy, matchRanks, suggestedRanks, type Rank, type Seeker } from './campaign-ranks.ts'
import { reachOf, matchesText, type Reach } from './campaign-text.ts'
import { enrolmentOf, type EnrolmentJson } from './enrolment-queries.ts'
import { runningAt } from './running-campaigns.ts'
import { correctQuery } from './spelling-correction.ts'

export interface CampaignQuery extends CampaignFilters {
  /** Unless given, what matches best where words are searched, and the popular first elsewhere. */
  sort?: CampaignSort
  limit: number
  cursor?: string
  /** The member `for_me` and `suggested` are sorted for; without one nothing is known of the reader. */
  seeker?: Seeker
  /** Whose enrolments are wanted beside the campaigns. */
  uid?: string
}

/** A campaign of a list, with its budget and enrolment of the same moment. */
export interface ListedCampaign extends RankedRow {
  budgetLeftCrels: number
  enrolment: EnrolmentJson | null
}

/** A page, and the words that were searched in place of those asked for, where no campaign has one of them. */
export type FoundCampaigns = Page<ListedCampaign> & { searchedFor: string | null }

/**
 * One page of the campaigns that run at `now`, in a stable order of place and id. A search without a hit is repeated
 * with its spelling corrected. Figures: docs/performance.md.
 */
export async function listCampaigns(db: ReadDb, query: CampaignQuery, now: Date): Promise<FoundCampaigns> {
  const found = await pageFor(db, query, now)
  if (found.items.length > 0 || !query.q) return { ...found, searchedFor: null }
  const corrected = await correctQuery(db, query.q)
  if (corrected === undefined) return { ...found, searchedFor: null }
  const instead = await pageFor(db, { ...query, q: corrected }, now)
  return { ...instead, searchedFor: instead.items.length > 0 || query.cursor ? corrected : null }
}

async function pageFor(db: ReadDb, query: CampaignQuery, now: Date): Promise<Page<ListedCampaign>> {
  const sort = sortOf(query)
  const after = query.cursor === undefined ? undefined : afterCursor(sort, query.cursor)
  const reach = query.q ? await reachOf(db, query.q, { byMatch: sort === 'match' }) : undefined
  const ranks = reach?.all === 0 ? [] : ranksOf(query, sort, now, reach)
  const parts = ranks.filter(({ rank }) => after === undefined || rank <= after.rank)
  if (parts.length === 0) return { items: [], nextCursor: null }
  const onward = parts.map(({ rank, condition }) => ({
    rank,
    conditions: after?.rank === rank ? [condition, after.condition] : [condition],
  }))
  const { rows } = await pageSql(query, now, onward).execute(db)
  return pageOf(rows, query.limit, (last) => placeOf(last, sort))
}

/** One query for all parts, each read only where those before it have not filled the page, and for what cards show. */
function pageSql(
  query: CampaignQuery,
  now: Date,
  parts: { rank: number; conditions: RawBuilder<unknown>[] }[],
): RawBuilder<ListedCampaign> {
  // One more than the page holds says whether another follows. Limits are part of the text, since plans go by them.
  const wanted = query.limit + 1
  const names = parts.map(({ rank }) => sql.ref(`part_${rank}`))
  const withs = parts.map(({ conditions }, at) => {
    const found = names.slice(0, at).map((name) => sql`(select count(*) from ${name})`)
    const unfilled = found.length > 0 ? [sql`${sql.join(found, sql` + `)} < ${sql.lit(wanted)}`] : []
    return sql`${names[at]} as materialized (${campaignsSql(query, now, [...conditions, ...unfilled], wanted)})`
  })
  const all = parts.map(({ rank }, at) => sql`select ${sql.lit(rank)} as rank, * from ${names[at]}`)
  return sql<ListedCampaign>`
    with ${sql.join(withs)}
    select page.*, ${budgetLeftOf(sql`page.id`)} as "budgetLeftCrels",
      ${query.uid === undefined ? sql`null` : enrolmentOf(query.uid, sql`page.id`)} as enrolment
    from (${sql.join(all, sql` union all `)}) as page
    order by ${pageOrders[sortOf(query)]} limit ${sql.lit(wanted)}`
}

/** The query of one part of a list, apart so that its plan can be tested. */
export function campaignsSql(
  query: CampaignQuery,
  now: Date,
  more: RawBuilder<unknown>[] = [],
  limit = query.limit,
): RawBuilder<CampaignRow> {
  const sort = sortOf(query)
  const filters = [runningAt(now), ...filtersOf(query, sort, now), ...more]
  if (sort === 'for_me') filters.push(joinableBy(query.seeker ?? anonymous, now))
  return sql<CampaignRow>`
    select ${campaignColumns}
    from campaign c join brand b on b.id = c.brand_id join category g on g.slug = c.category_slug
    where ${sql.join(filters, sql` and `)}
    order by ${orders[sort]} limit ${sql.lit(limit)}`
}

/** By what matches only where words are searched: nothing matches no words better than anything else. */
function sortOf({ sort, q }: CampaignQuery): CampaignSort {
  if (sort !== undefined && sort !== 'match') return sort
  return q ? 'match' : 'popular'
}

function ranksOf(
  { q, seeker = anonymous, category }: CampaignQuery,
  sort: CampaignSort,
  now: Date,
  reach?: Reach,
): Rank[] {
  if (sort === 'match') return matchRanks(q!, reach!)
  const ranks =
    sort === 'for_me'
      ? fitRanks(seeker, category)
      : sort === 'suggested'
        ? suggestedRanks(seeker, now, category)
        : [{ rank: 0, condition: sql`true` }]
  if (!q) return ranks
  return ranks.map(({ rank, condition }) => ({
    rank,
    condition: sql`${condition} and ${matchesText(q, reach!)}`,
  }))
}

const anonymous: Seeker = { uid: '', country: null, platforms: [], categories: [] }
