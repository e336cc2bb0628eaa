import type { Module, Platform } from '#server/platform/module.ts'
import { clickFolderCheck, registerClickGauges } from './click-folder.ts'
import type { ClickPath } from './click-path.ts'
import { linkErasure } from './erase-member.ts'
import { linkExport } from './export-links.ts'
import { linkJobs } from './jobs.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'
import { shortlinkRoutes } from './shortlink-routes.ts'

/** Short links and their clicks; what a link belongs to comes from campaigns and conversions, above them. */
export function linksModule(
  { config, db, clock }: Platform,
  {
    clicks,
    ...above
  }: Pick<ShortlinkDeps, 'campaignTitles' | 'deepLinkTerms' | 'linkStanding'> & { clicks: ClickPath },
): Module {
  return {
    routes: shortlinkRoutes({ ...config, ...above }),
    jobs: linkJobs(db, clock, config.clickDays),
    erase: [linkErasure(db)],
    export: [linkExport(db, config.publicOrigin)],
    metrics: (registry) => registerClickGauges(registry, clicks),
    checks: [clickFolderCheck(clicks)],
  }
}
