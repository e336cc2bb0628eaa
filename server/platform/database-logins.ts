import { sql } from 'kysely'
import type { Logger } from 'pino'
import {
  appRole,
  appRoleExists,
  listSettings,
  roleSettings,
  type Db,
  type DatabaseOptions,
} from './database.ts'
import type { Secret } from './secret.ts'
import { tryLogin } from './try-login.ts'

/** A pool, and what the role it logs in as may do and is set to (docs/decisions/043-a-database-role-for-each-pool.md). */
const pools = {
  /** Everything of the product. */
  app: { group: appRole, settings: {} },
  /** The same, for statements that keep their plans and only read. */
  lists: { group: appRole, settings: listSettings },
  /** The schema `identity` alone. */
  identity: { group: 'crels_identity', settings: { search_path: 'identity' } },
  /** The queue; what tidies it up may take its time. */
  jobs: { group: 'crels_jobs', settings: { statement_timeout: '0' } },
} as const

export type PoolName = keyof typeof pools

type Login = Pick<DatabaseOptions, 'url' | 'isLogin' | 'asApp' | 'searchPath' | 'keepsPlans'>

/** How each pool reaches the database. */
export interface DatabaseLogins {
  of(name: PoolName): Login
  /** The same at a streaming replica of the database, which has the same roles. */
  at(replicaUrl: string, name: 'app' | 'lists'): Login
  /** The address of the product's role past any pooler, for what holds on to its session. */
  listening: string
}

/**
 * Has each pool log in as a role of its own that is no superuser and a member of nothing but its group, and makes these
 * roles where DATABASE_URL's may. Where it may not, or the server refuses them, pools work under DATABASE_URL's role: as
 * `crels_app` where it may be set, else with the triggers alone as guards. What is said here holds for as long as the
 * process lives, so a server or a pooler that is away or full decides nothing: a StartProblem after ten seconds.
 */
export async function openLogins(
  owner: Db,
  { databaseUrl: url, databasePooledUrl }: { databaseUrl: string; databasePooledUrl: string | null },
  secret: Secret,
  log: Logger,
  { waitMs }: { waitMs?: number } = {},
): Promise<DatabaseLogins> {
  const logins = loginsOf(secret)
  const made = await makeLogins(owner, logins)
  const login: TryLogin = async (address, who) => await tryLogin(address, who, { waitMs })
  const problem = made ? await loginProblem(owner, url, { logins, login }) : null
  if (made && !problem) {
    const pooled = await pooledAddress(databasePooledUrl, { logins, login }, log)
    return {
      of: (name) => ({
        // Statements that keep their plans need their session: a pooler would hand them to another.
        url: urlAs(name === 'lists' ? url : (pooled ?? url), logins[name]),
        isLogin: true,
        ...(pooled === null || name === 'lists' ? keptPlans(name) : {}),
      }),
      at: (replicaUrl, name) => ({
        url: urlAs(replicaUrl, logins[name]),
        isLogin: true,
        ...keptPlans(name),
      }),
      listening: urlAs(url, logins.app),
    }
  }
  const asApp = await appRoleExists(owner)
  if (problem)
    log.warn(
      { reason: problem },
      'The database does not let roles of Crels log in: its pools work under the role of DATABASE_URL',
    )
  if (!asApp)
    log.warn('There is no role crels_app to work under: the ledger is guarded by its triggers alone')
  const under = (address: string, name: PoolName): Login => ({
    url: address,
    asApp: asApp && pools[name].group === appRole,
    ...keptPlans(name),
    ...(name === 'identity' && { searchPath: 'identity' }),
  })
  return { of: (name) => under(url, name), at: under, listening: url }
}

/** What a pool keeps where its connections are its own. */
function keptPlans(name: PoolName): Pick<Login, 'keepsPlans'> {
  return name === 'lists' ? { keepsPlans: 'lists' } : name === 'app' ? { keepsPlans: 'marked' } : {}
}

/**
 * The pooler, unless it refuses a role: in transaction mode the settings of a session are nobody's, so that only roles
 * that have theirs can work through it.
 */
async function pooledAddress(
  url: string | null,
  { logins, login }: { logins: Logins; login: TryLogin },
  log: Logger,
): Promise<string | null> {
  if (url === null) return null
  for (const role of [logins.app, logins.identity, logins.jobs]) {
    const refused = await login(urlAs(url, role), pooler)
    if (!refused) continue
    log.warn(
      { reason: refused.message, role: role.name },
      `${pooler} does not let roles of Crels log in: pools go to DATABASE_DIRECT_URL`,
    )
    return null
  }
  return url
}

const pooler = 'The pooler of DATABASE_URL'

