import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'
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

/** A member's links, the removed ones too. */
export function linkExport(db: Db, publicOrigin: string): MemberExport {
  return {
    tables: ['link'],
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
    ],
  }
}

/** A page of a member's links after an id, the removed ones too. */
export async function linkPage(db: Db, uid: string, after = '', limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select id, code, kind, campaign_id as "campaignId", destination_url as "destinationUrl", title,
      default_sub as "defaultSub", utm::text, ${answeredState}, expires_at as "expiresAt", fallback_url as "fallbackUrl",
      created_at as "createdAt", removed_at as "removedAt"
    from link where owner_uid = ${uid} and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}
