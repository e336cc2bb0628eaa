import type { Module, Platform } from '#server/platform/module.ts'
import { clickFolderCheck, registerClickGauges } from './click-folder.ts'
import type { ClickPath } from './click-path.ts'
import { clickErasure } from './erase-member.ts'
import { clickExport } from './export-clicks.ts'
import { clickJobs } from './jobs.ts'

/** The visits of short links, and their statistics. */
export function clicksModule({ config, db, clock }: Platform, { clicks }: { clicks: ClickPath }): Module {
  return {
    jobs: clickJobs(db, clock, config.clickDays),
    erase: [clickErasure(db)],
    export: [clickExport(db)],
    metrics: (registry) => registerClickGauges(registry, clicks),
    checks: [clickFolderCheck(clicks)],
  }
}
