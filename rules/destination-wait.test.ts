import { expect, test } from 'vitest'
import { slippedWaits, type WaitVersion } from './destination-wait.ts'

const hour = 3_600_000

/** Versions that began at these hours; the first was always there. */
function versionsOf(...hours: [from: number, changed: number][]): WaitVersion[] {
  return hours.map(([from, changed], place) => ({
    first: 24,
    changed,
    fromMs: place === 0 ? null : from * hour,
    untilMs: place === hours.length - 1 ? null : hours[place + 1]![0] * hour,
  }))
}

test.each<[string, WaitVersion[], number[]]>([
  ['where nothing was set, nothing slipped', versionsOf([0, 168]), []],
  ['a slip that was put right waits as before', versionsOf([0, 168], [1, 4_800], [2, 168]), [168]],
  ['what stood for a day was none', versionsOf([0, 168], [1, 4_800], [25, 168]), []],
  [
    'two slips on end wait as before both',
    versionsOf([0, 168], [1, 4_800], [2, 2_400], [3, 168]),
    [168, 168],
  ],
  ['it waits as is said now where that is longer', versionsOf([0, 168], [1, 4_800], [2, 240]), [240]],
  [
    'a shorter setting in place of a slip gives nobody less than before it',
    versionsOf([0, 168], [1, 240], [2, 24]),
    [168],
  ],
  [
    'a slip that was shorter is as long as is said now, at most',
    versionsOf([0, 168], [1, 0], [2, 168]),
    [168],
  ],
  ['what was shortened after a day is not', versionsOf([0, 24], [1, 168], [2, 240], [40, 24]), []],
])('%s', (_, versions, waits) => {
  expect(slippedWaits(versions).map(({ changed }) => changed)).toEqual(waits)
  expect(slippedWaits(versions).every(({ first }) => first === 24)).toBe(true)
})
