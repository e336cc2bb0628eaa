import type { AnalyticsSummary, Breakdown, Figures, Timeseries } from '#contracts/analytics.schemas.ts'
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
export function summaryCsv({ period, previousPeriod, figures, previous }: AnalyticsSummary): string {
  return file(
    ['from', 'to', 'startsAt', 'endsAt'],
    [
      { cells: [period.from, period.to, period.startsAt, period.endsAt], figures },
      {
        cells: [previousPeriod.from, previousPeriod.to, previousPeriod.startsAt, previousPeriod.endsAt],
        figures: previous,
      },
    ],
  )
}

/** A series as a CSV file: each part of the period. */
export function timeseriesCsv({ items }: Timeseries): string {
  return file(
    ['date', 'startsAt'],
    items.map(({ date, startsAt, figures }) => ({ cells: [date, startsAt], figures })),
  )
}

/** A breakdown as a CSV file: every row of it, and what is in none of them as one, so that the file adds up. */
export function breakdownCsv({ by, items, others }: Breakdown): string {
  const rows = items.map(({ key, title, code, figures }) => ({
    cells: [key ?? '', title ?? '', code ?? ''],
    figures,
  }))
  const isRest = Object.values(others.figures).some((figure) => figure !== null && figure > 0)
  const rest = isRest ? [{ cells: [otherValues, '', ''], figures: others.figures }] : []
  return file([by, 'title', 'code'], [...rows, ...rest])
}

function file(names: string[], rows: { cells: string[]; figures: Figures }[]): string {
  return [
    csvLine([...names, ...columns]),
    ...rows.map(({ cells, figures }) => csvLine([...cells, ...columns.map((column) => figures[column])])),
  ].join('')
}
