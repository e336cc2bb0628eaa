import { expect, test } from 'vitest'
import { whyNoSmallDisk } from '../small-disk.ts'
import { countKills, planKills, planShort, targets, targetsFor, targetsOfSeveral } from './plan.ts'

test('a plan has as many kills as were asked for, of every target, and the same ones for the same seed', () => {
  for (let seed = 0; seed < 50; seed++) {
    const counts = countKills(planKills(seed, 50))
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(50)
    for (const target of Object.keys(targets)) expect(counts[target]).toBeGreaterThan(1)
  }
  expect(planKills(7, 50)).toEqual(planKills(7, 50))
  expect(planKills(7, 50)).not.toEqual(planKills(8, 50))
  expect(planShort(7)).toEqual(planShort(7))
})

test.each([1, 2])(
  'a run of 24 kills and more has each target, whatever the seed (--processes %i)',
  (processes) => {
    const all = targetsFor(processes)
    for (const kills of [24, 50])
      for (let seed = 0; seed < 500; seed++) {
        const planned = new Set(planKills(seed, kills, processes).kills.map(({ target }) => target))
        expect(
          all.filter((target) => !planned.has(target)),
          `--kills ${kills} --seed ${seed}`,
        ).toEqual([])
      }
  },
)

test('the run of several processes of which the README tells has every target that this machine can have', () => {
  const { kills } = planKills(695094, 24, 2)
  const missing = Object.keys({ ...targets, ...targetsOfSeveral }).filter(
    (name) => !kills.some(({ target }) => target === name),
  )
  expect(missing).toEqual(whyNoSmallDisk() === undefined ? [] : ['full disk', 'full database disk'])
})

test('the short run of several processes has one of what a replica does, and another thing that several have', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 200; seed++) {
    const { kills } = planShort(seed, 2)
    expect(kills).toHaveLength(6)
    const ofSeveral = kills.map(({ target }) => target).filter((target) => target in targetsOfSeveral)
    expect(ofSeveral.filter((target) => target.startsWith('replica '))).toHaveLength(1)
    for (const target of ofSeveral) seen.add(target)
  }
  expect([...seen].sort()).toEqual(
    targetsFor(2)
      .filter((target) => target in targetsOfSeveral)
      .sort(),
  )
})
