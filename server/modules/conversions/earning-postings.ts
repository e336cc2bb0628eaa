import type { Tx } from '#server/platform/database.ts'
import {
  campaignBudget,
  houseIssued,
  isClosed,
  lockAccounts,
  memberAvailable,
  memberDebt,
  memberPending,
  move,
  payMember,
  post,
  takeFromMember,
  type Line,
} from '#server/modules/ledger/public.ts'
import type { LockedEarning } from './earning-queries.ts'

/** Posts what is left of a pending earning to the member, an open debt first; answers the crels that became available. */
export async function postUnlock(tx: Tx, earning: LockedEarning, at: Date): Promise<number> {
  const { party } = earning
  const pending = memberPending(party)
  const [, , debt] = await lockAccounts(tx, [pending, memberAvailable(party), memberDebt(party)])
  const crels = earning.crels - earning.reversedCrels
  const owed = -debt!.posted
  await post(tx, {
    kind: 'earning_unlocked',
    scope: 'earning_unlocked',
    idem: earning.id,
    lines: payMember(pending, party, crels, owed),
    effectiveAt: at,
  })
  return Math.max(0, crels - owed)
}

/** Takes crels of a pending or available earning back into the budget; what was spent meanwhile becomes a debt. */
export async function postReversal(
  tx: Tx,
  earning: LockedEarning,
  refund: { id: string; crels: number; at: Date },
): Promise<void> {
  const { party, campaignId, state } = earning
  const budget = campaignBudget(campaignId)
  let lines: Line[] = move(memberPending(party), budget, refund.crels)
  if (state === 'available') {
    const [, available] = await lockAccounts(tx, [budget, memberAvailable(party), memberDebt(party)])
    // Of a member who is gone the house has it all, and answers for it.
    lines = (await isClosed(tx, party))
      ? move(houseIssued, budget, refund.crels)
      : takeFromMember(budget, party, refund.crels, available!.posted - available!.reserved)
  }
  await post(tx, {
    kind: 'earning_reversed',
    scope: 'earning_reversed',
    idem: refund.id,
    lines,
    effectiveAt: refund.at,
  })
}
