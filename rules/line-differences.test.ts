import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMPARED_LINES_MAX, lineDifferences } from './line-differences.ts'

test('a line that was changed is removed and added; what is around it stays', () => {
  expect(lineDifferences('One\nTwo\nThree', 'One\n2\nThree')).toEqual([
    { change: 'same', line: 'One' },
    { change: 'removed', line: 'Two' },
    { change: 'added', line: '2' },
    { change: 'same', line: 'Three' },
  ])
})

test('both texts can be read from what became of them, and of equal texts nothing did', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDifferences(before, after)
      const without = (change: string) =>
        lines
          .filter((one) => one.change !== change)
          .map(({ line }) => line)
          .join('\n')
      expect(without('added')).toBe(before)
      expect(without('removed')).toBe(after)
      expect(lines.every(({ change }) => change === 'same')).toBe(before === after)
    }),
  )
})

test('a text that is too long is removed and added whole', () => {
  const long = 'line\n'.repeat(COMPARED_LINES_MAX + 1)
  expect(new Set(lineDifferences(long, long).map(({ change }) => change))).toEqual(
    new Set(['removed', 'added']),
  )
})
