import type { Timeseries } from '#contracts/analytics.schemas.ts'
import { bucketsOf, HOURLY_DAYS_MAX, intervalOf, type Interval } from '#rules/analytics-buckets.ts'
import { daysOf } from '#rules/analytics-period.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { invalidValue } from '#server/platform/http/problems.ts'
import { statisticsOf, nothing } from './statistics.ts'
import { frameView, openFrame, type PeriodQuery } from './frame.ts'
import { countParts } from './summary.ts'

export interface TimeseriesQuery extends PeriodQuery {
  interval?: Interval
}

/**
 * A member's statistics by hour, day, week or month of a zone, and those of as many days before. Throws what `openFrame`
 * throws, and `validation_failed` for more hours than can be shown.
 */
export async function analyticsTimeseries(
  db: ReadDb,
  actor: Pick<MemberActor, 'uid'>,
  query: TimeseriesQuery,
): Promise<Timeseries> {
  const frame = await openFrame(db, actor, query)
  const { zone, period } = frame
  const interval = query.interval ?? intervalOf(period)
  if (interval === 'hour' && daysOf(period) > HOURLY_DAYS_MAX)
    throw invalidValue('query.interval', `Hours are for ${HOURLY_DAYS_MAX} days at most.`)
  const before = bucketsOf(frame.previous, interval, zone)
  const now = bucketsOf(period, interval, zone)
  // The days before end where the period begins, so all of it is one row of parts.
  const starts = [...before, ...now].map(({ startsAt }) => new Date(startsAt))
  const counted = await countParts(db, frame, { starts, until: new Date(period.endsAt) })
  const items = [...before, ...now].map(({ date }, part) => ({
    date,
    startsAt: starts[part]!.toISOString(),
    statistics: statisticsOf(counted.get(part) ?? nothing),
  }))
  return {
    ...frameView(frame),
    interval,
    items: items.slice(before.length),
    previous: items.slice(0, before.length),
  }
}
