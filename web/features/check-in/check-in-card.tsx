import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DoneMessage } from '#web/ui/rare/done-message.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { dayText, missedText, placeOf, timeUntil } from './check-in-text.ts'
import { StreakStrip } from './streak-strip.tsx'
import type { CheckInAction } from './shared/use-check-in-action.ts'
import classes from './check-in-card.module.css'

/** The week of the streak, the one button, and when the day ends. */
export function CheckInCard({ status, action }: { status: CheckInStatus; action: CheckInAction }) {
  const now = useNow()
  const missed = missedText(status)
  const { nextTimeZone } = status
  return (
    <Card className={classes.card}>
      {missed && <Notice tone="gold">{missed}</Notice>}
      <StreakStrip days={status.strip} />
      <CheckInButton status={status} action={action} now={now} />
      <p className={classes.hint}>{dayText(status, now)}</p>
      {nextTimeZone && (
        <p className={classes.hint}>
          {m.check_in_zone_changes({
            date: formatDate(nextTimeZone.startsAt),
            place: placeOf(nextTimeZone.timeZone),
            hours: nextTimeZone.hoursApart,
          })}{' '}
          <Link to={paths.profileInfo}>{m.check_in_zone_link()}</Link>
        </p>
      )}
      {action.failure && <Notice>{action.failure}</Notice>}
    </Card>
  )
}

function CheckInButton({ status, action, now }: { status: CheckInStatus; action: CheckInAction; now: Date }) {
  const wait = timeUntil(status.nextAt, now)
  if (!status.isCheckedIn && !wait)
    return (
      <Button full look="gold" onClick={action.press} loading={action.isBusy}>
        {m.check_in_stamp({ day: status.next.streak })}
      </Button>
    )
  const text = status.isCheckedIn
    ? wait
      ? m.check_in_done({ time: wait })
      : m.check_in_done_now()
    : m.check_in_too_soon({ time: wait! })
  return <DoneMessage>{text}</DoneMessage>
}
