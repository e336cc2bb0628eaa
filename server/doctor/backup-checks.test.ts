import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { runCommand } from '#testing/commands.ts'
import { databaseFolder, temporaryFolder } from '#testing/run-folder.ts'
import { readConfig } from '../config.ts'
import { archiveCheck } from '../log-archive.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts'
import { checkBackup, checkLogArchive } from './backup-checks.ts'
import type { Patient } from './doctor-check.ts'

const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://crels.example' }

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

const patient = (environment: Record<string, string>, db = owner): Patient => ({
  config: readConfig(environment),
  db,
  readiness: null,
})

test('backup: none is a problem where the database is ours and a warning elsewhere, one that is old anywhere', async () => {
  const ours = { ...production, DATA_DIR: temporaryFolder('doctor') }
  expect(await checkBackup(patient(ours))).toMatchObject({ verdict: 'problem' })
  expect(await checkBackup(patient({ ...ours, DATABASE_URL: 'postgres://elsewhere/crels' }))).toMatchObject({
    verdict: 'warning',
  })
  expect(await checkBackup(patient({}))).toMatchObject({ verdict: 'not checked' })
  const made = async (ago: string, isEncrypted = true) =>
    await sql`insert into backup_run (taken_at, bytes, is_encrypted) values (now() - ${ago}::interval, 1, ${isEncrypted})`.execute(
      owner,
    )
  await made('27 hours')
  // By a clock that was a year ahead.
  await made('-1 year')
  expect(await checkBackup(patient(ours))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^the last is 27\.0 hours old/),
  })
  await made('1 hour')
  expect(await checkBackup(patient(ours))).toMatchObject({ verdict: 'ok' })
  // Who copies it elsewhere copies the data of every member.
  await made('1 minute', false)
  expect(await checkBackup(patient(ours))).toMatchObject({
    verdict: 'warning',
    says: expect.stringContaining('it is not encrypted') as string,
  })
  expect(await checkBackup(patient({}))).toMatchObject({ verdict: 'ok' })
})

test('backup: one of other tools counts once it is noted, also for the alerts', async () => {
  await sql`delete from backup_run`.execute(owner)
  const settings = { ...production, DATABASE_URL: app.databaseUrl, DATA_DIR: temporaryFolder('doctor') }
  const note = async (hours: number) => {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString()
    return await runCommand(['backup', 'note', '--at', at], settings)
  }
  expect((await note(-1)).stderr).toMatch(/^--at: \S+ is yet to come\n$/)
  expect(await checkBackup(patient(settings))).toMatchObject({
    verdict: 'warning',
    says: expect.stringContaining('crels backup note') as string,
  })
  expect(await note(3)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Noted: /) as string })
  // What was noted late is older.
  expect(await note(30)).toMatchObject({ status: 0, stderr: '' })
  expect(await checkBackup(patient(settings))).toMatchObject({
    verdict: 'ok',
    says: expect.stringMatching(/^the last is [23]\.\d hours old, made by other tools$/) as string,
  })
  await vi.waitFor(async () => {
    const { body } = await app.server.inject({ url: '/metrics' })
    expect(body).toMatch(/crels_backup\{metric="age_seconds"\} 10[78]\d\d/)
    expect(body).not.toContain('crels_backup{metric="bytes"}')
  }, 20_000)
})

test('archive: a folder that the database does not write to is a problem', async () => {
  expect(await checkLogArchive(patient({}))).toMatchObject({ verdict: 'ok' })
  const WAL_ARCHIVE_DIR = temporaryFolder('doctor')
  expect(await checkLogArchive(patient({ WAL_ARCHIVE_DIR }))).toMatchObject({
    verdict: 'problem',
    says: expect.stringContaining('archives nothing'),
  })
})

test('archive: a command that fails is a problem, at /readyz too, until it takes what waits', async () => {
  const dataDir = join(databaseFolder(), `crels-doctor-${process.pid}`)
  const taken = join(dataDir, 'is there')
  const archive_command = `test -e '${taken}'`
  const settings = { archive_mode: 'on', archive_command }
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log: () => {} })
  const db = openDatabase({ url: postgres.url, poolSize: 1 })
  const look = async () => await checkLogArchive(patient({}, db))
  const check = archiveCheck(db)
  expect(check.refuses).toBe(false)
  try {
    expect(await look()).toMatchObject({ verdict: 'ok', says: 'on' })
    expect(await check.look()).toBeNull()
    await sql`select pg_logical_emit_message(false, 'a', 'line'), pg_switch_wal()`.execute(db)
    const failing = { verdict: 'problem', says: expect.stringContaining('cannot archive its log') as string }
    await vi.waitFor(async () => expect(await look()).toMatchObject(failing), 30_000)
    expect(await check.look()).toMatch(/^the database cannot archive its log/)
    mkdirSync(taken)
    const last = expect.stringMatching(/^on, the last file \d+ s ago$/) as string
    await vi.waitFor(async () => expect(await look()).toMatchObject({ verdict: 'ok', says: last }), 120_000)
    expect(await check.look()).toBeNull()
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('archive: a command that hangs is a problem once whole files wait, and not where nothing is written', async () => {
  const dataDir = join(databaseFolder(), `crels-hangs-${process.pid}`)
  const taken = join(dataDir, 'is there')
  const settings = {
    archive_mode: 'on',
    archive_timeout: '1',
    archive_command: `until test -e '${taken}'; do sleep 0.2; done`,
  }
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log: () => {} })
  const db = openDatabase({ url: postgres.url, poolSize: 1 })
  const look = async () => await archiveCheck(db, { hangsAfterSec: 2 }).look()
  const write = async () =>
    await sql`select pg_logical_emit_message(false, 'a', 'line'), pg_switch_wal()`.execute(db)
  const hangs = /^nothing of the database’s log was archived for \d+ min, though it waits/
  try {
    // From the first file on.
    await write()
    await vi.waitFor(async () => expect(await look()).toMatch(hangs), 30_000)
    expect(await archiveCheck(db).look()).toBeNull()
    mkdirSync(taken)
    await vi.waitFor(async () => expect(await look()).toBeNull(), 60_000)
    // Nothing is written: its age alone says nothing.
    const { rows } = await sql<{
      last: string
    }>`select last_archived_wal as last from pg_stat_archiver`.execute(db)
    expect(rows[0]!.last).toMatch(/^[0-9A-F]{24}$/)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await look()).toBeNull()
    rmSync(taken, { recursive: true })
    await write()
    await write()
    await vi.waitFor(async () => expect(await look()).toMatch(hangs), 30_000)
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('backup: one of before a restore is on the machine that was lost', async () => {
  await sql`delete from backup_run`.execute(owner)
  const ours = { ...production, DATA_DIR: temporaryFolder('doctor') }
  const make = async () =>
    await sql`insert into backup_run (taken_at, bytes, is_encrypted) values (now(), 1, true)`.execute(owner)
  await make()
  expect(await checkBackup(patient(ours))).toMatchObject({ verdict: 'ok' })
  await sql`select mark_restored(now())`.execute(owner)
  expect(await checkBackup(patient(ours))).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(/^`crels backup` has made none here/) as string,
  })
  await make()
  expect(await checkBackup(patient(ours))).toMatchObject({ verdict: 'ok' })
})
