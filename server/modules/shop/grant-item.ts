import type { Economy } from '#rules/economy.ts'
import { utcMonth } from '#rules/utc-months.ts'
import {
  housePoints,
  housePromotion,
  lockAccounts,
  memberAvailable,
  memberDebt,
  memberPoints,
  payMember,
  post,
} from '#server/modules/ledger/public.ts'
import { startBoost } from '#server/modules/points/public.ts'
import { addBoughtFreezes } from '#server/modules/rewards/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ItemRow } from './item-queries.ts'
import { packLimit } from './order-problems.ts'
import { takeMonthlyCrels } from './pack-queries.ts'

/** An order whose item is granted at once. */
export interface Granting {
  id: string
  party: string
  item: ItemRow
  quantity: number
  settings: Economy['shop']
}

/** Locks what a pack posts to, beside the points: two posts in one transaction name their accounts first. */
export async function lockForPack(tx: Tx, party: string): Promise<{ debt: number }> {
  const named = [memberPoints(party), housePoints, memberAvailable(party), memberDebt(party), housePromotion]
  const locked = await lockAccounts(tx, named)
  return { debt: -locked[3]!.posted }
}

/** Gives what needs no code and no post: freezes and boosts, usable at once. */
export async function grantAtOnce(tx: Tx, { id, party, item, quantity, settings }: Granting): Promise<void> {
  if (item.kind === 'streak_freeze') await addBoughtFreezes(tx, party, quantity)
  if (item.kind === 'boost') {
    const { boostHours: hours, boostPointsMax: pointsMax } = settings
    await startBoost(tx, { orderId: id, party, hours, pointsMax })
  }
}

/**
 * Pays the crels of a pack, an open debt first, out of the month's budget; they rank nowhere. Answers the transaction, and
 * how many crels the debt took. Throws `pack_limit` when a concurrent order took the last of the budget.
 */
export async function payPack(
  tx: Tx,
  { id, party, item, quantity, settings, debt }: Granting & { debt: number },
): Promise<{ txnId: string; debtCrels: number }> {
  const crels = item.crels! * quantity
  const budget = { now: item.now, crels, crelsMax: settings.packMonthlyCrelsMax }
  if (!(await takeMonthlyCrels(tx, budget)))
    throw packLimit({ crelsLeft: 0, boundBy: 'month_budget', until: utcMonth(item.now.getTime(), 1) })
  const lines = payMember(housePromotion, party, crels, debt)
  const { txnId } = await post(tx, { kind: 'crels_pack', scope: 'crels_pack', idem: id, lines })
  return { txnId, debtCrels: Math.min(crels, debt) }
}
