import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ClickReason } from '#rules/click-verdict.ts'
import { openPool } from '#server/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { newClickId } from './click-id.ts'
import { clickLine } from './click-line.ts'
import { prepareClickDays } from './jobs.ts'
import { clickErasure } from './module.ts'
import { someId, someLink } from '#testing/links.ts'
import { ClickLoader } from './load-clicks.ts'
import { PostgresSink } from './postgres-sink.ts'

const hourMs = 3_600_000
const noon = Date.UTC(2031, 2, 14, 12)
const log = pino({ level: 'silent' })
let database: TestDatabase
let pools: pg.Pool[]
let loaders: ClickLoader[]
let dir: string
let linkId: string

beforeAll(async () => {
  database = await createTestDatabase()
  pools = [1, 2].map(() => openPool({ url: database.url, asApp: true, poolSize: 1 }))
  loaders = pools.map((pool) => new ClickLoader(new PostgresSink(pool), log))
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await database.drop()
})
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'crels-uniques-'))
  linkId = someId('lnk')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

interface Came {
  visitor: number
  atMs?: number
  reason?: ClickReason
  link?: string
}

function lineOf({ visitor, atMs = noon, reason, link = linkId }: Came, clickId = newClickId(atMs)): string {
  return clickLine({
    clickId,
    linkId: link,
    visitor: visitor.toString(16).padStart(32, '0'),
    reason: reason ?? null,
    country: visitor % 4 ? 'NO' : null,
    device: visitor % 2 ? 'phone' : 'desktop',
    referrerHost: visitor % 3 ? `site-${visitor % 3}.example` : null,
    subId: visitor % 5 ? null : 'story',
  })
}

async function load(lines: string[], loader = loaders[0]!): Promise<void> {
  const key = someId('key')
  const path = join(dir, `${key}.log`)
  writeFileSync(path, lines.join(''))
  await loader.load([{ key, path }])
}

async function uniques(): Promise<{ atMs: number; visitor: string }[]> {
  const { rows } = await sql<{ at: Date; visitor: string }>`
    select at, ltrim(encode(visitor, 'hex'), '0') as visitor from click
    where link_id = ${linkId} and unique_of_day order by at, visitor`.execute(database.db)
  return rows.map(({ at, visitor }) => ({ atMs: at.getTime(), visitor }))
}

test('a unique is the first countable click of a visitor on a link in a UTC day', async () => {
  const midnight = noon + 12 * hourMs
  await load([
    lineOf({ visitor: 1, atMs: noon - hourMs, reason: 'bot' }),
    lineOf({ visitor: 1 }),
    lineOf({ visitor: 1, atMs: noon + 2 * hourMs }),
    lineOf({ visitor: 1, link: someId('lnk') }),
    lineOf({ visitor: 2, atMs: noon + 1 }),
  ])
  await load([lineOf({ visitor: 1, atMs: midnight - 1 }), lineOf({ visitor: 1, atMs: midnight })])
  expect(await uniques()).toEqual([
    { atMs: noon, visitor: '1' },
    { atMs: noon + 1, visitor: '2' },
    { atMs: midnight, visitor: '1' },
  ])
})

test('within a file the earliest is the unique, in any order of lines', async () => {
  await load([lineOf({ visitor: 1, atMs: noon + 5 }), lineOf({ visitor: 1 }), lineOf({ visitor: 1 })])
  expect(await uniques()).toEqual([{ atMs: noon, visitor: '1' }])
})

test('a visitor loaded by two processes at once is one unique', async () => {
  const visitors = Array.from({ length: 300 }, (_, visitor) => visitor + 1)
  for (let again = 0; again < 5; again++) {
    const atMs = noon + again * 24 * hourMs
    const lines = () => visitors.toSorted(() => Math.random() - 0.5).map((v) => lineOf({ visitor: v, atMs }))
    await Promise.all(loaders.map(async (loader) => await load(lines(), loader)))
  }
  expect(await uniques()).toHaveLength(5 * visitors.length)
})

test('visitors are dropped with the day, and a late click of theirs is still no unique', async () => {
  await load([lineOf({ visitor: 1 }), lineOf({ visitor: 2, reason: 'bot' })])
  await prepareClickDays(database.db, { now: () => new Date(noon + 48 * hourMs) })
  const kept = async () =>
    (await sql`select from click_visitor where day = '2031-03-14'`.execute(database.db)).rows.length
  expect(await kept()).toBe(0)
  await load([1, 2, 3].map((visitor) => lineOf({ visitor, atMs: noon + visitor })))
  expect(await uniques()).toEqual([
    { atMs: noon, visitor: '1' },
    { atMs: noon + 2, visitor: '2' },
    { atMs: noon + 3, visitor: '3' },
  ])
  expect(await kept()).toBeGreaterThanOrEqual(3)
})

test('a day that is dropped while clicks of it are loaded is made again', async () => {
  const forget = async () => await sql`select forget_click_visitors('2099-01-01')`.execute(database.db)
  for (let again = 0; again < 40; again++) {
    const lines = (loader: number) => [lineOf({ visitor: again * 2 + loader, atMs: noon + again })]
    await Promise.all([load(lines(0), loaders[0]), forget(), load(lines(1), loaders[1]), forget()])
  }
  expect(await uniques()).toHaveLength(80)
})

