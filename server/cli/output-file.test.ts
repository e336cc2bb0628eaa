import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { openOutputFile } from './output-file.ts'

test('two commands with one --out write no file together: the first is whole, the second says that it is not there', async () => {
  const folder = temporaryFolder('out')
  const out = path.join(folder, 'today.csv')
  const [first, second] = [await openOutputFile('first.csv', out), await openOutputFile('second.csv', out)]
  await first.write('first\n')
  await expect(second.write('second\n')).rejects.toThrow('another command has written it meanwhile')
  expect(readFileSync(out, 'utf8')).toBe('first\n')
  expect(readdirSync(folder)).toEqual(['today.csv'])
})

test('one that is given up takes nothing away from the other', async () => {
  const folder = temporaryFolder('out')
  const [first, second] = [await openOutputFile('a.csv', folder), await openOutputFile('a.csv', folder)]
  await second.discard()
  await first.write('whole\n')
  expect(readdirSync(folder)).toEqual(['a.csv'])
})

test('what was there before is replaced', async () => {
  const out = path.join(temporaryFolder('out'), 'today.csv')
  writeFileSync(out, 'yesterday\n')
  await (await openOutputFile('today.csv', out)).write('today\n')
  expect(readFileSync(out, 'utf8')).toBe('today\n')
})

test('one that comes between the look and the move is not replaced', async () => {
  const folder = temporaryFolder('out')
  const out = path.join(folder, 'today.csv')
  const writers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => ({ n, file: await openOutputFile('any.csv', out) })),
  )
  const done = await Promise.allSettled(writers.map(async ({ n, file }) => await file.write(`${n}\n`)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(readFileSync(out, 'utf8')).toBe(`${done.findIndex(({ status }) => status === 'fulfilled')}\n`)
  expect(readdirSync(folder)).toEqual(['today.csv'])
})

test('what a killed command left goes at once, and what another machine may still write after a day', async () => {
  const folder = temporaryFolder('out')
  const open = await openOutputFile('a.csv', folder)
  const [mine] = readdirSync(folder)
  // No process has so high an id.
  const dead = mine!.replace(`.${process.pid}-`, '.4194999-')
  const [elsewhere, old] = ['a', 'b'].map((hex) => dead.replace(/-[0-9a-f]{8}-/, `-${hex.repeat(8)}-`))
  for (const name of [dead, elsewhere!, old!]) writeFileSync(path.join(folder, name), '')
  const dayBeforeYesterday = new Date(Date.now() - 2 * 24 * 3_600_000)
  utimesSync(path.join(folder, old!), dayBeforeYesterday, dayBeforeYesterday)
  await (await openOutputFile('a.csv', folder)).discard()
  expect(readdirSync(folder).sort()).toEqual([mine, elsewhere].sort())
  await open.discard()
})
