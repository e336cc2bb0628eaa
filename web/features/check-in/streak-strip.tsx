import { m } from '#messages'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { formatDay, formatSigned, formatWeekday } from '#web/ui/common/format.ts'
import classes from './streak-strip.module.css'

type Day = CheckInStatus['strip'][number]

const labels: Record<Day['state'], typeof m.check_in_day_checked> = {
  checked: m.check_in_day_checked,
  next: m.check_in_day_next,
  later: m.check_in_day_later,
}

/** A week of the streak: the days that are stamped, the next one, and what those after it pay. */
export function StreakStrip({ days }: { days: CheckInStatus['strip'] }) {
  return (
    <ol className={classes.strip} aria-label={m.check_in_strip()}>
      {days.map((day) => (
        <li key={day.streak} data-state={day.state} data-bonus={day.bonusPoints > 0 || undefined}>
          <span className="visually-hidden">
            {labels[day.state]({
              day: day.streak,
              date: formatDay(day.date),
              points: day.points + day.bonusPoints,
            })}
          </span>
          <span className={classes.stamp} aria-hidden="true">
            {formatSigned(day.points + day.bonusPoints)}
          </span>
          <span className={classes.weekday} aria-hidden="true">
            {formatWeekday(day.date)}
          </span>
        </li>
      ))}
    </ol>
  )
}
