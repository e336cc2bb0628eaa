import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { freePort } from '#testing/free-port.ts'
import { createMember } from '#testing/members.ts'
import { openDatabase, type Db } from './database.ts'
import { openLogins, poolerProblem, type DatabaseLogins } from './database-logins.ts'
import { secretOf } from './secret.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await startTestApp({ logLevel: 'error' })
  await app.work()
  // Every pool has opened a connection by then: sign-up, profile, a list, jobs.
  const { headers } = await createMember(app)
  await app.server.inject({ url: '/api/v1/campaigns', headers })
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const names = ['app', 'lists', 'identity', 'jobs'] as const

test('no connection of the running product is of the owner or of a superuser', async () => {
  const { rows } = await owner.query(
    `select a.application_name as pool, a.usename as name, r.rolsuper or r.rolcreaterole or r.rolcreatedb as mighty
     from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
     where a.datname = current_database() and a.pid <> pg_backend_pid()`,
  )
  const pools = new Set(rows.map(({ pool, name }) => `${pool}: ${name.replace(/_[0-9a-f]{8}$/, '')}`))
  expect([...pools].sort()).toEqual([
    'crels identity: crels_identity',
    'crels jobs: crels_jobs',
    'crels listener: crels_app',
    'crels lists: crels_lists',
    'crels: crels_app',
  ])
  expect(rows.filter(({ mighty }) => mighty)).toEqual([])
})

describe.each(names)('the role of the pool %s', (name) => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: app.logins.of(name).url })
    await client.connect()
    // What it may do is its rights' to say, not a setting that it can change.
    await client.query('set default_transaction_read_only = off')
  })
  afterAll(async () => await client.end())
  const refused = async (statement: string) =>
    await expect(client.query(statement)).rejects.toThrow(/permission denied/)

  test('cannot become the owner, nor any other role', async () => {
    const { rows: owners } = await owner.query('select current_user as name')
    const { rows } = await client.query('select session_user as login, current_user as role')
    expect(rows[0].login).toBe(rows[0].role)
    for (const other of [owners[0].name, 'crels_app', 'crels_identity', 'crels_jobs']) {
      await refused(`set role ${other}`)
      await refused(`set session authorization ${other}`)
    }
    await client.query('reset role')
    await client.query('reset session authorization')
    expect((await client.query('select current_user as role')).rows).toEqual([{ role: rows[0].login }])
    const { rows: rights } = await client.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
    )
    expect(Object.values(rights[0])).toEqual([false, false, false, false, false])
    await refused('create role mine login superuser')
    await refused(`copy (select 1) to program 'true'`)
  })

  test('has its settings from the role, not from the start-up of the connection', async () => {
    const { rows } = await client.query(
      `select current_setting('TimeZone') as zone, current_setting('idle_in_transaction_session_timeout') as idle,
         current_setting('statement_timeout') as statement, current_setting('search_path') as path,
         current_setting('plan_cache_mode') as plans`,
    )
    expect(rows[0]).toEqual({
      zone: 'UTC',
      idle: '30s',
      statement: name === 'jobs' ? '0' : '30s',
      path: name === 'identity' ? 'identity' : '"$user", public',
      plans: name === 'lists' ? 'force_generic_plan' : 'auto',
    })
  })

  test.runIf(name === 'lists')('only reads, unless it says otherwise', async () => {
    const other = new pg.Client({ connectionString: app.logins.of(name).url })
    await other.connect()
    const written = other.query('delete from public.notification')
    await expect(written).rejects.toThrow('cannot execute DELETE in a read-only transaction')
    await other.end()
  })

  test('writes no table of the ledger', async () => {
    for (const table of ['txn', 'entry', 'account', 'award', 'point_lot', 'hold']) {
      for (const change of [`delete from public.${table}`, `truncate public.${table}`]) await refused(change)
      const { rows } = await client.query(
        `select has_table_privilege('public.' || $1, 'insert, update, delete, truncate') as may`,
        [table],
      )
      expect(rows).toEqual([{ may: false }])
    }
  })

  test('writes no record of what was migrated, and awards no badge by itself', async () => {
    for (const table of ['schema_migration', 'schema_function']) {
      const { rows } = await client.query(
        `select has_table_privilege('public.' || $1, 'insert, update, delete, truncate') as may`,
        [table],
      )
      expect(rows).toEqual([{ may: false }])
    }
    await refused(`select public.award_badge('pty_x', 'first_join', now())`)
  })

  test.runIf(name === 'app' || name === 'lists')(
    'changes no audited table without an act of an operator, whatever it says it is',
    async () => {
      const write = `insert into public.exchange_rate (usd_to_crels, set_by) values (11, 'by hand')`
      for (const first of ['set role none', 'reset role'])
        await expect(client.query(`${first}; ${write}`)).rejects.toThrow(
          'a change of exchange_rate needs the act of an operator',
        )
      const { rows } = await owner.query(`select from audit_entry where action = 'database.write'`)
      expect(rows).toEqual([])
    },
  )

  test('reads nothing of the other side of identity', async () => {
    const foreign =
      name === 'identity'
        ? [
            'public.member',
            'public.entry',
            'public.payout_destination',
            'public.secret_key',
            'public.campaign',
          ]
        : ['identity.auth_account', 'identity.auth_session', 'identity.signing_key', 'identity.action_code']
    for (const table of foreign) await refused(`select * from ${table} limit 1`)
  })
})

