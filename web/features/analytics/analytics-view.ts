import { breakdownKeys, type BreakdownKey } from '#contracts/analytics.constants.ts'
import { rangeDates, RANGE_DEFAULT, RANGES, type Dates, type Range } from '#rules/analytics-period.ts'

/** What the screen shows, as its address says. */
export interface AnalyticsView {
  range: Range | 'custom'
  /** Of a custom range. */
  from?: string
  to?: string
  campaign?: string
  link?: string
  by: BreakdownKey
  view: 'chart' | 'table'
}

/** What it is when nothing is in the address. */
const neutral: Partial<AnalyticsView> = { range: RANGE_DEFAULT, by: 'link', view: 'chart' }

/** Reads the view from an address; what makes no sense there counts as not set. */
export function readView(search: URLSearchParams): AnalyticsView {
  const one = <T extends string>(known: readonly T[], name: string) =>
    known.find((value) => value === search.get(name))
  const [from, to] = [dateIn(search, 'from'), dateIn(search, 'to')]
  const isCustom = from !== undefined && to !== undefined && from <= to
  return {
    ...(isCustom ? { range: 'custom', from, to } : { range: one(RANGES, 'range') ?? RANGE_DEFAULT }),
    campaign: idIn(search, 'campaign', 'cmp'),
    link: idIn(search, 'link', 'lnk'),
    by: one(breakdownKeys, 'by') ?? 'link',
    view: one(['chart', 'table'], 'view') ?? 'chart',
  }
}

/** The address's query after a change; defaults are left out, and so are the dates where no custom range is chosen. */
export function withView(search: URLSearchParams, change: Partial<AnalyticsView>): URLSearchParams {
  const view = { ...readView(search), ...change }
  const dates =
    view.range === 'custom' ? { from: view.from, to: view.to } : { from: undefined, to: undefined }
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ ...view, ...dates })) {
    if (!value || value === 'custom' || value === neutral[name as keyof AnalyticsView]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The dates of a view, seen from a date. */
export function datesOf({ range, from, to }: AnalyticsView, today: string): Dates {
  return range === 'custom' ? { from: from!, to: to! } : rangeDates(range, today)
}

function dateIn(search: URLSearchParams, name: string): string | undefined {
  const date = search.get(name) ?? ''
  const isDate = /^20[2-9]\d-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date))
  return isDate && new Date(date).toISOString().startsWith(date) ? date : undefined
}

function idIn(search: URLSearchParams, name: string, prefix: string): string | undefined {
  const id = search.get(name) ?? ''
  return new RegExp(`^${prefix}_[0-9a-f]{32}$`).test(id) ? id : undefined
}
