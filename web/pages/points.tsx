import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { Points } from '#contracts/points.schemas.ts'
import { useCheckInStatus } from '#web/features/check-in/shared/queries.ts'
import { LevelUp } from '../features/gamification/level-up.tsx'
import { ExpiringLots } from '../features/points/expiring-lots.tsx'
import { PointsHistory } from '../features/points/points-history.tsx'
import { usePoints } from '../features/points/queries.ts'
import { useShop } from '../features/shop/queries.ts'
import { ShopTeaser } from '../features/shop/shop-teaser.tsx'
import { isAwaited, useOrderTerms } from '../features/shop/terms.ts'
import { BalanceCard } from '../ui/balance-card.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { Following, TextSkeleton } from '../ui/skeleton.tsx'
import { PointsWays } from './points-ways.tsx'
import classes from './points.module.css'

/** `/points`: one balance, today's action, the ways to earn, what expires first, and every entry behind it. */
export default function PointsPage() {
  const points = usePoints()
  const checkIn = useCheckInStatus()
  const shop = useShop()
  const terms = useOrderTerms()
  // What may stand above the history.
  const isKnown = !points.isPending && !isAwaited(shop) && !isAwaited(terms)
  const canCheckIn = checkIn.data?.nextAt === null
  return (
    <Page title={m.pages_points()}>
      <LevelUp />
      <div className={classes.layout}>
        <div className={classes.balance}>
          <BalanceCard
            of="points"
            label={m.points_balance()}
            value={points.data?.balance}
            detail={
              points.data ? (
                expiryText(points.data, checkIn.data?.next.points)
              ) : points.isPending ? (
                <TextSkeleton widths={['70%']} />
              ) : (
                m.points_load_failed()
              )
            }
            actions={
              <>
                <ButtonLink look={canCheckIn ? 'gold' : 'ghost'} to={paths.dailyCheckIn}>
                  {checkIn.data?.isCheckedIn ? m.points_checked_in() : m.points_check_in()}
                </ButtonLink>
                <ButtonLink look="ghost" to={paths.pointsShop}>
                  {m.points_shop()}
                </ButtonLink>
              </>
            }
          />
          {points.isError && (
            <ErrorState
              {...problemOf(points.error)}
              heading={m.points_load_failed()}
              onRetry={() => void points.refetch()}
              retrying={points.isFetching}
            />
          )}
        </div>
        <div className={classes.ways}>
          <Section
            heading={m.points_ways()}
            action={<Link to={paths.leaderboard}>{m.pages_leaderboard()}</Link>}
          >
            <PointsWays />
          </Section>
          {shop.data && terms.data && <ShopTeaser items={shop.data.pages[0]!.items} terms={terms.data} />}
          {points.data && points.data.lots.length > 0 && (
            <Section heading={m.points_lots()}>
              <ExpiringLots points={points.data} />
            </Section>
          )}
        </div>
        <Following when={isKnown} className={classes.history}>
          <Section heading={m.points_history()}>
            <PointsHistory />
          </Section>
        </Following>
      </div>
    </Page>
  )
}

function expiryText({ balance, expiring }: Points, first: number | undefined): string {
  if (balance === 0) return m.points_none_yet({ points: formatNumber(first ?? 10) })
  if (expiring.points === 0) return m.points_expiring_none({ date: formatDate(expiring.until) })
  return m.points_expiring({ points: formatNumber(expiring.points), date: formatDate(expiring.until) })
}
