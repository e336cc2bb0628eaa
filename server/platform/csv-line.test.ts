import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test('writes no cell that a spreadsheet would run', () => {
  expect(csvLine(['=HYPERLINK("x")', '+1', '-1', '@a', '\tb', '＝1', 'a,b', 'say "hi"', -5])).toBe(
    `"'=HYPERLINK(""x"")",'+1,'-1,'@a,'\tb,'＝1,"a,b","say ""hi""",-5\r\n`,
  )
})

test('writes times, truths and nothing', () => {
  expect(csvLine([new Date(0), true, null, '', 0])).toBe('1970-01-01T00:00:00.000Z,true,,,0\r\n')
})
