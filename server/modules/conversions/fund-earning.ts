import type { Attribution, HoldReason, RejectionReason } from '#rules/attribution.ts'
import { placeHoldIfFunded, postIfFunded } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { pendingPosting, reservation } from './earning-postings.ts'
import { recordBudgetState } from './record-budget-state.ts'
import type { Tracked, AttributionResult } from './evaluate-attribution.ts'

/** A verdict after the budget was asked. */
export type Funded =
  | { status: 'accepted'; reason?: undefined; holdId: null }
  | { status: 'held'; reason: HoldReason; holdId: string }
  | { status: 'rejected'; reason: RejectionReason; holdId: null }

/**
 * Takes an earning's crels out of the campaign's budget as the verdict says: posted to the member's pending when
 * accepted, reserved when held. The verdict saw the budget before it was locked; where somebody was quicker, what
 * does not cover the whole earning pays nothing of it.
 */
export async function fundEarning(
  tx: Tx,
  { verdict, tracked }: AttributionResult,
  earningId: string,
  at: Date,
): Promise<Funded> {
  if (tracked === null) return { ...verdict, holdId: null }
  const funded = await takeFromBudget(tx, verdict, tracked, earningId, at)
  const { campaign } = tracked.terms
  // Others may have spent meanwhile: then the first conversion that finds too little notes it, or a job does.
  const spentNow =
    funded.status !== 'rejected' && tracked.budgetLeftCrels - tracked.crels < campaign.leastRewardCrels
  if (spentNow || funded.reason === 'budget_spent') await recordBudgetState(tx, campaign)
  return funded
}

async function takeFromBudget(
  tx: Tx,
  verdict: Attribution,
  { terms, crels }: Tracked,
  earningId: string,
  at: Date,
): Promise<Funded> {
  if (verdict.status === 'rejected') return { ...verdict, holdId: null }
  const accounts = { id: earningId, party: terms.party, campaignId: terms.campaign.id }
  if (verdict.status === 'held') {
    const held = await placeHoldIfFunded(tx, reservation(accounts, crels))
    return held === null ? spent : { ...verdict, holdId: held.holdId }
  }
  const posted = await postIfFunded(tx, pendingPosting(accounts, crels, at))
  return posted === null ? spent : { ...verdict, holdId: null }
}

const spent = { status: 'rejected', reason: 'budget_spent', holdId: null } as const
