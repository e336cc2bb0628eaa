import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { CheckInStatus, MonthlyClaimStatus } from '#contracts/rewards.schemas.ts'
import { timeUntil } from '#web/features/check-in/check-in-text.ts'
import { useCheckInStatus } from '#web/features/check-in/shared/queries.ts'
import { useGamification } from '../features/gamification/queries.ts'
import { useMonthlyClaim } from '../features/monthly-claim/queries.ts'
import { WayTile, WayTiles } from '../features/points/way-tile.tsx'
import { formatSigned } from '#web/ui/common/format.ts'
import { useNow } from '../ui/use-now.ts'

/** The five ways to earn points, each with what it pays now where that is known. */
export function PointsWays() {
  const { data: checkIn } = useCheckInStatus()
  const { data: monthly } = useMonthlyClaim()
  const next = checkIn ? checkIn.next.points + checkIn.next.bonusPoints : null
  const canCheckIn = checkIn?.nextAt === null
  const holder = useGamification().data?.rewards.holderPrize
  const canClaimHolder = holder?.refusal === null
  return (
    <WayTiles>
      <WayTile
        to={paths.dailyCheckIn}
        pays={next === null ? m.points_pays_daily() : formatSigned(next)}
        heading={m.points_way_check_in()}
        hint={checkInHint(checkIn, useNow())}
        isReady={canCheckIn}
      />
      <WayTile
        to={paths.monthlyClaim}
        pays={monthly ? formatSigned(monthlyPoints(monthly)) : m.points_pays_monthly()}
        heading={m.points_way_monthly()}
        hint={monthly ? monthlyHint(monthly) : m.points_pays_monthly()}
        isReady={monthly?.refusal === null}
      />
      <WayTile
        to={paths.referral}
        pays={m.points_pays_friend()}
        heading={m.points_way_friend()}
        hint={m.points_way_friend_hint()}
      />
      <WayTile
        to={paths.socialShare}
        pays={m.points_pays_share()}
        heading={m.points_way_share()}
        hint={m.points_way_share_hint()}
      />
      <WayTile
        to={canClaimHolder ? `${paths.gamification}#holder-prize` : paths.gamification}
        pays={holder?.points ? formatSigned(holder.points) : m.points_pays_monthly()}
        heading={m.points_way_more()}
        hint={canClaimHolder ? m.points_way_monthly_ready() : m.points_way_more_hint()}
        isReady={canClaimHolder}
      />
    </WayTiles>
  )
}

/** Which day of the streak is next, and when; after a change of the time zone that may be later today. */
function checkInHint(status: CheckInStatus | undefined, now: Date): string {
  if (!status) return m.points_pays_daily()
  const day = status.next.streak
  const time = timeUntil(status.nextAt, now)
  if (!time) return m.points_way_check_in_hint({ day })
  return status.isCheckedIn ? m.points_way_check_in_done({ day }) : m.check_in_too_soon({ time })
}

/** What can be had now, or next month at this month's pace: the tier that is aimed at. */
function monthlyPoints({ refusal, tier, tiers, thisMonthCheckIns }: MonthlyClaimStatus): number {
  if (refusal === null && tier) return tier.points
  return (tiers.find(({ checkIns }) => checkIns > thisMonthCheckIns) ?? tiers.at(-1))?.points ?? 0
}

function monthlyHint({ refusal, tiers, thisMonthCheckIns }: MonthlyClaimStatus): string {
  if (refusal === null) return m.points_way_monthly_ready()
  const next = tiers.find(({ checkIns }) => checkIns > thisMonthCheckIns)
  if (next) return m.points_way_monthly_progress({ count: next.checkIns - thisMonthCheckIns })
  return refusal === 'claimed' ? m.points_way_monthly_claimed() : m.points_way_monthly_top()
}
