import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openDatabase, type Db } from './database.ts'
import { migrate, requireMigrated } from './migrate.ts'

let database: TestDatabase
let owner: Db
beforeAll(async () => {
  database = await createTestDatabase()
  owner = openDatabase({ url: database.url, poolSize: 1 })
})
afterAll(async () => {
  await owner.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`delete from schema_migration where name = '0999_later.sql'`.execute(owner)
})

test('finds nothing to do where all is applied', async () => {
  expect(await migrate(database.url)).toEqual([])
  await requireMigrated(database.url)
})

test.each([
  ['npm start and crels migrate', migrate],
  ['start:http and start:worker', requireMigrated],
])('%s refuse a migration that is not what was applied', async (_, open) => {
  const { rows } = await sql<{ checksum: string }>`
    select checksum from schema_migration where name = '0003_ledger.sql'`.execute(owner)
  await sql`update schema_migration set checksum = 'other' where name = '0003_ledger.sql'`.execute(owner)
  await expect(open(database.url)).rejects.toThrow(
    '0003_ledger.sql was changed after it was applied; migrations are forward-only',
  )
  await sql`update schema_migration set checksum = ${rows[0]!.checksum} where name = '0003_ledger.sql'`.execute(
    owner,
  )
})

test.each([
  ['npm start and crels migrate', migrate],
  ['start:http and start:worker', requireMigrated],
])('%s refuse the database of a newer version', async (_, open) => {
  await sql`insert into schema_migration (name, checksum) values ('0999_later.sql', 'any')`.execute(owner)
  await expect(open(database.url)).rejects.toThrow('which this version of Crels does not know')
})

test('an installation from before 0063 whose links lead to a blocked host is upgraded', async () => {
  const postgres = new pg.Client({ connectionString: database.url })
  await postgres.connect()
  try {
    // The steps of 0063 once more, on a link that is there before them: what is checked at the end stops no step.
    const text = readFileSync(
      new URL('../../migrations/0063_links_to_blocked_hosts.sql', import.meta.url),
      'utf8',
    )
    await postgres.query(`
      begin;
      alter table link drop column blocked_by_host cascade, drop column banned_from cascade;
      drop function link_host_blocked() cascade;
      drop function blocked_host_of(text) cascade;
      insert into blocked_host (host, reason) values ('spam.example', 'phishing');
      insert into link (id, code, kind, owner_uid, destination_url)
        values ('lnk_${'0'.repeat(32)}', 'blocked', 'own', 'usr_1', 'https://spam.example/a')`)
    await postgres.query(text)
    const { rows } = await postgres.query('select blocked_by_host from link')
    expect(rows).toEqual([{ blocked_by_host: 'spam.example' }])
  } finally {
    await postgres.query('rollback')
    await postgres.end()
  }
})
