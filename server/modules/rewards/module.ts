import { normalEmail } from '#rules/normal-email.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { checkInErasure } from './check-in-erasure.ts'
import { checkInExport } from './check-in-export.ts'
import { friendErasure } from './friend-erasure.ts'
import { friendExport } from './friend-export.ts'
import { friendJobs } from './friend-jobs.ts'
import { friendRoutes } from './friend-routes.ts'
import { gamificationRoutes } from './gamification-routes.ts'
import { rewardVersions } from './reward-versions.ts'
import { rewardRoutes } from './routes.ts'
import { shareErasure } from './share-erasure.ts'
import { shareExport } from './share-export.ts'
import { shareJobs } from './share-jobs.ts'
import { shareRoutes } from './share-routes.ts'

/** Rewards: check-ins, claims, invited friends, shares. */
export function rewardsModule({ config, db, log, secret }: Platform): Module {
  const { publicOrigin, clickLimits } = config
  const hashAddress = (email: string) => secret.hash('left address', normalEmail(email))
  const friends = { publicOrigin, clickLimits, hashAddress }
  return {
    routes: [
      ...rewardRoutes(),
      ...gamificationRoutes(friends),
      ...friendRoutes(friends),
      ...shareRoutes({ publicOrigin, clickLimits }),
    ],
    jobs: [...friendJobs(db, { log }), ...shareJobs(db, { log, limits: clickLimits })],
    erase: [friendErasure(db), checkInErasure(db), shareErasure(db)],
    export: [friendExport(db), checkInExport(db), shareExport(db)],
    topicVersions: { rewards: { by: 'uid', versions: rewardVersions } },
  }
}
