import type { Module, Platform } from '#server/platform/module.ts'
import { linkErasure } from './erase-member.ts'
import { linkExport } from './export-links.ts'
import { shortlinkRoutes } from './routes.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'

/**
 * Short links; what happened to them, and what they belong to, comes from clicks, campaigns and conversions, above them.
 */
export function shortlinksModule(
  { config, db }: Platform,
  above: Pick<
    ShortlinkDeps,
    'campaignNames' | 'clickCounts' | 'deepLinkTerms' | 'linkStanding' | 'linkVisits' | 'picturePath'
  >,
): Module {
  return {
    routes: shortlinkRoutes({ ...config, ...above }),
    erase: [linkErasure(db)],
    export: [linkExport(db, config.publicOrigin)],
  }
}