/** What quarters, days and origins say that the clicks do not, of all links. */
const differences = sql`
  select 'quarter' as of from (
    select link_id, quarter, reason, clicks, uniques from click_quarter
    except select link_id, date_bin('15 minutes', at, '2000-01-01Z'), coalesce(reason, ''), count(*),
      count(*) filter (where unique_of_day) from click group by 1, 2, 3) q
  union all
  select 'day' from (
    select d.link_id from click_utc_day d full join (
      select link_id, (at at time zone 'UTC')::date as day, count(*) as clicks,
        count(*) filter (where unique_of_day) as uniques from click where countable group by 1, 2) c
      on c.link_id = d.link_id and c.day = d.day
    where (d.clicks, d.uniques) is distinct from (c.clicks, c.uniques)) d
  union all
  select 'origin' from (
    select link_id, quarter, dimension, value, clicks, uniques from click_breakdown
    except select link_id, date_bin('15 minutes', at, '2000-01-01Z'), dimension, value, count(*),
      count(*) filter (where unique_of_day)
    from click cross join lateral (values
      ('country', country), ('device', device), ('referrer', referrer_host), ('sub', sub_id)) d (dimension, value)
    where countable and value is not null group by 1, 2, 3, 4) b
  union all
  select 'uniques' from (
    select link_id from click where countable group by link_id
    having count(*) filter (where unique_of_day)
      <> count(distinct (visitor, (at at time zone 'UTC')::date))) n
  union all
  select 'sum' from (
    (select link_id, sum(clicks) from click_quarter group by 1)
    except (select link_id, count(*) from click group by 1)) s`

const cameArbitrary = fc.record({
  visitor: fc.integer({ min: 1, max: 6 }),
  atMs: fc.integer({ min: noon - 40 * hourMs, max: noon + 40 * hourMs }),
  reason: fc.constantFrom<(ClickReason | undefined)[]>(undefined, undefined, undefined, 'bot', 'repeat'),
})

test('however clicks come, quarters, days and origins are what a count of the clicks says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cameArbitrary, { maxLength: 12 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      async (files, forgets) => {
        linkId = someId('lnk')
        const texts = files.map((file) => file.map((came) => lineOf(came)))
        for (const [index, lines] of texts.entries()) {
          // Both at once, one of them a file that comes back with another.
          await Promise.all([
            load(lines, loaders[0]),
            load([...(texts[index - 1] ?? []), ...lines.slice(0, 3)], loaders[1]),
          ])
          if (forgets[index]) await sql`select forget_click_visitors('2099-01-01')`.execute(database.db)
        }
        expect((await differences.execute(database.db)).rows).toEqual([])
      },
    ),
    { numRuns: 15 },
  )
})

test('deletes the sub-ids of a leaving member from clicks and statistics, and no others', async () => {
  const [gone, stays] = [someId('usr'), someId('usr')]
  const links = await Promise.all(
    [gone, gone, stays].map(async (ownerUid) => (await someLink(database.db, { ownerUid })).id),
  )
  for (const atMs of [noon, noon + hourMs, noon + 30 * hourMs])
    await load(links.flatMap((link) => [5, 10, 11].map((visitor) => lineOf({ visitor, atMs, link }))))
  const withSubs = async () =>
    (
      await sql`select link_id from click where sub_id is not null and link_id = any (${links})
        union all select link_id from click_breakdown where dimension = 'sub' and link_id = any (${links})`.execute(
        database.db,
      )
    ).rows
  expect(await withSubs()).toHaveLength(3 * 6 + 3 * 3)
  const party = someId('pty')
  const who = {
    uid: gone,
    party,
    iss: 'test',
    sub: gone,
    shortId: null,
    addresses: [],
    provedAddresses: [],
    leftAt: new Date(),
  }
  await clickErasure(database.db).erase(who)
  expect(await withSubs()).toHaveLength(6 + 3)
  expect((await differences.execute(database.db)).rows).toEqual([])
})

// The last here: what it counts together is in no row of `differences`.
test('lists a limited number of sub-ids per link and quarter, and counts the rest together', async () => {
  const bounded = new ClickLoader(new PostgresSink(pools[0]!, 3), log)
  const subs = (names: string[], atMs = noon, link = linkId) =>
    names.map((subId, visitor) =>
      lineOf({ visitor: visitor + 1, atMs: atMs + visitor, link }).replace(
        /\t[^\t]*(\t[^\t]*\n)$/,
        `\t${subId}$1`,
      ),
    )
  const counted = async (link = linkId) => {
    const { rows } = await sql<{ quarter: Date; value: string; clicks: number }>`
      select quarter, value, clicks from click_breakdown where link_id = ${link} and dimension = 'sub'
      order by 1, 2`.execute(database.db)
    return rows.map(({ quarter, value, clicks }) => `${quarter.getUTCMinutes()} ${value} ${clicks}`)
  }
  await load(subs(['a', 'b', 'a']), bounded)
  await load(subs(['c', 'd', 'a', 'e', 'd']), bounded)
  await load(subs(['e', 'f', 'c']), bounded)
  const quarterLater = noon + hourMs / 4
  await load(subs(['x', 'f', 'e', 'y', 'y'], quarterLater), bounded)
  const first = ['0 (others) 5', '0 a 3', '0 b 1', '0 c 2']
  expect(await counted()).toEqual([...first, '15 (others) 2', '15 e 1', '15 f 1', '15 x 1'])
  // A link with as many clicks of few values is left alone.
  const steady = someId('lnk')
  await load(subs(['a', 'b', 'a', 'b', 'a', 'a'], noon, steady), bounded)
  await load(subs(['c', 'b'], noon, steady), bounded)
  expect(await counted(steady)).toEqual(['0 a 4', '0 b 3', '0 c 1'])
})
