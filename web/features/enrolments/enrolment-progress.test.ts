import { expect, test } from 'vitest'
import { enrolmentProgress } from './enrolment-progress.ts'

const none = { clicks: 0, countableClicks: 0, conversions: 0, pendingCrels: 0, availableCrels: 0 }
const of = (statistics: Partial<typeof none>, joinedAt: string | null = '2026-11-01T00:00:00.000Z') =>
  enrolmentProgress({ statistics: { ...none, ...statistics }, joinedAt })

test('a campaign comes from joined over clicks and results to crels in the wallet', () => {
  expect(of({}, null)).toEqual({ done: 0, next: 'joined' })
  expect(of({})).toEqual({ done: 1, next: 'clicked' })
  expect(of({ clicks: 3 }), 'none of them counts').toEqual({ done: 1, next: 'clicked' })
  expect(of({ countableClicks: 3 })).toEqual({ done: 2, next: 'converted' })
  expect(of({ countableClicks: 3, conversions: 1, pendingCrels: 84 })).toEqual({ done: 3, next: 'earned' })
  expect(of({ countableClicks: 3, availableCrels: 2 }), 'paid per click').toEqual({ done: 4, next: null })
})
