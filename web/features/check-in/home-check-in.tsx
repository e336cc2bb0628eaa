import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { icon } from '#web/ui/icon.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { CheckInCelebration } from './check-in-celebration.tsx'
import { useCheckInStatus } from './shared/queries.ts'
import { timeUntil } from './shared/time-until.ts'
import { useCheckInAction } from './shared/use-check-in-action.ts'
import classes from './home-check-in.module.css'

/** A flame: a streak that goes on. */
const FlameIcon = icon(
  <path d="M12 3c.6 3.2 5 5.2 5 10a5 5 0 0 1-10 0c0-1.9.9-3.2 2-4.2.2 1.6 1 2.4 1.8 2.7C10.6 8.7 10.7 5.6 12 3z" />,
)

/** The streak beside home's greeting; nothing before the first day. */
export function StreakPill() {
  const streak = useCheckInStatus().data?.streak ?? 0
  if (streak === 0) return null
  return (
    <Link to={paths.dailyCheckIn} className={classes.streak}>
      <Pill tone="coral" icon={<FlameIcon size={15} />}>
        {m.check_in_days({ count: streak })}
      </Pill>
    </Link>
  )
}

/**
 * The day's one press on home. It takes its room at once, and what failed is left out. `quiet` where something else is
 * the screen's first thing to do.
 */
export function HomeCheckIn({ quiet }: { quiet: boolean }) {
  const { data: status, isError } = useCheckInStatus()
  const action = useCheckInAction(status?.isCheckedIn === true)
  const now = useNow()
  if (isError && !status) return null
  const next = status ? status.next.points + status.next.bonusPoints : 0
  const wait = status && timeUntil(status.nextAt, now)
  const canCheckIn = status && !status.isCheckedIn && !wait
  return (
    <>
      <CheckInCelebration result={action.result} already={action.already} />
      <Card className={classes.card} aria-busy={!status || undefined}>
        {status && (
          <>
            <div className={classes.text}>
              <h2>
                {status.isCheckedIn
                  ? m.check_in_home_done()
                  : m.check_in_home_heading({ day: status.next.streak })}
              </h2>
              <p>
                {wait && !status.isCheckedIn
                  ? m.check_in_too_soon({ time: wait })
                  : hint(next, Boolean(canCheckIn), status.next.bonusPoints > 0)}
              </p>
            </div>
            {canCheckIn ? (
              <Button look={quiet ? 'soft' : 'gold'} onClick={action.press} loading={action.isBusy}>
                {m.check_in_home_button()}
              </Button>
            ) : (
              <div className={classes.links}>
                <Link to={paths.dailyCheckIn} className={classes.link}>
                  {m.check_in_home_calendar()}
                </Link>
                <Link to={paths.leaderboard} className={classes.link}>
                  {m.pages_leaderboard()}
                </Link>
              </div>
            )}
          </>
        )}
      </Card>
      {action.failure && <Notice>{action.failure}</Notice>}
    </>
  )
}

function hint(points: number, canCheckIn: boolean, isBonus: boolean): string {
  if (!canCheckIn) return m.check_in_home_done_hint({ points: formatNumber(points) })
  return isBonus
    ? m.check_in_home_hint_bonus({ points: formatSigned(points) })
    : m.check_in_home_hint({ points: formatSigned(points) })
}
