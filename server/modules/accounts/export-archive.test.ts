import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { exportPageRows, longList, shortList } from '#server/platform/member-export.ts'
import { exportArchive, fileNames } from './export-archive.ts'

const text = (files: Record<string, Uint8Array>, name: string) => Buffer.from(files[name]!).toString()

/** A list of `count` rows, and how many pages of it were read. */
function rowsUpTo(count: number) {
  const read = { pages: 0 }
  const list = longList({
    name: 'rows',
    about: 'Rows.',
    columns: ['n', 'random'],
    next: async (last: { n: number; random: string; secret: string } | undefined, limit) => {
      read.pages += 1
      const from = last ? last.n + 1 : 0
      return Array.from({ length: Math.min(limit, count - from) }, (_, index) => ({
        n: from + index,
        // Does not get smaller in the archive.
        random: crypto.randomUUID(),
        secret: 'not a column',
      }))
    },
  })
  return { list, read }
}

test('writes records, lists and files, and only the columns of a list', async () => {
  const archive = exportArchive('Read me', [
    { kind: 'record', name: 'one', about: 'One.', read: async () => ({ a: 1, at: new Date(0) }) },
    shortList({ name: 'none', about: 'None.', columns: ['a', 'b'], read: async () => [] }),
    rowsUpTo(exportPageRows * 2).list,
    { kind: 'file', name: 'a.bin', about: 'Bytes.', read: async () => new Uint8Array([0, 255, 10]) },
  ])
  const files = unzipSync(await buffer(archive))
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'one.json',
    'none.json',
    'none.csv',
    'rows.json',
    'rows.csv',
    'a.bin',
  ])
  expect(text(files, 'README.txt')).toBe('Read me')
  expect(JSON.parse(text(files, 'one.json'))).toEqual({ a: 1, at: '1970-01-01T00:00:00.000Z' })
  expect(JSON.parse(text(files, 'none.json'))).toEqual([])
  expect(text(files, 'none.csv')).toBe('a,b\r\n')
  const rows = JSON.parse(text(files, 'rows.json'))
  expect(rows.map(({ n }: { n: number }) => n)).toEqual(
    Array.from({ length: exportPageRows * 2 }, (_, n) => n),
  )
  expect(Object.keys(rows[0])).toEqual(['n', 'random'])
  expect(text(files, 'rows.csv').trimEnd().split('\r\n')).toHaveLength(exportPageRows * 2 + 1)
  expect(files['a.bin']).toEqual(new Uint8Array([0, 255, 10]))
  expect(fileNames(rowsUpTo(1).list)).toEqual(['rows.json', 'rows.csv'])
})

test('reads no further than it is taken: a hundred thousand rows are never in memory together', async () => {
  const { list, read } = rowsUpTo(100_000)
  const archive = exportArchive('', [list])
  await once(archive, 'readable')
  // As often as the reading could have gone on.
  for (let turn = 0; turn < 2_000; turn += 1) await nextTurn()
  // What the streams in between hold is about 1 MB: 38 of 402 pages.
  expect(read.pages).toBeLessThan(200)
  let bytes = 0
  for await (const chunk of archive) bytes += (chunk as Uint8Array).length
  expect(bytes).toBeGreaterThan(2_000_000)
  // Once for JSON and once for CSV.
  expect(read.pages).toBe(2 * (100_000 / exportPageRows + 1))
})

test('a client that disconnects ends the reading', async () => {
  const { list, read } = rowsUpTo(1_000_000)
  const archive = exportArchive('', [list])
  await once(archive, 'readable')
  archive.destroy()
  await once(archive, 'close')
  const pages = read.pages
  for (let turn = 0; turn < 2_000; turn += 1) await nextTurn()
  expect(read.pages).toBeLessThanOrEqual(pages + 1)
})

test('breaks off when a part fails, instead of ending as if it were whole', async () => {
  const archive = exportArchive('', [
    {
      kind: 'list',
      name: 'broken',
      about: '',
      columns: ['a'],
      pages: async function* () {
        yield [{ a: 1 }]
        throw new Error('the database went away')
      },
    },
  ])
  await expect(buffer(archive)).rejects.toThrow('the database went away')
})
