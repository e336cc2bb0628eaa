import type { Logger } from 'pino'
import { housePoints, lockAccounts, memberPoints, move, post } from '#server/modules/ledger/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { dueLots, remainingIn, type DueLot } from './lot-queries.ts'

export interface Expired {
  lots: number
  points: number
}

/**
 * Writes down that points have expired: what is left of a lot goes back to the house, dated when it expired. They could
 * not be spent since then; this is what the history shows. Each lot is a transaction of its own, posted once. Throws at the
 * end where some could not be swept, each logged: the next run tries them again.
 */
export async function expirePoints(
  db: Db,
  { log, batch = 500 }: { log: Logger; batch?: number },
): Promise<Expired> {
  const expired = { lots: 0, points: 0 }
  await eachOrThrow(
    pageByPage<DueLot>(batch, async (after) => await dueLots(db, after, batch)),
    async (lot) => {
      const points = await inTransaction(db, async (tx) => await expireLot(tx, lot))
      if (points > 0) expired.lots += 1
      expired.points += points
    },
    (error, { id: lot }) => log.error({ err: error, lot }, 'points not expired'),
  )
  return expired
}

async function expireLot(tx: Tx, { id, party, expiresAt }: DueLot): Promise<number> {
  const account = memberPoints(party)
  // A grant that is undone takes from its own lot even then: what is left is known once the account is locked.
  await lockAccounts(tx, [account, housePoints])
  const points = await remainingIn(tx, id)
  if (points === 0) return 0
  const [from, to] = move(account, housePoints, points)
  await post(tx, {
    kind: 'points_expired',
    scope: 'points_expired',
    idem: String(id),
    effectiveAt: expiresAt,
    lines: [{ ...from, lot: id }, to],
  })
  return points
}
