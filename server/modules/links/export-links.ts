import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, pagesOf, type MemberExport } from '#server/platform/member-export.ts'
import { answeredState } from './link-queries.ts'
import { shortUrl } from './short-url.ts'

type LinkRow = {
  id: string
  code: string
  kind: string
  campaignId: string | null
  destinationUrl: string
  title: string | null
  defaultSub: string | null
  utm: string | null
  state: string
  expiresAt: Date | null
  fallbackUrl: string | null
  removedAt: Date | null
  createdAt: Date
}
type ListedLink = LinkRow & { url: string }
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
 * A member's links, and how often each was visited in each quarter of an hour, and from where. The visits themselves are other people's: with their
 * second, place and device they would tell more of a visitor than the figures that a member is shown.
 */
export function linkExport(db: Db, publicOrigin: string): MemberExport {
  return {
    tables: ['link', 'click_quarter', 'click_breakdown'],
    parts: ({ uid }) => [
      longList({
        name: 'links',
        about: m.export_links(),
        columns: [
          ...(['id', 'url', 'kind', 'campaignId', 'destinationUrl', 'title', 'defaultSub', 'utm'] as const),
          ...(['state', 'expiresAt', 'fallbackUrl', 'createdAt', 'removedAt'] as const),
        ],
        next: async (last: ListedLink | undefined, limit) => {
          const rows = await linkPage(db, uid, last?.id, limit)
          return rows.map((row) => ({ ...row, url: shortUrl(publicOrigin, row.code) }))
        },
      }),
      {
        kind: 'list',
        name: 'clicks-by-quarter',
        about: m.export_clicks(),
        columns: ['linkId', 'quarter', 'countable', 'reason', 'clicks', 'uniques'],
        pages: () => linkByLink(db, uid, quarterPage),
      },
      {
        kind: 'list',
        name: 'clicks-by-origin',
        about: m.export_click_origins(),
        columns: ['linkId', 'quarter', 'dimension', 'value', 'clicks', 'uniques'],
        pages: () => linkByLink(db, uid, originPage),
      },
    ],
  }
}

/** Link by link: over all of them at once every page would sort them all anew. */
async function* linkByLink<Row>(
  db: Db,
  uid: string,
  page: (db: Db, linkId: string, last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const links = pagesOf(async (last: LinkRow | undefined, limit) => await linkPage(db, uid, last?.id, limit))
  for await (const some of links)
    for (const { id } of some)
      yield* pagesOf(async (last: Row | undefined, limit) => await page(db, id, last, limit))
}

async function linkPage(db: Db, uid: string, after = '', limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select id, code, kind, campaign_id as "campaignId", destination_url as "destinationUrl", title,
      default_sub as "defaultSub", utm::text, ${answeredState}, expires_at as "expiresAt", fallback_url as "fallbackUrl",
      created_at as "createdAt", removed_at as "removedAt"
    from link where owner_uid = ${uid} and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
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
