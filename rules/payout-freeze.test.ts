import { expect, test } from 'vitest'
import { freezeLeftMs } from './payout-freeze.ts'

const hour = 3_600_000
const inForce = (hours: number) => ({ hours, replacedMs: null })
const until = (ago: number, hours: number) => ({ hours, replacedMs: ago * hour })

test.each<[string, number[], ReturnType<typeof inForce | typeof until>[], number]>([
  ['an account that never changed is not frozen', [], [inForce(48)], 0],
  ['a change freezes from then on', [1], [inForce(48)], 47],
  ['one of longer ago does not', [48], [inForce(48)], 0],
  ['a freeze that began is not shortened', [2], [until(1, 48), inForce(0)], 46],
  ['a change after the shortening has the new length', [1], [until(2, 48), inForce(4)], 3],
  ['another change ends no freeze that began', [1, 3], [until(2, 48), inForce(0)], 45],
  ['a longer one counts at once', [50], [until(1, 48), inForce(72)], 22],
  ['one that was longer in between counts', [10], [until(8, 4), until(2, 48), inForce(0)], 38],
])('%s', (_, changes, lengths, left) => {
  expect(
    freezeLeftMs(
      changes.map((ago) => ago * hour),
      lengths,
    ),
  ).toBe(left * hour)
})
