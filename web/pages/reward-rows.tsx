import { lazy, Suspense } from 'react'
import { m } from '#messages'
import type { Gamification } from '#contracts/gamification.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { MonthlyClaimStatus } from '#contracts/rewards.schemas.ts'
import { holderText } from '../features/gamification/holder-text.ts'
import { claimGoal } from '#rules/monthly-claim.ts'
import { WayRow } from '../features/points/way-row.tsx'
import { formatDay, formatMonth, formatNumber, formatRelative, formatSigned } from '#web/ui/common/format.ts'
import { Button } from '../ui/button.tsx'
import { Pill } from '../ui/pill.tsx'
import { useNow } from '../ui/use-now.ts'
import type { ClaimProps } from './claim-button.tsx'

// Only for who has something to claim.
const ClaimButton = lazy(async () => ({ default: (await import('./claim-button.tsx')).ClaimButton }))
const MonthClaim = lazy(async () => ({ default: (await import('./claim-button.tsx')).MonthClaim }))
const HolderClaim = lazy(async () => ({ default: (await import('./claim-button.tsx')).HolderClaim }))
const FollowPlatforms = lazy(async () => ({
  default: (await import('../features/gamification/follow-platforms.tsx')).FollowPlatforms,
}))

/** The room of a claim's button until its code is there: without it the text beside it would wrap anew. */
function ClaimRoom() {
  return (
    <span style={{ visibility: 'hidden' }}>
      <Button look="soft" size="s" disabled>
        {m.gamification_next_claim_action()}
      </Button>
    </span>
  )
}

type Granted = Pick<ClaimProps, 'onGranted'>
type Rewards = Gamification['rewards']

/** Inviting a friend: what it pays me, and how many are on their way. */
export function FriendRow({ friends }: { friends: Rewards['friendInvitation'] | undefined }) {
  const waiting = (friends?.waiting ?? 0) + (friends?.underReview ?? 0)
  const hasFriends = friends && waiting + friends.paid > 0
  return (
    <WayRow
      to={paths.referral}
      heading={m.points_way_friend()}
      hint={
        hasFriends
          ? m.gamification_invite_state({ waiting: formatNumber(waiting), paid: formatNumber(friends.paid) })
          : m.points_way_friend_hint()
      }
      end={friends && <Pill tone="gold">{formatSigned(friends.points)}</Pill>}
    />
  )
}

/** Today's check-in: its button while it is open, else when the next one is. */
export function CheckInRow({ checkIn, onGranted }: { checkIn: Rewards['dailyCheckIn'] } & Granted) {
  const { nextAt, isCheckedIn, points } = checkIn
  const now = useNow()
  const when = nextAt === null ? '' : formatRelative(nextAt, now)
  return (
    <WayRow
      to={paths.dailyCheckIn}
      heading={m.gamification_reward_check_in()}
      hint={
        nextAt === null
          ? m.gamification_next_points({ points: formatNumber(points) })
          : isCheckedIn
            ? m.gamification_why_checked_in({ when })
            : m.gamification_why_zone({ when })
      }
      end={
        nextAt === null ? (
          <Suspense fallback={<ClaimRoom />}>
            <ClaimButton
              reward="daily-check-in"
              platform={null}
              name={m.gamification_reward_check_in()}
              onGranted={onGranted}
            />
          </Suspense>
        ) : (
          <Pill tone="gold">{formatSigned(points)}</Pill>
        )
      }
    />
  )
}

/** The monthly claim: its button when it is open, else how far the next one is and when. */
export function MonthRow({ monthly, onGranted }: { monthly: MonthlyClaimStatus | undefined } & Granted) {
  const canClaim = monthly?.refusal === null && monthly.tier !== null
  const now = useNow()
  return (
    <WayRow
      to={paths.monthlyClaim}
      heading={m.points_way_monthly()}
      hint={monthly ? monthlyHint(monthly) : m.points_pays_monthly()}
      end={
        canClaim ? (
          <Suspense fallback={<ClaimRoom />}>
            <MonthClaim name={m.points_way_monthly()} onGranted={onGranted} />
          </Suspense>
        ) : (
          monthly && <Pill tone="plain">{monthlyOpens(monthly, now)}</Pill>
        )
      }
    />
  )
}

/** The holder prize: its button when it can be had, else why not and until when. */
export function HolderRow({ prize, onGranted }: { prize: Rewards['holderPrize'] | undefined } & Granted) {
  const now = useNow()
  return (
    <WayRow
      id="holder-prize"
      to={paths.crels('wallet')}
      heading={m.gamification_holder()}
      hint={prize ? holderText(prize, now) : m.points_pays_monthly()}
      isHintLong
      end={
        prize &&
        (prize.refusal === null ? (
          <Suspense fallback={<ClaimRoom />}>
            <HolderClaim name={m.gamification_holder()} onGranted={onGranted} />
          </Suspense>
        ) : (
          prize.points !== null && <Pill tone="gold">{formatSigned(prize.points)}</Pill>
        ))
      }
    />
  )
}

/** Sharing a campaign. */
export function ShareRow() {
  return (
    <WayRow
      to={paths.socialShare}
      heading={m.points_way_share()}
      hint={m.points_way_share_hint()}
      end={<Pill tone="gold">{m.points_pays_share()}</Pill>}
    />
  )
}

/** Following us: how many platforms are done, and a button for each of the others. */
export function FollowRow({
  platforms,
  onGranted,
}: { platforms: Rewards['socialFollow'] | undefined } & Granted) {
  const listed = platforms?.filter(({ url }) => url !== null) ?? []
  const done = listed.filter(({ isOpen, followedAt }) => followedAt !== null || !isOpen).length
  const open = listed.reduce((sum, { points, isOpen }) => sum + (isOpen ? points : 0), 0)
  return (
    <WayRow
      id="social-follow"
      heading={m.gamification_follow()}
      hint={
        listed.length === 0
          ? m.gamification_follow_none()
          : m.points_way_follow_hint({ done: formatNumber(done), count: formatNumber(listed.length) })
      }
      end={open > 0 && <Pill tone="gold">{formatSigned(open)}</Pill>}
    >
      {open > 0 && (
        <Suspense fallback={null}>
          <FollowPlatforms platforms={listed} onGranted={onGranted} />
        </Suspense>
      )}
    </WayRow>
  )
}

/** When the claim opens: the day, or of a month that is about to end how soon. */
function monthlyOpens({ closesAt, refusal, countedMonthEndsAt }: MonthlyClaimStatus, now: Date): string {
  return refusal === 'month_open' && countedMonthEndsAt !== null
    ? formatRelative(countedMonthEndsAt, now)
    : formatDay(closesAt.slice(0, 10))
}

function monthlyHint(status: MonthlyClaimStatus): string {
  const { refusal, tier, tiers } = status
  if (refusal === 'month_open') return m.points_way_monthly_open({ month: formatMonth(status.countedMonth) })
  if (refusal === null && tier) return m.points_way_monthly_ready({ points: formatNumber(tier.points) })
  const goal = claimGoal(status)
  if (goal.state === 'out_of_reach') return m.points_way_monthly_out_of_reach()
  const points = formatNumber(goal.tier.points)
  if (goal.state === 'ahead') return m.points_way_monthly_progress({ count: goal.missing, points })
  return goal.tier === tiers.at(-1) ? m.points_way_monthly_top() : m.points_way_monthly_reached({ points })
}
