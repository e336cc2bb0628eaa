import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CLICK_REASONS } from '#rules/click-verdict.ts'
import { openPool } from '#server/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { adoptSegments } from './adopt-segments.ts'
import { newClickId } from './click-id.ts'
import { clickLine, daysOfLines, type SpooledClick } from './click-line.ts'
import { clickCounts } from './click-queries.ts'
import { ClickSpool, type Segment } from './click-spool.ts'
import { prepareClickDays } from './jobs.ts'
import { someId } from '#testing/links.ts'
import { ClickLoader } from './load-clicks.ts'
import { PostgresSink } from './postgres-sink.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let pool: pg.Pool
let loader: ClickLoader
let dir: string
let linkId: string

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, asApp: true, poolSize: 1 })
  loader = new ClickLoader(new PostgresSink(pool), log)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'crels-spool-'))
  linkId = someId('lnk')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function someClick(changes: Partial<SpooledClick> = {}): SpooledClick {
  return {
    clickId: newClickId(Date.now()),
    linkId,
    visitor: '00112233445566778899aabbccddeeff',
    reason: null,
    country: 'NO',
    device: 'desktop',
    referrerHost: 'example.com',
    subId: 'a',
    ...changes,
  }
}

function writeSegment(lines: string[], changes: { tail?: string | Buffer } = {}): Segment {
  const key = `m0${someId('x').slice(2, 8)}-${someId('x').slice(2, 18)}-00000001`
  const path = join(dir, `${key}.log`)
  writeFileSync(path, Buffer.concat([Buffer.from(lines.join('')), Buffer.from(changes.tail ?? '')]))
  return { key, path }
}

async function counted() {
  return (await clickCounts(database.db, [linkId])).get(linkId)
}

test('loads a segment, every verdict with its reason, and removes the file', async () => {
  const reasons = [null, ...CLICK_REASONS]
  const segment = writeSegment(reasons.map((reason) => clickLine(someClick({ reason }))))
  expect(await loader.load([segment])).toBe(1)
  expect(await counted()).toEqual({ clicks: reasons.length, countable: 1 })
  expect(readdirSync(dir)).toEqual([])
})

test('loads nothing twice when a file comes back after its commit', async () => {
  const segment = writeSegment([clickLine(someClick()), clickLine(someClick({ reason: 'repeat' }))])
  const copy = join(dir, 'copy')
  copyFileSync(segment.path, copy)
  await loader.load([segment])
  for (let again = 0; again < 2; again++) {
    copyFileSync(copy, segment.path)
    const fresh = writeSegment([clickLine(someClick())])
    expect(await loader.load([segment, fresh])).toBe(2)
  }
  expect(await counted()).toEqual({ clicks: 4, countable: 3 })
  // Under another name its clicks are still themselves.
  await loader.load([{ key: someId('key'), path: copy }])
  expect(await counted()).toEqual({ clicks: 4, countable: 3 })
})

test('remembers a file by its key, even where its clicks are gone', async () => {
  const segment = writeSegment([clickLine(someClick())])
  const copy = join(dir, 'copy')
  copyFileSync(segment.path, copy)
  await loader.load([segment])
  await ownerDoes(`delete from click where link_id = '${linkId}'`)
  copyFileSync(copy, segment.path)
  await loader.load([segment])
  expect(await counted()).toEqual({ clicks: 1, countable: 1 })
  const { rows } = await sql`select from click where link_id = ${linkId}`.execute(database.db)
  expect(rows).toEqual([])
})

test('loads nothing twice when two processes load the same file at once', async () => {
  const other = openPool({ url: database.url, asApp: true, poolSize: 1 })
  const segments = Array.from({ length: 5 }, () =>
    writeSegment([clickLine(someClick()), clickLine(someClick())]),
  )
  await Promise.all([
    loader.load(segments),
    new ClickLoader(new PostgresSink(other), log).load([...segments].reverse()),
  ])
  await other.end()
  expect(await counted()).toEqual({ clicks: 10, countable: 10 })
})

test.each([
  ['nothing', ''],
  ['a torn line', clickLine({ ...someClickFor('lnk_00000000000000000000000000000000') }).slice(0, 70)],
  ['zeros', Buffer.alloc(4096)],
])('loads the whole lines of a file that ends in %s', async (_, tail) => {
  await loader.load([writeSegment([clickLine(someClick())], { tail })])
  expect(await counted()).toEqual({ clicks: 1, countable: 1 })
  expect(readdirSync(dir)).toEqual([])
})

test('loads what is readable of a file that a disk has spoilt, and keeps it beside', async () => {
  const bad = [
    'nonsense\n',
    '\u0000'.repeat(100) + '\n',
    clickLine(someClick()).replace('desktop', 'toaster'),
    clickLine(someClick({ clickId: 'clk_ffffffffffff7000800000000000000a' })),
    clickLine(someClick()).replace('\t', '\\.\t'),
    '\\.\n',
  ]
  const segment = writeSegment(bad.flatMap((line) => [line, clickLine(someClick())]))
  expect(await loader.load([segment])).toBe(1)
  expect(await counted()).toEqual({ clicks: bad.length, countable: bad.length })
  expect(readdirSync(dir)).toEqual([`${segment.key}.log.unreadable`])
  expect(await adoptSegments(dir)).toEqual([])
})

