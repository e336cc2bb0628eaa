import { demoActor } from './demo-platforms.ts'
import { sql } from 'kysely'
import {
  closeParty,
  houseIssued,
  housePoints,
  housePromotion,
  lockAccounts,
  memberAvailable,
  memberDebt,
  post,
  reverse,
  takeFromMember,
  type AccountRef,
  type Line,
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
import {
  deleteDemoRows,
  demoClickEarnings,
  demoConversions,
  demoOrders,
  demoParties,
  demoPayouts,
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
      for (const { id, txnId } of await demoPayouts(tx))
        await reverse(tx, { txnId, kind: 'demo.removed', scope: 'demo.removed', idem: id })
      for (const party of await demoParties(tx)) await emptyAndClose(tx, party)
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

async function emptyAndClose(tx: Tx, party: string): Promise<void> {
  const { rows } = await sql<AccountRef>`
    select party, code, asset from account where party = ${party} and closed_at is null`.execute(tx)
  if (rows.length === 0) return
  const accounts = await lockAccounts(tx, rows)
  const lines = accounts
    .filter(({ posted }) => posted !== 0)
    .flatMap(({ posted, reserved: _reserved, ...account }): Line[] => [
      { ...account, amount: -posted },
      { ...(account.asset === 'PTS' ? housePoints : houseIssued), amount: posted },
    ])
  if (lines.length > 0) await post(tx, { kind: 'demo.removed', scope: 'demo.removed', idem: party, lines })
  await closeParty(tx, party)
}
