import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markRestored } from '#server/platform/backup/restoration.ts'
import { openDatabase } from '#server/platform/database.ts'
import { hasClickHouse, TestClickHouse } from '#testing/clickhouse.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { someId } from '#testing/links.ts'
import { hasNats, TestNats } from '#testing/nats.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { segmentOf } from '../click-sink.ts'
import { copyOf, lineOf, linkRow, removeDir, writeSegment } from '../click-stores.fixture.ts'
import { ClickHouseConnection } from '../clickhouse/clickhouse-connection.ts'
import { ClickHouseSink } from '../clickhouse/clickhouse-sink.ts'
import { ClickLoader } from '../load-clicks.ts'
import { ClickLog } from './click-log.ts'
import type { ClickProcess } from './click-process.fixture.ts'
import { replayForgotten, replayLog } from './replay-log.ts'

const log = pino({ level: 'silent' })
const program = fileURLToPath(new URL('click-process.fixture.ts', import.meta.url))
const canRun = hasNats && hasClickHouse
let nats: TestNats
let server: TestClickHouse
let clickHouse: ClickHouseConnection
let database: TestDatabase
let clickLog: ClickLog
const processes: ChildProcess[] = []
let given: Omit<ClickProcess, 'role'>

beforeAll(async () => {
  if (!canRun) return
  ;[nats, server, database] = await Promise.all([
    TestNats.start(),
    TestClickHouse.start(),
    createTestDatabase(),
  ])
  clickHouse = new ClickHouseConnection(server.url)
  const folder = temporaryFolder('click-log')
  given = {
    natsUrls: nats.urls,
    clickHouseUrl: server.url,
    databaseUrl: database.url,
    dir: join(folder, 'clicks'),
    answered: join(folder, 'answered'),
    linkIds: Array.from({ length: 5 }, () => someId('lnk')),
  }
  writeFileSync(given.answered, '')
  clickLog = new ClickLog({ urls: nats.urls, replicas: 3, days: 7 }, log, 2_000)
  // Until the cluster has a leader.
  for (let tries = 0; tries < 100; tries++) {
    if (await clickLog.state().catch(() => null)) return
    await delay(100)
  }
})
afterAll(async () => {
  removeDir()
  for (const process of processes) await kill(process)
  await clickLog?.close()
  await clickHouse?.close()
  await Promise.all([nats?.stop(), server?.kill(), database?.drop()])
})