test('makes the partition of any day a click can have, also one that was dropped since', async () => {
  const old = someClick({ clickId: newClickId(Date.UTC(2024, 1, 29, 23, 59, 59, 999)) })
  await loader.load([writeSegment([clickLine(old), clickLine(someClick())])])
  expect(await counted()).toEqual({ clicks: 2, countable: 2 })
  await ownerDoes('drop table click_20240229')
  const late = writeSegment([clickLine(someClick({ clickId: newClickId(Date.UTC(2024, 1, 29)) }))])
  expect(await loader.load([late])).toBe(1)
  expect(await counted()).toEqual({ clicks: 3, countable: 3 })
})

test('the job makes the coming days and can be run again', async () => {
  const clock = { now: () => new Date(Date.UTC(2033, 4, 30)) }
  expect((await prepareClickDays(database.db, clock)).made).toEqual([
    '2033-05-29',
    '2033-05-30',
    '2033-05-31',
    '2033-06-01',
    '2033-06-02',
    '2033-06-03',
    '2033-06-04',
    '2033-06-05',
    '2033-06-06',
  ])
  expect(await prepareClickDays(database.db, clock)).toEqual({ made: [] })
})

test('of several that adopt at the same moment each file is taken by some, and none fails', async () => {
  const dead = Array.from({ length: 30 }, (_, index) => `m0-${index.toString(16).padStart(16, '0')}-00000001`)
  // Of a process that had written ten files a second for more than 115 days.
  dead[0] = dead[0]!.replace('00000001', '100000000')
  for (const name of dead) writeFileSync(join(dir, `${name}.open`), clickLine(someClick()))
  const taken = await Promise.all([adoptSegments(dir), adoptSegments(dir), adoptSegments(dir)])
  expect(new Set(taken.flat().map(({ key }) => key))).toEqual(new Set(dead))
  await Promise.all(taken.map(async (segments) => await loader.load(segments)))
  expect(await counted()).toEqual({ clicks: 30, countable: 30 })
})

test('adopts what dead processes left, not what a living one still writes', async () => {
  const living = new ClickSpool(dir, log)
  living.append(clickLine(someClick()))
  const dead = await appendInDyingProcess({ dir, linkId, count: 3 })
  const segments = await adoptSegments(dir)
  expect(segments).toHaveLength(1)
  expect(await loader.load(segments)).toBe(1)
  expect(await counted()).toEqual({ clicks: 3, countable: 3 })
  expect(dead.refused).toBe(0)
  living.seal()
  expect(await adoptSegments(dir)).toEqual([])
  await loader.load(living.takeSealed())
  await living.close()
  expect(await counted()).toEqual({ clicks: 4, countable: 4 })
})

test('a disk that takes a part of a line loses no line that it took whole', async () => {
  // One block of 1 024 bytes a file: the kernel cuts the line that does not fit, as a full disk does.
  const { kept, refused } = await appendInDyingProcess(
    { dir, linkId, count: 40 },
    'ulimit -f 1; trap "" XFSZ; ',
  )
  expect(refused).toBeGreaterThan(3)
  expect(kept.length + refused).toBe(40)
  const segments = await adoptSegments(dir)
  expect(segments.length).toBeGreaterThan(3)
  expect(await loader.load(segments)).toBe(segments.length)
  const { rows } = await sql<{ id: string }>`select id from click where link_id = ${linkId}`.execute(
    database.db,
  )
  expect(rows.map((row) => row.id).sort()).toEqual(kept.sort())
})

test('adopts nothing where there is no spool yet, and leaves foreign files alone', async () => {
  expect(await adoptSegments(join(dir, 'none'))).toEqual([])
  mkdirSync(join(dir, 'm0abc-0011223344556677-00000001.log.d'))
  writeFileSync(join(dir, 'notes.log'), 'hello\n')
  expect(await adoptSegments(dir)).toEqual([])
  expect(readdirSync(dir)).toHaveLength(2)
})

test('knows its own lines', () => {
  const clickId = newClickId(Date.UTC(2031, 0, 2, 12))
  const day = Date.UTC(2031, 0, 2) / 86_400_000
  expect(daysOfLines(clickLine(someClick({ clickId })).repeat(3))).toEqual([day, day, day])
  expect(daysOfLines('')).toEqual([])
  const network = `o${'0a'.repeat(16)}`
  expect(daysOfLines(clickLine(someClick({ clickId, network })))).toEqual([day])
  expect(daysOfLines(clickLine(someClick({ clickId })).replace(/\t\\N\n/, '\n'))).toEqual([day])
  expect(daysOfLines(clickLine(someClick()).trimEnd())).toBeNull()
  expect(daysOfLines(`${clickLine(someClick())}\n`)).toBeNull()
})

function someClickFor(id: string): SpooledClick {
  linkId = id
  return someClick()
}

async function ownerDoes(statement: string): Promise<void> {
  const owner = openPool({ url: database.url, poolSize: 1 })
  await owner.query(statement)
  await owner.end()
}

async function appendInDyingProcess(
  input: { dir: string; linkId: string; count: number },
  limits = '',
): Promise<{ kept: string[]; refused: number }> {
  const script = fileURLToPath(new URL('append-lines.fixture.ts', import.meta.url))
  return await new Promise((resolve, reject) => {
    const command = `${limits}exec "$0" "$1" "$2"`
    execFile(
      'bash',
      ['-c', command, process.execPath, script, JSON.stringify(input)],
      (error, stdout, stderr) => {
        if (stdout) resolve(JSON.parse(stdout) as { kept: string[]; refused: number })
        else reject(error ?? new Error(stderr))
      },
    )
  })
}
