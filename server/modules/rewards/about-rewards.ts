import type { AboutPoints } from '#contracts/points.schemas.ts'
import { awardsAmong } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import { listOfRewards } from './list-of-rewards.ts'

/** What transactions of rewards were for, by their id: the date of a check-in, the month of a claim, what was shared. */
export async function aboutRewards(db: Db, transactionIds: string[]): Promise<Map<string, AboutPoints>> {
  const about = new Map<string, AboutPoints>()
  const grants = await awardsAmong(db, transactionIds)
  for (const { programs, describe } of listOfRewards) {
    const own = grants.filter(({ program }) => (programs as readonly string[]).includes(program))
    if (own.length > 0 && describe) for (const [id, one] of await describe(db, own)) about.set(id, one)
  }
  return about
}
