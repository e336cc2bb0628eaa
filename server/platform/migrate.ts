import pg from 'pg'
import {
  beforeFirstRelease,
  fullText,
  functionsIn,
  listFunctions,
  listMigrations,
  programVersion,
  type SqlFile,
} from './migration-files.ts'
import { ensureRole, grantIdentity, protectHistory } from './migration-rights.ts'
import { inMigrationTransaction, lockWait, MigrationProblem, type LockWait } from './migration-transaction.ts'

/**
 * Brings the database at `url` up to this program: its migrations, each in its own transaction, then the functions whose
 * text is another; and marks one that is in unpacked files as restored. One process at a time. Answers the names applied
 * now. Throws a MigrationProblem where others hold a table for longer than `wait`: what was applied before it stays.
 */
export async function migrate(url: string, wait = lockWait): Promise<string[]> {
  const client = await connect(url)
  try {
    await client.query(`select pg_advisory_lock(hashtext('crels migrate'))`)
    await requireVersion(client)
    await requireUpgradable(client)
    await ensureRole(client)
    await client.query(`
      create table if not exists schema_migration
        (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      create table if not exists schema_function
        (name text primary key, checksum text not null, version text not null, applied_at timestamptz not null default now())`)
    await protectHistory(client)
    const missing = await missingIn(client)
    // Of a new database nothing is lost that the next start does not make again: no migration waits for the disk.
    if (missing.length === listMigrations().length) await client.query('set synchronous_commit = off')
    const applied = [...(await apply(client, missing, wait)), ...(await applyFunctions(client, wait))]
    await client.query('reset synchronous_commit')
    await grantIdentity(client)
    await client.query('select mark_unpacked()')
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
    await requireAll(client)
  } finally {
    await client.end()
  }
}

/**
 * For commands: makes a database that has nothing of Crels yet, and changes no other, which processes of a version before
 * may be working on. Throws a MigrationProblem until `crels migrate` has run.
 */
export async function makeOrRequireMigrated(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await requireVersion(client)
    // Behind whoever migrates just now, such as the start of a new installation.
    await client.query(`select pg_advisory_xact_lock_shared(hashtext('crels migrate'))`)
    if (await hasTable(client, 'schema_migration')) return await requireAll(client)
  } finally {
    await client.end()
  }
  await migrate(url)
}

async function requireAll(client: pg.Client): Promise<void> {
  const [missing] = (await hasTable(client, 'schema_migration')) ? await missingIn(client) : listMigrations()
  if (missing) throw lacks(missing)
  const [other] = (await hasTable(client, 'schema_function'))
    ? await otherFunctionsIn(client)
    : listFunctions()
  if (other) throw lacks(other)
  await requireMarked(client)
}

/**
 * What a database lacks of this program, without changing anything. Throws a MigrationProblem where it is of a newer
 * version.
 */
export async function pendingOf(url: string): Promise<{ migrations: SqlFile[]; functions: SqlFile[] }> {
  const client = await connect(url)
  try {
    await requireVersion(client)
    return {
      migrations: (await hasTable(client, 'schema_migration')) ? await missingIn(client) : listMigrations(),
      functions: (await hasTable(client, 'schema_function'))
        ? await otherFunctionsIn(client)
        : listFunctions(),
    }
  } finally {
    await client.end()
  }
}

/** Longer than a crossing of the world takes, shorter than the two minutes after which a system gives up. */
const connectWithinMs = 10_000

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectWithinMs,
  })
  // One that dies refuses its query; without a listener it would end the process too.
  client.on('error', () => {})
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

const lacks = ({ name }: SqlFile) =>
  new MigrationProblem(`The database lacks ${name}: run \`crels migrate\` first`)

/** A server that was started on the files of `crels restore unpack` is marked as restored before anything works on it. */
async function requireMarked(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isMarked: boolean }>(
    `select unpacked_files() is null
       or exists (select from restoration where files = unpacked_files()) as "isMarked"`,
  )
  if (!rows[0]!.isMarked)
    throw new MigrationProblem(
      'The database was unpacked from a backup, and is not marked yet: run `crels migrate` first',
    )
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [name])
  return rowCount === 1
}

/** The migrations the database lacks. What it has must be what this program has, to the byte. */
async function missingIn(client: pg.Client): Promise<SqlFile[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  if (rows.some(({ checksum }) => beforeFirstRelease.includes(checksum)))
    throw new MigrationProblem(
      'The database is of a version before the first release, which none upgrades: set DATA_DIR or DATABASE_URL to a new, empty one (docs/operating.md)',
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

/** Refuses a database that this program must not touch, before anything in it is changed. */
async function requireUpgradable(client: pg.Client) {
  if (await hasTable(client, 'schema_migration')) await missingIn(client)
  if (await hasTable(client, 'schema_function')) await requireNoNewerFunctions(client)
}

async function apply(client: pg.Client, migrations: SqlFile[], wait: LockWait): Promise<string[]> {
  const applyOne = async (migration: SqlFile) => {
    const { name, checksum } = migration
    // A function may name a table that a later file makes; all of them are checked when they are next applied alone.
    await client.query('set local check_function_bodies = off')
    await client.query(fullText(migration))
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    for (const file of functionsIn(migration)) await rememberFunctions(client, file)
  }
  for (const migration of migrations) await inMigrationTransaction(client, [migration], applyOne, wait)
  return migrations.map(({ name }) => name)
}

/** Applies the files of functions whose text the database does not have, all of them or none. */
async function applyFunctions(client: pg.Client, wait: LockWait): Promise<string[]> {
  const files = await otherFunctionsIn(client)
  // First all of them unchecked: one may call another that a later file makes.
  const twice = [
    ...files.map((file) => ({ ...file, isChecked: false })),
    ...files.map((file) => ({ ...file, isChecked: true })),
  ]
  const applyOne = async ({ isChecked, ...file }: (typeof twice)[number]) => {
    await client.query(`set local check_function_bodies = ${isChecked ? 'on' : 'off'}`)
    await client.query(file.sql)
    if (isChecked) await rememberFunctions(client, file)
  }
  await inMigrationTransaction(client, twice, applyOne, wait)
  // What did not change is of this version too: an older one that still runs must not put its own text back.
  await client.query('update schema_function set version = $1 where version <> $1', [programVersion()])
  return files.map(({ name }) => name)
}

/** The files of functions that are not in the database with this program's text. Refuses those of a newer version. */
async function otherFunctionsIn(client: pg.Client): Promise<SqlFile[]> {
  const known = await requireNoNewerFunctions(client)
  return listFunctions().filter(({ name, checksum }) => known.get(name) !== checksum)
}

/** The hash of each file of functions in the database. */
async function requireNoNewerFunctions(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string; version: string }>(
    'select name, checksum, version from schema_function',
  )
  const ours = programVersion()
  const newer = rows.find(({ version }) => isNewer(version, ours))
  if (newer)
    throw new MigrationProblem(
      `The database has the functions of Crels ${newer.version}, and this is ${ours}; use that version or a newer one`,
    )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function rememberFunctions(client: pg.Client, { name, checksum }: SqlFile) {
  await client.query(
    `insert into schema_function (name, checksum, version) values ($1, $2, $3)
     on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
    [name, checksum, programVersion()],
  )
}

/** Whether version `a` comes after `b`: by their numbers, the first that differs. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/, 3).map(Number))
  const at = left!.findIndex((number, index) => number !== right![index])
  return at >= 0 && left![at]! > right![at]!
}

async function requireVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  if (Number(rows[0]!.version) < 180_000)
    throw new MigrationProblem('DATABASE_URL: Crels needs PostgreSQL 18 or newer')
}
