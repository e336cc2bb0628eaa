import { dayMs } from './utc-date.ts'

/**
 * When a job of the timetable runs next. Cron expressions here have five fields (minute, hour, day of the month, month,
 * day of the week from 0, Sunday, to 6), each `*`, a number, a range, steps, or a list of these; times are UTC.
 */

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const

const minuteMs = 60_000

/** A leap day comes within eight years. */
const daysMax = 8 * 366

/**
 * The first moment after `after` (milliseconds since 1970) at which an expression is due; undefined where none comes, as
 * for 31 February. RangeError for what is no expression.
 */
export function nextCronTime(cron: string, after: number): number | undefined {
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== bounds.length) throw new RangeError(`Not a cron expression: ${cron}`)
  const [minutes, hours, days, months, weekdays] = fields.map((field, at) =>
    valuesOf(field, bounds[at]!),
  ) as [number[], number[], number[], number[], number[]]
  // Where both are given, either of them makes a day due.
  const isEither = fields[2] !== '*' && fields[4] !== '*'
  const today = after - (after % dayMs)
  for (let day = today; day <= today + daysMax * dayMs; day += dayMs) {
    const date = new Date(day)
    if (!months.includes(date.getUTCMonth() + 1)) continue
    const [inMonth, inWeek] = [days.includes(date.getUTCDate()), weekdays.includes(date.getUTCDay())]
    if (isEither ? !inMonth && !inWeek : !inMonth || !inWeek) continue
    for (const hour of hours)
      for (const minute of minutes) {
        const at = day + (hour * 60 + minute) * minuteMs
        if (at > after) return at
      }
  }
  return undefined
}

function valuesOf(field: string, [min, max]: readonly [number, number]): number[] {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part)
    if (!match) throw new RangeError(`Not a part of a cron expression: ${part}`)
    const [, first, last, step] = match
    const from = first === undefined ? min : Number(first)
    const to = last !== undefined ? Number(last) : first === undefined || step !== undefined ? max : from
    if (from < min || to > max || from > to || step === '0')
      throw new RangeError(`Out of bounds in a cron expression: ${part}`)
    for (let value = from; value <= to; value += Number(step ?? 1)) values.add(value)
  }
  return [...values].sort((one, other) => one - other)
}
