import { expect, test } from 'vitest'
import { answerBy, isClaimable } from './conversion-claim.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 21)

test.each([
  ['now', now, true],
  ['a moment ahead', now + 1, false],
  ['60 days ago', now - 60 * day, true],
  ['a moment more than 60 days ago', now - 60 * day - 1, false],
])('what happened %s can be claimed: %s', (_, at, is) => {
  expect(isClaimable(at, now)).toBe(is)
})

test('an answer is due in 14 days', () => {
  expect(answerBy(now)).toBe(now + 14 * day)
})
