import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { pointsOf } from '#contracts/points-path.ts'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { CheckInCalendar } from '../features/check-in/check-in-calendar.tsx'
import { CheckInCard } from '../features/check-in/check-in-card.tsx'
import { useCheckInStatus } from '#web/features/check-in/shared/queries.ts'
import { useCheckInAction } from '#web/features/check-in/shared/use-check-in-action.ts'
import { PointsPill } from '../features/points/points-pill.tsx'
import { BoostNotice } from '../features/shop/boost-notice.tsx'
import { isAwaited, useOrderTerms } from '../features/shop/terms.ts'
import { Loaded } from '../ui/loaded.tsx'
import { formatSigned } from '#web/ui/common/format.ts'
import { LinkRow, LinkRows } from '../ui/rare/link-rows.tsx'
import { Page, Section } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { Stat, Stats } from '../ui/rare/stat.tsx'
import { CheckInAhead } from './check-in-ahead.tsx'
import classes from './daily-check-in.module.css'

/** `/points/daily-check-in`: the streak, one button, what comes next, the calendar and how it pays. */
export default function DailyCheckInPage() {
  const query = useCheckInStatus()
  const action = useCheckInAction(query.data?.isCheckedIn === true)
  const terms = useOrderTerms()
  const boost = terms.data?.boost
  return (
    <Page title={m.pages_daily_check_in()} aside={<PointsPill />}>
      {boost && <BoostNotice boost={boost} />}
      <Loaded
        query={isAwaited(terms) ? { ...query, isPending: true, isPaused: false } : query}
        heading={m.check_in_load_failed()}
        waiting={
          <Loading>
            <CardSkeleton lines={5} />
            <CardSkeleton lines={6} />
          </Loading>
        }
      >
        {(status) => (
          <div className={classes.layout}>
            <div className={classes.column}>
              <CheckInCard status={status} action={action} />
              <CheckInAhead status={status} />
              <section aria-label={m.check_in_figures()}>
                <Figures status={status} />
              </section>
              <Section heading={m.check_in_how()}>
                <p className={classes.how}>{m.check_in_how_step()}</p>
                <p className={classes.how}>{m.check_in_how_miss()}</p>
              </Section>
            </div>
            <div className={classes.column}>
              <Section heading={m.check_in_calendar()}>
                <CheckInCalendar status={status} />
              </Section>
              <LinkRows>
                <LinkRow to={withQuery(paths.pointsShop, { kind: 'streak_freeze' })}>
                  {m.check_in_get_freeze()}
                </LinkRow>
                <LinkRow to={pointsOf('daily-check-in')}>{m.check_in_history()}</LinkRow>
              </LinkRows>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Figures({ status }: { status: CheckInStatus }) {
  return (
    <Stats>
      <Stat label={m.check_in_longest()} value={m.check_in_days({ count: status.longestStreak })} />
      <Stat
        label={m.check_in_bonus()}
        value={formatSigned(status.nextBonus.bonusPoints)}
        note={m.check_in_bonus_on({ day: status.nextBonus.streak })}
      />
    </Stats>
  )
}
