import {
  leaderboardMetrics,
  leaderboardPeriods,
  type LeaderboardMetric,
  type LeaderboardPeriod,
} from '#contracts/leaderboard.constants.ts'

/** Which ranking is shown, as the address says it: a past season by its month, `2026-10`. */
export interface LeaderboardView {
  period: LeaderboardPeriod
  metric: LeaderboardMetric
  season?: string
}

/** Where the address asks for the list of seasons that are over. */
export const pastSeasons = '?season=past'

/** Reads the address, `past` for the list of seasons; what it does not know counts as not said. */
export function readView(search: URLSearchParams): LeaderboardView | 'past' {
  const season = search.get('season') ?? ''
  if (season === 'past') return 'past'
  const metric = oneOf(leaderboardMetrics, search.get('metric')) ?? 'points'
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(season)) return { period: 'season', metric, season }
  return { period: oneOf(leaderboardPeriods, search.get('period')) ?? 'season', metric }
}

/** The address's query for a ranking, empty for the one that is shown unasked. */
export function queryOf({ period, metric, season }: LeaderboardView): string {
  const search = new URLSearchParams()
  if (season) search.set('season', season)
  else if (period !== 'season') search.set('period', period)
  if (metric !== 'points') search.set('metric', metric)
  return search.size > 0 ? `?${search}` : ''
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find((one) => one === value)
}
