import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { someId } from '#testing/links.ts'
import { hasNats, TestNats } from '#testing/nats.ts'
import { segmentOf, type ClickSegment } from '../click-sink.ts'
import { lineOf, silent } from '../click-stores.fixture.ts'
import { ClickLog } from './click-log.ts'

let nats: TestNats
let clickLog: ClickLog
afterEach(async () => {
  await clickLog?.close()
  await nats?.stop()
})

function segment(): ClickSegment {
  return segmentOf(someId('key').slice(4), lineOf({ linkId: someId('lnk') }))
}

/** A log on one server, of which a worker has got the keys in `stored`. */
async function working(): Promise<string[]> {
  nats = await TestNats.start(1)
  const urls = nats.urls.map((url) => url.replace('//', '//crels:secret@'))
  clickLog = new ClickLog({ urls, replicas: 1, days: 7 }, silent, 2_000)
  const stored: string[] = []
  clickLog.work({
    store: async (segments) => {
      stored.push(...segments.map(({ key }) => key))
      return segments.length
    },
  })
  return stored
}

async function store(one: ClickSegment): Promise<void> {
  await expect.poll(async () => await clickLog.store([one]).catch(() => 0), { timeout: 15_000 }).toBe(1)
}

test.skipIf(!hasNats)(
  'a connection that NATS has closed for good is replaced (skipped without nats-server)',
  async () => {
    const stored = await working()
    await store(segment())
    await nats.kill(0)
    // Who is refused twice by a server is done with it.
    await nats.start(0, { password: 'another' })
    const one = segment()
    await expect(clickLog.store([one])).rejects.toThrow()
    await expect
      .poll(async () => await clickLog.store([one]).catch(String), { timeout: 15_000 })
      .toMatch(/auth/i)
    await nats.kill(0)
    await nats.start(0, { password: 'secret' })
    await store(one)
    await expect.poll(() => stored).toContain(one.key)
  },
)

test.skipIf(!hasNats)(
  'a log that came back empty is made again, and its workers go on (skipped without nats-server)',
  async () => {
    const stored = await working()
    const before = segment()
    await store(before)
    await expect.poll(() => stored).toContain(before.key)
    await nats.kill(0)
    await nats.start(0, { isEmpty: true })
    const one = segment()
    await store(one)
    await expect.poll(() => stored).toContain(one.key)
    // What the old one had is gone, and said to be.
    expect(await clickLog.find(before.key, 1)).toBeNull()
    expect(await clickLog.find(before.key, 2)).toBeNull()
  },
)

test.skipIf(!hasNats)(
  'what waits says for how long the oldest has, and after how long it is gone (skipped without nats-server)',
  async () => {
    nats = await TestNats.start(1)
    clickLog = new ClickLog({ urls: nats.urls, replicas: 1, days: 2 }, silent, 500)
    const keptSec = 2 * 86_400
    await expect
      .poll(async () => await clickLog.state().catch(() => null), { timeout: 15_000 })
      .toEqual({ waiting: 0, oldestSec: 0, oldestClickAt: null, keptSec, lagging: [] })
    await store(segment())
    await delay(1_500)
    await store(segment())
    const { oldestSec, waiting } = await clickLog.state()
    expect(waiting).toBe(2)
    expect(oldestSec).toBeGreaterThanOrEqual(1.4)
    expect(oldestSec).toBeLessThan(60)
    let isAway = true
    clickLog.work({
      store: async (segments) => {
        if (isAway) throw new Error('ClickHouse is away')
        return segments.length
      },
    })
    // Given to a worker that cannot store it, it still waits.
    await delay(500)
    expect((await clickLog.state()).oldestSec).toBeGreaterThan(oldestSec)
    isAway = false
    await expect
      .poll(async () => await clickLog.state(), { timeout: 15_000 })
      .toEqual({ waiting: 0, oldestSec: 0, oldestClickAt: null, keptSec, lagging: [] })
  },
  30_000,
)

test.skipIf(!hasNats)(
  'what could not be stored is given again together (skipped without nats-server)',
  async () => {
    nats = await TestNats.start(1)
    clickLog = new ClickLog({ urls: nats.urls, replicas: 1, days: 7 }, silent)
    await store(segment())
    await clickLog.store(Array.from({ length: 19 }, segment))
    const given: number[] = []
    clickLog.work({
      store: async (segments) => {
        given.push(segments.length)
        if (given.length === 1) throw new Error('ClickHouse is away')
        return segments.length
      },
    })
    await expect.poll(async () => await clickLog.state(), { timeout: 15_000 }).toMatchObject({ waiting: 0 })
    // On a slow machine some come a moment later.
    expect(given.length).toBeLessThan(6)
  },
  30_000,
)

test.skipIf(!hasNats)(
  'a process ends while NATS is away (skipped without nats-server)',
  async () => {
    await working()
    await store(segment())
    await nats.kill(0)
    await delay(1_500)
    const since = performance.now()
    await clickLog.close()
    expect(performance.now() - since).toBeLessThan(12_000)
  },
  30_000,
)
