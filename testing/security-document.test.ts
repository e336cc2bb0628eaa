import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')

/** The requirements of ASVS 5.0.0 at levels 1 and 2: of each section the numbers, without those of level 3. */
const wanted: Record<string, string> = {
  V1: '1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2',
  V2: '2.1:1-3 2.2:1-3 2.3:1-4 2.4:1-1',
  V3: '3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2',
  V4: '4.1:1-3 4.2:1-1 4.3:1-2 4.4:1-4',
  V5: '5.1:1-1 5.2:1-3 5.3:1-2 5.4:1-3',
  V6: '6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4',
  V7: '7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2',
  V8: '8.1:1-2 8.2:1-3 8.3:1-1 8.4:1-1',
  V9: '9.1:1-3 9.2:1-4',
  V10: '10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3',
  V11: '11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1-1 11.6:1-1',
  V12: '12.1:1-3 12.2:1-2 12.3:1-4',
  V13: '13.1:1-1 13.2:1-5 13.3:1-2 13.4:1-5',
  V14: '14.1:1-2 14.2:1-4 14.3:1-3',
  V15: '15.1:1-3 15.2:1-3 15.3:1-7',
  V16: '16.1:1-1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3',
  V17: '17.1:1-1 17.2:1-4 17.3:1-2',
}

const range = (section: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${section}.${from + n}`)

test('every requirement of ASVS 5.0.0 at levels 1 and 2 has its line, once, and a verdict', () => {
  const all = Object.values(wanted).flatMap((sections) =>
    [...sections.matchAll(/([\d.]+):(\d+)-(\d+)/g)].flatMap(([, section, from, to]) =>
      range(section!, Number(from), Number(to)),
    ),
  )
  expect(all).toHaveLength(253)
  const rows = [...text.matchAll(/^\| (\d+\.\d+)\.(\d+)(?:–\1\.(\d+))? \| ([^|]+) \|/gm)]
  expect(rows.flatMap(([, section, from, to]) => range(section!, Number(from), Number(to ?? from)))).toEqual(
    all,
  )
  const verdicts = new Set(rows.map(([, , , , verdict]) => verdict))
  expect([...verdicts].sort()).toEqual(['holds', 'no', 'none here', 'operator', 'partly'])
})

test('what holds names a test, or the file by the reading of which it does', () => {
  const holding = [...text.matchAll(/^\| ([\d.–]+) \| holds \| (.*)\|$/gm)]
  expect(holding.length).toBeGreaterThan(150)
  const isShown = (how: string) =>
    /`[\w./-]+\.(?:test|spec)\.tsx?`/.test(how) || /\bby reading [^`[]*\[[^\]]+\]\(/.test(how)
  expect(holding.filter(([, , how]) => !isShown(how!)).map(([, item]) => item)).toEqual([])
})

test('every file that it names is there', () => {
  const named = [...text.matchAll(/`((?:server|web|e2e|rules|contracts|testing)\/[^`]+)`/g)].map(
    ([, file]) => file!,
  )
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
