import type { Gamification, PlatformView } from '#contracts/gamification.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { levelOf } from '#rules/level.ts'
import { nextReward } from '#rules/next-reward.ts'
import { isLeftAddress, memberProfile } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { periodsOfAddress } from '#server/modules/points/public.ts'
import { awardedPeriods, lifetimePoints } from '#server/modules/ledger/public.ts'
import { checkInStatus } from './check-in-status.ts'
import { socialFollowProgram } from './follow-platform.ts'
import { holderPrizeStatus } from './holder-prize.ts'
import { invitationTotals } from '#server/modules/friends/public.ts'
import { listBadges } from './list-badges.ts'
import { monthlyClaimStatus } from './monthly-claim.ts'

/** Everything that a member is and can have in points: level, badges, streak, each reward, and what to do next. */
export async function gamificationStatus(
  db: Db,
  actor: Pick<MemberActor, 'uid' | 'party' | 'email'>,
  deps: { hashAddress(email: string): Buffer },
): Promise<Gamification> {
  const { uid, party } = actor
  const economy = await currentEconomy(db)
  const [balance, lifetime] = [(await balances(db, party)).points, await lifetimePoints(db, party)]
  const checkIn = await checkInStatus(db, actor)
  const monthly = await monthlyClaimStatus(db, actor)
  const holder = await holderPrizeStatus(db, actor)
  const { waiting, held, paid } = await invitationTotals(db, uid)
  const socialFollow = await platformViews(db, actor, economy, deps)
  const isComplete = (await memberProfile(db, uid))?.isComplete ?? false
  const checkInPoints = checkIn.next.points + checkIn.next.bonusPoints
  const unfollowed = socialFollow.find(({ isOpen }) => isOpen)
  const next = nextReward({
    checkIn: checkIn.nextAt === null ? checkInPoints : null,
    monthlyClaim: monthly.refusal === null ? (monthly.tier?.points ?? null) : null,
    holderPrize: holder.refusal === null ? (holder.tier?.points ?? null) : null,
    follow: unfollowed?.points ?? null,
    behindProfile: isComplete ? null : (monthly.tier?.points ?? 0),
    inviteFriend: economy.friendInvitation.inviterPoints,
  })
  return {
    points: { balance, lifetime },
    level: { ...levelOf(lifetime, economy.levels), levels: economy.levels.fromPoints.length },
    streak: { days: checkIn.streak, longest: checkIn.longestStreak },
    badges: await listBadges(db, actor, checkIn),
    rewards: {
      dailyCheckIn: { isCheckedIn: checkIn.isCheckedIn, points: checkInPoints, nextAt: checkIn.nextAt },
      monthlyClaim: {
        points: monthly.tier?.points ?? null,
        refusal: monthly.refusal,
        closesAt: monthly.closesAt,
      },
      holderPrize: {
        points: holder.tier?.points ?? null,
        refusal: holder.refusal,
        crelsMin: holder.crelsMin,
        crelsNeeded: holder.tiers[0]?.crels ?? null,
        windowDays: holder.windowDays,
        nextAt: holder.nextAt,
      },
      friendInvitation: { points: economy.friendInvitation.inviterPoints, waiting, held, paid },
      socialFollow,
    },
    next: { ...next, platform: next.action === 'follow' ? unfollowed!.platform : null },
  }
}

/** Each platform; one that this address has had before, also under another account, is not open. */
async function platformViews(
  db: Db,
  { party, email }: Pick<MemberActor, 'party' | 'email'>,
  { socialFollow: { platforms, points } }: Economy,
  { hashAddress }: { hashAddress(email: string): Buffer },
): Promise<PlatformView[]> {
  const followed = await awardedPeriods(db, party, socialFollowProgram)
  const hash = hashAddress(email)
  const isLeft = await isLeftAddress(db, hash)
  const had = await periodsOfAddress(db, socialFollowProgram, hash)
  return platforms.map(({ platform, url }) => ({
    platform,
    url,
    points,
    followedAt: followed.get(platform)?.toISOString() ?? null,
    isOpen: url !== null && !isLeft && !had.has(platform) && !followed.has(platform),
  }))
}
