import { useState } from 'react'
import { m } from '#messages'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { capitalized, formatDay, formatMonth, formatSigned, formatWeekday } from '#web/ui/common/format.ts'
import { ChevronRightIcon } from '#web/ui/control-icons.tsx'
import { SnowIcon } from './check-in-drawings.tsx'
import { useCheckInMonth } from './shared/queries.ts'
import classes from './check-in-calendar.module.css'
import { dayMs, utcDate } from '#rules/utc-date.ts'

/** A month of check-ins, with what each paid; earlier months can be looked at. */
export function CheckInCalendar({ status }: { status: CheckInStatus }) {
  const [other, setOther] = useState<string | null>(null)
  const query = useCheckInMonth(other)
  const shown = (other !== null && query.data) || status
  const month = other ?? status.month
  const byDate = new Map(shown.days.map((day) => [day.date, day]))
  const first = Date.parse(`${month}-01`)
  // Weeks begin on Monday.
  const blanks = (new Date(first).getUTCDay() + 6) % 7
  const dates = Array.from({ length: 31 }, (_, index) => utcDate(first + index * dayMs)).filter((date) =>
    date.startsWith(month),
  )
  const go = (by: number) => {
    const [year, number] = month.split('-').map(Number) as [number, number]
    const next = utcDate(Date.UTC(year, number - 1 + by, 1)).slice(0, 7)
    setOther(next === status.month ? null : next)
  }
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <button type="button" className={classes.turn} data-back onClick={() => go(-1)}>
          <ChevronRightIcon size={20} />
          <span className="visually-hidden">{m.check_in_month_before()}</span>
        </button>
        <p aria-live="polite">{capitalized(formatMonth(month, true))}</p>
        <button type="button" className={classes.turn} disabled={month >= status.month} onClick={() => go(1)}>
          <ChevronRightIcon size={20} />
          <span className="visually-hidden">{m.check_in_month_after()}</span>
        </button>
      </div>
      <div className={classes.weekdays} aria-hidden="true">
        {Array.from({ length: 7 }, (_, index) => (
          <span key={index}>{formatWeekday(`2026-06-0${index + 1}`)}</span>
        ))}
      </div>
      <ol className={classes.month} data-stale={query.isPlaceholderData || undefined}>
        {dates.map((date, index) => (
          <Day
            key={date}
            date={date}
            day={byDate.get(date)}
            isToday={date === status.date}
            column={index === 0 ? blanks + 1 : undefined}
          />
        ))}
      </ol>
      <p className={classes.legend}>
        <span className={classes.meaning}>
          <span className={classes.dot} data-state="checked" /> {m.check_in_legend_checked()}
        </span>
        <span className={classes.meaning}>
          <span className={classes.dot} data-state="frozen">
            <SnowIcon size={13} />
          </span>{' '}
          {m.check_in_legend_frozen()}
        </span>
      </p>
    </Card>
  )
}

function Day({
  date,
  day,
  isToday,
  column,
}: {
  date: string
  day: CheckInStatus['days'][number] | undefined
  isToday: boolean
  column: number | undefined
}) {
  const points = day ? day.points + day.bonusPoints : 0
  return (
    <li
      className={classes.day}
      data-state={day?.state}
      data-today={isToday || undefined}
      style={column ? { gridColumnStart: column } : undefined}
    >
      <span className="visually-hidden">{dayText(date, day?.state, points)}</span>
      <span aria-hidden="true">{Number(date.slice(8))}</span>
      {day?.state === 'checked' && (
        <span className={classes.points} aria-hidden="true">
          {formatSigned(points)}
        </span>
      )}
      {day?.state === 'frozen' && <SnowIcon size={14} />}
    </li>
  )
}

function dayText(date: string, state: 'checked' | 'frozen' | undefined, points: number): string {
  const named = { date: formatDay(date) }
  if (state === 'checked') return m.check_in_calendar_checked({ ...named, points })
  return state === 'frozen' ? m.check_in_calendar_frozen(named) : m.check_in_calendar_none(named)
}
