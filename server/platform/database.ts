import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.ts'
import { prepareStatements, type KeptPlans } from './prepared-statements.ts'
import type { DatabaseHealth } from './database-health.ts'
import { traceQueries } from './tracing/query-spans.ts'
import { isTracing } from './tracing/tracing.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** The role whose rights the product has; it cannot write the ledger's tables. */
export const appRole = 'crels_app'

/** What every connection is set to: UTC, and time-outs that keep a stuck statement from holding the house. */
export const roleSettings = {
  TimeZone: 'UTC',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
}

/** What a pool is set to besides, of statements that keep their plans: it only reads. */
export const listSettings = { plan_cache_mode: 'force_generic_plan', default_transaction_read_only: 'on' }

const safeInteger = (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond safe integers`)
  return value
}

/** This pool's own parsers: libraries that share `pg` keep theirs. int8 → number, date → 'YYYY-MM-DD'. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return safeInteger
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  }) as never,
}

export interface DatabaseOptions {
  url: string
  poolSize?: number
  /** How long a caller waits for a connection, in seconds. */
  waitSec?: number
  /** The address logs in as a role of the pool's own, which has its settings (database-logins.ts). */
  isLogin?: boolean
  /** Work as `crels_app` instead of the connecting role. */
  asApp?: boolean
  /** Shown in pg_stat_activity. */
  name?: string
  searchPath?: string
  /**
   * Whose plans a connection keeps (prepared-statements.ts): those of `lists`, which are all of this pool and only read,
   * of statements that are `marked`, or of `all`. Only past any pooler: a session that keeps something must be the
   * pool's own.
   */
  keepsPlans?: KeptPlans
  /** While the database is away, requests for a connection fail at once. */
  databaseHealth?: DatabaseHealth
}

/**
 * Opens a pool with our parsers and settings. They are set on each connection by statements, since poolers refuse or drop
 * options of the start-up; a pool that logs in as its own role has them from that.
 */
export function openPool({
  url,
  poolSize = 16,
  waitSec = 5,
  isLogin = false,
  asApp = false,
  name = 'crels',
  searchPath,
  keepsPlans,
  databaseHealth,
}: DatabaseOptions): pg.Pool {
  const settings = { ...roleSettings, ...(searchPath && { search_path: searchPath }) }
  const statements = Object.entries({
    ...settings,
    ...(keepsPlans === 'lists' && listSettings),
    // The last, since it may do less.
    ...(asApp && { role: appRole }),
  }).map(([name, value]) => `set ${name} = '${value}'`)
  const pool = new HealthAwarePool(databaseHealth, {
    connectionString: url,
    max: poolSize,
    types,
    application_name: name,
    ...(!isLogin && {
      onConnect: async (client: pg.ClientBase) => void (await client.query(statements.join(';'))),
    }),
    connectionTimeoutMillis: waitSec * 1000,
    stream: databaseHealth?.socket,
    // What was kept goes some time: what is asked no more, and what a migration has made wrong.
    ...(keepsPlans && { maxLifetimeSeconds: 600 }),
  })
  // A connection that dies is replaced, and the query it was running is refused; without listeners it would
  // end the process too. The pool listens to idle connections only, so each one needs its own.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (isTracing()) traceQueries(pool)
  if (keepsPlans) prepareStatements(pool, keepsPlans)
  databaseHealth?.pools.set(name, pool)
  return pool
}

class HealthAwarePool extends pg.Pool {
  readonly #databaseHealth: DatabaseHealth | undefined

  constructor(databaseHealth: DatabaseHealth | undefined, config: pg.PoolConfig) {
    super(config)
    this.#databaseHealth = databaseHealth
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Parameters<pg.Pool['connect']>[0]): void
  override connect(done?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (done) return super.connect(done)
    if (!this.#databaseHealth) return super.connect()
    return this.#databaseHealth.connecting(async () => await super.connect())
  }
}

/** Opens the database for queries. Close it with `db.destroy()`. */
export function openDatabase(options: DatabaseOptions): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(options) }) })
}

/** Whether the connecting role may work as `crels_app` (the migrations create it where they may). */
export async function appRoleExists(db: Db): Promise<boolean> {
  const { rows } = await sql<{ usable: boolean }>`
    select coalesce((select pg_has_role(current_user, oid, 'set') from pg_roles where rolname = ${appRole}), false) as usable
  `.execute(db)
  return rows[0]?.usable ?? false
}
