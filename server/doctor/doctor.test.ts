import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { freePort } from '#testing/free-port.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#testing/small-disk.ts'
import { readConfig } from '../config.ts'
import { OpenSanctionsStandIn } from '../modules/redemptions/screening/opensanctions.fixture.ts'
import { diskRooms, roomText, watchDisks } from '../disk-room.ts'
import { markRestored } from '../platform/backup/restoration.ts'
import { shiftClock } from '../platform/clock.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { recordOutcome } from '../platform/job-outcomes.ts'
import { Heartbeat } from '../platform/running-processes.ts'
import { checkClock, checkDatabaseRole, checkDemo, checkLegal } from './database-checks.ts'
import type { Patient } from './doctor-check.ts'
import { examine } from './examine.ts'
import { checkDisk, checkMail, checkSecret } from './machine-checks.ts'
import { checkPostgres } from './postgresql-checks.ts'
import { checkVersions, checkWorker } from './process-checks.ts'
import { checkSanctions } from './sanctions-check.ts'
import { checkLimits, checkMetrics, checkOrigin, checkProxy } from './settings-checks.ts'

let app: TestApp
/** By DATABASE_URL, as the command opens it. */
let owner: Db
beforeAll(async () => {
  app = await startTestApp()
  owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
})
afterAll(async () => {
  await owner.destroy()
  await app.close()
})

/** Not the checkout's own, where a site may have been started. */
const dataDir = temporaryFolder('doctor')
const patient = (environment: Record<string, string>, readiness: Patient['readiness'] = null): Patient => ({
  config: readConfig({ DATA_DIR: dataDir, ...environment }),
  db: owner,
  readiness,
})
const SECRET = 'the secret of all tests, long enough to be one'
const https = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://crels.example' }

test.each([
  [{}, 'ok', /development/],
  [https, 'ok', /^https/],
  [{ NODE_ENV: 'production' }, 'problem', /links in mails/],
  [{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'http://crels.example' }, 'problem', /not https/],
  [{ HOST: '0.0.0.0' }, 'problem', /NODE_ENV=production/],
  [{ HOST: '0.0.0.0', DEVELOPMENT_TOOLS: 'true' }, 'problem', /open to them/],
])('origin of %j: %s', (environment, verdict, says) => {
  expect(checkOrigin(patient(environment))).toMatchObject({ verdict, says: expect.stringMatching(says) })
})

test('proxy: https wants TRUST_PROXY, and what the site has seen counts most', () => {
  const seen = { status: 'ready', warnings: [{ check: 'proxy', detail: 'Set TRUST_PROXY' }] }
  expect(checkProxy(patient(https))).toMatchObject({ verdict: 'problem' })
  expect(checkProxy(patient({ ...https, TRUST_PROXY: '127.0.0.1' }))).toMatchObject({ verdict: 'ok' })
  expect(checkProxy(patient({ ...https, TRUST_PROXY: '10.9.9.9' }, seen))).toMatchObject({
    verdict: 'problem',
    says: 'Set TRUST_PROXY',
  })
  expect(checkProxy(patient({}))).toMatchObject({ verdict: 'ok' })
})

test('limits: requests without them are a problem where people are served', () => {
  expect(checkLimits(patient(https))).toMatchObject({ verdict: 'ok' })
  expect(checkLimits(patient({ RATE_LIMIT: 'false' }))).toMatchObject({ verdict: 'ok' })
  expect(checkLimits(patient({ ...https, RATE_LIMIT: 'false' }))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^RATE_LIMIT is off/) as string,
  })
})

test('metrics: closed ones are a warning where people are served', () => {
  expect(checkMetrics(patient({}))).toMatchObject({ verdict: 'ok' })
  expect(checkMetrics(patient(https))).toMatchObject({ verdict: 'warning' })
  expect(checkMetrics(patient({ ...https, METRICS_TOKEN: 'm'.repeat(24) }))).toMatchObject({ verdict: 'ok' })
})

test('mail: none in production, or a server that does not answer, is a problem', async () => {
  expect(await checkMail(patient({}))).toMatchObject({ verdict: 'ok' })
  expect(await checkMail(patient(https))).toMatchObject({ verdict: 'problem' })
  expect(await checkMail(patient({ ...https, SMTP_URL: 'smtp://127.0.0.1:1' }))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^SMTP_URL: /),
  })
})

