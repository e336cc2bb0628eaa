import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DoneMessage } from '#web/ui/rare/done-message.tsx'
import { formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { CheckInCelebration } from './check-in-celebration.tsx'
import { useCheckInStatus } from './shared/queries.ts'
import { timeUntil } from './shared/time-until.ts'
import { useCheckInAction } from './shared/use-check-in-action.ts'
import classes from './today-check-in.module.css'

/** Today's check-in as one button, with the streak it belongs to. It takes its room at once. */
export function TodayCheckIn() {
  const { data: status, isError } = useCheckInStatus()
  const action = useCheckInAction(status?.isCheckedIn === true)
  const now = useNow()
  if (isError && !status) return null
  const wait = status && timeUntil(status.nextAt, now)
  const today = status && status.next.points + status.next.bonusPoints
  return (
    <div className={classes.today}>
      {!status || today === undefined ? (
        <Skeleton height={48} radius={24} />
      ) : status.isCheckedIn || wait ? (
        <DoneMessage isDone={status.isCheckedIn}>
          {status.isCheckedIn
            ? m.check_in_today_done_next({ points: formatSigned(today) })
            : m.check_in_too_soon({ time: wait! })}
        </DoneMessage>
      ) : (
        <Button full look="gold" onClick={action.press} loading={action.isBusy}>
          {m.check_in_today_button({ points: formatSigned(today) })}
        </Button>
      )}
      <CheckInCelebration result={action.result} already={action.already} />
      {action.failure && <Notice>{action.failure}</Notice>}
      <Link to={paths.dailyCheckIn} className={classes.link}>
        {status && status.streak > 0
          ? m.check_in_streak_link({ count: status.streak, days: formatNumber(status.streak) })
          : m.check_in_home_calendar()}
      </Link>
    </div>
  )
}
