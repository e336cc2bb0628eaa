import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { databaseFolder } from '#testing/run-folder.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from '../platform/database.ts'
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

const patient = (db: Db): Patient => ({ config: readConfig({}), db, readiness: null })

test('PostgreSQL: as many processes as run have to find their connections together', async () => {
  const says = async () => (await checkPostgres(patient(owner))).says
  expect(await says()).not.toContain('max_connections')
  // Of the 300 less 3 of the tests' server each of nine may take 36.
  for (const at of Array(9).keys())
    await sql`
      insert into running_process (id, version, serves, works, machine, address)
      values (${`prc_${String(at).repeat(32)}`}, '0.2.0', true, false, 'another', null)`.execute(app.db)
  expect(await says()).toMatch(/max_connections lets in 297, and 9 processes have up to 324$/)
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
