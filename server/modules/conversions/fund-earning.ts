import type { Attribution, HoldReason, RejectionReason } from '#rules/attribution.ts'
import { unlocksAt } from '#rules/earning.ts'
import { placeHoldIfFunded, postIfFunded } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { noteBudget } from './note-budget.ts'
import { pendingPosting, reservation } from './earning-postings.ts'
import { insertEarning, type NewEarning } from './earning-queries.ts'
import type { Tracked } from './weigh-conversion.ts'

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
  verdict: Attribution,
  { terms, crels, budgetLeftCrels }: Tracked,
  earningId: string,
  at: Date,
): Promise<Funded> {
  const accounts = { id: earningId, subject: terms.subject, campaignId: terms.campaign.id }
  const funded = await fund()
  // Others may have spent meanwhile: then the first conversion that finds too little notes it, or a job does.
  const spentNow = funded.status !== 'rejected' && budgetLeftCrels - crels < terms.campaign.leastRewardCrels
  if (spentNow || funded.reason === 'budget_spent') await noteBudget(tx, terms.campaign)
  return funded

  async function fund(): Promise<Funded> {
    if (verdict.status === 'rejected') return { ...verdict, holdId: null }
    if (verdict.status === 'held') {
      const held = await placeHoldIfFunded(tx, reservation(accounts, crels))
      return held === null ? spent : { ...verdict, holdId: held.holdId }
    }
    const posted = await postIfFunded(tx, pendingPosting(accounts, crels, at))
    return posted === null ? spent : { ...verdict, holdId: null }
  }
}

const spent = { status: 'rejected', reason: 'budget_spent', holdId: null } as const

/** Records the earning of a funded conversion: pending, or held with the reservation and the reason. */
export async function recordEarning(
  tx: Tx,
  fact: { conversionId: string; earningId: string; type: 'lead' | 'sale'; occurredAt: Date; at: Date },
  funded: Exclude<Funded, { status: 'rejected' }>,
  { terms, crels, basis }: Tracked,
): Promise<NewEarning> {
  const earning: NewEarning = {
    id: fact.earningId,
    conversionId: fact.conversionId,
    uid: terms.uid,
    subject: terms.subject,
    campaignId: terms.campaign.id,
    enrolmentId: terms.enrolmentId,
    type: fact.type,
    crels,
    state: funded.status === 'held' ? 'held' : 'pending',
    reason: funded.reason ?? null,
    basis,
    holdId: funded.holdId,
    occurredAt: fact.occurredAt,
    createdAt: fact.at,
    unlocksAt: new Date(unlocksAt(fact.at.getTime(), terms.holdDays)),
  }
  await insertEarning(tx, earning)
  return earning
}
