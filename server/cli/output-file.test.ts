import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
