import { findMemberByParty } from '#server/modules/accounts/public.ts'
import { campaignFacts } from '#server/modules/campaigns/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { notifyTakenBack } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { LockedEarning } from './earning-queries.ts'

/**
 * Notifies the member of crels that were taken off an earning and are posted: by the brand (`refunded`) or an operator. What
 * was under review was never theirs, and of one who is gone there is no one to notify.
 */
export async function notifyOfReversal(
  tx: Tx,
  { party, campaignId, state }: Pick<LockedEarning, 'party' | 'campaignId' | 'state'>,
  { crels, cause }: { crels: number; cause: 'refunded' | 'not_accepted' | 'corrected' },
): Promise<void> {
  if (crels === 0 || state === 'under_review') return
  const member = await findMemberByParty(tx, party)
  if (!member) return
  const readDebt = async () => (await balances(tx, party)).debt
  const facts = {
    campaign: await campaignFacts(tx, campaignId),
    crels,
    // A pending earning leaves no debt; one from before has nothing to do with it.
    owed: state === 'available' ? await readDebt() : 0,
  }
  await notifyTakenBack(
    tx,
    member.uid,
    cause === 'refunded'
      ? { kind: 'earning_refunded', facts }
      : { kind: 'earning_taken_back', facts: { ...facts, cause } },
    readDebt,
  )
}
