import type { Changes, Statistics } from '#contracts/analytics.schemas.ts'
import { changeBps, conversionRateBps, milliCrelsPerClick } from '#rules/analytics-statistics.ts'
import type { EarnedStatistics } from '#server/modules/conversions/public.ts'
import type { ClickStatistics } from '#server/modules/clicks/public.ts'

/** What is counted; everything else of `Statistics` follows from it. */
export type Counted = ClickStatistics & EarnedStatistics

const counts = ['clicks', 'uniques', 'conversions', 'crels', 'pendingCrels'] as const

/** Where nothing happened. */
export const nothing: Counted = { clicks: 0, uniques: 0, conversions: 0, crels: 0, pendingCrels: 0 }

/** Statistics with their rates. */
export function statisticsOf(counted: Partial<Counted>): Statistics {
  const { clicks, uniques, conversions, crels, pendingCrels } = { ...nothing, ...counted }
  return {
    clicks,
    uniques,
    conversions,
    crels,
    pendingCrels,
    conversionRateBps: conversionRateBps(conversions, clicks),
    milliCrelsPerClick: milliCrelsPerClick(crels, clicks),
  }
}

/** How statistics changed from those before; null where nothing can be said. */
export function changesOf(now: Statistics, before: Statistics): Changes {
  const change = (name: keyof Changes) =>
    now[name] === null || before[name] === null ? null : changeBps(now[name], before[name])
  return {
    clicks: change('clicks'),
    uniques: change('uniques'),
    conversions: change('conversions'),
    crels: change('crels'),
    conversionRateBps: change('conversionRateBps'),
    milliCrelsPerClick: change('milliCrelsPerClick'),
  }
}

/** Both together, or what is left of one without the others. */
export function plus(one: Counted, other: Partial<Counted>): Counted {
  return combined(one, other, 1)
}

/** What is left of statistics when some are taken away; never less than nothing. */
export function minus(one: Counted, other: Partial<Counted>): Counted {
  return combined(one, other, -1)
}

function combined(one: Counted, other: Partial<Counted>, sign: 1 | -1): Counted {
  return Object.fromEntries(
    counts.map((name) => [name, Math.max(0, one[name] + sign * (other[name] ?? 0))]),
  ) as unknown as Counted
}
