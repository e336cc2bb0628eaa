import type { AnalyticsSummary, Breakdown, Statistics, Timeseries } from '#contracts/analytics.schemas.ts'
import { otherValues } from '#server/modules/clicks/public.ts'
import { csvLine } from '#server/platform/csv-line.ts'

const columns = [
  'clicks',
  'uniques',
  'conversions',
  'crels',
  'pendingCrels',
  'conversionRateBps',
  'milliCrelsPerClick',
] as const

/** A summary as a CSV file (RFC 4180): the period, and what it is compared with. */
export function summaryCsv({ period, previousPeriod, statistics, previous }: AnalyticsSummary): string {
  return file(
    ['from', 'to', 'startsAt', 'endsAt'],
    [
      { cells: [period.from, period.to, period.startsAt, period.endsAt], statistics },
      {
        cells: [previousPeriod.from, previousPeriod.to, previousPeriod.startsAt, previousPeriod.endsAt],
        statistics: previous,
      },
    ],
  )
}

/** A series as a CSV file: each part of the period. */
export function timeseriesCsv({ items }: Timeseries): string {
  return file(
    ['date', 'startsAt'],
    items.map(({ date, startsAt, statistics }) => ({ cells: [date, startsAt], statistics })),
  )
}

/** A breakdown as a CSV file: every row of it, and what is in none of them as one, so that the file adds up. */
export function breakdownCsv({ by, items, others }: Breakdown): string {
  const isNamed = by === 'campaign' || by === 'link'
  const rows = items.map(({ key, title, code, campaign, statistics }) => ({
    cells: [key ?? '', title ?? '', code ?? '', ...(isNamed ? [campaign?.brand.name ?? ''] : [])],
    statistics,
  }))
  const isRest = Object.values(others.statistics).some((figure) => figure !== null && figure > 0)
  const names = [by, 'title', 'code', ...(isNamed ? ['brand'] : [])]
  const rest = isRest
    ? [{ cells: names.map((_, at) => (at === 0 ? otherValues : '')), statistics: others.statistics }]
    : []
  return file(names, [...rows, ...rest])
}

function file(names: string[], rows: { cells: string[]; statistics: Statistics }[]): string {
  return [
    csvLine([...names, ...columns]),
    ...rows.map(({ cells, statistics }) =>
      csvLine([...cells, ...columns.map((column) => statistics[column])]),
    ),
  ].join('')
}
