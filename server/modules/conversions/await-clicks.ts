import { clickTime, findClick, isClickId } from '#server/modules/links/public.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'

/** What waiting for clicks needs. */
export interface ClickDeps {
  db: Db
  clock: Clock
  /** Loads every click answered so far, so that it can be found. */
  flushClicks(): Promise<void>
}

/** A click may be on its way into the database for this long after its redirect, in milliseconds: 60 s. */
const LOADING_MS = 60_000

/** Has clicks loaded that were made a moment ago. Before any transaction: it waits for a connection of its own. */
export async function awaitClicks({ db, clock, flushClicks }: ClickDeps, clickIds: string[]): Promise<void> {
  const since = clock.now().getTime() - LOADING_MS
  for (const id of new Set(clickIds)) {
    if (!isClickId(id) || clickTime(id) < since || (await findClick(db, id))) continue
    return await flushClicks()
  }
}
