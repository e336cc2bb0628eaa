import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { pino, type Logger } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { openJobs } from './jobs.ts'
import { createListener } from './listener.ts'
import { DatabaseHealth } from './database-health.ts'

const parts = (log: Logger) => ({
  databaseHealth: new DatabaseHealth(log),
  listener: { on: () => {} },
  log,
  db: app.db,
})

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  await app.jobs.install()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

test('a job whose worker was killed is tried again once its heartbeat is missed', async () => {
  const name = 'identity-expiry'
  await app.db.transaction().execute(async (tx) => await app.jobs.add(tx, name, {}))
  // What a killed worker leaves: the job is taken and its worker is silent.
  const left = await owner.query<{ id: string }>(
    `update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
       heartbeat_on = now() - interval '31 seconds' where name = $1 returning id`,
    [name],
  )
  // By its id: in its minute of the hour there is another one of the name.
  const [{ id }] = left.rows as [{ id: string }]
  const boss = new PgBoss({ connectionString: app.databaseUrl, schema: 'pgboss', supervise: false })
  await boss.start()
  await boss.supervise(name)
  const { rows } = await owner.query('select state from pgboss.job where id = $1', [id])
  expect(rows).toEqual([{ state: 'retry' }])
  await owner.query('update pgboss.job set start_after = now() where id = $1', [id])
  await app.work()
  await vi.waitFor(async () => {
    const done = await owner.query('select state from pgboss.job where id = $1', [id])
    expect(done.rows).toEqual([{ state: 'completed' }])
  }, 20_000)
  await boss.stop()
})

test('queues that an earlier version made learn it too', async () => {
  await owner.query('update pgboss.queue set heartbeat_seconds = null, expire_seconds = 900')
  const log = pino({ level: 'silent' })
  const jobs = openJobs({ url: app.databaseUrl, ownerUrl: app.databaseUrl }, app.jobs.list(), parts(log))
  await jobs.install()
  await jobs.stop()
  const { rows } = await owner.query(
    `select distinct heartbeat_seconds as heartbeat, expire_seconds as expiry from pgboss.queue where name = any($1)`,
    [app.jobs.list().map(({ name }) => name)],
  )
  // A run may take longer than a quarter of an hour, after which pg-boss would fail it and try it again beside it.
  expect(rows).toEqual([{ heartbeat: 30, expiry: 24 * 3600 }])
})

test('a daily job whose minute fell into a stop runs once at the next start, also one that an earlier version scheduled', async () => {
  const log = pino({ level: 'silent' })
  const name = 'daily'
  const due = new Date(Date.now() - 3_600_000)
  const cron = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`
  const done: object[] = []
  const open = () =>
    openJobs(
      { url: app.databaseUrl, ownerUrl: app.databaseUrl },
      [{ name, doc: '', cron, run: async (data) => done.push(data) }],
      { ...parts(log), lookSeconds: 1 },
    )
  const earlier = open()
  await earlier.start()
  await earlier.stop()
  await owner.query(
    `update pgboss.schedule set options = '{}', created_on = now() - interval '1 day' where name = $1`,
    [name],
  )
  const upgraded = open()
  await upgraded.start()
  await upgraded.stop()
  expect(done).toEqual([])
  await owner.query(`update pgboss.version set cron_on = now() - interval '2 hours'`)
  const started = open()
  await started.start()
  await vi.waitFor(() => expect(done).toHaveLength(1), 30_000)
  await started.stop()
  await owner.query('delete from pgboss.schedule where name = $1', [name])
})

test('a database that was not there is asked again the next time, and the queue can be closed in between', async () => {
  const log = pino({ level: 'silent' })
  const name = `later_${Date.now()}`
  const url = new URL(app.databaseUrl)
  url.pathname = name
  const jobs = openJobs({ url: url.href, ownerUrl: url.href }, app.jobs.list(), parts(log))
  await expect(jobs.install()).rejects.toThrow()
  await jobs.stop()
  await owner.query(`create database ${name}`)
  try {
    await jobs.install()
    await jobs.stop()
  } finally {
    await owner.query(`drop database ${name} with (force)`)
  }
})

test('processes that start at the same moment all get their queues', async () => {
  const log = pino({ level: 'silent' })
  for (let again = 0; again < 4; again++) {
    const started = Array.from({ length: 4 }, () =>
      openJobs({ url: app.databaseUrl, ownerUrl: app.databaseUrl }, [], parts(log)),
    )
    const installed = await Promise.allSettled(started.map(async (jobs) => await jobs.install()))
    expect(installed.filter(({ status }) => status === 'rejected')).toEqual([])
    await Promise.all(started.map(async (jobs) => await jobs.stop()))
  }
})

test('what is enqueued wakes its worker, which looks by itself once an hour here', async () => {
  const log = pino({ level: 'silent' })
  const databaseHealth = new DatabaseHealth(log)
  const listener = createListener(app.databaseUrl, databaseHealth, log)
  const done: object[] = []
  const name = 'woken'
  const jobs = openJobs(
    { url: app.databaseUrl, ownerUrl: app.databaseUrl },
    [{ name, doc: '', run: async (data) => done.push(data) }],
    { databaseHealth, listener, log, db: app.db, lookSeconds: 3_600 },
  )
  await listener.start()
  await jobs.start()
  // The first may be found by the look of the start.
  for (const round of [1, 2, 3]) {
    await app.db.transaction().execute(async (tx) => await jobs.add(tx, name, { round }))
    await vi.waitFor(() => expect(done).toContainEqual({ round }), 30_000)
  }
  // Notifications of one transaction are one.
  await app.db.transaction().execute(async (tx) => {
    for (let round = 4; round < 24; round += 1) await jobs.add(tx, name, { round })
  })
  await vi.waitFor(() => expect(done).toHaveLength(23), 30_000)
  await jobs.stop()
  await listener.stop()
})
