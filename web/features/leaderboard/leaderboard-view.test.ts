import { expect, it } from 'vitest'
import { leaderboardMetrics, leaderboardPeriods } from '#contracts/leaderboard.constants.ts'
import { queryOf, readView } from './leaderboard-view.ts'

const read = (search: string) => readView(new URLSearchParams(search))

it('finds every ranking again by its address, and the season by points at the plain one', () => {
  for (const metric of leaderboardMetrics) {
    for (const period of leaderboardPeriods)
      expect(read(queryOf({ period, metric }))).toEqual({ period, metric })
    const past = { period: 'season', metric, season: '2026-10' } as const
    expect(read(queryOf(past))).toEqual(past)
  }
  expect(queryOf({ period: 'season', metric: 'points' })).toBe('')
  expect(queryOf({ period: 'week', metric: 'earnings' })).toBe('?period=week&metric=earnings')
})

it('takes what it does not know for what is shown unasked', () => {
  const unasked = { period: 'season', metric: 'points' }
  expect(read('period=year&metric=<b>')).toEqual(unasked)
  for (const season of ['', '2026-13', '2026-1', '2026-10-01', 'last'])
    expect(read(`season=${season}`)).toEqual(unasked)
  expect(read('season=past&metric=points')).toBe('past')
})
