import { expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { levelReached, momentName, namedCountry } from './moments.ts'

test('a level is news while it is higher than that of a month ago', () => {
  const { levels } = defaultEconomy
  const [first, second] = [levels.fromPoints[1]!, levels.fromPoints[2]!]
  expect(levelReached({ now: first, before: 0 }, levels)).toBe(2)
  expect(levelReached({ now: second, before: 0 }, levels)).toBe(3)
  expect(levelReached({ now: second, before: first }, levels)).toBe(3)
  expect(levelReached({ now: second + 1, before: second }, levels)).toBeNull()
  expect(levelReached({ now: 0, before: 0 }, levels)).toBeNull()
  expect(momentName('level_up', 3)).toBe('level_3')
  expect(momentName('first_click', null)).toBe('first_click')
})

test('a country is named of one visitor only where many live', () => {
  expect(['ES', 'US', 'IN', 'PT'].map(namedCountry)).toEqual(['ES', 'US', 'IN', 'PT'])
  expect(['LI', 'MT', 'IS', 'XX', null].map(namedCountry)).toEqual([null, null, null, null, null])
})
