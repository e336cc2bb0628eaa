import { setTimeout as delay } from 'node:timers/promises'
import { clickTime, isClickId, missingClicks, type ClickPath } from '#server/modules/clicks/public.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'

/** What waiting for clicks needs. */
export interface ClickDeps {
  db: Db
  clock: Clock
  clicks: Pick<ClickPath, 'flush' | 'gather'>
}

/**
 * A click that is nowhere may still be on its way from another process for this long after its redirect, in
 * milliseconds: an hour, since the database may have been away, or a process ended that another takes over.
 */
const LOADING_MS = 3_600_000

/** Clocks of two machines differ by less than this, in milliseconds: what is later was never made. */
const SKEW_MS = 60_000

/** Until other processes have loaded theirs, in milliseconds: 1 s in all. Mostly the first does. */
const pausesMs = [25, 50, 100, 200, 300, 325]

/**
 * Has clicks loaded that are answered and not in the database yet, by this process or another; answers those that are
 * not there and may still come. Before any transaction: it waits for a connection of its own.
 */
export async function awaitClicks(
  { db, clock, clicks }: ClickDeps,
  clickIds: string[],
): Promise<ReadonlySet<string>> {
  const look = async (ids: string[]) => (ids.length === 0 ? [] : await missingClicks(db, ids))
  let missing = await look([...new Set(clickIds)].filter(isClickId))
  if (missing.length === 0) return new Set()
  await clicks.flush()
  const ageMs = (id: string) => clock.now().getTime() - clickTime(id)
  missing = (await look(missing)).filter((id) => ageMs(id) <= LOADING_MS && ageMs(id) >= -SKEW_MS)
  if (missing.length > 0) await clicks.gather()
  for (const pauseMs of pausesMs) {
    if (missing.length === 0) break
    await delay(pauseMs)
    missing = await look(missing)
  }
  return new Set(missing)
}

/** The same for one; throws `unavailable`, to be sent again, while the click may still come. */
export async function awaitClick(deps: ClickDeps, clickId: string): Promise<void> {
  if ((await awaitClicks(deps, [clickId])).size > 0) throw clickOnItsWay()
}

const onItsWay = 'This click is so recent that it may not be recorded yet. Send the same report again.'

/** Whether a failure is that of a click that may still come. */
export function isClickOnItsWay({ options }: Problem): boolean {
  return options.detail === onItsWay
}

/** Said of a report whose click is not there and may still come: nothing of it is recorded. */
export function clickOnItsWay(): Problem {
  return problem('unavailable', {
    detail: onItsWay,
    headers: { 'retry-after': '2' },
  })
}
