import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('quotes what must be quoted, and lets no spreadsheet run a text as a formula', () => {
  const csv = csvOf(
    ['name', 'crels'],
    [
      ['=HYPERLINK("http://x")', -5],
      ['a, "b"\nc', null],
      ['@sum', true],
      ['＝1', '\nx'],
    ],
  )
  expect(csv).toBe(
    '\u{feff}name,crels\r\n"\'=HYPERLINK(""http://x"")",-5\r\n"a, ""b""\nc",\r\n\'@sum,true\r\n\'＝1,"\'\nx"\r\n',
  )
})
