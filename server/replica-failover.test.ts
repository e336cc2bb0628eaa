import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testConfig } from '#testing/config.ts'
import { copyAsStandby } from '#testing/standby.ts'
import { startStoppablePostgres, type StoppablePostgres } from '#testing/stoppable-postgres.ts'
import { createApp, type App } from './app.ts'
import { checkReplicas } from './doctor/replica-check.ts'
import { openDatabase } from './platform/database.ts'
import { migrate } from './platform/migrate.ts'

const metricsToken = 'a token of some length'
const closers: (() => Promise<unknown>)[] = []

let app: App

let former: StoppablePostgres
let promoted: StoppablePostgres
/** Stayed with the former primary, and has more of a log than the one that was promoted. */
let stayed: StoppablePostgres
/** Turned to the one that was promoted. */
let turned: StoppablePostgres

beforeAll(async () => {
  former = await start()
  await migrate(former.url)
  // Makes the roles that replicas are asked by.
  await (await createApp(testConfig(former.url), pino({ level: 'silent' }))).close()
  promoted = await start(former)
  stayed = await start(former)
  turned = await start(former)
  await follow(turned, '')
  await replays(promoted, await position(turned, 'pg_last_wal_receive_lsn()'))
  await at(promoted, 'select pg_promote()')
  await at(former, `select pg_logical_emit_message(false, 'lost', repeat('x', 8000000), true)`)
  await replays(stayed, await position(former, 'pg_current_wal_flush_lsn()'))
  const { hostname: host, port, username, password } = new URL(promoted.url)
  await follow(turned, `host=${host} port=${port} user=${username}${password && ` password=${password}`}`)
  await replays(turned, await position(promoted, 'pg_current_wal_flush_lsn()'))
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

async function start(primary?: StoppablePostgres): Promise<StoppablePostgres> {
  const fill = primary && (async (dir: string) => await copyAsStandby(primary.url, dir, 'reader'))
  const server = await startStoppablePostgres(undefined, fill)
  closers.push(async () => server.remove())
  return server
}

async function at({ url }: StoppablePostgres, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(statement).finally(async () => await client.end())).rows
}

async function follow(replica: StoppablePostgres, conninfo: string): Promise<void> {
  await at(replica, `alter system set primary_conninfo = '${conninfo}'`)
  await at(replica, 'select pg_reload_conf()')
  await vi.waitFor(async () => {
    const receiving = await at(replica, `select from pg_stat_wal_receiver where status = 'streaming'`)
    expect(receiving).toHaveLength(conninfo === '' ? 0 : 1)
  }, 30_000)
}

async function position(server: StoppablePostgres, what: string): Promise<string> {
  const [row] = await at(server, `select (${what})::text as at`)
  return row!['at'] as string
}

async function replays(replica: StoppablePostgres, until: string): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await at(replica, `select pg_last_wal_replay_lsn() >= '${until}' as all`)
    expect(row).toEqual({ all: true })
  }, 30_000)
}

async function used(): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await app.server.inject({ url: '/metrics', headers })
  return body.split('\n').filter((line) => line.startsWith('crels_replica_used{'))
}

test('after a failover a replica is asked that follows it, and none that has another log', async () => {
  const config = testConfig(promoted.url, {
    databaseReplicaUrls: [stayed.url, turned.url],
    databaseReplicaLagSec: 4,
    metricsToken,
  })
  app = await createApp(config, pino({ level: 'silent' }))
  closers.push(app.close)
  await app.server.ready()
  // As it comes by itself, within minutes.
  await at(promoted, 'checkpoint')
  await replays(turned, await position(promoted, 'pg_current_wal_flush_lsn()'))
  await at(turned, 'checkpoint')
  const right = ['crels_replica_used{replica="1"} 0', 'crels_replica_used{replica="2"} 1']
  await vi.waitFor(async () => expect(await used()).toEqual(right), 30_000)
  await sleep(2_500)
  expect(await used()).toEqual(right)
  const db = openDatabase({ url: promoted.url, poolSize: 1 })
  expect(await checkReplicas({ config, db, readiness: null }).finally(() => db.destroy())).toMatchObject({
    verdict: 'warning',
    says: expect.stringMatching(/^replica 1: is on timeline 1, the database on 2[^;]*$/),
  })
})
