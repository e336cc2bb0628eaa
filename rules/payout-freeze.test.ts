import { expect, test } from 'vitest'
import { freezeLeftMs } from './payout-freeze.ts'

const hour = 3_600_000
const inForce = (hours: number) => ({ hours, replacedMs: null })
const until = (ago: number, hours: number) => ({ hours, replacedMs: ago * hour })

test.each<[string, number[], ReturnType<typeof inForce | typeof until>[], number]>([
  ['an account that never changed is not frozen', [], [inForce(48)], 0],
  ['a change freezes from then on', [1], [inForce(48)], 47],
  ['one of longer ago does not', [48], [inForce(48)], 0],
  ['a shorter length ends no freeze that began', [2], [until(1, 48), inForce(0)], 46],
  ['a change after the shortening has the new length', [1], [until(2, 48), inForce(4)], 3],
  ['another change ends no freeze that began', [1, 3], [until(2, 48), inForce(0)], 45],
  ['a longer one counts at once', [50], [until(1, 48), inForce(72)], 22],
  ['none, and then one, counts for a change before both', [3], [until(2, 0), inForce(48)], 45],
  ['one that was longer in between ends with its settings', [10], [until(8, 4), until(2, 48), inForce(0)], 0],
  ['nobody of before stays frozen by a slip', [100], [until(2, 48), until(1, 4_800), inForce(48)], 0],
  ['nor who changed meanwhile', [2], [until(3, 48), until(1, 4_800), inForce(48)], 46],
  ['nor by a second slip after it', [2], [until(4, 48), until(3, 4_800), until(1, 480), inForce(48)], 46],
  ['what stood for a day is none', [2], [until(25, 48), until(1, 72), inForce(0)], 70],
  ['a slip to none freezes who changed meanwhile', [2], [until(3, 48), until(1, 0), inForce(48)], 46],
  ['not for longer than was said then or is said now', [2], [until(3, 48), until(1, 0), inForce(24)], 22],
  ['none twice in a day ends no freeze', [2], [until(9, 48), until(8, 0), until(1, 48), inForce(0)], 46],
])('%s', (_, changes, lengths, left) => {
  expect(
    freezeLeftMs(
      changes.map((ago) => ago * hour),
      lengths,
    ),
  ).toBe(left * hour)
})
