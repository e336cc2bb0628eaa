import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { Page } from '#contracts/paging.ts'
import { NEW_FOR_DAYS } from '#rules/campaign-ranking.ts'
import type { Db } from '#server/platform/database.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { campaignColumns, type CampaignRow } from './campaign-queries.ts'
import { runningAt } from './running-campaigns.ts'

export interface CampaignQuery {
  sort: 'popular' | 'new' | 'ending'
  category?: string
  q?: string
  reward?: 'click' | 'lead' | 'sale'
  country?: string
  /** Only this brand's. */
  brandId?: string
  limit: number
  cursor?: string
}

/**
 * One page of the campaigns that run at `now`, in a stable order of place and id. Among 10 000 campaigns every order and
 * filter took 1 to 7 ms here on two shared cores, the whole request 3 to 20 ms.
 */
export async function listCampaigns(db: Db, query: CampaignQuery, now: Date): Promise<Page<CampaignRow>> {
  const { rows } = await campaignsSql(query, now).execute(db)
  return pageOf(rows, query.limit, (last) => [query.sort, placeOf(last, query.sort), last.id])
}

/** The list's one query, apart so that its plan can be tested. */
export function campaignsSql(query: CampaignQuery, now: Date): RawBuilder<CampaignRow> {
  const filters = [runningAt(now), ...filtersOf(query, now), ...afterCursor(query)]
  return sql<CampaignRow>`
    select ${campaignColumns}
    from campaign c join brand b on b.id = c.brand_id join category g on g.slug = c.category_slug
    where ${sql.join(filters, sql` and `)}
    order by ${orders[query.sort]} limit ${query.limit + 1}`
}

/** Each order is that of an index. */
const orders = {
  popular: sql`c.popularity desc, c.id desc`,
  new: sql`c.starts_at desc, c.id desc`,
  ending: sql`coalesce(c.ends_at, 'infinity'), c.id`,
}

/** What a campaign is sorted by: its popularity, or milliseconds since 1970; null is without end. */
function placeOf(row: CampaignRow, sort: CampaignQuery['sort']): number | null {
  if (sort === 'popular') return row.popularity
  return (sort === 'new' ? row.startsAt : row.endsAt)?.getTime() ?? null
}

function afterCursor({ sort, cursor }: CampaignQuery): RawBuilder<unknown>[] {
  if (cursor === undefined) return []
  const key = sort === 'ending' ? z.nullable(cursorTime) : sort === 'new' ? cursorTime : z.number()
  const [, at, id] = decodeCursor(z.tuple([z.literal(sort), key, idSchema('campaign')]), cursor)
  if (sort === 'popular') return [sql`(c.popularity, c.id) < (${at}::float8, ${id})`]
  if (sort === 'new') return [sql`(c.starts_at, c.id) < (${new Date(at!)}, ${id})`]
  const end = at === null ? 'infinity' : new Date(at)
  return [sql`(coalesce(c.ends_at, 'infinity'), c.id) > (${end}::timestamptz, ${id})`]
}

function filtersOf(query: CampaignQuery, now: Date): RawBuilder<unknown>[] {
  const { sort, category, q, reward, country, brandId } = query
  const filters: RawBuilder<unknown>[] = []
  if (sort === 'new') filters.push(sql`c.starts_at > ${new Date(now.getTime() - NEW_FOR_DAYS * 86_400_000)}`)
  if (category) filters.push(sql`c.category_slug = ${category}`)
  if (brandId) filters.push(sql`c.brand_id = ${brandId}`)
  if (q) filters.push(wordsOf(q))
  if (reward) filters.push(rewardFilters[reward])
  if (country) filters.push(sql`(c.countries = '{}' or ${country} = any (c.countries))`)
  return filters
}

const rewardFilters = {
  click: sql`c.reward_click_millicrels is not null`,
  lead: sql`c.reward_lead_crels is not null`,
  sale: sql`(c.reward_sale_crels is not null or c.reward_sale_bps is not null)`,
}

/** All words by their stems ("packs" finds "pack"), or all of them as parts of words, as one types them. */
function wordsOf(q: string): RawBuilder<unknown> {
  const words = q.toLowerCase().split(/\s+/).slice(0, 8)
  const parts = words.map((word) => sql`c.search_text like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`)
  return sql`(c.search @@ websearch_to_tsquery('english', ${q}) or (${sql.join(parts, sql` and `)}))`
}
