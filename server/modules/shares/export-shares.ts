import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'
import { sharesOf, type ShareRow } from './share-queries.ts'

/** What a member takes away of the campaigns they shared, newest first; their links are among the links. */
export function shareExport(db: Db): MemberExport {
  return {
    tables: ['social_share'],
    parts: ({ uid }) => [
      longList({
        name: 'shares',
        about: m.export_shares(),
        columns: [
          ...(['linkId', 'campaignId', 'network', 'day', 'state', 'reason', 'sharedAt'] as const),
          ...(['closesAt', 'decidedAt', 'clicks', 'points', 'review'] as const),
        ],
        next: async (last: ShareRow | undefined, limit) =>
          (await sharesOf(db, uid, { limit, before: last })).slice(0, limit),
      }),
    ],
  }
}
