import { budgetLeft, campaignBudget, houseIssued, move, postIfFunded } from '#server/modules/ledger/public.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { addToBudget, lockCampaign } from './campaign-queries.ts'
import { settleState } from './settle-state.ts'

export interface BudgetReduction {
  campaignId: string
  crels: number
  /** The refund or correction behind it: the same reference is the same reduction. */
  reference: string
  reason: string
}

/**
 * Takes crels out of a campaign's budget again, once for each reference: what was paid back to the brand, or was put in
 * by mistake. What is paid or reserved stays, since the ledger refuses it under its lock; a campaign whose rest covers no
 * reward is exhausted. `replayed` says that it was taken out before. Throws `not_found`, `conflict` where that much is
 * not free, and the ledger's `idempotency_mismatch` for another amount under the same reference.
 */
export async function reduceBudget(
  tx: Tx,
  actor: OperatorActor,
  { campaignId, crels, reference, reason }: BudgetReduction,
): Promise<{ replayed: boolean }> {
  const locked = await lockCampaign(tx, campaignId)
  if (!locked) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  const posted = await postIfFunded(tx, {
    kind: 'campaign.budget-reduction',
    scope: 'campaign.budget-reduction',
    idem: `${campaignId} ${reference}`,
    lines: move(campaignBudget(campaignId), houseIssued, crels),
  })
  if (posted === null) {
    const free = await budgetLeft(tx, campaignId)
    throw problem('conflict', {
      detail: `Only ${free} crels of the budget are neither paid nor reserved: nothing was taken out.`,
    })
  }
  if (posted.replayed) return { replayed: true }
  await addToBudget(tx, campaignId, -crels)
  await settleState(tx, locked)
  await operate(tx, actor, {
    action: 'campaign.reduce-budget',
    target: campaignId,
    before: { budgetCrels: locked.budgetCrels },
    after: { budgetCrels: locked.budgetCrels - crels, crels, reference },
    reason,
  })
  return { replayed: false }
}
