import * as shares from '#contracts/social-share.endpoints.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { listShares } from './list-shares.ts'
import type { ShareDeps } from './share-deps.ts'
import { shareCampaign } from './share-campaign.ts'

/** The endpoints of contracts/social-share.endpoints.ts. */
export function shareRoutes(deps: ShareDeps): Route[] {
  return [
    bind(shares.socialShare, ({ transaction, actor, body }) =>
      transaction((tx) => shareCampaign(tx, actor, body, deps)),
    ),
    bind(shares.listSocialShares, ({ db, actor, query }) => listShares(db, actor, query, deps)),
  ]
}
