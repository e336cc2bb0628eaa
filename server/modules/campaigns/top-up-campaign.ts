import { campaignBudget, houseIssued, move, post } from '#server/modules/ledger/public.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { addToBudget, lockCampaign } from './campaign-queries.ts'
import { settleState } from './settle-state.ts'

export interface TopUpInput {
  campaignId: string
  crels: number
  /** The payment behind it: the same reference is the same top-up. */
  reference: string
}

/**
 * Puts crels into a campaign's budget, once for each reference; an exhausted campaign runs again when that is enough.
 * `replayed` says that it was put in before. Throws `not_found`, and the ledger's `idempotency_mismatch` for another
 * amount under the same reference.
 */
export async function topUpCampaign(
  tx: Tx,
  actor: OperatorActor,
  input: TopUpInput,
): Promise<{ replayed: boolean }> {
  const { campaignId: target, crels, reference } = input
  const { replayed, budgetCrels } = await fillBudget(tx, input)
  if (!replayed)
    await operate(tx, actor, {
      action: 'campaign.top-up',
      target,
      before: { budgetCrels },
      after: { budgetCrels: budgetCrels + crels, crels, reference },
    })
  return { replayed }
}

/**
 * Puts crels into a budget as a part of another act. Answers what had been put in before. Throws as `topUpCampaign`.
 */
export async function fillBudget(
  tx: Tx,
  { campaignId, crels, reference }: TopUpInput,
): Promise<{ replayed: boolean; budgetCrels: number }> {
  const locked = await lockCampaign(tx, campaignId)
  if (!locked) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  const { replayed } = await post(tx, {
    kind: 'campaign.top-up',
    scope: 'campaign.top-up',
    idem: `${campaignId} ${reference}`,
    lines: move(houseIssued, campaignBudget(campaignId), crels),
  })
  if (!replayed) await addToBudget(tx, campaignId, crels)
  await settleState(tx, locked)
  return { replayed, budgetCrels: locked.budgetCrels }
}
