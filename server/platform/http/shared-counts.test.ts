import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signIn } from '#contracts/identity.endpoints.ts'
import { identitySchemas } from '#contracts/identity.schemas.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { hasRedis, TestRedis } from '#testing/redis.ts'

let redis: TestRedis
const processes: TestApp[] = []
beforeAll(async () => {
  if (!hasRedis) return
  redis = await TestRedis.start()
  const redisUrl = redis.url
  const first = await startTestApp({ rateLimit: true, redisUrl })
  processes.push(first, await startBeside(first, { rateLimit: true, redisUrl }))
})
afterAll(async () => {
  for (const app of processes.toReversed()) await app.close()
  await redis?.kill()
})

const { ratePerMinute } = identitySchemas.signIn

/** Signs in from an address at one process after the other; answers the statuses. */
async function attempts(count: number, remoteAddress: string, from = processes): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) {
    const request = { method: 'POST', url: signIn.path, payload: {}, remoteAddress } as const
    statuses.push((await from[n % from.length]!.server.inject(request)).statusCode)
  }
  return statuses
}

const allowed = Array.from({ length: ratePerMinute }, () => 422)

test.skipIf(!hasRedis)(
  'processes share a rate limit by a store that may go and come back (skipped without redis-server or valkey-server)',
  async () => {
    expect(await attempts(ratePerMinute + 2, '198.51.100.1')).toEqual([...allowed, 429, 429])

    // Wiped, it is as on the first day: a minute begins for everybody, and it is still one minute for both.
    const keys = await redis.wipe()
    expect(keys.length).toBeGreaterThan(0)
    // They name no address.
    for (const key of keys) expect(key).toMatch(/^crels:[\w-]{43}$/)
    expect(await attempts(ratePerMinute + 2, '198.51.100.1')).toEqual([...allowed, 429, 429])

    await redis.kill()
    // Nobody is let in again, and they go on counting together in the database.
    expect(await attempts(2, '198.51.100.1')).toEqual([429, 429])
    expect(await attempts(ratePerMinute + 1, '198.51.100.2', [processes[0]!])).toEqual([...allowed, 429])
    await vi.waitFor(
      async () => expect(await attempts(1, '198.51.100.2', [processes[1]!])).toEqual([429]),
      20_000,
    )

    await redis.start()
    await vi.waitFor(async () => {
      const [first, second] = [processes[0]!, processes[1]!]
      const address = `198.51.100.${100 + Math.floor(Math.random() * 100)}`
      await attempts(ratePerMinute, address, [first])
      expect(await attempts(1, address, [second])).toEqual([429])
    }, 20_000)
  },
)
