import type { Config } from './config.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import {
  aboutJoiningBonuses,
  campaignTitles,
  deepLinkTerms,
  enrolmentStanding,
} from './modules/campaigns/public.ts'
import { campaignRoutes } from './modules/campaigns/routes.ts'
import { claimRoutes } from './modules/claims/routes.ts'
import {
  aboutEarnings,
  clickPayFigures,
  enrolmentFigures,
  lastConversion,
  trustOf,
} from './modules/conversions/public.ts'
import { conversionRoutes } from './modules/conversions/routes.ts'
import { exchangeRoutes } from './modules/exchange/routes.ts'
import { walletRoutes } from './modules/ledger/routes.ts'
import type { ClickPath } from './modules/links/click-path.ts'
import { shortlinkRoutes } from './modules/links/shortlink-routes.ts'
import { pointsRoutes } from './modules/points/routes.ts'
import type { RedemptionDeps } from './modules/redemptions/public.ts'
import { redemptionRoutes } from './modules/redemptions/routes.ts'
import { friendRoutes } from './modules/rewards/friend-routes.ts'
import { gamificationRoutes } from './modules/rewards/gamification-routes.ts'
import { aboutRewards, type FriendDeps } from './modules/rewards/public.ts'
import { rewardRoutes } from './modules/rewards/routes.ts'
import { shareRoutes } from './modules/rewards/share-routes.ts'
import { webhookRoutes, type WebhookDeps } from './modules/webhooks/public.ts'
import type { Db } from './platform/database.ts'
import type { Route } from './platform/http/bind.ts'

/** What the endpoints of the modules work with. */
export interface ModuleBoundDeps {
  config: Config
  /** For what is asked often and only reads: its statements keep their plans. */
  preparedDb: Db
  clicks: ClickPath
  friends: FriendDeps
  redemptions: RedemptionDeps
  webhooks: WebhookDeps
}

/** The endpoints of every module, each handed what it needs of the modules that it may not import. */
export function moduleBounds({
  config,
  preparedDb,
  clicks,
  friends,
  redemptions,
  webhooks,
}: ModuleBoundDeps): Route[] {
  const { publicOrigin } = config
  return [
    ...campaignRoutes({ preparedDb, publicOrigin, enrolmentFigures, clickPayFigures, trustOf }),
    ...conversionRoutes({ clicks }),
    ...claimRoutes(),
    ...webhookRoutes(webhooks),
    ...walletRoutes({ about: aboutEarnings }),
    ...exchangeRoutes(),
    ...friendRoutes(friends),
    ...rewardRoutes(),
    ...shareRoutes(config),
    ...pointsRoutes({
      about: async (reader, ids) =>
        new Map([...(await aboutRewards(reader, ids)), ...(await aboutJoiningBonuses(reader, ids))]),
    }),
    ...redemptionRoutes(redemptions),
    ...gamificationRoutes(friends),
    ...analyticsRoutes(),
    ...shortlinkRoutes({
      ...config,
      campaignTitles,
      deepLinkTerms,
      linkStanding: async (at, { id, enrolmentId }) => ({
        ...(await enrolmentStanding(at, enrolmentId)),
        lastConversion: await lastConversion(at, id),
      }),
    }),
  ]
}
