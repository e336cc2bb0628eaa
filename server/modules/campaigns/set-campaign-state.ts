import {
  campaignStateAfter,
  effectiveState,
  type CampaignAction,
  type CampaignState,
} from '#rules/campaign-state.ts'
import {
  changedBefore,
  operate,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { campaignFacts, campaignNow } from './campaign-now.ts'
import { revisionOf } from './campaign-offer.ts'
import { lockCampaign, writeState } from './campaign-queries.ts'
import { endApplications } from './end-applications.ts'

interface StateChange {
  campaignId: string
  action: CampaignAction
  reason?: string | undefined
  /** The revision that who moves it has seen; another one by now is `conflict`. */
  seen?: number | undefined
}

/**
 * What an operator does to a campaign (rules/campaign-state.ts), judged by the state it is in now, and answers the state
 * it comes to; one's own again changes nothing. Throws `not_found`, and `conflict` where the state does not allow it or it
 * was changed since.
 */
export async function setCampaignState(
  tx: Tx,
  actor: OperatorActor,
  { campaignId, action, reason, seen }: StateChange,
): Promise<CampaignState> {
  const moved = await moveCampaign(tx, { campaignId, action })
  const { before, state } = moved
  if (!moved.isMoved) {
    const after = { action, state }
    const detail = `A campaign that is ${state} cannot ${action}.`
    await requireOwnAgain(tx, actor, { action: 'campaign.state', target: campaignId, after, detail })
    return state
  }
  if (seen !== undefined && (await revisionOf(tx, campaignId)) !== seen)
    throw await changedBefore(tx, campaignId, 'this campaign')
  await operate(tx, actor, {
    action: 'campaign.state',
    target: campaignId,
    before: { state: before },
    after: { action, state },
    reason,
  })
  return state
}

/**
 * Moves a campaign to what an action makes of it, as a part of another act; applications that wait for one that ends end
 * with it. `isMoved` is false where its state does not allow that. Throws `not_found`.
 */
export async function moveCampaign(
  tx: Tx,
  { campaignId, action }: { campaignId: string; action: CampaignAction },
): Promise<{ before: CampaignState; state: CampaignState; isMoved: boolean }> {
  const locked = await lockCampaign(tx, campaignId)
  if (!locked) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  const now = await databaseNow(tx)
  const campaign = await campaignNow(tx, locked, now)
  const next = campaignStateAfter(campaign.state, action)
  if (!next) return { before: campaign.state, state: campaign.state, isMoved: false }
  const state = effectiveState(
    campaignFacts({ ...campaign, state: next }, campaign.budgetLeftCrels),
    now.getTime(),
  )
  await writeState(tx, campaignId, state)
  if (state === 'ended') await endApplications(tx, campaignId)
  return { before: campaign.state, state, isMoved: true }
}
