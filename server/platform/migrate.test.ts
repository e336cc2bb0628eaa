import { sql } from 'kysely'
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
