import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { rangeDates } from '#rules/analytics-period.ts'
import { isZone, localDate } from '#rules/local-date.ts'

/** Periods that have a name. They end with today. */
export const ranges = ['7d', '30d', '90d'] as const
type Range = (typeof ranges)[number]
const rangeDefault = '30d' satisfies Range

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Which days are looked at, as the address says it; days of the operator's zone unless it names another. */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('zone')
  const zone = asked !== null && isZone(asked) ? asked : browserZone
  const [openedAt] = useState(() => Date.now())
  const today = localDate(openedAt, zone)
  const [from, to] = [params.get('from'), params.get('to')]
  const isCustom = isDate(from) && isDate(to)
  const named = ranges.find((range) => range === params.get('range')) ?? rangeDefault
  const dates = isCustom ? { from, to } : rangeDates(named, today)
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
  return {
    zone,
    zones: [...new Set([browserZone, 'UTC', zone])],
    today,
    dates,
    range: isCustom ? null : named,
    setRange: (range: Range) =>
      change({ range: range === rangeDefault ? null : range, from: null, to: null }),
    setDates: (next: { from: string; to: string }) => change({ range: null, ...next }),
    setZone: (next: string) => change({ zone: next === browserZone ? null : next }),
  }
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
