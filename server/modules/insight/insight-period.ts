import { periodOf, previousPeriod, type Period } from '#rules/analytics-period.ts'
import { localDate } from '#rules/local-date.ts'
import { askedDates } from '#server/modules/analytics/public.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { countedSpan, type CountedSpan } from './insight-queries.ts'

/** What every question about a period says. */
export interface PeriodQuery {
  /** `first` is the first day that is counted. */
  from?: string | undefined
  to?: string | undefined
  zone?: string | undefined
}

/** A question as it is worked with. */
export interface InsightPeriod {
  zone: string
  period: Period
  /** As many days right before; of a period that is not counted whole, as much of them as is counted of it. */
  previous: Period
  /** Null before the first count. */
  counted: CountedSpan | null
}

/** So long a period may be: 240 months. */
const periodDaysMax = 20 * 366

/** Reads a question. Throws `validation_failed` for dates that make no period and for zones there are not. */
export async function openPeriod(
  db: Db,
  query: PeriodQuery,
  daysMax = periodDaysMax,
): Promise<InsightPeriod> {
  const zone = query.zone ?? siteZone()
  const counted = await countedSpan(db)
  const now = await databaseNow(db)
  const today = localDate(now.getTime(), zone)
  const first = () => localDate((counted?.beginsAt ?? now).getTime(), zone)
  const from = query.from === 'first' ? first() : query.from
  const period = periodOf(askedDates({ ...query, from }, today, daysMax), zone)
  const until = Math.min(counted?.countedAt.getTime() ?? 0, now.getTime())
  return { zone, period, previous: previousPeriod(period, zone, until), counted }
}
