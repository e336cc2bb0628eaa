import { clickRewardAt } from '#rules/click-pay.ts'
import { formerClickRewards, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import type { DueClick } from '#server/modules/clicks/public.ts'
import type { Tx } from '#server/platform/database.ts'

/** What a click is paid in thousandths of a crel, by when it was made; null for nothing. */
export type RewardAt = (click: Pick<DueClick, 'at'>) => number | null

/**
 * Of an enrolment's due clicks, in order, those that one hour settles: all of the reward that the first of them has, and
 * those that are paid nothing. An hour is paid at one rate; clicks of another, from before or after new terms, go with
 * the next. The enrolment is locked, so its reward does not change.
 */
export async function dueOfOneReward(
  tx: Tx,
  { enrolmentId, reward }: EnrolmentTerms,
  clicks: DueClick[],
): Promise<{ due: DueClick[]; clickMillicrels: number | null; rewardAt: RewardAt }> {
  const rewards = { former: await formerClickRewards(tx, enrolmentId), now: reward.clickMillicrels }
  const rewardAt: RewardAt = ({ at }) => clickRewardAt(at.getTime(), rewards)
  const first = clicks.find((click) => rewardAt(click) !== null)
  const clickMillicrels = first ? rewardAt(first) : null
  const due = clicks.filter((click) => [null, clickMillicrels].includes(rewardAt(click)))
  return { due, clickMillicrels, rewardAt }
}
