import { pino } from 'pino'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasRedis, TestRedis } from '#testing/redis.ts'
import { openSharedStore, type SharedStore } from './redis.ts'

let redis: TestRedis
let store: SharedStore
let admin: Redis
const lines: string[] = []
const said = () => lines.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg)

beforeAll(async () => {
  if (!hasRedis) return
  redis = await TestRedis.start()
  store = openSharedStore(
    redis.url,
    pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  )!
  admin = new Redis(redis.url)
  await vi.waitFor(async () => expect(await store.trouble()).toBeNull())
  lines.splice(0)
})
afterAll(async () => {
  store?.close()
  admin?.disconnect()
  await redis?.kill()
})

const count = async () => await store.run(`return redis.call('incr', KEYS[1])`, ['count'], [])

/** How many of a hundred counts failed, and for how many milliseconds all of them together kept their callers. */
async function hundred(): Promise<{ failed: number; tookMs: number }> {
  let failed = 0
  const begun = performance.now()
  for (let n = 0; n < 100; n++) await count().catch(() => failed++)
  return { failed, tookMs: performance.now() - begun }
}

test.skipIf(!hasRedis)(
  'one that hangs costs one request its patience and no more, is said once, and is back by itself (skipped without redis-server or valkey-server)',
  async () => {
    redis.pause()
    const { failed, tookMs } = await hundred()
    expect(failed).toBe(100)
    expect(tookMs).toBeLessThan(2_000)
    expect(await store.trouble()).toBe(
      'the store of REDIS_URL does not answer: rate limits are counted in the database',
    )
    expect(said()).toEqual([
      'The store of REDIS_URL does not answer: rate limits are counted in the database',
    ])
    redis.resume()
    await expect.poll(async () => await store.trouble(), { timeout: 10_000 }).toBeNull()
    expect(said()).toEqual(['The store of REDIS_URL is back'])
    expect(await count()).toEqual(expect.any(Number))
  },
)

test.skipIf(!hasRedis).each([
  ['OOM', 'config set maxmemory 1', 'config set maxmemory 0'],
  ['READONLY', 'replicaof 127.0.0.1 1', 'replicaof no one'],
])(
  'one that answers %s is said once, left alone for a while and asked again (skipped without redis-server or valkey-server)',
  async (refusal, breaks, mends) => {
    const order = async (text: string) => {
      const [command, ...args] = text.split(' ')
      await admin.call(command!, ...args)
    }
    await order(breaks)
    const { failed, tookMs } = await hundred()
    expect(failed).toBe(100)
    expect(tookMs).toBeLessThan(2_000)
    expect(await store.trouble()).toBe(
      `the store of REDIS_URL refuses (${refusal}): rate limits are counted in the database`,
    )
    expect(said()).toEqual([
      `The store of REDIS_URL refuses (${refusal}): rate limits are counted in the database`,
    ])
    await order(mends)
    await expect.poll(async () => await store.trouble(), { timeout: 10_000 }).toBeNull()
    expect(said()).toEqual(['The store of REDIS_URL is back'])
  },
)

test.skipIf(!hasRedis).each([
  ['NOAUTH', (url: string) => url],
  ['WRONGPASS', (url: string) => url.replace('redis://', 'redis://:wrong@')],
])(
  'one that lets nobody in without its password is said by %s, and counts once it is right (skipped without redis-server or valkey-server)',
  async (refusal, asked) => {
    await admin.config('SET', 'requirepass', 'right')
    const own: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void own.push(line) })
    const open = (url: string) => openSharedStore(url, log)!
    const refused = open(asked(redis.url))
    const right = open(redis.url.replace('redis://', 'redis://:right@'))
    try {
      await expect
        .poll(async () => await refused.trouble(), { timeout: 10_000 })
        .toBe(`the store of REDIS_URL refuses (${refusal}): rate limits are counted in the database`)
      await expect(refused.run('return 1', [], [])).rejects.toThrow()
      await expect.poll(async () => await right.trouble(), { timeout: 10_000 }).toBeNull()
      // Not the password, which the log would keep.
      expect(own.join('')).not.toMatch(/wrong|right/)
      expect(own.filter((line) => line.includes(`refuses (${refusal})`))).toHaveLength(1)
    } finally {
      refused.close()
      right.close()
      await admin.config('SET', 'requirepass', '')
    }
  },
)
