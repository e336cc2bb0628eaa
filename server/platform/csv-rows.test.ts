import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'
import { csvRows } from './csv-rows.ts'

const cellsOf = (text: string) => csvRows(text)?.map(({ cells }) => cells)

test.each([
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '\ufeffa,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a;b;c,d\ne;f;',
    [
      ['a', 'b', 'c,d'],
      ['e', 'f', ''],
    ],
  ],
  ['a\tb', [['a', 'b']]],
  ['"a,""b""\nc",d', [['a,"b"\nc', 'd']]],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a,', [['a', '']]],
  ['\n\na\r\r\n\n', [['a']]],
  ['', []],
  ['"', null],
  ['"a"b,c', null],
  ['a"b,c', null],
  ['"a', null],
])('%j', (text, rows) => {
  expect(cellsOf(text) ?? null).toEqual(rows)
})

test('says where a line began, over line breaks in cells', () => {
  expect(csvRows('a,b\n"x\ny",c\n\nd,e')!.map(({ line }) => line)).toEqual([1, 2, 5])
  expect(csvRows('\ufeffa,b\r\n"é\r\ny",c\r\n\r\nd,e')!.map(({ line }) => line)).toEqual([1, 2, 5])
})

test('reads what csvLine writes', () => {
  // What a spreadsheet would run has an apostrophe before it.
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é') })
    .map((text) => `x${text}`)
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 }), (rows) => {
      expect(cellsOf(`a,b\n${rows.map(csvLine).join('')}`)!.slice(1)).toEqual(rows)
    }),
  )
})

test('reads any text without failing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ';') }),
      (text) => void csvRows(text),
    ),
  )
})
