import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, pagesOf, type MemberExport } from '#server/platform/member-export.ts'
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
  createdAt: Date
}
type ListedLink = LinkRow & { url: string }
type HourRow = {
  linkId: string
  hour: Date
  countable: boolean
  reason: string
  clicks: number
}

/**
 * A member's links, and how often each was visited in each hour. The visits themselves are other people's: with their
 * second, place and device they would tell more of a visitor than the figures that a member is shown.
 */
export function linkExport(db: Db, publicOrigin: string): MemberExport {
  return {
    tables: ['link', 'click_hour'],
    parts: ({ uid }) => [
      longList({
        name: 'links',
        about: m.export_links(),
        columns: [
          ...(['id', 'url', 'kind', 'campaignId', 'destinationUrl', 'title', 'defaultSub', 'utm'] as const),
          ...(['state', 'expiresAt', 'createdAt'] as const),
        ],
        next: async (last: ListedLink | undefined, limit) => {
          const rows = await linkPage(db, uid, last?.id, limit)
          return rows.map((row) => ({ ...row, url: shortUrl(publicOrigin, row.code) }))
        },
      }),
      {
        kind: 'list',
        name: 'clicks-by-hour',
        about: m.export_clicks(),
        columns: ['linkId', 'hour', 'countable', 'reason', 'clicks'],
        pages: () => clickPages(db, uid),
      },
    ],
  }
}

/** Link by link: over all of them at once every page would sort them all anew. */
async function* clickPages(db: Db, uid: string): AsyncGenerator<HourRow[]> {
  const links = pagesOf(async (last: LinkRow | undefined, limit) => await linkPage(db, uid, last?.id, limit))
  for await (const page of links)
    for (const { id } of page)
      yield* pagesOf(async (last: HourRow | undefined, limit) => await hourPage(db, id, last, limit))
}

async function linkPage(db: Db, uid: string, after = '', limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select id, code, kind, campaign_id as "campaignId", destination_url as "destinationUrl", title,
      default_sub as "defaultSub", utm::text, state, expires_at as "expiresAt", created_at as "createdAt"
    from link where owner_uid = ${uid} and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

async function hourPage(db: Db, linkId: string, last: HourRow | undefined, limit: number) {
  const after = last ? sql`and (hour, reason) > (${last.hour}, ${last.reason})` : sql``
  const { rows } = await sql<HourRow>`
    select link_id as "linkId", hour, countable, reason, clicks from click_hour
    where link_id = ${linkId} ${after} order by hour, reason limit ${limit}`.execute(db)
  return rows
}