test('secret: a machine of several makes its own, and another than the database’s is a problem', async () => {
  const DATABASE_URL = 'postgres://localhost/crels'
  expect(await checkSecret(patient({ DATABASE_URL }))).toMatchObject({ verdict: 'warning' })
  expect(await checkSecret(patient({ DATABASE_URL, SECRET }))).toMatchObject({ verdict: 'ok' })
  expect(await checkSecret(patient({ DATABASE_URL, SECRET: 'x'.repeat(32) }))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^SECRET is not the one/) as string,
  })
})

test('database: its role, its clock, demo data', async () => {
  expect(await checkDatabaseRole(patient({}))).toMatchObject({ verdict: 'ok' })
  expect(await checkDemo(patient(https))).toMatchObject({ verdict: 'ok' })
  expect(await checkClock(patient(https))).toMatchObject({ verdict: 'ok' })
  await shiftClock(app.db, '31 days')
  expect(await checkClock(patient({}))).toMatchObject({ verdict: 'ok' })
  expect(await checkClock(patient(https))).toMatchObject({
    verdict: 'problem',
    says: 'was moved by 31 days: `crels clock --reset`',
  })
})

test('clock: a machine that is a minute off the database is a problem, whichever is behind', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    for (const [offMs, says] of [
      [61_000, /^this machine is [56]\d s off/],
      [-122_000, /^this machine is -6\d s off/],
    ] as const) {
      vi.setSystemTime(Date.now() + offMs)
      expect(await checkClock(patient(https))).toMatchObject({
        verdict: 'problem',
        says: expect.stringMatching(says),
      })
    }
  } finally {
    vi.useRealTimers()
  }
})

test('worker: none while something serves is a problem, and another version a warning', async () => {
  expect(await checkWorker(patient({}))).toMatchObject({ verdict: 'not checked' })
  const heartbeat = new Heartbeat(app.db, pino({ level: 'silent' }))
  await heartbeat.begin({ serves: true })
  expect(await checkWorker(patient({}))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^none has said within a day that it lives/) as string,
  })
  await heartbeat.begin({ works: true })
  expect(await checkWorker(patient({}))).toMatchObject({ verdict: 'ok', says: 'one works on the jobs' })
  expect(await checkVersions(patient({}))).toMatchObject({ verdict: 'ok' })
  await sql`update running_process set version = '0.0.9'`.execute(app.db)
  expect(await checkVersions(patient({}))).toMatchObject({
    verdict: 'warning',
    says: expect.stringMatching(/^this is \S+, and processes of 0\.0\.9 run/) as string,
  })
  // One that is restarted is given a minute, as at /readyz.
  await heartbeat.begin({ works: false })
  const worker = new Heartbeat(app.db, pino({ level: 'silent' }))
  await worker.begin({ works: true })
  await worker.end()
  expect(await checkWorker(patient({}))).toMatchObject({
    verdict: 'not checked',
    says: expect.stringMatching(/^none for \d+ s: one that starts again is given a minute$/) as string,
  })
  await sql`update running_process set ended_at = ended_at - interval '61 s' where ended_at is not null`.execute(
    app.db,
  )
  expect(await checkWorker(patient({}))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^none has said for 6\d s that it lives/) as string,
  })
  await heartbeat.end()
})

test('PostgreSQL: one that keeps nothing through a power cut is a problem', async () => {
  // That of tests never waits for the disk.
  expect(await checkPostgres(patient({}))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^fsync is off.*; synchronous_commit is off/) as string,
  })
})

test('a database that does not open is a problem, and hides nothing else', async () => {
  const found = await examine(
    readConfig({
      ...https,
      PORT: '1',
      DATA_DIR: temporaryFolder('doctor'),
      DATABASE_URL: 'postgres://127.0.0.1:1/crels',
    }),
  )
  const verdicts = Object.fromEntries(found.map(({ name, verdict }) => [name, verdict]))
  expect(verdicts).toMatchObject({
    site: 'not checked',
    database: 'problem',
    origin: 'ok',
    proxy: 'problem',
    mail: 'problem',
    clock: 'not checked',
    backup: 'not checked',
  })
})

test('sanctions: payouts wait where the lists do not answer, and nothing is said where none are asked', async () => {
  const lists = new OpenSanctionsStandIn()
  const environment = {
    SANCTIONS_ORIGIN: await lists.open(),
    SANCTIONS_API_KEY: lists.apiKey,
  }
  expect(await checkSanctions(patient({}))).toBeNull()
  expect(await checkSanctions(patient(environment))).toMatchObject({ verdict: 'ok' })
  expect(await checkSanctions(patient({ ...environment, SANCTIONS_API_KEY: 'another-key' }))).toMatchObject({
    verdict: 'problem',
    says: expect.stringContaining('answered 401'),
  })
  lists.isAway = true
  const says = expect.stringMatching(/answered 503: payouts wait until sanctions of http.* answers/)
  expect(await checkSanctions(patient(environment))).toMatchObject({ verdict: 'problem', says })
  await lists.close()
})

