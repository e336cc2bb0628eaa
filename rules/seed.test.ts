import { expect, test } from 'vitest'
import { firstLetter } from './seed.ts'

test('a name is drawn by its first letter or digit, whole, whatever it is written in', () => {
  const names = [
    ['Nimbus', 'N'],
    ['  élan', 'É'],
    ['7 Seas', '7'],
    ['a', 'A'],
    // A letter and the sign that joins it are one.
    ['e\u0301lan', 'E\u0301'],
    ['«Ñandú»', 'Ñ'],
    ['\u{1F331} Grove', 'G'],
    ['\u{1F469}\u200D\u{1F373}', '\u{1F469}\u200D\u{1F373}'],
    ['काम', 'का'],
    ['', ''],
  ] as const
  expect(names.map(([name]) => firstLetter(name))).toEqual(names.map(([, letter]) => letter))
})
