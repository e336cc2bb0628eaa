import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#testing/commands.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { judgeUpgrade } from './check-upgrade.ts'
import { listMigrations, programVersion } from './migration-files.ts'
import { migrationEffects } from './migration-effects.ts'

test.each([
  ['create table gift (id text); create index on_gift on gift (id);', []],
  ['alter table link add column note text;', []],
  ['alter table link add column a text check (b is not null);', []],
  [`alter table link add column note text not null default 'none; -- set not null';`, []],
  ['create or replace function f() returns void language sql as $$ drop table link $$;', []],
  ['alter table link add column note text not null;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['-- Gone.\nalter table link\n  drop column note;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['ALTER TABLE public.link RENAME COLUMN a TO b;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['drop table if exists link;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['drop function if exists post_it(text);', [{ table: 'post_it', breaks: true, work: 'quick' }]],
  ['alter table link alter column id type bigint;', [{ table: 'link', breaks: true, work: 'rewrite' }]],
  ['alter table link alter column id set not null;', [{ table: 'link', breaks: true, work: 'scan' }]],
  ['alter table link alter column id drop not null;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['alter table link add constraint c check (id > 0);', [{ table: 'link', breaks: true, work: 'scan' }]],
  ['alter table link add constraint c check (id > 0) not valid;', []],
  ['create index link_by_note on link (note);', [{ table: 'link', breaks: false, work: 'index' }]],
  ['update link set note = 1;', [{ table: 'link', breaks: false, work: 'rows' }]],
  ['insert into gift (id) select id from link;', [{ table: 'link', breaks: false, work: 'rows' }]],
])('what a migration does: %s', (sql, effects) => {
  expect(migrationEffects(sql).effects).toEqual(effects.map((one) => expect.objectContaining(one) as object))
})

const file = (name: string, sql: string) => ({ name, sql, checksum: '' })

test('code that runs decides: what takes away waits for its end, what adds does not, unless it takes long', () => {
  const drop = file('0100_drop.sql', 'alter table link drop column note;')
  const needs = file('0100_drop.sql', '-- Needs: 0.2.0\nalter table link drop column note;')
  const index = file('0100_index.sql', 'create index link_by_note on link (note);')
  const verdict = (migration: typeof drop, running: string[], rows = 1_000) =>
    judgeUpgrade({ migrations: [migration], functions: [] }, { running, rows: new Map([['link', rows]]) })
      .verdict
  expect(verdict(drop, ['0.1.0'])).toBe('stop-first')
  expect(verdict(drop, [])).toBe('while-running')
  expect(verdict(needs, ['0.1.9', '0.2.0'])).toBe('stop-first')
  expect(verdict(needs, ['0.2.0', '0.3.1'])).toBe('while-running')
  expect(verdict(index, ['0.1.0'])).toBe('while-running')
  expect(verdict(index, ['0.1.0'], 100_000_000)).toBe('stop-first')
  expect(
    judgeUpgrade({ migrations: [], functions: [] }, { running: ['0.1.0'], rows: new Map() }).verdict,
  ).toBe('current')
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

test('crels upgrade --check: status 0 where nothing is pending or processes may run, 3 where they may not, 1 for a newer database', async () => {
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder('upgrade'),
    NODE_ENV: 'production',
  }
  const check = async () => await runCommand(['upgrade', '--check'], settings)
  expect(await check()).toMatchObject({
    status: 0,
    stdout: `This is Crels ${programVersion()}; no process runs.\nThe database is up to date.\n`,
  })
  await run(
    `insert into running_process (id, version, serves, works) values ('prc_' || repeat('a', 32), '0.0.9', true, true)`,
  )
  const { name } = listMigrations().find((one) => one.name.endsWith('_running_processes.sql'))!
  await run(
    `delete from schema_migration where name = '${name}'; update schema_function set checksum = '' where name like '%ledger%'`,
  )
  const found = await check()
  expect(found.stdout).toContain(
    `Pending: ${name}, about 1 s\nFunctions that change: functions/ledger_api.sql`,
  )
  // What has a table for long is named before a migration waits for it.
  const reader = new pg.Client({ connectionString: database.url, application_name: 'nightly report' })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select pg_sleep(6)')
  expect((await check()).stdout).toMatch(/^Open: nightly report \(process \d+\) for \d+ s\. A migration/m)
  await reader.end()
  // That migration only adds: a process of the version before may run meanwhile.
  expect(found).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^This is Crels \S+; processes of 0\.0\.9 run\..*then restart them/s,
    ) as string,
  })
  // One that takes something away: nobody knows whether that version still needs it.
  const taking = listMigrations().find(({ sql }) =>
    migrationEffects(sql).effects.some(({ breaks }) => breaks),
  )!
  await run(`delete from schema_migration where name = '${taking.name}'`)
  expect(await check()).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('Stop every process') as string,
  })
  // As the deployments call it: nothing is changed under what runs.
  const careful = async () => await runCommand(['migrate', '--while-running'], settings)
  expect(await careful()).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('Stop every process') as string,
  })
  expect((await check()).stdout).toContain(`Pending: ${taking.name}`)
  await run(`insert into schema_migration (name, checksum) values ('9999_of_the_future.sql', '')`)
  expect(await check()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('use a newer version') as string,
  })
})
