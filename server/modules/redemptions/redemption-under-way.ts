import { sql } from 'kysely'
import { cancelBlockedUntil } from '#rules/redemption-state.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { isPaused } from '#server/modules/pauses/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { cancelTimes, redemptionsAmong, type RedemptionRow } from './redemption-queries.ts'
import { isCancellable } from './redemption-view.ts'
import { typicalPayout } from './typical-payout.ts'

/** What a member who wants to leave reads of the redemptions that keep their account. */
interface RedemptionUnderWay {
  /** Whether they can take back all of them. */
  isCancellable: boolean
  /** When the last one is paid if it takes what most do; null where that is not known, or gone by. */
  typicalBy: Date | null
}

/** The redemptions of a member that are under way, as one; null where none is. */
export async function redemptionUnderWay(db: Db, party: string): Promise<RedemptionUnderWay | null> {
  const open = await redemptionsAmong(
    db,
    sql`r.party = ${party} and r.state in ('requested', 'approved', 'sending')`,
  )
  if (open.length === 0) return null
  const { redemption: limits } = await currentEconomy(db)
  const now = (await databaseNow(db)).getTime()
  const cancelled = await cancelTimes(db, party, limits.cancelsDays)
  return {
    isCancellable:
      open.every((row) => isCancellable(row)) && cancelBlockedUntil(cancelled, now, limits) === null,
    typicalBy: await typicalEnd(db, open, now),
  }
}

async function typicalEnd(db: Db, open: RedemptionRow[], now: number): Promise<Date | null> {
  // These take what an operator takes to look.
  if (open.some(({ waitsForLook, cameBack }) => waitsForLook || cameBack)) return null
  const typical = (await isPaused(db, 'payout')) ? null : await typicalPayout(db)
  if (!typical) return null
  const lastMs = Math.max(...open.map(({ requestedAt }) => requestedAt.getTime()))
  const end = lastMs + typical.paidHours * 3_600_000
  return end > now ? new Date(end) : null
}
