import { monthStarts } from '#rules/reward-tier.ts'
import { checkIn } from '../modules/rewards/public.ts'
import type { Tx } from '../platform/database.ts'
import { inTheirTime } from './demo-time.ts'
import type { DemoActor } from './load-members.ts'

const dayMs = 86_400_000
const noonMs = dayMs / 2

/** Enough for the lowest tier of the monthly claim. */
const datesOfMonth = 6

/**
 * Lets a creator check in at the end of the last two months, and claim nothing for it: the claim for the last one is
 * open, and the one for the month before was missed.
 */
export async function loadCheckIns(tx: Tx, actor: DemoActor, anchor: Date): Promise<void> {
  for (const monthsAgo of [1, 0]) {
    const end = monthStarts(anchor.getTime(), -monthsAgo)
    for (let date = datesOfMonth; date >= 1; date--)
      await inTheirTime(tx, new Date(end - date * dayMs + noonMs), async () => await checkIn(tx, actor))
  }
}
