import type { Attribution, ReviewReason, RejectionReason } from '#rules/attribution.ts'
import {
  placeHoldIfFunded,
  postIfFunded,
  budgetLeft,
  campaignBudget,
  memberPending,
  move,
  type HoldInput,
  type PostInput,
} from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tracked, AttributionResult } from './evaluate-attribution.ts'
import { unlocksAt } from '#rules/earning.ts'
import type { NewEarning, LockedEarning } from './earning-queries.ts'
import type { ReportedEvent } from './reported-event.ts'
import { markExhausted, markFunded, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'

/** A verdict after the budget was asked. */
export type Funded =
  | { status: 'accepted'; reason?: undefined; holdId: null }
  | { status: 'under_review'; reason: ReviewReason; holdId: string }
  | { status: 'rejected'; reason: RejectionReason; holdId: null }

/**
 * Takes an earning's crels out of the campaign's budget as the verdict says: posted to the member's pending when
 * accepted, reserved when under review. The verdict read the budget before it was locked: where another transaction
 * spent it since, and it does not cover the whole earning, nothing is paid.
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
  // Another transaction may have spent it: then the first conversion that finds too little records it, or a job does.
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
  if (verdict.status === 'under_review') {
    const held = await placeHoldIfFunded(tx, reservation(accounts, crels))
    return held === null ? spent : { ...verdict, holdId: held.holdId }
  }
  const posted = await postIfFunded(tx, pendingPosting(accounts, crels, at))
  return posted === null ? spent : { ...verdict, holdId: null }
}

const spent = { status: 'rejected', reason: 'budget_spent', holdId: null } as const

/**
 * The earning of a funded conversion: pending, or under review with its reservation and reason; null when it was
 * rejected.
 */
export function newEarning(
  ids: { id: string; earningId: string },
  event: ReportedEvent,
  { terms, crels, basis }: Tracked,
  funded: Funded,
): NewEarning | null {
  if (funded.status === 'rejected') return null
  return {
    id: ids.earningId,
    conversionId: ids.id,
    uid: terms.uid,
    party: terms.party,
    campaignId: terms.campaign.id,
    enrolmentId: terms.enrolmentId,
    type: event.type,
    crels,
    state: funded.status === 'under_review' ? 'under_review' : 'pending',
    reason: funded.reason ?? null,
    basis,
    holdId: funded.holdId,
    occurredAt: event.occurredAt,
    createdAt: event.reportedAt,
    unlocksAt: new Date(unlocksAt(event.reportedAt.getTime(), terms.holdDays)),
  }
}

/** Lets the campaign's lists know at once whether its budget still covers its least reward, after it moved. */
export async function recordBudgetState(
  tx: Tx,
  campaign: Pick<EnrolmentTerms['campaign'], 'id' | 'state' | 'leastRewardCrels'>,
): Promise<void> {
  const left = await budgetLeft(tx, campaign.id)
  if (left < campaign.leastRewardCrels) await markExhausted(tx, campaign.id)
  else if (campaign.state === 'exhausted') await markFunded(tx, campaign.id)
}

/** Whose crels move, and in whose campaign. */
export type EarningAccounts = Pick<LockedEarning, 'id' | 'party' | 'campaignId'>

/** The ledger transaction that moves an accepted earning from the campaign's budget to the member's pending crels. */
export function pendingPosting(earning: EarningAccounts, crels: number, at: Date): PostInput {
  return {
    kind: 'earning_pending',
    scope: 'earning_pending',
    idem: earning.id,
    lines: move(campaignBudget(earning.campaignId), memberPending(earning.party), crels),
    effectiveAt: at,
  }
}

/** The hold that reserves an earning under review in the campaign's budget, to be captured by its `pendingPosting`. */
export function reservation(earning: EarningAccounts, crels: number): HoldInput {
  const account = campaignBudget(earning.campaignId)
  return { account, amount: crels, scope: 'earning_under_review', idem: earning.id }
}
