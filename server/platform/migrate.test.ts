import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openDatabase, type Db } from './database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { beforeFirstRelease, listFunctions, programVersion } from './migration-files.ts'

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

test('takes the right to make tables from everybody, as databases of older servers had it', async () => {
  await sql`grant create on schema public to public`.execute(owner)
  await migrate(database.url)
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('crels_app', 'public', 'create') as may`.execute(owner)
  expect(rows[0]!.may).toBe(false)
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

test.each(
  beforeFirstRelease.flatMap((hash) => [
    ['npm start and crels migrate', hash, migrate] as const,
    ['start:http and start:worker', hash, requireMigrated] as const,
  ]),
)(
  '%s refuse a database from before the first release (%s) untouched, and say what to do',
  async (_, hash, open) => {
    const { rows } = await sql<{ checksum: string }>`
    select checksum from schema_migration where name = '0001_platform.sql'`.execute(owner)
    await sql`alter table schema_function rename to schema_function_aside`.execute(owner)
    await sql`update schema_migration set checksum = ${hash} where name = '0001_platform.sql'`.execute(owner)
    await expect(open(database.url)).rejects.toThrow(
      'The database is of a version before the first release, which none upgrades: set DATA_DIR or DATABASE_URL to a new, empty one (docs/operating.md)',
    )
    // Refused before anything is made.
    const { rows: made } = await sql`select where to_regclass('schema_function') is not null`.execute(owner)
    expect(made).toEqual([])
    await sql`alter table schema_function_aside rename to schema_function`.execute(owner)
    await sql`update schema_migration set checksum = ${rows[0]!.checksum} where name = '0001_platform.sql'`.execute(
      owner,
    )
  },
)

test('functions with changed text are applied anew, each by itself and checked', async () => {
  const before = await functionsOf(owner)
  await sql`create or replace function new_id(prefix text) returns text language sql as 'select prefix'`.execute(
    owner,
  )
  await sql`update schema_function set checksum = 'other'`.execute(owner)
  await expect(requireMigrated(database.url)).rejects.toThrow(
    'The database lacks functions/accounts.sql: run `crels migrate` first',
  )
  expect(await migrate(database.url)).toEqual(listFunctions().map(({ name }) => name))
  expect(await functionsOf(owner)).toEqual(before)
  await requireMigrated(database.url)
})

test.each([
  ['npm start and crels migrate', migrate],
  ['start:http and start:worker', requireMigrated],
])('%s leave the functions of a newer version alone', async (_, open) => {
  const newer = async (version: string) => {
    await sql`update schema_function set version = ${version}, checksum = 'newer' where name = 'functions/links.sql'`.execute(
      owner,
    )
  }
  await newer('12.0.0')
  await expect(open(database.url)).rejects.toThrow(
    `The database has the functions of Crels 12.0.0, and this is ${programVersion()}; use that version or a newer one`,
  )
  // Those of an older one are replaced, and then of this version.
  await newer('0.0.9')
  expect(await migrate(database.url)).toEqual(['functions/links.sql'])
  const { rows } = await sql<{ version: string }>`select distinct version from schema_function`.execute(owner)
  expect(rows).toEqual([{ version: programVersion() }])
})

/** Every function of the schema, with who may call it. */
async function functionsOf(db: Db) {
  const { rows } = await sql<{ text: string; rights: string }>`
    select pg_get_functiondef(p.oid) as text, p.proacl::text as rights from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'identity'::regnamespace) and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.oid`.execute(db)
  return rows
}
