import * as home from '#contracts/operator-home.endpoints.ts'
import type { RedemptionDeps } from '#server/modules/redemptions/public.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module } from '#server/platform/module.ts'
import { applicationRoutes } from './application-routes.ts'
import { claimRoutes } from './claim-routes.ts'
import { operatorHome } from './home.ts'
import { redemptionRoutes } from './redemption-routes.ts'
import { reviewRoutes } from './review-routes.ts'

/** What waits for an operator, as the console lists and decides it. */
export function queuesModule(deps: { redemptions: RedemptionDeps }): Module {
  return {
    routes: [
      bind(home.getOperatorHome, async ({ db }) => await operatorHome(db)),
      ...redemptionRoutes(deps.redemptions),
      ...applicationRoutes,
      ...reviewRoutes,
      ...claimRoutes,
    ],
  }
}
