import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contracts/identity.endpoints.ts'
import { listCampaigns } from '#contracts/campaigns.endpoints.ts'
import { identitySchemas } from '#contracts/identity.schemas.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { requestCountExpiry } from './request-counts.ts'

let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await startTestApp({ rateLimit: true })
  second = await startBeside(first, { rateLimit: true })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const { ratePerMinute } = identitySchemas.signIn

/** Signs in from an address as often; answers how many attempts were let through. */
async function allowedOf(app: TestApp, remoteAddress: string, attempts: number): Promise<number> {
  const request = { method: 'POST', url: signIn.path, payload: {}, remoteAddress } as const
  let allowed = 0
  for (let n = 0; n < attempts; n++) if ((await app.server.inject(request)).statusCode !== 429) allowed += 1
  return allowed
}

const counts = async () =>
  (await sql<{ key: string; count: number }>`select key, count from request_count`.execute(first.db)).rows

test('processes share a rate limit by the database, which knows no address', async () => {
  await sql`delete from request_count`.execute(first.db)
  expect(await allowedOf(first, '198.51.100.1', ratePerMinute - 1)).toBe(ratePerMinute - 1)
  await expect.poll(async () => (await counts())[0]?.count).toBe(ratePerMinute - 1)
  // Its first attempt is let through, since it hears of the others with it.
  expect(await allowedOf(second, '198.51.100.1', 1)).toBe(1)
  await expect.poll(async () => await allowedOf(second, '198.51.100.1', 1)).toBe(0)
  await expect.poll(async () => await allowedOf(first, '198.51.100.1', 1)).toBe(0)
  expect((await counts()).map(({ key }) => key)).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
})

test('nobody waits for a database that does not answer, and it hears of it when it does', async () => {
  await first.db.transaction().execute(async (tx) => {
    await sql`lock table request_count`.execute(tx)
    expect(await allowedOf(first, '198.51.100.2', ratePerMinute + 2)).toBe(ratePerMinute)
    expect(await allowedOf(second, '198.51.100.2', ratePerMinute + 2)).toBe(ratePerMinute)
  })
  await expect.poll(async () => (await counts()).map(({ count }) => count)).toContain(2 * (ratePerMinute + 2))
})

test('a minute that is over begins anew, and is forgotten', async () => {
  await sql`update request_count set ends_at = clock_timestamp() - interval '1 second'`.execute(first.db)
  const newcomer = await startBeside(first, { rateLimit: true })
  expect(await allowedOf(newcomer, '198.51.100.1', 3)).toBe(3)
  await expect.poll(async () => (await counts()).map(({ count }) => count)).toContain(3)
  await newcomer.close()
  expect(await requestCountExpiry(first.db).run({})).toEqual({ deleted: 1 })
  expect(await counts()).toHaveLength(1)
})

test('a count that is far below its limit stays in its process', async () => {
  await sql`delete from request_count`.execute(first.db)
  const visits = async (count: number) => {
    for (let n = 0; n < count; n++)
      await first.server.inject({ url: listCampaigns.path, remoteAddress: '198.51.100.3' })
  }
  await visits(100)
  // What is counted later and sent says that nothing of it was.
  await allowedOf(first, '198.51.100.4', 1)
  await expect.poll(async () => (await counts()).map(({ count }) => count)).toEqual([1])
  await visits(50)
  await expect.poll(async () => (await counts()).map(({ count }) => count).sort()).toEqual([1, 150])
})
