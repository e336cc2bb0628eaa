import { expect, test } from 'vitest'
import { countKills, planKills, planShort, targets, targetsOfSeveral } from './plan.ts'

test('a plan has as many kills as were asked for, of every target, and the same ones for the same seed', () => {
  for (let seed = 0; seed < 50; seed++) {
    const counts = countKills(planKills(seed, 50))
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(50)
    for (const target of Object.keys(targets)) expect(counts[target]).toBeGreaterThan(1)
  }
  expect(planKills(7, 50)).toEqual(planKills(7, 50))
  expect(planKills(7, 50)).not.toEqual(planKills(8, 50))
  expect(planShort(7)).toEqual(planShort(7))
  const ofSeveral = countKills(planKills(7, 50, 2))
  for (const target of Object.keys({ ...targets, ...targetsOfSeveral }))
    expect(ofSeveral[target]).toBeGreaterThan(1)
  expect(planShort(7, 2).kills.map(({ target }) => target)).toContain('replica')
})
