import type { Tx } from '#server/platform/database.ts'
import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { problem } from '#server/platform/http/problems.ts'
import { kindOfEarning } from './click-pay-queries.ts'
import { postReversal } from './earning-postings.ts'
import { lockEarning, markReversed, type EarningState } from './earning-queries.ts'
import { recordBudgetState } from './record-budget-state.ts'
import { reasonCode } from './reason-code.ts'

/**
 * An operator takes back what clicks were paid, all that is left of one earning: to the campaign's budget, and what
 * the member spent meanwhile becomes a debt. Again it changes nothing. Throws `not_found`, and `conflict` for an
 * earning of a lead or sale, which its brand refunds.
 */
export async function reverseClickEarning(
  tx: Tx,
  { earningId, reason }: { earningId: string; reason: string },
): Promise<{ state: EarningState; reversedCrels: number }> {
  const found = await kindOfEarning(tx, earningId)
  if (!found) throw problem('not_found', { detail: `There is no earning ${earningId}.` })
  if (found.type !== 'click')
    throw problem('conflict', {
      detail: 'Only what clicks were paid is taken back so; a sale or lead is refunded.',
    })
  const terms = await enrolmentTerms(tx, found.enrolmentId)
  const earning = (await lockEarning(tx, earningId))!
  if (earning.state === 'reversed') return { state: 'reversed', reversedCrels: 0 }
  const crels = earning.crels - earning.reversedCrels
  await postReversal(tx, earning, { id: earningId, crels, at: await databaseNow(tx) })
  const state = await markReversed(tx, earningId, crels, reasonCode(reason))
  if (terms) await recordBudgetState(tx, terms.campaign)
  return { state, reversedCrels: crels }
}
