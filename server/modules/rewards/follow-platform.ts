import { m } from '#messages'
import type { FollowedPlatform } from '#contracts/gamification.schemas.ts'
import { requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy, pointsExpireAt } from '#server/modules/economy/public.ts'
import { balances, grantAward } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { claimForAddress } from '#server/modules/points/public.ts'
import { refuseReward } from '#server/modules/points/public.ts'
import { lockRewards } from '#server/modules/points/public.ts'

/** What the ledger and the history call it. */
export const socialFollowProgram = 'social-follow'

/**
 * Claims the points for following the site on a platform of the operator's list: once a platform, and once an e-mail
 * address. Nobody asks the platform; the screen opens it first.
 */
export async function followPlatform(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'party' | 'email'>,
  { platform }: { platform: string },
  { hashAddress }: { hashAddress(email: string): Buffer },
): Promise<FollowedPlatform> {
  await requireActing(tx, actor.uid)
  const { party } = actor
  await lockRewards(tx, party)
  const { socialFollow } = await currentEconomy(tx)
  const listed = socialFollow.platforms.find((one) => one.platform === platform)
  if (!listed)
    throw await refuseReward(tx, party, 'reward_platform_unknown', m.gamification_follow_unknown(), null)
  if (listed.url === null)
    throw await refuseReward(
      tx,
      party,
      'reward_platform_unknown',
      m.gamification_follow_without_address(),
      null,
    )
  const isFirst = await claimForAddress(tx, {
    program: socialFollowProgram,
    period: platform,
    addressHash: hashAddress(actor.email),
    uid: actor.uid,
  })
  if (!isFirst) throw await refuseReward(tx, party, 'already_granted', m.gamification_follow_again(), null)
  const { points } = socialFollow
  if (points > 0) {
    const award = { party, program: socialFollowProgram, period: platform, points }
    const { granted } = await grantAward(tx, { ...award, expiresAt: await pointsExpireAt(tx) })
    // Under another address of theirs before.
    if (!granted) throw await refuseReward(tx, party, 'already_granted', m.gamification_follow_again(), null)
  }
  return { granted: points, balance: (await balances(tx, party)).points, nextAt: null, platform }
}
