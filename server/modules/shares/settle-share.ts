import type { ClickLimits } from '#rules/click-review.ts'
import { onFullDay, shareStanding } from '#rules/social-share.ts'
import { requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { markVisitorsSeen } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { grantBoost, grantPoints, takePlace } from '#server/modules/points/public.ts'
import { countShareClicks } from './share-clicks.ts'
import { decideShare, postponeShare, shareOfLink, type ShareRow } from './share-queries.ts'
import { reviewShare } from './share-review-queries.ts'
import { lockRewards } from '#server/modules/points/public.ts'
import { utcDate } from '#rules/utc-date.ts'

/** What the ledger and the history call it. */
export const shareProgram = 'social-share'

/**
 * Looks how many others have come by the link of a share, and pays it once when they are enough: so many shares a day
 * (UTC), the others wait for the next while they are open. Where too many look alike by `limits`, an operator decides.
 * Answers the points paid now. Called when the member shares again, and by a job.
 */
export async function settleShare(
  tx: Tx,
  { linkId, limits }: { linkId: string; limits: ClickLimits },
): Promise<number> {
  const found = await shareOfLink(tx, linkId)
  const mayBePaid = found?.state === 'waiting' && (await isActing(tx, found.uid))
  if (mayBePaid) await lockRewards(tx, found.party)
  // After the lock, which everybody takes first; before they are counted, so that none comes in between unseen.
  await markVisitorsSeen(tx, linkId)
  // Read again: the transaction that had the lock before may have decided it.
  const share = found && (await shareOfLink(tx, linkId))
  if (share?.state !== 'waiting') return 0
  const now = await databaseNow(tx)
  if (!mayBePaid) {
    await postponeShare(tx, linkId, { until: new Date(now.getTime() + 86_400_000), reason: null })
    return 0
  }
  const { socialShare: settings } = await currentEconomy(tx)
  const visitors = (await countShareClicks(tx, share.uid, [share], limits)).get(linkId)!
  const { clicks } = visitors
  const standing = shareStanding(
    { ...visitors, review: share.review, closesAtMs: share.closesAt.getTime(), nowMs: now.getTime() },
    settings,
  )
  if (standing.state === 'waiting') {
    const reason = share.review === 'rejected' ? 'not_genuine' : null
    // It had enough for the settings of then and waited for another day, or its review was decided.
    if (share.reason !== reason) await postponeShare(tx, linkId, { until: share.closesAt, reason })
    return 0
  }
  if (standing.state === 'under_review') {
    await reviewShare(tx, share, { ...visitors, now })
    return 0
  }
  if (standing.state === 'ended') {
    await decideShare(tx, linkId, { at: now, clicks, reason: standing.reason })
    return 0
  }
  const today = { party: share.party, program: shareProgram, period: utcDate(now) }
  if (await takePlace(tx, today, settings.paidDailyMax))
    return await pay(tx, share, { ...settings, clicks, at: now })
  const next = onFullDay(share.closesAt.getTime(), now.getTime(), share.review)
  if ('ended' in next) await decideShare(tx, linkId, { at: now, clicks, reason: next.ended })
  else await postponeShare(tx, linkId, { until: new Date(next.again), reason: 'day_full' })
  return 0
}

async function pay(
  tx: Tx,
  { linkId, party, day, network, campaignId }: ShareRow,
  { points, clicks, at }: { points: number; clicks: number; at: Date },
): Promise<number> {
  await decideShare(tx, linkId, { at, clicks, points })
  if (points === 0) return 0
  const award = { party, program: shareProgram, period: `${day}.${network}.${campaignId}`, points } as const
  const { granted } = await grantPoints(tx, award)
  return granted ? points + (await grantBoost(tx, award)) : 0
}

/** Whether a member may be given something now, kept so until the transaction ends. */
async function isActing(tx: Tx, uid: string): Promise<boolean> {
  try {
    await requireActing(tx, uid)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
