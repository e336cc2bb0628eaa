import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand } from '#testing/campaigns.ts'
import { freePort } from '#testing/free-port.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { readConfig } from '../config.ts'
import { markRestored } from '../platform/backup/restoration.ts'
import { openDatabase } from '../platform/database.ts'
import { Heartbeat } from '../platform/running-processes.ts'
import { checks } from './checks.ts'
import { leftOut, saidAtStart, sayAtStart } from './say-at-start.ts'

let app: TestApp
let heartbeat: Heartbeat
beforeAll(async () => {
  app = await startTestApp()
  heartbeat = new Heartbeat(app.db, pino({ level: 'silent' }))
  await heartbeat.begin({ serves: true })
})
afterAll(async () => {
  await heartbeat.end()
  await app.close()
})

/** The checks that a start with some settings says something of. */
async function said(environment: Record<string, string>): Promise<string[]> {
  const lines: { check: string; msg: string; level: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
  const config = readConfig({ DATA_DIR: temporaryFolder('start'), ...environment })
  await sayAtStart({ config, db: app.db }, log, { waitMs: 0 })
  expect(lines.every(({ level, msg }) => level === 40 && msg.startsWith('crels doctor: '))).toBe(true)
  return lines.map(({ check }) => check)
}

const served = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://crels.example' }

test('a start where people are served says what is to be mended, of what starts beside it a little later', async () => {
  const found = await said(served)
  // Of this machine: nothing answers as its mail server, its database does not wait for the disk, no worker runs.
  expect(found).toEqual(expect.arrayContaining(['mail', 'PostgreSQL', 'backup', 'worker']))
  expect(found.indexOf('worker')).toBe(found.length - 1)
  expect(new Set(found).size).toBe(found.length)
  await heartbeat.begin({ works: true })
  expect(await said(served)).not.toContain('worker')
})

test('a start says what may be meant as well, such as a secret of each machine, and a store that does not count', async () => {
  // One machine has its secret in a file, and no store.
  const here = await said({ ...served, METRICS_TOKEN: 'm'.repeat(24) })
  for (const check of ['secret', 'metrics', 'redis']) expect(here).not.toContain(check)
  const several = await said({
    ...served,
    DATABASE_URL: 'postgres://crels:p@10.0.0.5/crels',
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  })
  expect(several).toEqual(expect.arrayContaining(['secret', 'metrics', 'redis']))
})

test('a start in an upgrade says nothing of the version before, which serves beside it', async () => {
  const id = `prc_${'a'.repeat(32)}`
  await sql`insert into running_process (id, version, serves, works) values (${id}, '0.0.9', true, false)`.execute(
    app.db,
  )
  expect(await said(served)).not.toContain('versions')
  await sql`delete from running_process where id = ${id}`.execute(app.db)
})

test('a start on a restored database says that it waits for a person', async () => {
  expect(await said(served)).not.toContain('restored')
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  await markRestored(owner, '2026-11-26T12:00:00Z')
  await owner.destroy()
  expect(await said(served)).toContain('restored')
})

test('a start says that demo campaigns are among real ones, and that somebody waits too long', async () => {
  const before = await said(served)
  for (const check of ['demo data', 'reviews']) expect(before).not.toContain(check)
  await createBrand(app, { demo: true })
  await sql`insert into support_request (id, reference, email, topic, waiting_since) values
    (${`sup_${'a'.repeat(32)}`}, '23456789', 'ada@example.com', 'other', crels_now() - interval '3 days')`.execute(
    app.db,
  )
  expect(await said(served)).toEqual(expect.arrayContaining(['demo data', 'reviews']))
  // They are for development.
  expect(await said({})).toEqual([])
})

test('each check of the doctor is one of a start, but for those that a start says by itself, there where it says them', () => {
  expect([...saidAtStart, ...Object.keys(leftOut)].sort()).toEqual(Object.keys(checks).sort())
  expect(Object.keys(leftOut)).toEqual(['database role', 'pooler', 'legal pages'])
  for (const reason of Object.values(leftOut)) {
    const file = /\((\S+\.ts)\)$/.exec(reason)?.[1]
    expect(existsSync(new URL(`../${file}`, import.meta.url)), reason).toBe(true)
  }
})

test('says nothing in development', async () => {
  expect(await said({})).toEqual([])
})
