import { statement } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'

/** Crels that were put into a budget or taken out of it, by the payment or the refund behind them. */
export interface BudgetChange {
  at: Date
  /** With a minus they were taken out. */
  crels: number
  reference: string
}

/** How many are shown. */
const shownMax = 50

/** The top-ups and reductions of a campaign's budget, the newest first, 50 at most, as the ledger has them. */
export async function budgetChanges(db: Db, campaignId: string): Promise<BudgetChange[]> {
  const of = async (kind: string) =>
    (await statement(db, { party: campaignId, codes: ['campaign.budget'], kind, limit: shownMax })).items
  const entries = [...(await of('campaign.top-up')), ...(await of('campaign.budget-reduction'))]
  return entries
    .toSorted((one, other) => other.seq - one.seq)
    .slice(0, shownMax)
    .map(({ effectiveAt, amount, idem }) => ({
      at: effectiveAt,
      crels: amount,
      reference: idem.slice(campaignId.length + 1),
    }))
}
