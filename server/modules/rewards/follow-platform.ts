import * as gamification from '#contracts/gamification.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import {
  addressesByPeriod,
  claimForAddress,
  grantPoints,
  lockRewards,
  periodsOfAddress,
  refuseReward,
  type Reward,
} from '#server/modules/points/public.ts'
import { m } from '#messages'
import type { FollowedPlatform, PlatformView } from '#contracts/gamification.schemas.ts'
import { isLeftAddress, requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { awardedPeriods, balances } from '#server/modules/ledger/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'

const program = 'social-follow'

/** Points for following the site on a platform, once for each. */
export const followReward = {
  programs: [program],
  routes: (deps) => [
    bind(gamification.followPlatform, ({ transaction, actor, body }) =>
      transaction((tx) => followPlatform(tx, actor, body, deps)),
    ),
  ],
  status: async (db, member, deps) => {
    const socialFollow = await platformViews(db, member, deps)
    const open = socialFollow.filter(({ isOpen }) => isOpen)
    return {
      view: { socialFollow },
      next: { follow: open[0]?.points ?? null },
      claimable: open.map(({ platform, points }) => ({ reward: program, points, platform, until: null })),
    }
  },
} satisfies Reward

/**
 * Claims the points for following the site on a platform of the operator's list: once a platform, and once an e-mail
 * address. The platform is not asked; the screen opens it first.
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
    program,
    period: platform,
    addressHash: hashAddress(actor.email),
    uid: actor.uid,
  })
  if (!isFirst) throw await refuseReward(tx, party, 'already_granted', m.gamification_follow_again(), null)
  const { points } = socialFollow
  if (points > 0) {
    const { granted } = await grantPoints(tx, { party, program, period: platform, points })
    // Under another address of theirs before.
    if (!granted) throw await refuseReward(tx, party, 'already_granted', m.gamification_follow_again(), null)
  }
  return { granted: points, balance: (await balances(tx, party)).points, nextAt: null, platform }
}

/**
 * How many have followed the site on each platform that anybody followed it on, also on those that are not listed any
 * more.
 */
export async function followersByPlatform(db: Db): Promise<Map<string, number>> {
  return await addressesByPeriod(db, program)
}

/** Each platform; one that this address has had before, also under another account, is not open. */
async function platformViews(
  db: Db,
  { party, email }: Pick<MemberActor, 'party' | 'email'>,
  { hashAddress }: { hashAddress(email: string): Buffer },
): Promise<PlatformView[]> {
  const { platforms, points } = (await currentEconomy(db)).socialFollow
  const followed = await awardedPeriods(db, party, program)
  const hash = hashAddress(email)
  const isLeft = await isLeftAddress(db, hash)
  const had = await periodsOfAddress(db, program, hash)
  return platforms.map(({ platform, url }) => ({
    platform,
    url,
    points,
    followedAt: followed.get(platform)?.toISOString() ?? null,
    isOpen: url !== null && !isLeft && !had.has(platform) && !followed.has(platform),
  }))
}
