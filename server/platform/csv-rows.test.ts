import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'
import { allCsvRows, CsvUnreadable, csvRows, type CsvRow } from './csv-rows.ts'

const rowsOf = async (file: string | Uint8Array) =>
  await allCsvRows(file).catch((error: unknown) => {
    if (error instanceof CsvUnreadable) return null
    throw error
  })
const cellsOf = async (text: string) => (await rowsOf(text))?.map(({ cells }) => cells) ?? null

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
])('%j', async (text, rows) => {
  expect(await cellsOf(text)).toEqual(rows)
})

test('says where a row began and what it was read from, over line breaks in cells', async () => {
  const linesOf = async (text: string) => (await allCsvRows(text)).map((row) => [row.line, row.text])
  expect(await linesOf('a,b\n"x\ny",c\n\nd,e')).toEqual([
    [1, 'a,b'],
    [2, '"x\ny",c'],
    [5, 'd,e'],
  ])
  expect(await linesOf('\ufeffa,b\r\n"é\r\ny",c\r\n\r\nd,e')).toEqual([
    [1, 'a,b'],
    [2, '"é\r\ny",c'],
    [5, 'd,e'],
  ])
})

test('says which row cannot be read', async () => {
  for (const file of ['a\nb\n"c\nd\n', 'a\nb\nc"d"\n', `a\nb\n${'x'.repeat(101_000)}\nc`])
    await expect(allCsvRows(file), file.slice(0, 8)).rejects.toMatchObject({ line: 3 })
})

test('reads a file that comes in pieces as if it were whole', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', '\r', 'é'), maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (rest, size) => {
      // The first piece has the first line.
      const bytes = Buffer.from(`a,b\n${rest}`)
      const pieces = async function* () {
        for (let at = 0; at < bytes.length; at += at === 0 ? 4 : size)
          yield bytes.subarray(at, at === 0 ? 4 : at + size)
      }
      const rows: CsvRow[] = []
      const read = async () => {
        for await (const row of csvRows(pieces())) rows.push(row)
        return rows
      }
      const whole = await rowsOf(bytes)
      if (whole) expect(await read()).toEqual(whole)
      else await expect(read()).rejects.toThrow(CsvUnreadable)
    }),
  )
})

test('reads what csvLine writes', async () => {
  // What a spreadsheet would run has an apostrophe before it.
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é') })
    .map((text) => `x${text}`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 }),
      async (rows) => {
        expect((await cellsOf(`a,b\n${rows.map(csvLine).join('')}`))!.slice(1)).toEqual(rows)
      },
    ),
  )
})

test('reads any text without failing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ';') }),
      async (text) => void (await rowsOf(text)),
    ),
  )
})
