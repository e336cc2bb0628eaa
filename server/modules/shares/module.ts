import { sql } from 'kysely'
import { m } from '#messages'
import * as shares from '#contracts/shares.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'
import { listShares } from './list-shares.ts'
import { settleShares } from './settle-shares.ts'
import { shareCampaign } from './share-campaign.ts'
import { sharesOf, type ShareRow } from './share-queries.ts'

/** Campaigns that members share to networks, and what they are paid for the visitors. */
export function sharesModule({ config: { publicOrigin, clickLimits }, db, log }: Platform): Module {
  const deps = { publicOrigin, clickLimits }
  return {
    routes: [
      bind(shares.socialShare, ({ transaction, actor, body }) =>
        transaction((tx) => shareCampaign(tx, actor, body, deps)),
      ),
      bind(shares.listSocialShares, ({ db, actor, query }) => listShares(db, actor, query, deps)),
    ],
    jobs: [
      job({
        name: 'settle-shares',
        doc: 'Pays shared campaigns by whose links enough others have come, and ends those that nobody came by in time.',
        cron: '* * * * *',
        // The next minute comes sooner than most retries.
        retryLimit: 0,
        run: async () => await settleShares(db, { log, limits: clickLimits }),
      }),
    ],
    erase: [shareErasure(db)],
    export: [shareExport(db)],
  }
}

/** What happens to shares when their member leaves: none is paid any more, and they go. Their links are links' to stop. */
function shareErasure(db: Db): MemberErasure {
  return {
    name: 'shares',
    erase: async ({ uid }) => {
      await sql`delete from social_share where uid = ${uid}`.execute(db)
    },
  }
}

/** What a member takes away of the campaigns they shared, newest first; their links are among the links. */
function shareExport(db: Db): MemberExport {
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
