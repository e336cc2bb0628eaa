import * as shares from '#contracts/shares.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { shareErasure } from './erase-member.ts'
import { shareExport } from './export-shares.ts'
import { listShares } from './list-shares.ts'
import { settleShares } from './settle-shares.ts'
import { shareCampaign } from './share-campaign.ts'

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
