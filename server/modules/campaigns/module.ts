import type { Module, Platform } from '#server/platform/module.ts'
import type { CampaignResults } from './campaign-page.ts'
import type { EnrolmentViewDeps } from './enrolment-view.ts'
import { categoryRoutes } from './category-routes.ts'
import { campaignErasure } from './erase-member.ts'
import { campaignExport } from './export-enrolments.ts'
import { campaignJobs } from './jobs.ts'
import { campaignRoutes } from './routes.ts'

/** Campaigns and enrolments; what an enrolment earned comes from conversions, above them. */
export function campaignsModule(
  { config, db, reads, log }: Platform,
  above: Omit<EnrolmentViewDeps, 'publicOrigin'> & CampaignResults,
): Module {
  const { publicOrigin } = config
  return {
    routes: [...campaignRoutes({ reads, publicOrigin, ...above }), ...categoryRoutes],
    jobs: campaignJobs({ db, log }),
    erase: [campaignErasure(db)],
    export: [campaignExport(db)],
  }
}
