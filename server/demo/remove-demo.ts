import { demoActor } from './demo-platforms.ts'
import {
  campaignBudget,
  closeParty,
  forfeitBalances,
  houseIssued,
  housePromotion,
  lockAccounts,
  memberAvailable,
  memberDebt,
  move,
  post,
  reverse,
  takeFromMember,
} from '../modules/ledger/public.ts'
import {
  decideConversionReview,
  refundConversion,
  reverseClickEarning,
} from '../modules/conversions/public.ts'
import { REFUND_DAYS } from '#rules/order-state.ts'
import { databaseNow } from '../platform/clock.ts'
import { openDatabase, type Db, type Tx } from '../platform/database.ts'
import { clearPlatforms } from './demo-platforms.ts'
import { leaveOwnCampaigns } from './demo-leavers.ts'
import { deleteDemoPayouts, takeBackPayouts } from './demo-payouts.ts'
import {
  deleteDemoRows,
  demoCampaignIds,
  demoClickEarnings,
  demoConversions,
  demoCreatorParties,
  demoOrders,
} from './demo-queries.ts'
import { closePacks } from './load-shop.ts'

export interface Removed {
  brands: number
  campaigns: number
  members: number
}

/**
 * Removes the demo data in one transaction: what it earned is taken back as a brand's refund would, its accounts are
 * emptied and closed, its rows deleted. The ledger's entries stay, balanced. Works as the database's owner, since
 * the product itself may not delete a conversion or a click.
 */
export async function removeDemo(databaseUrl: string): Promise<Removed> {
  const db: Db = openDatabase({ url: databaseUrl, poolSize: 1, name: 'crels demo remove' })
  try {
    return await db.transaction().execute(async (tx) => {
      await takeBackEarnings(tx)
      await clearPlatforms(tx)
      await closePacks(tx)
      await takeBackOrders(tx)
      await leaveOwnCampaigns(tx)
      await takeBackPayouts(tx)
      for (const party of await demoCreatorParties(tx)) await forfeitBalances(tx, party, 'demo.removed')
      for (const campaignId of await demoCampaignIds(tx)) await closeBudget(tx, campaignId)
      await deleteDemoPayouts(tx)
      return await deleteDemoRows(tx)
    })
  } finally {
    await db.destroy()
  }
}

/** A member of one's own may have joined a demo campaign: what it brought was never real. */
async function takeBackEarnings(tx: Tx): Promise<void> {
  for (const { id, brandId, eventId, status } of await demoConversions(tx)) {
    if (status === 'under_review')
      await decideConversionReview(tx, demoActor, { conversionId: id, accept: false, reason: 'demo_removed' })
    else await refundConversion(tx, { brandId }, { eventId })
  }
  for (const earningId of await demoClickEarnings(tx))
    await reverseClickEarning(tx, demoActor, { earningId, reason: 'demo_removed' })
}

/** Points that a member of one's own spent on a demo item come back, and crels that a demo pack paid are taken back. */
async function takeBackOrders(tx: Tx): Promise<void> {
  for (const { id, party, txnId, crels } of await demoOrders(tx)) {
    const lotsUntil = new Date((await databaseNow(tx)).getTime() + REFUND_DAYS * 86_400_000)
    await reverse(tx, { txnId, kind: 'order_cancelled', scope: 'demo.removed', idem: id, lotsUntil })
    if (crels === 0) continue
    const [available] = await lockAccounts(tx, [memberAvailable(party), memberDebt(party), housePromotion])
    const lines = takeFromMember(housePromotion, party, crels, available!.posted - available!.reserved)
    await post(tx, { kind: 'demo.removed', scope: 'demo.removed', idem: `${id} pack`, lines })
  }
}

/** What is left of a budget is taken out of circulation. */
async function closeBudget(tx: Tx, campaignId: string): Promise<void> {
  const budget = campaignBudget(campaignId)
  const [left] = await lockAccounts(tx, [budget])
  const lines = move(budget, houseIssued, left!.posted)
  if (left!.posted > 0)
    await post(tx, { kind: 'demo.removed', scope: 'demo.removed', idem: campaignId, lines })
  await closeParty(tx, campaignId)
}
