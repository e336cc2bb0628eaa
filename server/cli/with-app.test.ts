import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#testing/commands.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { programVersion } from '../platform/migration-files.ts'

let database: TestDatabase
let settings: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder('commands'),
    // As the template was made with.
    SECRET: 'the secret of all tests, long enough to be one',
  }
})
afterAll(async () => await database.drop())

async function ask<R extends object>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await client
    .query<R>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const stale = `update schema_function set checksum = 'of the version before', version = '0.0.9' where name = 'functions/links.sql'`
const versionOf = `select version from schema_function where name = 'functions/links.sql'`

/** One with the database alone, and one with the whole product. */
const commands = [
  ['operator', 'list'],
  ['job', 'list'],
]

test.each(commands)('crels %s %s leaves migrating to crels migrate, and says so', async (...args) => {
  await ask(database.url, stale)
  expect(await runCommand(args, settings)).toMatchObject({
    status: 1,
    stderr: 'The database lacks functions/links.sql: run `crels migrate` first\n',
  })
  expect(await ask(database.url, versionOf)).toEqual([{ version: '0.0.9' }])
  expect(await runCommand(['migrate'], settings)).toMatchObject({
    status: 0,
    stdout: 'Applied functions/links.sql\n',
  })
  expect(await runCommand(args, settings)).toMatchObject({ status: 0, stderr: '' })
})

test('crels restore hold migrates: it is the first of all on what other tools have put back', async () => {
  await ask(database.url, stale)
  const hold = ['restore', 'hold', '--as-of', '2026-11-26T12:00:00Z']
  expect(await runCommand(hold, settings)).toMatchObject({ status: 0, stderr: '' })
  expect(await ask(database.url, versionOf)).toEqual([{ version: programVersion() }])
})

test('a database that has nothing of Crels is made by the first command', async () => {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const url = database.url.replace(/\/test_[a-z0-9]+/, `/${name}`)
  expect(url).not.toBe(database.url)
  await ask(database.url, `create database ${name} template template0`)
  expect(await runCommand(['operator', 'list'], { ...settings, DATABASE_URL: url })).toMatchObject({
    status: 0,
  })
  expect(await ask(url, versionOf)).toEqual([{ version: programVersion() }])
  await ask(database.url, `drop database ${name} with (force)`)
})
