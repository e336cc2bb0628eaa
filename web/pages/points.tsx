import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useCheckInStatus } from '#web/features/check-in/shared/queries.ts'
import { useGamification } from '../features/gamification/queries.ts'
import { useMonthlyClaim } from '../features/monthly-claim/queries.ts'
import { PointsCard } from '../features/points/points-card.tsx'
import { usePoints } from '../features/points/queries.ts'
import { WayRows } from '../features/points/way-row.tsx'
import { TodayCheckIn } from '../features/check-in/today-check-in.tsx'
import { Celebration, News } from '../ui/celebration.tsx'
import { whenIdle } from '../platform/when-idle.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { WhenNear } from '../ui/when-near.tsx'
import { FollowRow, FriendRow, HolderRow, MonthRow, ShareRow } from './reward-rows.tsx'
import classes from './points.module.css'

// What stands below, or beside on wide screens, comes when the screen is there.
const PointsHistory = lazy(async () => ({
  default: (await whenIdle().then(() => import('../features/points/points-history.tsx'))).PointsHistory,
}))
const PointsShelf = lazy(async () => ({
  default: (await whenIdle().then(() => import('./points-shelf.tsx'))).PointsShelf,
}))

/** `/points`: one balance, today's check-in, five ways to earn that are claimed here, and every entry behind it. */
export default function PointsPage() {
  const points = usePoints()
  const checkIn = useCheckInStatus()
  const { data: gamification } = useGamification()
  const { data: monthly } = useMonthlyClaim()
  const [granted, setGranted] = useState(0)
  return (
    <Page title={m.pages_points()}>
      <div className={classes.layout}>
        <div className={classes.balance}>
          <PointsCard
            points={points.data}
            hasFailed={points.isError}
            level={gamification && levelOf(gamification)}
            firstPoints={checkIn.data?.next.points}
          />
          {points.isError && (
            <ErrorState
              {...problemOf(points.error)}
              heading={m.points_load_failed()}
              onRetry={() => void points.refetch()}
              retrying={points.isFetching}
            />
          )}
          <TodayCheckIn />
        </div>
        <div className={classes.ways}>
          <Section
            heading={m.points_ways()}
            action={<Link to={paths.leaderboard}>{m.pages_leaderboard()}</Link>}
          >
            <News>
              {granted > 0 && (
                <Celebration text={m.gamification_granted({ points: formatNumber(granted) })} />
              )}
            </News>
            <WayRows>
              <FriendRow friends={gamification?.rewards.friendInvitation} />
              <MonthRow monthly={monthly} onGranted={setGranted} />
              <HolderRow prize={gamification?.rewards.holderPrize} onGranted={setGranted} />
              <ShareRow />
              <FollowRow platforms={gamification?.rewards.socialFollow} onGranted={setGranted} />
            </WayRows>
          </Section>
          <WhenNear minHeight={280}>
            <Suspense fallback={null}>
              <PointsShelf />
            </Suspense>
          </WhenNear>
        </div>
        <div className={classes.history}>
          <Section heading={m.points_history()} action={<Link to={paths.rewards}>{m.pages_rewards()}</Link>}>
            <WhenNear minHeight={400}>
              <Suspense fallback={null}>
                <PointsHistory />
              </Suspense>
            </WhenNear>
          </Section>
        </div>
      </div>
    </Page>
  )
}

function levelOf({ level, points }: NonNullable<ReturnType<typeof useGamification>['data']>) {
  return {
    number: level.number,
    name: m.gamification_level_name({ level: level.number }),
    toNext: level.nextPoints === null ? null : level.nextPoints - points.lifetime,
  }
}
