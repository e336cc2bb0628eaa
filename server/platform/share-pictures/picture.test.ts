import { expect, test } from 'vitest'
import { sizeFor } from './picture.ts'

test.each([
  ['Tea', 88],
  ['Five nights on Europe’s sleeper trains', 72],
  ['Packing help from a mountain guide', 72],
  ['Donaudampfschifffahrtsgesellschaft', 44],
  ['a long line of words '.repeat(12).trim(), 44],
])('%s is drawn at %i pixels', (text, size) => {
  expect(sizeFor(text, { most: 88, least: 44, width: 580, lines: 3 })).toBe(size)
})
