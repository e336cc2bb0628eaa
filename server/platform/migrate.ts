import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/** A migration that landed and whose file changed afterwards, or a database newer than this program. */
export class MigrationProblem extends Error {}

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The numbered migrations of this program, in order. */
export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings the database at `url` up to this program's migrations, each in its own transaction, one process at a time.
 * Answers the names applied now.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = await connect(url)
  try {
    await client.query(`select pg_advisory_lock(hashtext('crels migrate'))`)
    await requireVersion(client)
    await ensureRole(client)
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await apply(client, await missingIn(client))
    await grantIdentity(client)
    return applied
  } finally {
    await client.end()
  }
}

/** For processes beside others, which leave migrating to `crels migrate`. Throws a MigrationProblem until it has run. */
export async function requireMigrated(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await requireVersion(client)
    const { rows: tables } = await client.query("select where to_regclass('schema_migration') is not null")
    const [missing] = tables.length ? await missingIn(client) : listMigrations()
    if (missing)
      throw new MigrationProblem(`The database lacks ${missing.name}: run \`npm run crels -- migrate\` first`)
  } finally {
    await client.end()
  }
}

/** Longer than a crossing of the world takes, shorter than the two minutes of a system where nobody answers. */
const connectWithinMs = 10_000

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectWithinMs,
  })
  try {
    await client.connect()
    await client.query(`set TimeZone = 'UTC'`)
    return client
  } catch (cause) {
    // With a code it comes from the system or from PostgreSQL; without one the driver gave up.
    if ((cause as { code?: string }).code) throw cause
    throw new MigrationProblem(`DATABASE_URL: cannot reach the database (${(cause as Error).message})`, {
      cause,
    })
  }
}

/** The migrations the database lacks. What it has must be what this program has, to the byte. */
async function missingIn(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  const migrations = new Map(listMigrations().map((migration) => [migration.name, migration]))
  for (const { name, checksum } of rows) {
    const known = migrations.get(name)
    if (!known)
      throw new MigrationProblem(
        `The database has ${name}, which this version of Crels does not know; use a newer version`,
      )
    if (known.checksum !== checksum)
      throw new MigrationProblem(`${name} was changed after it was applied; migrations are forward-only`)
    migrations.delete(name)
  }
  return [...migrations.values()]
}

async function apply(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  for (const { name, sql, checksum } of migrations) {
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    }
  }
  return migrations.map(({ name }) => name)
}

async function requireVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  if (Number(rows[0]!.version) < 180_000)
    throw new MigrationProblem('DATABASE_URL: Crels needs PostgreSQL 18 or newer')
}

/** The roles whose rights the pools have, where the owner may create roles; without them the triggers still bind. */
async function ensureRole(client: pg.Client) {
  await client.query(`
    do $$ declare v_name text; begin
      foreach v_name in array array['crels_app', 'crels_identity', 'crels_jobs'] loop
        begin
          if not exists (select from pg_roles where rolname = v_name) then
            execute format('create role %I nologin', v_name);
          end if;
        exception when insufficient_privilege then
          raise warning 'cannot create the role %', v_name;
          when duplicate_object or unique_violation then null;
        end;
      end loop;
    end $$`)
  // A role that may create roles and is no superuser may manage those it made, and set none of them, unless it says so.
  await client.query(`
    do $$ begin
      if exists (select from pg_roles where rolname = 'crels_app')
        and not pg_has_role(current_user, 'crels_app', 'set') then
        grant crels_app to current_user with inherit false, set true;
      end if;
    exception when insufficient_privilege then null;
    end $$`)
  await client.query(`
    do $$ begin
      if exists (select from pg_roles where rolname = 'crels_app') then
        grant usage on schema public to crels_app;
        alter default privileges in schema public grant select, insert, update, delete on tables to crels_app;
        alter default privileges in schema public grant usage, select on sequences to crels_app;
      end if;
    end $$`)
}

/** What the identity provider's pool may: its own schema, and to leave a mail where no SMTP server is set. */
async function grantIdentity(client: pg.Client) {
  await client.query(`
    do $$ begin
      if exists (select from pg_roles where rolname = 'crels_identity') then
        grant usage on schema identity, public to crels_identity;
        grant select, insert, update, delete on all tables in schema identity to crels_identity;
        grant usage, select on all sequences in schema identity to crels_identity;
        grant select, insert, update, delete on public.dev_mail to crels_identity;
      end if;
    end $$`)
}
