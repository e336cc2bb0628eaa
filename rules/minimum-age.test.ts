import { expect, test } from 'vitest'
import { ageOn, latestBirthday } from './minimum-age.ts'

test.each([
  ['2026-11-21', 13, '2013-11-21', true],
  ['2026-11-20', 13, '2013-11-21', false],
  ['2026-11-21', 0, '2026-11-21', true],
  ['2026-11-21', 0, '2026-11-22', false],
  ['2025-02-28', 13, '2012-02-29', false],
  ['2025-03-01', 13, '2012-02-29', true],
  ['2024-02-29', 13, '2011-02-28', true],
  ['2024-02-29', 13, '2011-03-01', false],
])('on %s, %i years: who was born on %s is old enough: %s', (today, years, birthday, isOldEnough) => {
  expect(birthday <= latestBirthday(today, years)).toBe(isOldEnough)
  expect(ageOn(today, birthday) >= years).toBe(isOldEnough)
})

test('an age is counted in whole years', () => {
  expect(ageOn('2026-11-21', '1990-05-17')).toBe(36)
  expect(ageOn('2026-05-16', '1990-05-17')).toBe(35)
  expect(ageOn('2026-05-17', '1990-05-17')).toBe(36)
})
