import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { hasClickHouse } from '#testing/clickhouse.ts'
import { someId } from '#testing/links.ts'
import { clickPoolSize } from '../click-path.ts'
import { waitingBatches } from '../click-batches.ts'
import { newClickId } from '../click-id.ts'
import { segmentOf, type ClickSegment } from '../click-sink.ts'
import { openClickStorage } from '../click-storage.ts'
import { clickLine } from '../click-line.ts'
import { registerClickStorageGauges } from '../click-storage-metrics.ts'
import { linkRow, noon, silent, someClick } from '../click-stores.fixture.ts'
import { dayMs } from '#rules/utc-date.ts'
import { clickErasure } from '../module.ts'
import { ClickHouseConnection } from './clickhouse-connection.ts'
import { ClickHouseSink } from './clickhouse-sink.ts'
import {
  linesOf,
  nobody,
  openClickHouseSite,
  segment,
  type ClickHouseSite,
} from './clickhouse-site.fixture.ts'
import { clickHouseStore } from './clickhouse-store.ts'

describe.skipIf(!hasClickHouse)('the sink of ClickHouse (skipped without its engine)', () => {
  let site: ClickHouseSite
  let server: ClickHouseSite['server']
  let clickHouse: ClickHouseSite['clickHouse']
  let database: ClickHouseSite['database']
  let owner: ClickHouseSite['owner']
  let sink: ClickHouseSite['sink']
  let failing: ClickHouseSite['failing']
  let countOf: ClickHouseSite['countOf']
  beforeAll(async () => {
    site = await openClickHouseSite()
    ;({ server, clickHouse, database, owner, sink, failing, countOf } = site)
  })
  afterAll(async () => await site?.close())

  test('who waits for another’s claim stores the segment where that one fails', async () => {
    const linkId = someId('lnk')
    const one = segment(linkId, noon)
    const claiming = await database.db.startTransaction().execute()
    const batchId = newId('clickBatch')
    await sql`insert into click_batch (id, parts) values (${batchId}, ${JSON.stringify([{ key: one.key, sequence: null }])}::jsonb)`.execute(
      claiming,
    )
    await sql`insert into click_segment (key, lines, batch_id) values (${one.key}, 1, ${batchId})`.execute(
      claiming,
    )
    const stored = sink.store([one], nobody)
    await expect.poll(async () => await waiting('insert into click_segment')).toBe(1)
    await claiming.commit().execute()
    expect(await stored).toBe(1)
    expect(await countOf(linkId)).toEqual([1, 1])
  })

  test('a batch that was made with a segment twice is stored with it once', async () => {
    const linkId = someId('lnk')
    const one = segment(linkId, noon, noon + 1)
    await expect(failing.store([one], nobody)).rejects.toMatchObject({ code: 'unavailable' })
    await sql`update click_batch set parts = parts || parts where parts -> 0 ->> 'key' = ${one.key}`.execute(
      database.db,
    )
    expect(await sink.store([one], nobody)).toBe(2)
    expect(await countOf(linkId)).toEqual([2, 2])
  })

  async function waiting(statement: string): Promise<number> {
    const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from pg_stat_activity
    where wait_event_type = 'Lock' and query like ${`%${statement}%`}`.execute(owner)
    return rows[0]!.found
  }

  test('a batch is stored without a part that nobody has, which is stored when it comes', async () => {
    const linkId = someId('lnk')
    const [one, other] = [segment(linkId, noon, noon + 1), segment(linkId, noon + 2, noon + 3, noon + 4)]
    await expect(failing.store([one, other], nobody)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await sink.store([one], nobody)).toBe(2)
    expect(await countOf(linkId)).toEqual([2, 2])
    expect(await waitingBatches(database.db)).toEqual({ batches: 0, oldestSec: 0, missing: 3 })
    await sink.store([one, other], nobody)
    await sink.store([other], nobody)
    expect(await countOf(linkId)).toEqual([5, 5])
    expect(await waitingBatches(database.db)).toMatchObject({ missing: 0 })
  })

  test('a part that was missing is not stored again where its batch had been written whole', async () => {
    const linkId = someId('lnk')
    const [one, other] = [segment(linkId, noon, noon + dayMs), segment(linkId, noon + 1)]
    await writtenAndNotCommitted([one, other])
    await sink.store([other], nobody)
    await sink.store([one], nobody)
    expect(await countOf(linkId)).toEqual([3, 3])
    expect(await waitingBatches(database.db)).toMatchObject({ batches: 0, missing: 0 })
  })

  /** ClickHouse took a batch, and PostgreSQL died before it knew. */
  async function writtenAndNotCommitted(segments: ClickSegment[]): Promise<void> {
    await sql`create function refuse_mark() returns trigger language plpgsql as
    $$ begin if new.stored_at is not null then raise exception 'the database dies'; end if; return new; end $$`.execute(
      owner,
    )
    await sql`create trigger refuse_mark before update on click_batch for each row execute function refuse_mark()`.execute(
      owner,
    )
    await expect(sink.store(segments, nobody)).rejects.toThrow('the database dies')
    await sql`drop trigger refuse_mark on click_batch`.execute(owner)
  }

  test('has inserts synced, of tables that were made before too', async () => {
    const unsynced = async () => {
      const [row] = await clickHouse.rows<{ found: number }>(`
        select count() as found from system.tables where database = currentDatabase() and name like 'click%'
          and engine like '%MergeTree' and position(engine_full, 'fsync_after_insert = 1, fsync_part_directory = 1') = 0`)
      return row!.found
    }
    expect(await unsynced()).toBe(0)
    await clickHouse.run('alter table click reset setting fsync_after_insert, fsync_part_directory')
    expect(await unsynced()).toBe(1)
    const other = new ClickHouseConnection(server.url)
    await other.version()
    await other.close()
    expect(await unsynced()).toBe(0)
  })

  test('looks up any number of clicks at once, by the key of the table', async () => {
    const linkId = someId('lnk')
    const one = segment(linkId, noon, noon + dayMs)
    await sink.store([one], nobody)
    const ids = linesOf(one).map((line) => line.slice(0, line.indexOf('\t')))
    const none = Array.from({ length: 20_000 }, (_, at) => newClickId(noon + at))
    const found = await clickHouseStore(clickHouse).find([...none, ...ids])
    expect(found.map(({ clickId }) => clickId).toSorted()).toEqual(ids.toSorted())
  })

  test('clicks that no file has wait in the database for ClickHouse, and any process stores them', async () => {
    const linkId = someId('lnk')
    const direct = segment(linkId, noon, noon + 1)
    expect(await failing.store([direct], null)).toBe(2)
    expect(await countOf(linkId)).toEqual([0, 0])
    expect(await waitingBatches(database.db)).toMatchObject({ batches: 1 })
    await expect(failing.storeKept()).rejects.toMatchObject({ code: 'unavailable' })
    await Promise.all([sink.storeKept(), new ClickHouseSink(database.db, clickHouse, silent).storeKept()])
    // A file of the same, from before it was known that the database has them.
    await sink.store([direct], nobody)
    expect(await countOf(linkId)).toEqual([2, 2])
    const { rows } = await sql<{ parts: object[] }>`
    select parts from click_batch order by id desc limit 1`.execute(database.db)
    expect(rows[0]!.parts).toEqual([{ key: direct.key, sequence: null }])
    expect(await waitingBatches(database.db)).toMatchObject({ batches: 0 })
  })

  test('clicks of who left are stored and pay, however long ClickHouse takes to take their sub-ids off', async () => {
    const { linkId, uid, enrolmentId } = await linkRow(database.db, { paysClicks: true })
    const [early, late] = [noon, noon + dayMs].map((at) =>
      segmentOf(someId('key').slice(4), clickLine({ ...someClick(linkId, at), subId: 'story' })),
    )
    await sink.store([early!], nobody)
    await sql`delete from member where uid = ${uid}`.execute(owner)
    // Until then no mutation is done, as on a table of terabytes.
    await clickHouse.run('system stop merges')
    await clickErasure(database.db).erase({ uid, party: someId('pty') } as never)
    expect(await sink.store([late!], nobody)).toBe(1)
    const { rows } = await sql<{ paid: number }>`
      select count(*) as paid from payable_click where enrolment_id = ${enrolmentId}`.execute(database.db)
    expect(rows[0]!.paid).toBe(2)
    await expect(clickHouseStore(clickHouse).dropDays('2040-01-01')).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await clickHouse.mutationFailure()).toBeNull()
    await clickHouse.run('system start merges')
    const subs = async () =>
      await clickHouse.rows(`
        select (select countIf(sub_id != '') from click where link_id = '${linkId}') as clicks,
          (select countIf(first.6 != '') from click_first where link_id = '${linkId}') as firsts,
          (select count() from click_breakdown where link_id = '${linkId}' and dimension = 'sub') as origins`)
    await expect.poll(subs, { timeout: 10_000 }).toEqual([{ clicks: 0, firsts: 0, origins: 0 }])
    expect(await countOf(linkId)).toEqual([2, 2])
  }, 60_000)

  test('says of a mutation that ClickHouse cannot do why', async () => {
    await clickHouse.run(`insert into click_unique (link_id) values ('lnk_none')`)
    await clickHouse.run(`alter table click_unique delete where throwIf(link_id = 'lnk_none') = 1`)
    await expect.poll(async () => await clickHouse.mutationFailure()).toContain('throwIf')
    const registry = new Registry()
    registerClickStorageGauges(registry, database.db, { clickHouse, log: null })
    expect(await registry.metrics()).toContain('crels_click_forgetting 0')
    await clickHouse.run(`kill mutation where table = 'click_unique'`)
    expect(await clickHouse.mutationFailure()).toBeNull()
    expect(await registry.metrics()).toContain('crels_click_forgetting 1')
  })

  test('a ClickHouse that does not answer takes no connection of people who wait', async () => {
    const hanging: Server = createServer(() => {}).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    const { port } = hanging.address() as { port: number }
    const people = openDatabase({ url: database.url, asApp: true, poolSize: 1 })
    const pool = openPool({ url: database.url, asApp: true, poolSize: clickPoolSize })
    const storage = openClickStorage(
      { clickHouseUrl: `http://127.0.0.1:${port}/crels`, log: null },
      { pool, databases: [people], log: silent },
    )
    const stored = storage.sink.store([segment(someId('lnk'), noon)], nobody).catch((error: unknown) => error)
    await once(hanging, 'connection')
    const since = performance.now()
    await sql`select 1`.execute(people)
    expect(performance.now() - since).toBeLessThan(2_000)
    // Of redirects whose folder is full. The first has this process ask ClickHouse, by a second connection; another has one.
    await storage.sink.store([segment(someId('lnk'), noon)], null)
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(2)
    await storage.sink.store([segment(someId('lnk'), noon)], null)
    hanging.close()
    await stored
    await storage.close()
    await pool.end()
    await people.destroy()
  }, 60_000)
})
