import { markExhausted, markFunded, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import { budgetLeft } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'

/** Lets the campaign's lists know at once whether its budget still covers its least reward, after it moved. */
export async function recordBudgetState(
  tx: Tx,
  campaign: Pick<EnrolmentTerms['campaign'], 'id' | 'state' | 'leastRewardCrels'>,
): Promise<void> {
  const left = await budgetLeft(tx, campaign.id)
  if (left < campaign.leastRewardCrels) await markExhausted(tx, campaign.id)
  else if (campaign.state === 'exhausted') await markFunded(tx, campaign.id)
}