test('a copy of the product beside it, also under another database name, uses the same roles', async () => {
  const { rows } = await owner.query(
    `select count(*)::int as n from pg_roles where rolname ~ '^crels_[a-z]+_[0-9a-f]{8}$'`,
  )
  const other = await startTestApp()
  try {
    const again = await owner.query(
      `select count(*)::int as n from pg_roles where rolname ~ '^crels_[a-z]+_[0-9a-f]{8}$'`,
    )
    expect(again.rows).toEqual(rows)
  } finally {
    await other.close()
  }
})

describe('what a start finds holds for the life of its process, so that', () => {
  // Roles of an installation of its own: nobody else is refused with them.
  const key = { id: 'own', material: randomBytes(32) }
  const secret = secretOf(() => ({ sealing: key, opening: [key], unbound: null, hashing: key }))
  const said: string[] = []
  const log = pino({}, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) })
  let db: Db
  let role: string
  const open = async (databasePooledUrl: string | null, waitMs?: number): Promise<DatabaseLogins> => {
    said.length = 0
    const urls = { databaseUrl: app.databaseUrl, databasePooledUrl }
    return await openLogins(db, urls, secret, log, waitMs === undefined ? {} : { waitMs })
  }
  beforeAll(async () => {
    db = openDatabase({ url: app.databaseUrl, poolSize: 1 })
    role = new URL((await open(null)).of('app').url).searchParams.get('user')!
  })
  afterAll(async () => {
    const { rows } = await owner.query<{ name: string }>(
      'select rolname as name from pg_roles where rolname like $1',
      [`crels\\_%${role.slice('crels_app'.length)}`],
    )
    for (const { name } of rows) await owner.query(`drop role ${name}`)
    await db.destroy()
  })

  test('a server that has no connection left is waited for, and decides nothing', async () => {
    await owner.query(`alter role ${role} connection limit 0`)
    await expect(open(null, 0)).rejects.toMatchObject({
      name: 'StartProblem',
      message: `The database does not answer as ${role} (too many connections for role "${role}")`,
    })
    const waiting = open(null)
    await new Promise((resolve) => setTimeout(resolve, 700))
    await owner.query(`alter role ${role} connection limit -1`)
    expect((await waiting).of('app').isLogin).toBe(true)
    expect(said).toEqual([])
  })

  test('a pooler that is away decides nothing either', async () => {
    const away = `postgres://crels:p@127.0.0.1:${await freePort()}/crels`
    await expect(open(away, 0)).rejects.toMatchObject({
      name: 'StartProblem',
      message: expect.stringMatching(
        `^The pooler of DATABASE_URL does not answer as ${role} \\(.*ECONNREFUSED`,
      ) as string,
    })
    expect(await poolerProblem(away, secret)).toContain('does not answer as')
    expect(await poolerProblem(app.databaseUrl, secret)).toBeNull()
    expect((await open(app.databaseUrl, 0)).of('app').url).toContain(role)
  })

  test('a pooler that does not know the database is gone past, and the log says so', async () => {
    const { pathname } = new URL(app.databaseUrl)
    const elsewhere = app.databaseUrl.replace(pathname, `${pathname}_none`)
    expect((await open(elsewhere, 0)).of('app').url).not.toContain('_none')
    expect(said).toEqual([expect.stringContaining('pools go to DATABASE_DIRECT_URL')])
  })

  test('a role that the server refuses is worked without, and the log says so', async () => {
    const { pathname } = new URL(app.databaseUrl)
    const database = `"${pathname.slice(1)}"`
    await owner.query(`revoke connect on database ${database} from public`)
    try {
      expect((await open(null, 0)).of('app')).toMatchObject({ url: app.databaseUrl, asApp: true })
      expect(said).toEqual([expect.stringContaining('does not let roles of Crels log in')])
    } finally {
      await owner.query(`grant connect on database ${database} to public`)
    }
  })
})
