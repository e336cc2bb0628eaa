import { sql } from 'kysely'
import { m } from '#messages'
import { linkPage } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { columnStoreOf, type ColumnStore } from './column-store.ts'
import { pagesOf, type MemberExport } from '#server/platform/member-export.ts'

type QuarterRow = {
  linkId: string
  quarter: Date
  countable: boolean
  reason: string
  clicks: number
  uniques: number
}
type OriginRow = Omit<QuarterRow, 'countable' | 'reason'> & { dimension: string; value: string }

/**
 * How often each of a member's links was visited in each quarter of an hour, and from where. Single visits are left out:
 * their second, place and device would say more about a visitor than the statistics a member is shown.
 */
export function clickExport(db: Db): MemberExport {
  return {
    tables: ['click_quarter', 'click_breakdown'],
    parts: ({ uid }) => [
      {
        kind: 'list',
        name: 'clicks-by-quarter',
        about: m.export_clicks(),
        columns: ['linkId', 'quarter', 'countable', 'reason', 'clicks', 'uniques'],
        pages: () => linkByLink(db, uid, { page: quarterPage, beside: quartersBeside }),
      },
      {
        kind: 'list',
        name: 'clicks-by-origin',
        about: m.export_click_origins(),
        columns: ['linkId', 'quarter', 'dimension', 'value', 'clicks', 'uniques'],
        pages: () => linkByLink(db, uid, { page: originPage, beside: originsBeside }),
      },
    ],
  }
}

/** Link by link: over all of them at once every page would sort them all anew. */
async function* linkByLink<Row>(
  db: Db,
  uid: string,
  {
    page,
    beside,
  }: {
    page: (db: Db, linkId: string, last: Row | undefined, limit: number) => Promise<Row[]>
    beside: (columns: ColumnStore, linkId: string) => Promise<Row[]>
  },
): AsyncGenerator<Row[]> {
  const columns = columnStoreOf(db)
  const links = pagesOf(
    async (last: { id: string } | undefined, limit) => await linkPage(db, uid, last?.id, limit),
  )
  for await (const some of links)
    for (const { id } of some) {
      yield* pagesOf(async (last: Row | undefined, limit) => await page(db, id, last, limit))
      if (columns) yield await beside(columns, id)
    }
}

async function quartersBeside(columns: ColumnStore, linkId: string): Promise<QuarterRow[]> {
  return (await columns.quartersOf(linkId)).map((row) => ({ ...row, linkId, countable: row.reason === '' }))
}

async function originsBeside(columns: ColumnStore, linkId: string): Promise<OriginRow[]> {
  return (await columns.originsOf(linkId)).map((row) => ({ ...row, linkId }))
}

async function quarterPage(db: Db, linkId: string, last: QuarterRow | undefined, limit: number) {
  const after = last ? sql`and (quarter, reason) > (${last.quarter}, ${last.reason})` : sql``
  const { rows } = await sql<QuarterRow>`
    select link_id as "linkId", quarter, countable, reason, clicks, uniques from click_quarter
    where link_id = ${linkId} ${after} order by quarter, reason limit ${limit}`.execute(db)
  return rows
}

async function originPage(db: Db, linkId: string, last: OriginRow | undefined, limit: number) {
  const after = last
    ? sql`and (dimension, quarter, value) > (${last.dimension}, ${last.quarter}, ${last.value})`
    : sql``
  const { rows } = await sql<OriginRow>`
    select link_id as "linkId", quarter, dimension, value, clicks, uniques from click_breakdown
    where link_id = ${linkId} ${after} order by dimension, quarter, value limit ${limit}`.execute(db)
  return rows
}
