import { sql } from 'kysely'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { clickFolderCheck, registerClickGauges } from './click-folder.ts'
import type { ClickPath } from './click-path.ts'
import { registerClickStorageGauges } from './click-storage-metrics.ts'
import { columnStoreOf } from './column-store.ts'
import { clickExport } from './export-clicks.ts'
import { clickJobs } from './jobs.ts'

/** The visits of short links, and their statistics. */
export function clicksModule({ config, db, clock }: Platform, { clicks }: { clicks: ClickPath }): Module {
  return {
    jobs: clickJobs(db, clock, config.clickDays),
    erase: [clickErasure(db)],
    export: [clickExport(db)],
    metrics: (registry) => {
      registerClickGauges(registry, clicks)
      registerClickStorageGauges(registry, db, clicks.storage)
    },
    checks: [clickFolderCheck(clicks)],
    work: () => clicks.storage.work(),
  }
}

/** Clicks searched for sub-ids in one transaction: those of this many quarters of an hour. */
const quartersAtOnce = 100

/**
 * Removes the sub-ids of a deleted member's links from clicks and statistics; the clicks stay counted. The links belong to
 * the member, or to their pseudonym where the links were erased first.
 */
export function clickErasure(db: Db): MemberErasure {
  return {
    name: 'clicks',
    erase: async ({ uid, party }) => {
      for (let done = quartersAtOnce; done === quartersAtOnce;) {
        const { rows } = await sql<{ done: number }>`
          select forget_click_subs(array(select id from link where owner_uid in (${uid}, ${party})), ${quartersAtOnce})
            as done`.execute(db)
        done = rows[0]!.done
      }
      await forgetSubsBeside(db, [uid, party])
    },
  }
}

async function forgetSubsBeside(db: Db, owners: string[]): Promise<void> {
  const columns = columnStoreOf(db)
  if (!columns) return
  const { rows } = await sql<{ id: string }>`select id from link where owner_uid = any (${owners})`.execute(
    db,
  )
  await columns.forgetSubs(rows.map(({ id }) => id))
}