test('sanctions: those whom the last round got no answer for are named', async () => {
  const lists = new OpenSanctionsStandIn()
  const environment = {
    SANCTIONS_ORIGIN: await lists.open(),
    SANCTIONS_API_KEY: lists.apiKey,
  }
  await app.jobs.install()
  const unanswered = ['rdm_1', 'rdm_2', 'rdm_3', 'rdm_4']
  await recordOutcome(app.db, 'screen-redemptions', { screened: 7, unanswered })
  expect(await checkSanctions(patient(environment))).toMatchObject({
    verdict: 'warning',
    says: expect.stringContaining('not for rdm_1, rdm_2, rdm_3 and 1 more'),
  })
  await recordOutcome(app.db, 'screen-redemptions', { screened: 1, unanswered: [] })
  expect(await checkSanctions(patient(environment))).toMatchObject({ verdict: 'ok' })
  await lists.close()
})

test('disk: a folder that is not there is a problem', async () => {
  const DATA_DIR = `${temporaryFolder('doctor')}/gone`
  expect(await checkDisk(patient({ DATA_DIR }))).toMatchObject({
    verdict: 'problem',
    says: expect.stringContaining('cannot be read'),
  })
})

const noDisk = whyNoSmallDisk()
test.skipIf(noDisk)(
  `disk: less than a gigabyte that is free is a problem${noDisk ? ` (not here: ${noDisk})` : ''}`,
  async () => {
    const [small, large] = [mountSmallDisk(900), mountSmallDisk(1_100)]
    try {
      expect(await checkDisk(patient({ DATA_DIR: small.dir }))).toMatchObject({
        verdict: 'problem',
        says: expect.stringMatching(/^0\.9 GB free/),
      })
      expect(await checkDisk(patient({ DATA_DIR: large.dir }))).toMatchObject({ verdict: 'ok' })
      const look = async (settings: Record<string, string>) =>
        await watchDisks(readConfig(settings), new Registry())[0]!.look()
      const DATA_DIR = large.dir
      expect(await look({ DATA_DIR, BACKUP_DIR: `${large.dir}/not/yet` })).toBeNull()
      const BACKUP_DIR = `${small.dir}/not/yet`
      expect(await look({ DATA_DIR, BACKUP_DIR, WAL_ARCHIVE_DIR: small.dir })).toBe(
        '0.9 GB free for BACKUP_DIR, WAL_ARCHIVE_DIR',
      )
      expect(await checkDisk(patient({ DATA_DIR, BACKUP_DIR }))).toMatchObject({
        verdict: 'problem',
        says: `${roomText((await diskRooms(readConfig({ DATA_DIR })))[0]!)} (${large.dir}); 0.9 GB free for BACKUP_DIR (${BACKUP_DIR})`,
      })
    } finally {
      for (const disk of [small, large]) disk.remove()
    }
  },
)

test('legal pages: in production a template is a warning', async () => {
  const says = expect.stringMatching(/^terms, privacy, cookies: people see the template/)
  expect(await checkLegal(patient(https))).toMatchObject({ verdict: 'warning', says })
  expect(await checkLegal(patient({}))).toMatchObject({ verdict: 'ok', says })
})

test('each process of this machine is asked where it listens, whatever PORT is, and one that is elsewhere is named', async () => {
  const beside = await startBeside(app)
  const addressOf = ({ server }: TestApp) => `127.0.0.1:${(server.server.address() as { port: number }).port}`
  try {
    await app.listen()
    await beside.listen()
    const watched = new URL(await beside.watch(await freePort())).host
    await app.db.transaction().execute(async (tx) => {
      await sql`
        insert into running_process (id, version, serves, works, machine, address)
        values (${`prc_${'0'.repeat(32)}`}, '0.2.0', true, false, 'another', 'http://127.0.0.1:1')`.execute(
        tx,
      )
    })
    await markRestored(owner, '2026-11-26T12:00:00Z')
    const found = await examine(readConfig({ ...https, PORT: '1', DATABASE_URL: app.databaseUrl, SECRET }))
    const by = new Map(found.map((one) => [one.name, one]))
    // The last that a process says is where it is asked.
    expect(by.get('site')).toEqual({
      name: 'site',
      verdict: 'ok',
      says: `ready at ${addressOf(app)}, ${watched}; 1 on other machines: ask there`,
    })
    expect(by.get('restored')).toMatchObject({ verdict: 'problem' })
  } finally {
    await beside.close()
  }
})
