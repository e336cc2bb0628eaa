import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { listFunctions } from './migration-files.ts'
import { inMigrationTransaction, MigrationProblem } from './migration-transaction.ts'

let database: TestDatabase
let migrating: pg.Client
let holder: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  migrating = await connect('migrates')
  holder = await connect('nightly report')
})
afterAll(async () => {
  await Promise.all([migrating.end(), holder.end()])
  await database.drop()
})

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: name })
  await client.connect()
  return client
}

const addColumn = (name: string) => ({
  name: '0999_later.sql',
  sql: `create table made_before (id text); alter table link add column ${name} text`,
  checksum: '',
})
const apply = async (column: string, wait: { lockMs: number; tries: number; pauseMs: number }) =>
  await inMigrationTransaction(
    migrating,
    [addColumn(column)],
    async ({ sql }) => void (await migrating.query(sql)),
    wait,
  )
const has = async (name: string) =>
  (await migrating.query('select from pg_attribute where attname = $1', [name])).rowCount === 1

test('a migration behind a long reader lets others at the table again and again, and goes on after it', async () => {
  await holder.query('begin')
  await holder.query('select count(*) from link')
  const applied = apply('after_a_reader', { lockMs: 300, tries: 50, pauseMs: 300 })
  const request = await connect('request')
  await sleep(50)
  // Behind the migration that waits, which without an end would wait as long as the report runs.
  const begun = performance.now()
  for (let one = 0; one < 5; one++) await request.query('select count(*) from link')
  expect(performance.now() - begun).toBeLessThan(5_000)
  await request.end()
  await holder.query('commit')
  await applied
  expect(await has('after_a_reader')).toBe(true)
  await migrating.query('drop table made_before')
})

test('one that never gets its table says what held it, and nothing of it is done', async () => {
  await holder.query('begin')
  await holder.query('select count(*) from link')
  const failure = await apply('never', { lockMs: 200, tries: 2, pauseMs: 10 }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(MigrationProblem)
  expect((failure as Error).message).toMatch(
    /^0999_later\.sql: other transactions held what it changes at each of 2 tries of 0\.2 s; nothing of it was done\. Transactions that are open: nightly report \(process \d+\) for \d+ s\. Wait for their end or end them/,
  )
  await holder.query('commit')
  expect(await has('never')).toBe(false)
  expect((await migrating.query(`select to_regclass('made_before') as name`)).rows).toEqual([{ name: null }])
})

test('crels migrate waits so too, and what it did not get is left for the next', async () => {
  await migrating.query(`update schema_function set checksum = 'other' where name = 'functions/links.sql'`)
  await holder.query('begin')
  const { rows } = await holder.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.proname = substring($1 from 'create or replace function ([a-z_]+)')`,
    [listFunctions().find(({ name }) => name === 'functions/links.sql')!.sql],
  )
  await holder.query(`alter function ${rows[0]!.name} cost 99`)
  const wait = { lockMs: 200, tries: 2, pauseMs: 10 }
  await expect(migrate(database.url, wait)).rejects.toThrow('functions/links.sql: other transactions held')
  await expect(requireMigrated(database.url)).rejects.toThrow('lacks functions/links.sql')
  await holder.query('rollback')
  expect(await migrate(database.url, wait)).toEqual(['functions/links.sql'])
})
