import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { testConfig } from '#testing/config.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { copyAsStandby } from '#testing/standby.ts'
import { startStoppablePostgres, type StoppablePostgres } from '#testing/stoppable-postgres.ts'
import { createApp, type App } from './app.ts'
import type { Config } from './config.ts'
import { checkReplicas } from './doctor/replica-check.ts'
import { openDatabase } from './platform/database.ts'
import { migrate } from './platform/migrate.ts'

const metricsToken = 'a token of some length'
const fresh = { 'cache-control': 'no-cache' }

let primary: StoppablePostgres
let replica: StoppablePostgres
let config: Config & { databaseUrl: string }
let app: App
let member: TestMember
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  primary = await startStoppablePostgres()
  closers.push(async () => primary.remove())
  await migrate(primary.url)
  replica = await startStoppablePostgres(
    undefined,
    async (dataDir) => await copyAsStandby(primary.url, dataDir, 'reader'),
  )
  closers.push(async () => replica.remove())
  config = testConfig(primary.url, {
    databaseReplicaUrls: [replica.url],
    databaseReplicaLagSec: 4,
    metricsToken,
  })
  app = await createApp(config, pino({ level: 'silent' }))
  closers.push(app.close)
  await app.server.ready()
  member = await createMember(app)
  await untilUsed(1)
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

async function metric(line: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await app.server.inject({ url: '/metrics', headers })
  const [, value] =
    body.split('\n').flatMap((one) => (one.startsWith(`${line} `) ? [one.split(' ')] : []))[0] ?? []
  return Number(value)
}
const untilUsed = async (used: 0 | 1) =>
  await vi.waitFor(async () => expect(await metric('crels_replica_used{replica="1"}')).toBe(used), 60_000)
const reads = async (place: string, source: string) =>
  await metric(`crels_stale_reads_total{place="${place}",source="${source}"}`)

async function get(path: string, headers: Record<string, string> = {}) {
  return await app.server.inject({ url: `/api/v1/${path}`, headers: { ...member.headers, ...headers } })
}
const listed = async (id: string, headers?: Record<string, string>) => {
  const { items } = (await get('campaigns?sort=new&limit=100', headers)).json<{ items: { id: string }[] }>()
  return items.some((item) => item.id === id)
}

async function atReplica(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: replica.url })
  await client.connect()
  await client.query(statement).finally(async () => await client.end())
}

async function diagnosis() {
  const db = openDatabase({ url: primary.url, poolSize: 1 })
  return await checkReplicas({ config, db, readiness: null }).finally(() => db.destroy())
}

/** What four clients were answered while `meanwhile` went on and a little after. */
async function statusesDuring(meanwhile: () => Promise<unknown>): Promise<Map<number, number>> {
  const over = new AbortController()
  const seen = new Map<number, number>()
  const client = async () => {
    while (!over.signal.aborted) {
      const path = ['campaigns?limit=5', 'gamification/public/leaderboard', 'analytics/summary'][
        seen.size % 3
      ]!
      const { statusCode } = await get(path)
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
      await sleep(5)
    }
  }
  const clients = [0, 1, 2, 3].map(client)
  await sleep(300)
  await meanwhile()
  await sleep(1_000)
  over.abort()
  await Promise.all(clients)
  return seen
}

test('analytics, lists and the leaderboard are read from a replica that follows', async () => {
  const { id } = await createCampaign(app)
  await vi.waitFor(async () => expect(await listed(id)).toBe(true), 10_000)
  for (const path of [
    'analytics/summary',
    'analytics/timeseries',
    'analytics/breakdown?by=link',
    'analytics/public',
    'gamification/public/leaderboard',
    'gamification/public/seasons',
  ])
    expect((await get(path)).statusCode, path).toBe(200)
  for (const place of ['campaigns', 'analytics', 'public-totals', 'leaderboard', 'seasons'])
    expect(await reads(place, 'replica'), place).toBeGreaterThan(0)
  expect(await diagnosis()).toMatchObject({ verdict: 'ok', says: '1 within 4 s of the database' })
})

test('an answer is older than the primary by the bound at most, and not at all for who asks so', async () => {
  await untilUsed(1)
  await atReplica('select pg_wal_replay_pause()')
  const { id } = await createCampaign(app)
  const committed = performance.now()
  expect([await listed(id), await listed(id, fresh)]).toEqual([false, true])
  // A page carries what was announced so far, so that nothing would have it read again.
  const page = await app.server.inject({
    url: paths.campaigns,
    headers: {
      cookie: member.cookie,
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'none',
    },
  })
  const [, carried] = /id="boot-data">(.*?)<\/script>/.exec(page.body)!
  expect(carried!.includes(id)).toBe(true)
  // What is not there yet is asked of the primary.
  const payload = { destinationUrl: 'https://own.example/' }
  const { headers } = member
  const made = await app.server.inject({ method: 'POST', url: '/api/v1/shortlinks', headers, payload })
  expect((await get(`analytics/summary?link=${made.json().id}`)).statusCode).toBe(200)
  expect(await reads('analytics', 'primary-failed')).toBeGreaterThan(0)
  await vi.waitFor(async () => expect(await listed(id)).toBe(true), { timeout: 20_000, interval: 20 })
  // The bound, and a second for the answer that shows it.
  expect(performance.now() - committed).toBeLessThan((config.databaseReplicaLagSec + 1) * 1_000)
  await untilUsed(0)
  expect(await diagnosis()).toMatchObject({
    verdict: 'warning',
    says: expect.stringMatching('more than 4 s behind'),
  })
  await atReplica('select pg_wal_replay_resume()')
  await untilUsed(1)
  expect(await listed(id)).toBe(true)
})

test('replicas stay while every connection to the primary is taken', async () => {
  await untilUsed(1)
  const busy = Array.from({ length: config.databasePool }, () => sql`select pg_sleep(10)`.execute(app.db))
  const leastUsed = (async () => {
    const seen: number[] = []
    for (const began = performance.now(); performance.now() - began < 8_000; await sleep(500))
      seen.push(await metric('crels_replica_used{replica="1"}'))
    return Math.min(...seen)
  })()
  await Promise.all(busy)
  expect(await leastUsed).toBe(1)
})

test.each([
  ['is killed', async () => await replica.crash(), async () => await replica.start()],
  ['hangs', async () => replica.freeze(), async () => replica.thaw()],
])('a replica that %s fails no call, and is asked again once it is back', async (_, away, back) => {
  await untilUsed(1)
  const statuses = await statusesDuring(async () => {
    await away()
    await untilUsed(0)
  })
  expect([...statuses.keys()]).toEqual([200])
  expect((await app.server.inject({ url: '/readyz' })).json()).not.toHaveProperty('failures')
  await back()
  await untilUsed(1)
  const asked = await reads('campaigns', 'replica')
  await get('campaigns')
  expect(await reads('campaigns', 'replica')).toBe(asked + 1)
})

test('one that was promoted is asked no more', async () => {
  await untilUsed(1)
  await atReplica('select pg_promote()')
  await untilUsed(0)
  const { id } = await createCampaign(app)
  expect(await listed(id)).toBe(true)
  expect(await diagnosis()).toMatchObject({ verdict: 'warning', says: expect.stringMatching('takes writes') })
})
