import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#testing/commands.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { judgeUpgrade, rowsOfTables } from './check-upgrade.ts'
import { judgedNeeds } from './judged-migrations.ts'
import { listFunctions, listMigrations, programVersion } from './migration-files.ts'
import { madeBy, migrationEffects } from './migration-effects.ts'
import { withClient } from './with-client.ts'

test.each([
  ['create table gift (id text); create index on_gift on gift (id);', []],
  ['alter table link add column note text;', []],
  [
    'alter table link add column a text check (b is not null), add b text check (b > a);',
    [{ table: 'link', breaks: false, work: 'scan' }],
  ],
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
  [
    'alter table link add constraint c check (id > 0) not valid;',
    [{ table: 'link', breaks: true, work: 'quick' }],
  ],
  [
    'alter table link add foreign key (id) references gift not valid;',
    [{ table: 'link', breaks: true, work: 'quick' }],
  ],
  ['alter table link validate constraint c;', []],
  // What an earlier statement locked stays locked while all rows are looked at: a file is one transaction.
  [
    'alter table link add column note text; alter table link validate constraint c;',
    [{ table: 'link', breaks: false, work: 'scan' }],
  ],
  [
    'alter table link add column note text, validate constraint c;',
    [{ table: 'link', breaks: false, work: 'scan' }],
  ],
  ['alter table gift add column note text; alter table link validate constraint c;', []],
  ['alter table link drop constraint c;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['alter table link alter note drop default;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ["alter table link alter note set default 'a';", []],
  ['drop index if exists link_by_note;', [{ table: 'link_by_note', breaks: true, work: 'quick' }]],
  ['create index a on gift (id); drop index a;', [{ table: 'gift', breaks: false, work: 'index' }]],
  ['drop trigger link_put on link;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['drop policy if exists own on link;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['alter table link disable trigger link_put;', [{ table: 'link', breaks: true, work: 'quick' }]],
  ['alter table link enable trigger link_put;', []],
  ['revoke update (note), delete on link from crels_app;', [{ table: 'link', breaks: true, work: 'quick' }]],
  [
    'revoke all\n  on table public.link, identity.auth_session\n  from crels_app;',
    [
      { table: 'link', breaks: true, work: 'quick' },
      { table: 'identity.auth_session', breaks: true, work: 'quick' },
    ],
  ],
  ['create table gift (id text); revoke delete on gift from crels_app;', []],
  [
    'revoke all on function post_it(text, text) from crels_app;',
    [{ table: 'post_it', breaks: true, work: 'quick' }],
  ],
  [
    'create or replace function f(a text) returns void language sql as $$ $$; revoke all on function f(text) from public;',
    [],
  ],
  [
    'create function f() returns void language sql as $$ $$; revoke all on function f(), g() from public;',
    [{ table: 'function g', breaks: true, work: 'quick' }],
  ],
  ['create index link_by_note on link (note);', [{ table: 'link', breaks: false, work: 'index' }]],
  ['update link set note = 1;', [{ table: 'link', breaks: false, work: 'rows' }]],
  ['insert into gift (id) select id from link;', [{ table: 'link', breaks: false, work: 'rows' }]],
  ['create index on link (note);', [{ table: 'link', breaks: false, work: 'index' }]],
  [
    "-- it's\n\\ir functions/links.sql\nalter table link drop note;",
    [{ table: 'link', breaks: true, work: 'quick' }],
  ],
  [
    'alter table identity.auth_session add constraint c check (id > 0);',
    [{ table: 'identity.auth_session', breaks: true, work: 'scan' }],
  ],
  ['create table identity.gift (id text); update identity.gift set id = 1;', []],
  [
    'with old as (select id from link for update) update member m set note = 1 from old where old.id = m.id;',
    [{ table: 'member', breaks: false, work: 'rows' }],
  ],
  [
    'with gone as (delete from link returning id) insert into gift select id from gone on conflict do update set id = 1',
    [{ table: 'link', breaks: false, work: 'rows' }],
  ],
  [
    `do $$ declare v_a text := 'a'; v_b integer; begin
       if exists (select from pg_roles where rolname = 'crels_app') then grant update on link to crels_app; end if;
       select 1 into v_b;
       for v_a in select id from link loop
         update member set note = v_a;
       end loop;
       execute 'alter table link drop column note';
     exception when undefined_table then null;
     end $$;`,
    [
      { table: 'member', breaks: false, work: 'rows' },
      { table: 'link', breaks: true, work: 'quick', statement: 'alter table link drop column note' },
    ],
  ],
])('what a migration does: %s', (sql, effects) => {
  expect(migrationEffects(sql).effects).toEqual(effects.map((one) => expect.objectContaining(one) as object))
})

test.each([
  'call mend_all();',
  'select mend_all();',
  'revoke all on all tables in schema public from crels_app;',
  'revoke crels_app from crels;',
  'alter table link attach partition link_of_may default;',
  'do $$ begin perform mend_all(); end $$;',
  `do $$ begin execute format('alter table %I drop column note', 'link'); end $$;`,
])('of what it does not know it says nothing: %s', (sql) => {
  const { effects, unknown } = migrationEffects(sql)
  expect(effects).toEqual([])
  expect(unknown).toHaveLength(1)
})

test('every migration and file of functions can be judged, but for one from before the first release', () => {
  const unsaid = [...listMigrations(), ...listFunctions()].filter(
    ({ sql }) => migrationEffects(sql).unknown.length > 0,
  )
  expect(unsaid.map(({ name }) => name)).toEqual(['0022_season_decisions.sql'])
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
  const call = file('0100_call.sql', 'call mend_all();')
  expect(verdict(call, ['0.1.0'])).toBe('stop-first')
  expect(verdict(call, [])).toBe('while-running')
  expect(verdict(file('0100_call.sql', '-- Needs: 0.1.0\ncall mend_all();'), ['0.1.0'])).toBe('while-running')
  const functions = file('functions/links.sql', 'drop function if exists link_of(text);')
  expect(
    judgeUpgrade({ migrations: [], functions: [functions] }, { running: ['0.1.0'], rows: new Map() }),
  ).toMatchObject({
    verdict: 'stop-first',
    reasons: [
      'functions/links.sql: processes of 0.1.0 may need what it changes (drop function if exists link_of(text))',
    ],
  })
  expect(
    judgeUpgrade({ migrations: [], functions: [] }, { running: ['0.1.0'], rows: new Map() }).verdict,
  ).toBe('current')
})

test('processes of 0.1.0 may run while their database becomes one of this version', () => {
  const migrations = listMigrations().filter(({ name }) => name > '0072_exported_lists.sql')
  const pending = { migrations, functions: listFunctions() }
  expect(judgeUpgrade(pending, { running: ['0.1.0'], rows: new Map() })).toMatchObject({
    verdict: 'while-running',
    reasons: [],
  })
})

test('every migration since the first release that takes something away says from which version on code works with it', () => {
  const made = new Set<string>()
  const unsaid = listMigrations()
    .filter(({ name }) => name > '0072_exported_lists.sql')
    .filter(({ name, sql }) => {
      const { effects, needs } = migrationEffects(sql, made)
      for (const one of madeBy(sql)) made.add(one)
      return effects.some(({ breaks }) => breaks) && needs === null && judgedNeeds[name] === undefined
    })
  expect(unsaid.map(({ name }) => name)).toEqual([])
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

test('rows are counted in every schema, and guessed by the size where nobody has counted', async () => {
  await run(`create table identity.large as select repeat('a', 100) from generate_series(1, 10000)`)
  await run('create table identity.counted as select generate_series(1, 500)')
  await run('analyze identity.counted')
  const rows = await withClient(database.url, rowsOfTables)
  expect(rows.get('identity.counted')).toBe(500)
  expect(rows.get('identity.large')).toBeGreaterThan(5_000)
  expect(rows.get('member')).toBeDefined()
})

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
      /^This is Crels \S+; processes of 0\.0\.9 run\..*then restart them one after another\. `npm start` or the unit crels alone: restart it/s,
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
