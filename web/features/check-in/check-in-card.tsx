import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DoneMessage } from '#web/ui/done-message.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { dayText, missedText, placeOf, timeUntil } from './check-in-text.ts'
import { StreakStrip } from './streak-strip.tsx'
import type { Stamp } from './use-stamp.ts'
import classes from './check-in-card.module.css'

/** The week of the streak, the one button, and when the day ends. */
export function CheckInCard({ status, stamp }: { status: CheckInStatus; stamp: Stamp }) {
  const now = useNow()
  const missed = missedText(status)
  const { nextTimeZone } = status
  return (
    <Card className={classes.card}>
      {missed && <Notice tone="gold">{missed}</Notice>}
      <StreakStrip days={status.strip} />
      <StampButton status={status} stamp={stamp} now={now} />
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
      {stamp.failure && <Notice>{stamp.failure}</Notice>}
    </Card>
  )
}

function StampButton({ status, stamp, now }: { status: CheckInStatus; stamp: Stamp; now: Date }) {
  const wait = timeUntil(status.nextAt, now)
  if (!status.isCheckedIn && !wait)
    return (
      <Button full look="gold" onClick={stamp.press} loading={stamp.isBusy}>
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
