import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { rangeDates } from '#rules/analytics-period.ts'
import { isZone, localDate } from '#rules/local-date.ts'
import { utcDate } from '#rules/utc-date.ts'
import { browserZone } from '#console/platform/site-zone.ts'

/** Periods that have a name. They end with today. */
export const ranges = ['7d', '30d', '90d', 'year', 'all'] as const
type Range = (typeof ranges)[number]
const rangeDefault = '30d' satisfies Range

/** Which days are looked at, as the address says it; days of the site's zone unless it names another. */
export function usePeriod(siteZone: string) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('zone')
  const zone = asked !== null && isZone(asked) ? asked : siteZone
  const [openedAt] = useState(() => Date.now())
  const today = localDate(openedAt, zone)
  const [from, to] = [params.get('from'), params.get('to')]
  const isCustom = isDate(from) && isDate(to)
  const named = ranges.find((range) => range === params.get('range')) ?? rangeDefault
  const dates = isCustom ? { from, to } : datesOf(named, today)
  const change = (entries: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(entries)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const setDates = (next: { from: string; to: string }) => change({ range: null, ...next })
  return {
    zone,
    zones: [...new Set([siteZone, browserZone(), 'UTC', zone])],
    today,
    dates,
    range: isCustom ? null : named,
    setRange: (range: Range) =>
      change({ range: range === rangeDefault ? null : range, from: null, to: null }),
    setDates,
    /** From the dates that are shown, which of all time are others than those of the address. */
    setCustom: () => setDates(named === 'all' ? datesOf('year', today) : dates),
    setZone: (next: string) => change({ zone: next === siteZone ? null : next }),
  }
}

/** A year is twelve months, the last one under way; all time begins with the first day that is counted. */
function datesOf(range: Range, today: string): { from: string; to: string } {
  if (range === 'all') return { from: 'first', to: today }
  if (range !== 'year') return rangeDates(range, today)
  const [year, month] = today.split('-').map(Number) as [number, number]
  return { from: utcDate(Date.UTC(year, month - 12, 1)), to: today }
}

export type PeriodChoice = ReturnType<typeof usePeriod>

/** What an endpoint is asked with. */
export interface AskedPeriod {
  from: string
  to: string
  zone: string
}

function isDate(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text)
}