async function start(role: ClickProcess['role']): Promise<ChildProcess> {
  const process_ = spawn(process.execPath, [program, JSON.stringify({ role, ...given })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.push(process_)
  for await (const text of process_.stdout) if (String(text).includes('ready')) break
  return process_
}

async function kill(process: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill(signal)
  await ended
}

/** Everything that ClickHouse has of clicks, as numbers. */
async function contents() {
  const [clicks] = await clickHouse.rows<{ clicks: number; ids: number; hash: string }>(
    `select count() as clicks, uniqExact(id) as ids,
       toString(groupBitXor(cityHash64(id, at, link_id, visitor, reason, country, device, sub_id, batch))) as hash
     from click`,
  )
  const quarters = await clickHouse.rows(
    `select link_id, quarter, reason, sum(clicks) as clicks from click_quarter group by 1, 2, 3 order by 1, 2, 3`,
  )
  const origins = await clickHouse.rows<{ link_id: string; dimension: string }>(
    `select link_id, dimension, value, sum(clicks) as clicks from click_breakdown group by 1, 2, 3 order by 1, 2, 3`,
  )
  const firsts = await clickHouse.rows(
    `select link_id, day, visitor, min(first) as first from click_first group by 1, 2, 3 order by 1, 2, 3`,
  )
  return { clicks: clicks!, quarters, origins, firsts }
}

test.skipIf(!canRun)(
  'every answered click is there once, whichever process or node dies, and again from the log (skipped without nats-server and ClickHouse’s engine)',
  async () => {
    const worker = await start('works')
    const redirects = await start('redirects')
    await delay(700)
    await kill(redirects)
    const others = [await start('redirects')]
    await kill(worker)
    await delay(300)
    await nats.kill(0)
    const second = await start('works')
    others.push(await start('redirects'))
    await delay(1_000)
    await server.kill()
    await delay(200)
    await server.start()
    await nats.start(0)
    await Promise.all(others.map(async (process) => await kill(process, 'SIGTERM')))
    // What is left of those that were killed, and of what NATS did not take at their end.
    const last = await start('redirects')
    await delay(300)
    await kill(last, 'SIGTERM')
    await expect
      .poll(async () => await clickLog.state(), { timeout: 20_000, interval: 200 })
      .toEqual({ waiting: 0, oldestSec: 0, oldestClickAt: null, keptSec: 7 * 86_400, lagging: [] })

    const answered = readFileSync(given.answered, 'utf8').split('\n').slice(0, -1)
    expect(answered.length).toBeGreaterThan(300)
    const before = await contents()
    expect(before.clicks.ids).toBe(before.clicks.clicks)
    const kept = await clickHouse.rows<{ id: string }>('select id from click')
    const ids = new Set(kept.map(({ id }) => id))
    expect(answered.filter((id) => !ids.has(id))).toEqual([])
    const figures = await clickHouse.rows(
      `select link_id, toDateTime64(toStartOfFifteenMinutes(at), 0, 'UTC') as quarter, reason, count() as clicks
       from click group by 1, 2, 3 order by 1, 2, 3`,
    )
    expect(before.quarters).toEqual(figures)
    expect(await openBatches()).toBe(0)

    await kill(second)
    await server.startEmpty()
    const replayed = await replayLog(database.db, clickLog, clickHouse)
    expect(replayed).toMatchObject({ there: 0, gone: 0 })
    expect(await contents()).toEqual(before)
    // Of a link whose owner has left since.
    const [linkId] = given.linkIds
    await linkRow(database.db, { linkId, hasLeft: true })
    expect(await replayLog(database.db, clickLog, clickHouse)).toEqual({
      stored: 0,
      there: replayed.stored,
      gone: 0,
    })
    const subs = async () =>
      (await contents()).origins.filter((row) => row.link_id === linkId && row.dimension === 'sub')
    await expect.poll(subs).toEqual([])
  },
  240_000,
)

test.skipIf(!canRun)(
  'a batch that was begun is stored whole, from the log, by who gets a part of it (skipped without nats-server and ClickHouse’s engine)',
  async () => {
    const linkId = someId('lnk')
    const segments = [1, 2].map((n) => segmentOf(`${someId('key')}-${n}`, lineOf({ linkId }).repeat(1)))
    await clickLog.store(segments)
    const dying = new ClickHouseSink(database.db, new ClickHouseConnection('http://127.0.0.1:9/none'), log)
    const taken: { key: string; sequence?: number }[] = []
    const taking = new ClickLog({ urls: nats.urls, replicas: 3, days: 7 }, log, 2_000)
    taking.work({
      store: async (some, find) => {
        taken.push(...some)
        return await dying.store(some, find)
      },
    })
    await expect.poll(() => taken.length).toBeGreaterThan(1)
    await taking.close()
    expect(await openBatches()).toBeGreaterThan(0)
    const part = taken.at(-1)!
    const text = (await clickLog.find(part.key, part.sequence!))!
    expect(
      await new ClickHouseSink(database.db, clickHouse, log).store([text], clickLog.find),
    ).toBeGreaterThan(0)
    const worker = await start('works')
    await expect.poll(async () => await clickLog.state(), { timeout: 15_000 }).toMatchObject({ waiting: 0 })
    await kill(worker)
    const [row] = await clickHouse.rows<{ clicks: number }>(
      `select count() as clicks from click where link_id = '${linkId}'`,
    )
    expect(row!.clicks).toBe(2)
    expect(await openBatches()).toBe(0)
  },
  40_000,
)

test.skipIf(!canRun)(
  'a database that was put back learns from the log what it is to pay, and ClickHouse has nothing twice (skipped without nats-server and ClickHouse’s engine)',
  async () => {
    const putBack = await createTestDatabase()
    const owner = openDatabase({ url: putBack.url, poolSize: 1 })
    try {
      const link = await linkRow(putBack.db, { paysClicks: true })
      await linkRow(database.db, { ...link, paysClicks: true })
      const texts = [1, 2].map(() => lineOf({ linkId: link.linkId, atMs: Date.now() }))
      await clickLog.store(texts.map((text) => segmentOf(someId('key'), text)))
      // The backup is of before they are stored.
      const asOf = new Date()
      const worker = await start('works')
      await expect.poll(async () => await clickLog.state(), { timeout: 15_000 }).toMatchObject({ waiting: 0 })
      await kill(worker)
      const stored = async () =>
        await clickHouse.rows(
          `select count() as clicks, (select sum(clicks) from click_quarter where link_id = '${link.linkId}') as counted
           from click where link_id = '${link.linkId}'`,
        )
      expect(await stored()).toEqual([{ clicks: 2, counted: 2 }])

      await markRestored(owner, asOf.toISOString())
      const sink = new ClickHouseSink(putBack.db, clickHouse, log)
      // With those of the tests before, all of which are stored once.
      const before = await contents()
      expect(await replayForgotten(clickLog, sink)).toBe(before.clicks.clicks)
      expect(await replayForgotten(clickLog, sink)).toBe(0)
      expect(await contents()).toEqual(before)
      expect(await clickLog.goesBackTo(asOf)).toBe(true)
      const { rows } = await sql<{ id: string }>`
        select click_id as id from payable_click where enrolment_id = ${link.enrolmentId} order by 1`.execute(
        putBack.db,
      )
      expect(rows.map(({ id }) => id)).toEqual(texts.map((text) => text.split('\t')[0]).sort())
      expect(await stored()).toEqual([{ clicks: 2, counted: 2 }])
    } finally {
      await owner.destroy()
      await putBack.drop()
    }
  },
  60_000,
)

test.skipIf(!canRun)(
  'a large file that the log has is not stored again by a process without the log (skipped without nats-server and ClickHouse’s engine)',
  async () => {
    const linkId = someId('lnk')
    const file = writeSegment(Array.from({ length: 4_500 }, () => lineOf({ linkId })))
    // It dies before it removes it.
    const left = copyOf(file)
    await new ClickLoader(clickLog, log).load([file])
    const worker = await start('works')
    await expect.poll(async () => await clickLog.state(), { timeout: 15_000 }).toMatchObject({ waiting: 0 })
    await kill(worker)
    await new ClickLoader(new ClickHouseSink(database.db, clickHouse, log), log).load([left])
    const [row] = await clickHouse.rows<{ clicks: number }>(
      `select count() as clicks from click where link_id = '${linkId}'`,
    )
    expect(row!.clicks).toBe(4_500)
  },
  40_000,
)

test.skipIf(!canRun)(
  'all of the log is read where NATS is away meanwhile (skipped without nats-server and ClickHouse’s engine)',
  async () => {
    const linkId = someId('lnk')
    const keys = Array.from({ length: 700 }, () => someId('key'))
    await clickLog.store(keys.map((key) => segmentOf(key, lineOf({ linkId }))))
    const read = new Set<string>()
    let resumed: Promise<void> | undefined
    for await (const segments of clickLog.all()) {
      for (const { key } of segments) read.add(key)
      if (resumed) continue
      // What is on its way to the reader is lost.
      await Promise.all([0, 1, 2].map(async (at) => await nats.kill(at)))
      resumed = delay(1_500).then(async () => void (await Promise.all([0, 1, 2].map((at) => nats.start(at)))))
    }
    await resumed
    expect(keys.filter((key) => !read.has(key))).toEqual([])
  },
  60_000,
)

async function openBatches(): Promise<number> {
  const { rows } = await sql<{ batches: number }>`
    select count(*) as batches from click_batch where stored_at is null`.execute(database.db)
  return rows[0]!.batches
}
