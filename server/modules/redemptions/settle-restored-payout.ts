import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { locked, passOn } from './approve-redemption.ts'
import { requireNotOwnDestination } from './own-destination.ts'
import { manualProvider } from './payout-provider.ts'
import type { RedemptionRow } from './redemption-queries.ts'
import { markLookedAt, waitsForLook } from './restored-payouts.ts'
import { payRedemption, type Payment } from './settle-redemption.ts'

/** What a person found at the provider: the payment, or that there is none. */
export interface RestoredPayoutLook {
  redemptionId: string
  actor: OperatorActor
  /** Null where it was not paid, so that it can be sent. */
  payment: Payment | null
}

/**
 * Says of a redemption that was open in a restored backup whether it was paid since: it is written down as paid without
 * being sent, of which alone its member hears, or goes on from where it was. Who may not be paid today was paid all the same: nothing is asked of that.
 * The same operator's answer once more changes nothing. Throws `conflict` for any other, and `forbidden` where it was paid to
 * the operator's own account, who says that it was not.
 */
export async function settleRestoredPayout(
  tx: Tx,
  { redemptionId, actor, payment }: RestoredPayoutLook,
): Promise<RedemptionRow> {
  let row = await locked(tx, redemptionId)
  const after = payment === null ? { paid: false } : { paid: true, ...payment }
  const act = { action: 'restore.payout', target: redemptionId, after } as const
  if (!(await waitsForLook(tx, redemptionId))) {
    const detail = `${redemptionId} is none that waits for a look since a restore.`
    await requireOwnAgain(tx, actor, { ...act, detail, actions: ['restore.payout'] })
    return row
  }
  // Else it is sent once more to who says that it was not.
  if (payment === null) await requireNotOwnDestination(tx, actor, [redemptionId])
  await operate(tx, actor, { ...act, before: { state: row.state }, member: { uid: row.uid } })
  const author = authorOf(actor)
  await markLookedAt(tx, redemptionId, author)
  if (payment === null) return row
  if (row.state === 'requested')
    row = await passOn(tx, row, { state: 'approved', author, approvedBy: author.trim() })
  if (row.state === 'approved')
    row = await passOn(tx, row, {
      state: 'sending',
      author,
      provider: manualProvider.name,
      providerState: 'accepted',
    })
  return await payRedemption(tx, { redemptionId, actor, ...payment, by: 'restore' })
}
