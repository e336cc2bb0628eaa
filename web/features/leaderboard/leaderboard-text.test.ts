import { expect, it } from 'vitest'
import { prizePlaces, prizeText, seasonState, timeLeft } from './leaderboard-text.ts'

const endsAt = '2026-12-01T00:00:00Z'
const season = { id: '2026-11', startsAt: '2026-11-01T00:00:00Z', endsAt, reviewedAt: null, prizes: [] }
const at = (time: string) => new Date(`2026-11-${time}Z`)

it('counts down in days, at the end in hours and minutes, and never below a minute', () => {
  expect(timeLeft(endsAt, at('23T07:00'))).toBe('7 days')
  expect(timeLeft(endsAt, at('29T00:00'))).toBe('2 days')
  expect(timeLeft(endsAt, at('30T18:48'))).toMatch(/^5\sh 12\smin$/)
  expect(timeLeft(endsAt, at('30T23:59:50'))).toMatch(/^1\smin$/)
  expect(timeLeft(endsAt, new Date(endsAt))).toBeUndefined()
})

it('says of a season whether it runs, is reviewed or final; over is under review, whatever was said before', () => {
  expect(seasonState({ ...season, state: 'running' }, at('23T07:00'))).toBe('Ends in 7 days')
  expect(seasonState({ ...season, state: 'running' }, new Date(endsAt))).toBe('We’re reviewing the results')
  const reviewedAt = '2026-12-08T12:00:00Z'
  expect(seasonState({ ...season, state: 'review', reviewedAt }, at('23T07:00'))).toMatch(
    /^We’re reviewing the results until 8 Dec/,
  )
  expect(seasonState({ ...season, state: 'review', reviewedAt }, new Date('2026-12-20T12:00:00Z'))).toBe(
    'We’re reviewing the results',
  )
  expect(seasonState({ ...season, state: 'closed', reviewedAt }, at('23T07:00'))).toBe('Results are final')
})

it('gives each place the prize that it shares, and none beyond the last', () => {
  const prizes = [
    { fromRank: 1, toRank: 1, points: 2000 },
    { fromRank: 2, toRank: 3, points: 500 },
  ]
  expect(prizes.map(prizePlaces)).toEqual(['Place 1', 'Places 2–3'])
  expect([1, 2, 3, 4].map((rank) => prizeText(rank, prizes)?.replaceAll(/\D/g, ''))).toEqual([
    '2000',
    '500',
    '500',
    undefined,
  ])
})
