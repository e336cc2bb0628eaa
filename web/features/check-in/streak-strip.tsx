import { m } from '#messages'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { formatDay, formatSigned, formatWeekday } from '#web/ui/common/format.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import classes from './streak-strip.module.css'

type Day = CheckInStatus['strip'][number]

const labels: Record<Day['state'], typeof m.check_in_day_checked> = {
  checked: m.check_in_day_checked,
  next: m.check_in_day_next,
  later: m.check_in_day_later,
}

/** A week of the streak: the days that are stamped, the next one, and what those after it pay. */
export function StreakStrip({
  days,
  stampedDate,
}: {
  days: CheckInStatus['strip']
  /** The date that was taken by a press just now: its stamp comes down. */
  stampedDate?: string
}) {
  return (
    <ol className={classes.strip} aria-label={m.check_in_strip()}>
      {days.map((day) => (
        <li
          key={day.streak}
          data-state={day.state}
          data-bonus={day.bonusPoints > 0 || undefined}
          data-stamped={day.date === stampedDate || undefined}
        >
          <span className="visually-hidden">
            {labels[day.state]({
              day: day.streak,
              date: formatDay(day.date),
              points: day.points + day.bonusPoints,
            })}
          </span>
          <span className={classes.stamp} aria-hidden="true">
            {day.state === 'checked' ? <CheckIcon size={20} /> : formatSigned(day.points + day.bonusPoints)}
          </span>
          <span className={classes.weekday} aria-hidden="true">
            {formatWeekday(day.date)}
          </span>
        </li>
      ))}
    </ol>
  )
}
