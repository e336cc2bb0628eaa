import { daysOf, PERIOD_DAYS_MAX, rangeDates, RANGE_DEFAULT, type Dates } from '#rules/analytics-period.ts'
import { isZone } from '#rules/local-date.ts'
import { invalidValue } from '#server/platform/http/problems.ts'

/** Dates for which clicks are kept (`click_day`). */
const dateMin = '2020-01-01'
const dateMax = '2149-12-31'

/** A zone as it was asked for. Throws `validation_failed` where there is none of the name. */
export function askedZone(zone: string): string {
  if (!isZone(zone)) throw invalidValue('query.zone', 'This is not a time zone of the IANA database.')
  return zone
}

/** The dates asked for, the last 30 days where none are. Throws `validation_failed` for those that make no period. */
export function askedDates(
  query: { from?: string | undefined; to?: string | undefined },
  today: string,
  daysMax = PERIOD_DAYS_MAX,
): Dates {
  const shown = rangeDates(RANGE_DEFAULT, query.to ?? today)
  const dates = { from: query.from ?? shown.from, to: query.to ?? shown.to }
  if (dates.from < dateMin) throw invalidValue('query.from', `Nothing is known of days before ${dateMin}.`)
  if (dates.to > dateMax) throw invalidValue('query.to', `Nothing will be known of days after ${dateMax}.`)
  if (dates.from > dates.to) throw invalidValue('query.from', 'The first day is after the last.')
  if (daysOf(dates) > daysMax) throw invalidValue('query.from', `A period has ${daysMax} days at most.`)
  return dates
}
