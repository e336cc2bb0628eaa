import { ranAt, stateAt, type ClickPayRefusal } from '#rules/click-pay.ts'
import { reviewClicks, type ClickLimits } from '#rules/click-review.ts'
import { memberProfile, memberStates } from '#server/modules/accounts/public.ts'
import { brandStates } from '#server/modules/brands/public.ts'
import { campaignStates, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import { isClosed } from '#server/modules/ledger/public.ts'
import { countPaidLike, type DueClick, type SettledClick } from '#server/modules/clicks/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { insertClickReview } from './click-review-queries.ts'
import type { RewardAt } from './due-of-one-reward.ts'
import { visitorsOfMember } from './member-visitors.ts'

/**
 * Judges an enrolment's clicks of one reward (or none), in order: `good` are to be paid, `settled` are refused or under review, each for the first
 * reason that applies. The enrolment is locked, and the member's paid visitors are, so
 * that two settlements never count the same visitors.
 */
export async function judgeDueClicks(
  tx: Tx,
  terms: EnrolmentTerms,
  due: DueClick[],
  { limits, rewardAt }: { limits: ClickLimits; rewardAt: RewardAt },
): Promise<{ good: DueClick[]; settled: SettledClick[] }> {
  const settled: SettledClick[] = []
  const refusal = await refusalOf(tx, terms, due, rewardAt)
  const payable: DueClick[] = []
  for (const click of due) {
    const reason = refusal(click)
    if (reason) settled.push({ clickId: click.clickId, state: 'refused', reason })
    else payable.push(click)
  }
  const reasons = reviewClicks(
    payable.map(({ at, from, isAccepted }) => ({ at: at.getTime(), from, isAccepted })),
    limits,
    await countPaidLike(tx, terms, payable),
  )
  const good = payable.filter((_, index) => reasons[index] === null)
  for (const reason of new Set(reasons)) {
    if (reason === null) continue
    const clicks = payable.filter((_, index) => reasons[index] === reason)
    const { enrolmentId } = terms
    const clickMillicrels = rewardAt(clicks[0]!)
    const reviewId = await insertClickReview(tx, { enrolmentId, reason, clicks, clickMillicrels })
    for (const { clickId } of clicks) settled.push({ clickId, state: 'under_review', reason, reviewId })
  }
  return { good, settled }
}

/** Why a click is not paid, whatever its network or hour; undefined where it may be. */
async function refusalOf(
  tx: Tx,
  { uid, party, campaign }: EnrolmentTerms,
  due: DueClick[],
  rewardAt: RewardAt,
): Promise<(click: DueClick) => ClickPayRefusal | undefined> {
  const own = new Set(await visitorsOfMember(tx, uid, due[0]!.at))
  const states = await campaignStates(tx, campaign.id)
  const dates = { startsAt: campaign.startsAt.getTime(), endsAt: campaign.endsAt?.getTime() ?? null }
  const brand = await brandStates(tx, campaign.brandId)
  const standings = await memberStates(tx, uid)
  // A member who is gone has no name of their own any more; one who leaves has none to be paid as.
  const isGone =
    uid === party || (await memberProfile(tx, uid))?.state === 'deleted' || (await isClosed(tx, party))
  return ({ at, visitor }) => {
    const moment = at.getTime()
    const running = ranAt(moment, { ...dates, states }) && stateAt(moment, brand) !== 'suspended'
    if (rewardAt({ at }) === null) return 'reward_not_offered'
    if (own.has(visitor)) return 'own_visit'
    if (!running) return 'campaign_not_running'
    if (isGone || stateAt(moment, standings) === 'disabled') return 'account_closed'
    return undefined
  }
}
