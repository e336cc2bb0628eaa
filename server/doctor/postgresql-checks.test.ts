import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { databaseFolder } from '#testing/run-folder.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { runCluster } from '../platform/embedded-postgres/run-cluster.ts'
import { DURABLE_SETTINGS } from '../platform/embedded-postgres/settings.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts'
import { migrate } from '../platform/migrate.ts'
import type { Patient } from './doctor-check.ts'
import { checkPostgres } from './postgresql-checks.ts'

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

const patient = (db: Db, settings: Record<string, string> = {}): Patient => ({
  config: readConfig(settings),
  db,
  readiness: null,
})

test('PostgreSQL: as many processes as run have to find their connections together', async () => {
  const says = async () => (await checkPostgres(patient(owner))).says
  expect(await says()).not.toContain('max_connections')
  // Of the 300 less 3 of the tests' server each of nine may take 36.
  for (const at of Array(9).keys())
    await sql`
      insert into running_process (id, version, serves, works, machine, address)
      values (${`prc_${String(at).repeat(32)}`}, '0.2.0', true, false, 'another', null)`.execute(app.db)
  expect(await says()).toMatch(/max_connections lets in 297, and 9 processes have up to 324$/)
  // Behind a pooler in transaction mode five of each are past it.
  const pooled = { DATABASE_URL: 'postgres://c:p@127.0.0.1:6432/c', DATABASE_DIRECT_URL: app.databaseUrl }
  expect((await checkPostgres(patient(owner, pooled))).says).not.toContain('max_connections')
  for (const at of Array(52).keys())
    await sql`
      insert into running_process (id, version, serves, works, machine, address)
      values (${`prc_${String(at).padStart(32, 'a')}`}, '0.2.0', true, false, 'another', null)`.execute(
      app.db,
    )
  expect((await checkPostgres(patient(owner, pooled))).says).toMatch(
    /max_connections lets in 297, and 61 processes have up to 305 past the pooler/,
  )
  await sql`delete from running_process`.execute(app.db)
})

test('PostgreSQL: commits that wait for no standby are a problem where standbys are named', async () => {
  const dataDir = join(databaseFolder(), `crels-standby-${process.pid}`)
  const settings = { synchronous_standby_names: 'another', synchronous_commit: 'local' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log: () => {} })
  const db = openDatabase({ url: postgres.url, poolSize: 1 })
  try {
    await migrate(postgres.url)
    expect(await checkPostgres(patient(db))).toMatchObject({
      verdict: 'problem',
      says: expect.stringMatching(/^synchronous_commit is local, so that no commit waits/) as string,
    })
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('PostgreSQL: each setting by which it loses, tears or outgrows what it has is said, until it is right', async () => {
  const dataDir = join(databaseFolder(), `crels-settings-${process.pid}`)
  const wrong = { full_page_writes: 'off', autovacuum: 'off', track_counts: 'off' }
  // Given on its command line, a setting stays whatever its files say.
  const { full_page_writes: _, ...durable } = DURABLE_SETTINGS
  const server = await runCluster({
    dataDir,
    settings: durable,
    initdbOptions: ['--no-sync', '--no-data-checksums'],
    log: () => {},
  })
  const url = await server.url('crels')
  const db = openDatabase({ url, poolSize: 1 })
  const look = async (settings: Record<string, string> = {}) => await checkPostgres(patient(db, settings))
  const set = async (changes: Record<string, string>) => {
    for (const [name, value] of Object.entries(changes))
      await askServer(url, `alter system set ${name} = '${value}'`)
    await askServer(url, 'select pg_reload_conf()')
  }
  try {
    await migrate(url)
    await set(wrong)
    const all = [
      'full_page_writes is off: a power cut can tear pages',
      'autovacuum is off: tables grow without end',
      'data_checksums is off: a disk that changes bytes is not noticed',
      'track_counts is off: autovacuum knows nothing',
    ]
    await expect
      .poll(async () => await look())
      .toEqual({ name: 'PostgreSQL', verdict: 'problem', says: all.join('; ') })
    await set({ full_page_writes: 'on', autovacuum: 'on' })
    await expect
      .poll(async () => await look())
      .toEqual({ name: 'PostgreSQL', verdict: 'warning', says: all.slice(2).join('; ') })
    await set({ track_counts: 'on' })
    await expect
      .poll(async () => await look())
      .toEqual({ name: 'PostgreSQL', verdict: 'warning', says: all[2] })
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('PostgreSQL: a log that has values is a warning for a server of one’s own, by each of its settings', async () => {
  const dataDir = join(databaseFolder(), `crels-values-${process.pid}`)
  const quiet = new Set(['log_error_verbosity', 'log_min_error_statement', 'log_statement'])
  const settings = Object.fromEntries(Object.entries(DURABLE_SETTINGS).filter(([name]) => !quiet.has(name)))
  const server = await runCluster({ dataDir, settings, initdbOptions: ['--no-sync'], log: () => {} })
  const url = await server.url('crels')
  const db = openDatabase({ url, poolSize: 1 })
  const set = async (name: string, value: string) => {
    await askServer(url, `alter system set ${name} = '${value}'`)
    await askServer(url, 'select pg_reload_conf()')
  }
  const says = async () => (await checkPostgres(patient(db, { DATABASE_URL: url }))).says
  try {
    await migrate(url)
    // The embedded one's log is a file that its owner alone reads.
    expect(await checkPostgres(patient(db))).toMatchObject({ verdict: 'ok' })
    expect(await checkPostgres(patient(db, { DATABASE_URL: url }))).toMatchObject({
      verdict: 'warning',
      says: expect.stringMatching(/^its log has values of failed statements/) as string,
    })
    await set('log_error_verbosity', 'terse')
    await set('log_min_error_statement', 'panic')
    await expect.poll(says).toMatch(/keeps what it is given$/)
    for (const [name, value, right] of [
      ['log_error_verbosity', 'default', 'terse'],
      ['log_min_error_statement', 'error', 'panic'],
      ['log_statement', 'ddl', 'none'],
    ] as const) {
      await set(name, value)
      await expect.poll(says, { message: name }).toMatch(/^its log has values/)
      await set(name, right)
      await expect.poll(says, { message: name }).toMatch(/keeps what it is given$/)
    }
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
