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

/** The budget that a campaign is made with, as a part of that; no reference of a top-up is its key. */
export async function fillFirstBudget(
  tx: Tx,
  { campaignId, crels }: Omit<TopUpInput, 'reference'>,
): Promise<void> {
  await fillBudget(tx, { campaignId, crels, reference: 'first' }, 'campaign.first-budget')
}

async function fillBudget(
  tx: Tx,
  { campaignId, crels, reference }: TopUpInput,
  scope: 'campaign.top-up' | 'campaign.first-budget' = 'campaign.top-up',
): Promise<{ replayed: boolean; budgetCrels: number }> {
  const locked = await lockCampaign(tx, campaignId)
  if (!locked) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  const { replayed } = await post(tx, {
    kind: 'campaign.top-up',
    scope,
    idem: `${campaignId} ${reference}`,
    lines: move(houseIssued, campaignBudget(campaignId), crels),
  })
  if (!replayed) await addToBudget(tx, campaignId, crels)
  await settleState(tx, locked)
  return { replayed, budgetCrels: locked.budgetCrels }
}
