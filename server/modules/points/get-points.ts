import type { Points } from '#contracts/points.schemas.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { inSnapshot } from '#server/platform/transaction.ts'
import { lotTotals, openLots } from './lot-queries.ts'

const shown = 50

/** A member's points and the lots they are in, all from one moment: they add up whatever is granted meanwhile. */
export async function getPoints(db: Db, { party }: Pick<MemberActor, 'party'>): Promise<Points> {
  const { points: settings } = await currentEconomy(db)
  return await inSnapshot(db, async (tx) => {
    const { points: balance } = await balances(tx, party)
    const totals = await lotTotals(tx, party, settings.noticeDays)
    const lots = await openLots(tx, party, shown)
    const inShown = lots.reduce((sum, lot) => sum + lot.points, 0)
    return {
      balance,
      expiring: { points: totals.expiring, until: totals.until.toISOString() },
      lots: lots.map(({ id: _, earnedAt, expiresAt, ...lot }) => ({
        ...lot,
        earnedAt: earnedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
      moreLots: { count: totals.count - lots.length, points: Math.max(0, balance - inShown) },
    }
  })
}
