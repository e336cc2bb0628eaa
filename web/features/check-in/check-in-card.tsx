import { Link } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { BigNumber } from '#web/ui/big-number.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DoneMessage } from '#web/ui/rare/done-message.tsx'
import { formatDate, formatSigned } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { CheckInCelebration } from './check-in-celebration.tsx'
import { Flame, SnowIcon } from './check-in-drawings.tsx'
import { dayEndText, missedText, zoneName, todayText } from './check-in-text.ts'
import { StreakStrip } from './streak-strip.tsx'
import { timeUntil } from './shared/time-until.ts'
import type { CheckInAction } from './shared/use-check-in-action.ts'
import classes from './check-in-card.module.css'

/** The streak as a flame and a number, its week, the one button, when the day resets and the freezes that are left. */
export function CheckInCard({ status, action }: { status: CheckInStatus; action: CheckInAction }) {
  const now = useNow()
  const missed = missedText(status)
  const { nextTimeZone, streak } = status
  return (
    <Card className={classes.card}>
      <div className={classes.hero}>
        <Flame size={84} isLit={streak > 0} className={classes.flame} />
        {streak > 0 ? (
          <p className={classes.streak}>
            <BigNumber value={streak} size="4.25rem" />
            <b>{m.check_in_in_a_row({ count: streak })}</b>
          </p>
        ) : (
          <p className={classes.start}>{m.check_in_start()}</p>
        )}
        <p className={classes.hint}>{todayText(status)}</p>
      </div>
      {missed && <Notice tone="gold">{missed}</Notice>}
      <StreakStrip days={status.strip} stampedDate={action.result?.date} />
      <CheckInButton status={status} action={action} now={now} />
      <CheckInCelebration result={action.result} already={action.already} />
      {action.failure && <Notice>{action.failure}</Notice>}
      <div className={classes.foot}>
        <p>{dayEndText(status, now)}</p>
        <Freezes {...status.freezes} />
      </div>
      {nextTimeZone && (
        <p className={classes.hint}>
          {m.check_in_zone_changes({
            date: formatDate(nextTimeZone.startsAt),
            zone: zoneName(nextTimeZone.timeZone),
            hours: nextTimeZone.hoursApart,
          })}{' '}
          <Link to={paths.profileInfo}>{m.check_in_zone_link()}</Link>
        </p>
      )}
    </Card>
  )
}

function CheckInButton({ status, action, now }: { status: CheckInStatus; action: CheckInAction; now: Date }) {
  const wait = timeUntil(status.nextAt, now)
  if (!status.isCheckedIn && !wait)
    return (
      <Button full look="gold" onClick={action.press} loading={action.isBusy}>
        {m.check_in_stamp({ points: formatSigned(status.next.points + status.next.bonusPoints) })}
      </Button>
    )
  const text = status.isCheckedIn
    ? wait
      ? m.check_in_done({ time: wait })
      : m.check_in_done_now()
    : m.check_in_too_soon({ time: wait! })
  return <DoneMessage isDone={status.isCheckedIn}>{text}</DoneMessage>
}

/** A snowflake for each freeze that is left; without one, where to get it. */
function Freezes({ monthly, bought }: CheckInStatus['freezes']) {
  const left = monthly + bought
  return (
    <Link to={withQuery(paths.pointsShop, { kind: 'streak_freeze' })} className={classes.freezes}>
      {left > 0 && (
        <span className={classes.flakes} aria-hidden="true">
          {Array.from({ length: Math.min(left, 3) }, (_, index) => (
            <SnowIcon key={index} size={18} />
          ))}
        </span>
      )}
      {left > 0 ? m.check_in_freezes({ count: left }) : m.check_in_freezes_none()}
    </Link>
  )
}
