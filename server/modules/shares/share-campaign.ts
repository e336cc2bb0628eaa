import { paths } from '#contracts/paths.ts'
import { shareNetworks } from '#contracts/shares.constants.ts'
import type { SharedCampaign } from '#contracts/shares.schemas.ts'
import { nextShareDay, shareClosesAt } from '#rules/social-share.ts'
import { m } from '#messages'
import { requireActing } from '#server/modules/accounts/public.ts'
import { shareableCampaign } from '#server/modules/campaigns/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { createShareLink, enrolShareLinks } from '#server/modules/shortlinks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { refuseReward } from '#server/modules/points/public.ts'
import { settleShare } from './settle-share.ts'
import { findShare, insertShare, renewShare, type ShareKey, type ShareRow } from './share-queries.ts'
import { shareViews, type ShareDeps } from './share-view.ts'
import { lockRewards } from '#server/modules/points/public.ts'
import { utcDate } from '#rules/utc-date.ts'

/**
 * A member shares a campaign to a network: the link of this day (UTC), made once, which is paid when enough others have
 * come by it; another one where that leads nowhere any more. Of a member in the campaign it leads where the tracking link does, and what it sells is the enrolment's;
 * of any other member it leads to the campaign's page here. Throws `already_granted` once it is paid.
 */
export async function shareCampaign(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'party'>,
  { network, campaignId }: { network: string; campaignId: string },
  deps: ShareDeps,
): Promise<SharedCampaign> {
  const { uid, party } = actor
  await requireActing(tx, uid)
  if (!(shareNetworks as readonly string[]).includes(network))
    throw await refuseReward(tx, party, 'reward_network_unknown', m.shares_refused_network(), null)
  // A concurrent request waits here, and finds the link.
  await lockRewards(tx, party)
  const now = await databaseNow(tx)
  const day = utcDate(now)
  const nextAt = nextShareDay(now.getTime())
  const key = { uid, campaignId, network, day }
  const before = await findShare(tx, key)
  if (before?.state === 'paid')
    throw await refuseReward(tx, party, 'already_granted', m.shares_refused_paid(), nextAt)
  const granted = before ? await settleShare(tx, { linkId: before.linkId, limits: deps.clickLimits }) : 0
  const open = before && (await findShare(tx, key))
  if (!open || isDead(open)) await makeShare(tx, actor, key, { now, before: open, ...deps })
  else if (open.enrolmentId === null) await enrolLinks(tx, key)

  const share = (await findShare(tx, key))!
  return {
    granted,
    balance: (await balances(tx, party)).points,
    nextAt: new Date(nextAt).toISOString(),
    share: (await shareViews(tx, uid, [share], { ...deps, now }))[0]!,
  }
}

/** Nobody comes by its link any more. What is under review keeps the link that is looked at. */
function isDead({ state, isStopped, review }: ShareRow): boolean {
  return state === 'waiting' && isStopped && review === null
}

/** Joining has made their links the enrolment's, but of who joined before it did so, or while a link was being made. */
async function enrolLinks(tx: Tx, key: ShareKey): Promise<void> {
  const campaign = await shareableCampaign(tx, key)
  if (!campaign?.enrolmentId) return
  const { id: campaignId, enrolmentId, destinationUrl } = campaign
  await enrolShareLinks(tx, { ownerUid: key.uid, campaignId, enrolmentId, destinationUrl })
}

async function makeShare(
  tx: Tx,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  key: ShareKey,
  { now, before, publicOrigin }: { now: Date; before: ShareRow | undefined; publicOrigin: string },
): Promise<void> {
  const campaign = await shareableCampaign(tx, key)
  if (!campaign)
    throw await refuseReward(tx, party, 'reward_campaign_unknown', m.shares_refused_unknown(), null)
  if (campaign.state !== 'active')
    throw await refuseReward(tx, party, 'reward_not_eligible', m.shares_refused_closed(), null)
  const { enrolmentId } = campaign
  const link = await createShareLink(tx, {
    ownerUid: uid,
    campaignId: campaign.id,
    enrolmentId,
    destinationUrl: enrolmentId ? campaign.destinationUrl : `${publicOrigin}${paths.campaign(campaign.id)}`,
  })
  const { socialShare: settings } = await currentEconomy(tx)
  const closesAt = new Date(shareClosesAt(now.getTime(), settings))
  const made = { linkId: link.id, sharedAt: now, closesAt }
  if (before) await renewShare(tx, before, made)
  else await insertShare(tx, { ...key, party, ...made })
  // It leads to a blocked host: nobody comes by it.
  if ((await findShare(tx, key))!.isStopped)
    throw await refuseReward(tx, party, 'reward_not_eligible', m.shares_refused_closed(), null)
}
