import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText, textOfCsv } from './csv-cell.ts'

test.each([
  ['=1+1', "'=1+1"],
  ["x;=cmd|'/C calc'!A0;", "x;'=cmd|'/C calc'!A0;"],
  ['x;\t＝1', "x;\t'＝1"],
  ['x\t@sum', "x\t'@sum"],
  ['a;"=1', `"a;""'=1"`],
  ['a;"" +1', `"a;"""" '+1"`],
  ['-;-', "'-;'-"],
  ['one\n=two', `"one\n'=two"`],
  ['one\r\n\n+two', `"one\r\n\n'+two"`],
])('a spreadsheet runs nothing of %j, whichever separator it has', (text, cell) => {
  expect(csvText(text)).toBe(cell)
})

test.each([
  'a; b',
  '1;2',
  'a=b;c',
  'https://shop.example/?a=1;b=2',
  'it’s;fine',
  "a;'b",
  'x - y',
  'one\ntwo',
])('what runs nowhere stays as it is: %j', (text) => {
  expect(csvText(text).replace(/^"(.*)"$/s, '$1')).toBe(text)
})

const pieces = fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', '\r\n', '\n', ' ', '"', 'a', '1')

test('no cell begins a formula, split at any separator and line, with its quotes taken off', () => {
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 12 }), (text) => {
      // As it stands in the file, behind another cell, and as who splits it at commas reads it.
      for (const read of [csvText(text), textOfCell(csvText(text))]) {
        const [first, ...others] = read.split(/[;\t\r\n]/)
        for (const cell of [first!, ...others.map((other) => other.replace(/^["\s]+/, ''))])
          expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
    }),
  )
})

test('is read again as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 12 }), (text) => {
      expect(textOfCsv(textOfCell(csvText(text)))).toBe(text)
    }),
  )
})

function textOfCell(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
