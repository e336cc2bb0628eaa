import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { alternate } from './measure.ts'
import { isMet, reportTable, type Result } from './report.ts'
import { median, percentile, ratios } from './statistics.ts'
import { storeResult, withTable } from './store.ts'

test('the median is the middle one, or between the two', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(() => median([])).toThrow('no samples')
})

test('a percentile is a sample that so many do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
  expect(percentile([7], 0.99)).toBe(7)
})

test('rounds alternate, and ratios are those of the same round', async () => {
  const order: string[] = []
  let round = 0
  const samples = await alternate(2, {
    baseline: async () => (order.push('baseline'), (round += 1) * 10),
    subject: async () => (order.push('subject'), round * 5),
  })
  expect(order).toEqual(['baseline', 'subject', 'baseline', 'subject'])
  expect(ratios(samples.subject, samples.baseline)).toEqual([0.5, 0.5])
})

const result: Result = {
  takenAt: '2026-11-21T10:00:00.000Z',
  commit: 'abc1234',
  quick: false,
  machine: {
    cpu: 'A processor',
    cores: 2,
    memoryGb: 8,
    os: 'linux x64',
    node: 'v24.0.0',
    postgres: '18.4',
    loadBefore: [0.1, 0.2, 0.3],
  },
  measured: [
    {
      name: 'a',
      title: 'A',
      baseline: 'B',
      seconds: 1,
      figures: [
        { name: 'ratio', unit: '×', samples: [0.4, 0.7, 0.61234], goal: { text: '≥ 0.5', atLeast: 0.5 } },
        { name: 'p99', unit: 'ms', samples: [15, 20], goal: { text: '< 15', below: 15 } },
        { name: 'rate', unit: '/s', samples: [12345.6] },
      ],
    },
    { name: 'c', title: 'C', baseline: null, seconds: 1, failure: 'it\nbroke' },
  ],
  notMeasured: [{ name: 'd', title: 'D', goal: 'p95 < 10 ms', why: 'not yet measurable' }],
}

test('a run is a table: met, missed, without a goal, failed and not measured', () => {
  expect(reportTable(result).split('\n').slice(2)).toEqual([
    '| what | figure | median | min – max (rounds) | goal | |',
    '|---|---|---|---|---|---|',
    '| A | ratio | 0.612 × | 0.4 – 0.7 (3) | ≥ 0.5 | met |',
    '|  | p99 | 17.5 ms | 15 – 20 (2) | < 15 | **missed** |',
    '|  | rate | 12346 /s | 12346 – 12346 (1) |  |  |',
    '| C |  |  |  |  | failed: it broke |',
    '| D |  |  |  | p95 < 10 ms | not yet measurable |',
  ])
  expect(reportTable(result)).toContain('Taken 2026-11-21 at commit abc1234: A processor, 2 cores, 8 GB')
})

test('a goal below is not met by reaching it', () => {
  expect(isMet({ name: 'p99', unit: 'ms', samples: [15], goal: { text: '< 15', below: 15 } })).toBe(false)
  expect(isMet({ name: 'x', unit: '×', samples: [0.5], goal: { text: '≥ 0.5', atLeast: 0.5 } })).toBe(true)
})

test('the table replaces what is between the markers and leaves the rest of the page', () => {
  const page = 'before\n<!-- written by npm run bench -->\nold\n<!-- until here -->\nafter\n'
  const written = 'before\n<!-- written by npm run bench -->\n\nnew\n\n<!-- until here -->\nafter\n'
  expect(withTable(page, 'new')).toBe(written)
  expect(withTable(written, 'new')).toBe(written)
  expect(() => withTable('no markers', 'new')).toThrow('lacks')
  const real = readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8')
  expect(withTable(real, 'new')).toContain('new')
})

test('measures by their name are kept in a file of their own, and a short look is not', () => {
  const folder = temporaryFolder('bench-results')
  const page = () => readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8')
  const before = page()
  const name = storeResult(result, ['a', 'c'], folder)
  expect(name).toBe('2026-11-21-abc1234-a-c.json')
  expect(JSON.parse(readFileSync(path.join(folder, name!), 'utf8'))).toEqual(result)
  expect(storeResult({ ...result, quick: true }, ['a'], folder)).toBeNull()
  expect(storeResult({ ...result, quick: true }, [], folder)).toBeNull()
  expect(readdirSync(folder)).toEqual([name])
  expect(page()).toBe(before)
})
