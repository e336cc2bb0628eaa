import type { Module, Platform } from '#server/platform/module.ts'
import { redemptionErasure } from './erase-member.ts'
import { redemptionExport } from './export-redemptions.ts'
import { redemptionJobs } from './jobs.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { redemptionVersions } from './redemption-versions.ts'
import { redemptionRoutes } from './routes.ts'

/** Payouts of crels. */
export function redemptionsModule({ db, secret }: Platform, deps: RedemptionDeps): Module {
  return {
    routes: redemptionRoutes(deps),
    jobs: redemptionJobs(db, deps),
    erase: [redemptionErasure(db)],
    export: [redemptionExport(db, secret)],
    topicVersions: { redemptions: { by: 'party', versions: redemptionVersions } },
  }
}
