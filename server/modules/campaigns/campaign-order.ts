import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import { cursorTime, decodeCursor } from '#server/platform/http/cursor.ts'
import type { CampaignRow } from './campaign-queries.ts'

/**
 * The orders of a list; `new` holds those of 30 days only, `for_me` those its member could join, `suggested` all with
 * those first.
 */
export type CampaignSort = 'popular' | 'new' | 'ending' | 'match' | 'for_me' | 'suggested'

/** A campaign with its rank: 0 but where the order has several (`campaign-ranks.ts`). */
export interface RankedRow extends CampaignRow {
  rank: number
}

/** How the campaigns of one rank are ordered, each the order of an index. */
export const orders: Record<CampaignSort, RawBuilder<unknown>> = {
  popular: sql`c.popularity desc, c.id desc`,
  match: sql`c.popularity desc, c.id desc`,
  for_me: sql`c.popularity desc, c.id desc`,
  suggested: sql`c.popularity desc, c.id desc`,
  new: sql`c.starts_at desc, c.id desc`,
  ending: sql`coalesce(c.ends_at, 'infinity'), c.id`,
}

/** A campaign's position in an order, for the cursor: times in milliseconds since 1970, null is without end. */
export function placeOf(row: RankedRow, sort: CampaignSort): unknown[] {
  if (sort === 'new' || sort === 'ending')
    return [sort, (sort === 'new' ? row.startsAt : row.endsAt)?.getTime() ?? null, row.id]
  return sort === 'popular' ? [sort, row.popularity, row.id] : [sort, row.rank, row.popularity, row.id]
}

/** The order of a page that has been read, by the names of a `RankedRow`. */
export const pageOrders: Record<CampaignSort, RawBuilder<unknown>> = {
  popular: sql`popularity desc, id desc`,
  match: sql`rank desc, popularity desc, id desc`,
  for_me: sql`rank desc, popularity desc, id desc`,
  suggested: sql`rank desc, popularity desc, id desc`,
  new: sql`"startsAt" desc, id desc`,
  ending: sql`coalesce("endsAt", 'infinity'), id`,
}

/** What comes after a cursor: lower ranks, and in its own what the condition says. */
export interface After {
  rank: number
  condition: RawBuilder<unknown>
}

const id = idSchema('campaign')

/** Reads a cursor of an order. Throws `validation_failed` for one of another order. */
export function afterCursor(sort: CampaignSort, cursor: string): After {
  if (sort === 'match' || sort === 'for_me' || sort === 'suggested') {
    const place = z.tuple([z.literal(sort), z.int(), z.number(), id])
    const [, rank, popularity, last] = decodeCursor(place, cursor)
    return { rank, condition: lessPopular(popularity, last) }
  }
  if (sort === 'popular') {
    const [, popularity, last] = decodeCursor(z.tuple([z.literal(sort), z.number(), id]), cursor)
    return { rank: 0, condition: lessPopular(popularity, last) }
  }
  if (sort === 'new') {
    const [, at, last] = decodeCursor(z.tuple([z.literal(sort), cursorTime, id]), cursor)
    return { rank: 0, condition: sql`(c.starts_at, c.id) < (${new Date(at)}, ${last})` }
  }
  const [, at, last] = decodeCursor(z.tuple([z.literal(sort), z.nullable(cursorTime), id]), cursor)
  const end = at === null ? 'infinity' : new Date(at)
  const condition = sql`(coalesce(c.ends_at, 'infinity'), c.id) > (${end}::timestamptz, ${last})`
  return { rank: 0, condition }
}

function lessPopular(popularity: number, last: string): RawBuilder<unknown> {
  return sql`(c.popularity, c.id) < (${popularity}::float8, ${last})`
}