/** What keeps the product from working through the pooler just now, in words for a line; null where nothing does. */
export async function poolerProblem(url: string, secret: Secret): Promise<string | null> {
  const role = loginsOf(secret).app
  try {
    const refused = await tryLogin(urlAs(url, role), pooler, { waitMs: 0 })
    return refused && `${pooler} does not let ${role.name} log in (${refused.message})`
  } catch (error) {
    return (error as Error).message
  }
}

interface Role {
  name: string
  password: string
}
type Logins = Record<PoolName, Role>
type TryLogin = (url: string, who: string) => ReturnType<typeof tryLogin>

/** Named and known by the installation's key of hashes: each installation of a server has its own, and so has its copy. */
function loginsOf(secret: Secret): Logins {
  const tag = secret.hash('database login', 'tag').toString('hex').slice(0, 8)
  return mapPools((name) => ({
    name: `crels_${name}_${tag}`,
    password: secret.hash('database login', name).toString('hex'),
  }))
}

/** Makes the roles that are missing or not as they should be. False where DATABASE_URL's role may not. */
async function makeLogins(owner: Db, logins: Logins): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const wrong = await wrongLogins(owner, logins)
      if (wrong.length === 0) return true
      await owner.transaction().execute(async (tx) => {
        // Roles belong to the whole server, and locks to a database: another one is met by trying again.
        await sql`select pg_advisory_xact_lock(hashtext('crels database logins'))`.execute(tx)
        for (const name of wrong) await makeLogin(tx, name, logins[name])
      })
      return true
    } catch (error) {
      const code = (error as { code?: string }).code
      if (code === '42501') return false
      // Another process made it, or was at it, at this moment.
      if (attempt === 5 || !['42710', '23505', 'XX000', '40001'].includes(code ?? '')) throw error
    }
  }
}

async function wrongLogins(owner: Db, logins: Logins): Promise<PoolName[]> {
  const { rows } = await sql<{ name: string; settings: string[] | null; groups: string[] }>`
    select r.rolname as name, r.rolconfig as settings,
      array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
            where m.member = r.oid and m.inherit_option and not m.set_option) as groups
    from pg_roles r
    where r.rolname = any (${Object.values(logins).map(({ name }) => name)}) and r.rolcanlogin
      and not (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls)`.execute(
    owner,
  )
  const known = new Map(rows.map((row) => [row.name, row]))
  return (Object.keys(pools) as PoolName[]).filter((name) => {
    const found = known.get(logins[name].name)
    return (
      !found ||
      found.groups.join() !== pools[name].group ||
      [...(found.settings ?? [])].sort().join() !==
        wantedSettings(name)
          .map(([key, value]) => `${key}=${value}`)
          .sort()
          .join()
    )
  })
}

async function makeLogin(tx: Db, pool: PoolName, { name, password }: Role): Promise<void> {
  const role = sql.id(name)
  const rights = sql`login password ${sql.lit(password)}`
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(tx)
  await (rows.length > 0 ? sql`alter role ${role} ${rights}` : sql`create role ${role} ${rights}`).execute(tx)
  await sql`grant ${sql.id(pools[pool].group)} to ${role} with inherit true, set false`.execute(tx)
  await sql`alter role ${role} reset all`.execute(tx)
  for (const [key, value] of wantedSettings(pool))
    await sql`alter role ${role} set ${sql.raw(key)} = ${sql.lit(value)}`.execute(tx)
}

function wantedSettings(pool: PoolName): [string, string][] {
  return Object.entries({ ...roleSettings, ...pools[pool].settings })
}

/** Why a role that is there cannot be used: its password, or the server's own list of who may. */
async function loginProblem(
  owner: Db,
  url: string,
  { logins, login }: { logins: Logins; login: TryLogin },
): Promise<string | null> {
  const tried = async () => await login(urlAs(url, logins.app), 'The database')
  const refused = await tried()
  if (refused?.code !== '28P01') return refused?.message ?? null
  // 28P01: the role has another password.
  const isSet = await owner
    .transaction()
    .execute(async (tx) => {
      for (const { name, password } of Object.values(logins))
        await sql`alter role ${sql.id(name)} password ${sql.lit(password)}`.execute(tx)
      return true
    })
    .catch(() => false)
  return isSet ? ((await tried())?.message ?? null) : refused.message
}

/** As parameters, which also an address without a host can have, and which win over the name before the host. */
function urlAs(text: string, { name, password }: Role): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.searchParams.set('user', name)
  url.searchParams.set('password', password)
  return url.href
}

function mapPools<T>(make: (name: PoolName) => T): Record<PoolName, T> {
  return Object.fromEntries((Object.keys(pools) as PoolName[]).map((name) => [name, make(name)])) as Record<
    PoolName,
    T
  >
}
