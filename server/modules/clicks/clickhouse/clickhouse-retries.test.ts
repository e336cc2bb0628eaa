import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markRestored } from '#server/platform/backup/restoration.ts'
import type { Clock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { hasClickHouse } from '#testing/clickhouse.ts'
import { createTestDatabase } from '#testing/database.ts'
import { someId } from '#testing/links.ts'
import { replayLog } from '../click-log/replay-log.ts'
import { claimBatches, longestOnItsWaySec, waitingBatches } from '../click-batches.ts'
import { lineOf, noon, silent, writeSegment } from '../click-stores.fixture.ts'
import { dayMs } from '#rules/utc-date.ts'
import { prepareClickDays } from '../jobs.ts'
import { ClickLoader } from '../load-clicks.ts'
import { ClickHouseSink } from './clickhouse-sink.ts'
import {
  linesOf,
  nobody,
  openClickHouseSite,
  segment,
  type ClickHouseSite,
} from './clickhouse-site.fixture.ts'

describe.skipIf(!hasClickHouse)('clicks that come to ClickHouse again (skipped without its engine)', () => {
  let site: ClickHouseSite
  let clickHouse: ClickHouseSite['clickHouse']
  let database: ClickHouseSite['database']
  let owner: ClickHouseSite['owner']
  let sink: ClickHouseSite['sink']
  let failing: ClickHouseSite['failing']
  let countOf: ClickHouseSite['countOf']
  beforeAll(async () => {
    site = await openClickHouseSite()
    ;({ clickHouse, database, owner, sink, failing, countOf } = site)
  })
  afterAll(async () => await site?.close())

  test('a batch whose every part is gone from the log waits no more, and is stored once where it comes after all', async () => {
    const linkId = someId('lnk')
    const [expired, file] = [{ ...segment(linkId, noon), sequence: 7 }, segment(linkId, noon + 1)]
    for (const one of [expired, file])
      await expect(failing.store([one], nobody)).rejects.toMatchObject({ code: 'unavailable' })
    await sql`update click_batch set made_at = made_at - interval '6 days' where stored_at is null`.execute(
      owner,
    )
    await sink.setExpiredAside(7)
    expect(await waitingBatches(database.db)).toMatchObject({ batches: 2, missing: 0 })
    await sql`update click_batch set made_at = made_at - interval '2 days' where stored_at is null`.execute(
      owner,
    )
    await sink.setExpiredAside(7)
    expect(await waitingBatches(database.db)).toMatchObject({ batches: 1, missing: 1 })
    await sink.store([expired], nobody)
    await sink.store([expired], nobody)
    expect(await countOf(linkId)).toEqual([1, 1])
    expect(await waitingBatches(database.db)).toMatchObject({ batches: 1, missing: 0 })
    // The file is of a machine that is gone.
    await sql`update click_batch set made_at = made_at - interval '90 days' where stored_at is null`.execute(
      owner,
    )
    await sql`update click_segment set loaded_at = loaded_at - interval '98 days' where key = ${file.key}`.execute(
      owner,
    )
    await prepareClickDays(database.db, { now: () => new Date() } as Clock)
    expect(await waitingBatches(database.db)).toEqual({ batches: 0, oldestSec: 0, missing: 0 })
  })

  test('a batch that waits for a machine that is gone is on its way for a day, where others are stored', async () => {
    const linkId = someId('lnk')
    const lost = segment(linkId, noon)
    await expect(failing.store([lost], nobody)).rejects.toMatchObject({ code: 'unavailable' })
    const passes = async (interval: string) =>
      await sql`update click_batch set made_at = made_at - ${interval}::interval where stored_at is null`.execute(
        owner,
      )
    await passes('2 hours')
    await sink.store([segment(linkId, noon + 1)], nobody)
    expect(await longestOnItsWaySec(database.db)).toBeGreaterThan(7_000)
    await passes('23 hours')
    expect(await longestOnItsWaySec(database.db)).toBe(0)
    // Of a ClickHouse that is away for days all are.
    await sql`update click_batch set stored_at = stored_at - interval '26 hours' where stored_at is not null`.execute(
      owner,
    )
    expect(await longestOnItsWaySec(database.db)).toBeGreaterThan(86_400)
    await sink.store([lost], nobody)
  })

  test('of an old batch what is not there is written, and nothing twice', async () => {
    const linkId = someId('lnk')
    const days = [0, 1, 2].map((day) => noon + day * dayMs)
    const segments = [segment(linkId, ...days), segment(linkId, days[1]! + 1)]
    const [id] = await claimBatches(database.db, segments)
    // By an insert whose token ClickHouse knows no more: it had written two days, and died.
    const written = segments.flatMap((some, at) => linesOf(some).slice(0, 2 - at))
    const columns: [string, ...string[]] = [
      'id',
      'link_id',
      'visitor',
      'reason',
      'country',
      'device',
      'referrer_host',
      'sub_id',
      'batch',
    ]
    await clickHouse.insert(
      'click',
      columns,
      written.map((line) => line.replace(/[^\t\n]*\n/, `${id}\n`)).join(''),
      'forgotten',
    )
    await sql`update click_batch set made_at = now() - interval '2 hours' where id = ${id}`.execute(
      database.db,
    )
    await sink.store([segments[0]!], async () => segments[1]!)
    await sink.store(segments, nobody)
    expect(await countOf(linkId)).toEqual([4, 4])
  })

  test('a file that comes back after its key was forgotten is not stored again', async () => {
    const linkId = someId('lnk')
    const old = segment(linkId, Date.now() - 100 * dayMs, Date.now() - 99 * dayMs)
    await sink.store([old], nobody)
    await sql`update click_segment set loaded_at = now() - interval '91 days' where key = ${old.key}`.execute(
      owner,
    )
    await prepareClickDays(database.db, { now: () => new Date() } as Clock)
    await sink.store([old, segment(linkId, Date.now() - 99 * dayMs)], nobody)
    expect(await countOf(linkId)).toEqual([3, 3])
  })

  test('clicks whose figures failed have them after a second try, of a database that was put back too', async () => {
    const putBack = await createTestDatabase()
    const itsOwner = openDatabase({ url: putBack.url, poolSize: 1 })
    try {
      await markRestored(itsOwner, new Date().toISOString())
      const its = new ClickHouseSink(putBack.db, clickHouse, silent)
      const linkId = someId('lnk')
      const [one, other] = [segment(linkId, noon), segment(linkId, noon + 1, noon + dayMs)]
      await its.store([one], nobody)
      await clickHouse.run(`alter table click_quarter add constraint full check link_id != '${linkId}'`)
      await expect(its.store([other], nobody)).rejects.toMatchObject({ code: 'unavailable' })
      await clickHouse.run('alter table click_quarter drop constraint full')
      expect(await its.store([one, other], nobody)).toBe(2)
      expect(await countOf(linkId)).toEqual([3, 3])
    } finally {
      await itsOwner.destroy()
      await putBack.drop()
    }
  })

  test('a large file of a batch that was begun is found in its folder, in the parts that it is stored by', async () => {
    const linkId = someId('lnk')
    const lines = Array.from({ length: 4_500 }, (_, at) => lineOf({ linkId, atMs: noon + (at % 2) * dayMs }))
    const [large, small] = [lines, [lineOf({ linkId })]].map(writeSegment)
    await expect(new ClickLoader(failing, silent).load([large!, small!])).rejects.toMatchObject({
      code: 'unavailable',
    })
    const loader = new ClickLoader(sink, silent)
    await loader.load([small!])
    expect(await countOf(linkId)).toEqual([4_501, 4_501])
    await loader.load([large!])
    expect(await countOf(linkId)).toEqual([4_501, 4_501])
    const { rows } = await sql<{ parts: number }>`
      select count(*) as parts from click_segment where key like ${`${large!.key}%`}`.execute(database.db)
    expect(rows[0]!.parts).toBe(2)
  })

  test('what ClickHouse has lost and knows the token of is there again after a replay, once', async () => {
    const linkId = someId('lnk')
    const one = segment(linkId, noon, noon + dayMs)
    await sink.store([one], nobody)
    // As a power cut takes rows that were not on the disk yet.
    for (const table of ['click', 'click_quarter', 'click_breakdown', 'click_first'])
      await clickHouse.run(`alter table ${table} delete where link_id = '${linkId}'`)
    await expect.poll(async () => await countOf(linkId)).toEqual([0, 0])
    const find = async (key: string) => (key === one.key ? one : null)
    expect(await replayLog(database.db, { find }, clickHouse)).toMatchObject({ stored: 1, there: 0 })
    expect(await countOf(linkId)).toEqual([2, 2])
    expect(await replayLog(database.db, { find }, clickHouse)).toMatchObject({ stored: 0, there: 1 })
    expect(await countOf(linkId)).toEqual([2, 2])
  })

  test('what is left in the log of a batch is there again after a replay', async () => {
    const linkId = someId('lnk')
    const [expired, left] = [segment(linkId, noon), segment(linkId, noon + 1, noon + 2)]
    await sink.store([expired, left], nobody)
    for (const table of ['click', 'click_quarter', 'click_breakdown', 'click_first'])
      await clickHouse.run(`alter table ${table} delete where link_id = '${linkId}'`)
    await expect.poll(async () => await countOf(linkId)).toEqual([0, 0])
    const find = async (key: string) => (key === left.key ? left : null)
    const before = await replayLog(database.db, { find: nobody }, clickHouse)
    expect(await replayLog(database.db, { find }, clickHouse)).toEqual({ ...before, stored: 1 })
    expect(await countOf(linkId)).toEqual([2, 2])
  })
})
