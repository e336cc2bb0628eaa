import * as gamification from '#contracts/gamification.endpoints.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { followPlatform } from './follow-platform.ts'
import type { FriendDeps } from './friend-deps.ts'
import { gamificationStatus } from './gamification-status.ts'
import { listRewards } from './list-rewards.ts'
import { publicTotals } from './public-totals.ts'

/** The endpoints of contracts/gamification.endpoints.ts. */
export function gamificationRoutes(deps: FriendDeps): Route[] {
  const totals = publicTotals()
  return [
    bind(gamification.followPlatform, ({ transaction, actor, body }) =>
      transaction((tx) => followPlatform(tx, actor, body, deps)),
    ),
    bind(gamification.getGamification, ({ db, actor }) => gamificationStatus(db, actor, deps)),
    bind(gamification.getPublicGamification, ({ db }) => totals(db)),
    bind(gamification.listRewards, ({ db, actor, query }) => listRewards(db, actor, query, deps)),
  ]
}
