import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { databaseAccount, giveToDatabaseAccount } from './database-account.ts'
import { freePort } from './free-port.ts'
import { haproxy, startHaproxy } from './haproxy.ts'
import { readClusterSteps, readPatroniRecipe } from './patroni.ts'
import { endPrograms, startProgram, type Program } from './processes.ts'
import { databaseFolder } from './run-folder.ts'

// The recipe for high availability, made local, with everything that it names: PG_BIN_DIR is a PostgreSQL with all its
// programs, such as /usr/lib/postgresql/18/bin.
const binDir = process.env.PG_BIN_DIR
const needed = ['initdb', 'pg_basebackup', 'pg_controldata', 'pg_ctl', 'pg_isready', 'pg_rewind', 'postgres']
const missing = [
  ...(binDir ? needed.filter((name) => !existsSync(join(binDir, name))) : ['PG_BIN_DIR']),
  ...['patroni', 'etcd'].filter((name) => spawnSync(name, ['--version']).error),
  ...(haproxy ? [] : ['haproxy']),
]

const dir = mkdtempSync(join(databaseFolder(), 'crels-patroni-'))
const nodes: Node[] = []
/** What was begun, to be ended however the test goes. */
const ending: (() => Promise<void>)[] = []

afterAll(async () => {
  for (const end of ending) await end()
  // Patroni's end is not its server's, which has its output besides.
  for (const { program } of nodes) program?.killGroup('SIGKILL')
  for (const { dataDir } of nodes) killServer(dataDir)
  await endPrograms()
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

interface Node {
  name: string
  dataDir: string
  port: number
  role: number
  start(): Program
  /** Its present life, once it was started. */
  program?: Program
}

test.skipIf(missing.length > 0)(
  `Patroni promotes another when the leader ends, and what was acknowledged is there (skipped where one is missing of PG_BIN_DIR, patroni, etcd, haproxy${missing.length > 0 ? `; not here: ${missing.join(', ')}` : ''})`,
  // The folders are those of one try.
  { timeout: 600_000, retry: 0 },
  async () => {
    chmodSync(dir, 0o711)
    const etcd = await startEtcd()
    const certificate = makeCertificate()
    for (const name of ['pg1', 'pg2', 'pg3']) nodes.push(await prepareNode(name, etcd, certificate))
    const [first] = nodes
    first!.program = first!.start()
    await states(first!, (roles) => roles.pg1 === 'leader')
    for (const node of nodes.slice(1)) node.program = node.start()
    await states(first!, (roles) => Object.values(roles).sort().join() === 'leader,replica,sync_standby')

    const port = await startHaproxy(nodes.map((node) => ({ at: `127.0.0.1:${node.port}`, role: node.role })))
    const { statements, databaseUrl } = readClusterSteps()
    const url = databaseUrl
      .replace('…', 'secret')
      .replace(':5000', `:${port}`)
      .replace('/etc/crels/postgres.crt', certificate.crt)
    const { superuser } = readPatroniRecipe().postgresql.authentication
    const bySuperuser = url
      .replace('crels:secret', `${superuser.username}:${superuser.password}`)
      .replace('/crels?', '/postgres?')
    // HAProxy takes each for the primary until it has asked.
    for (const statement of statements)
      await vi.waitFor(async () => await ask(bySuperuser, statement.replace('…', 'secret')), {
        timeout: 60_000,
        interval: 500,
      })
    await expect(ask(url.replace('verify-full', 'disable'), 'select 1')).rejects.toThrow('no encryption')
    const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 1_000 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    await vi.waitFor(async () => await pool.query('create table if not exists kept (key text primary key)'), {
      timeout: 60_000,
      interval: 500,
    })
    const load = writeTo(pool)
    ending.push(async () => await load.end().then(async () => await pool.end()))
    await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(100), 60_000)

    first!.program!.killGroup('SIGKILL')
    killServer(first!.dataDir)
    const before = load.acknowledged.length
    // Its lock lasts for ttl.
    await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(before + 50), 180_000)
    const roles = await states(nodes[1]!, ({ pg2, pg3 }) => [pg2, pg3].includes('leader'))
    expect(roles.pg1).not.toBe('leader')

    // It comes back behind the other, and goes back to where they parted, where it has to.
    first!.program = first!.start()
    await states(nodes[1]!, ({ pg1 }) => pg1 === 'replica' || pg1 === 'sync_standby')
    await load.end()
    const { rows } = await pool.query<{ key: string }>('select key from kept')
    const kept = new Set(rows.map(({ key }) => key))
    expect(load.acknowledged.filter((key) => !kept.has(key))).toEqual([])
  },
)

/** One etcd in place of three. Answers where it is asked. */
async function startEtcd(): Promise<string> {
  const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`)
  const recipe = parse(
    readFileSync(new URL('../deploy/ha/etcd.conf.yml', import.meta.url), 'utf8'),
  ) as Record<string, unknown>
  const file = join(dir, 'etcd.conf.yml')
  const local = {
    ...recipe,
    'data-dir': join(dir, 'etcd'),
    'listen-peer-urls': peers,
    'listen-client-urls': clients,
    'initial-advertise-peer-urls': peers,
    'advertise-client-urls': clients,
    'initial-cluster': `${recipe.name as string}=${peers}`,
  }
  expect(Object.keys(local).sort()).toEqual(Object.keys(recipe).sort())
  writeFileSync(file, stringify(local))
  startProgram(['etcd', '--config-file', file], {})
  await vi.waitFor(async () => expect((await fetch(`${clients}/health`)).ok).toBe(true), 30_000)
  return new URL(clients!).host
}

/** The certificate of the three, as the document has it made. */
function makeCertificate(): { crt: string; key: string } {
  const [crt, key] = [join(dir, 'server.crt'), join(dir, 'server.key')]
  execFileSync('sh', ['-c', readClusterSteps().certificate], { cwd: dir, stdio: 'pipe' })
  for (const file of [crt, key]) giveToDatabaseAccount(file)
  return { crt, key }
}

/** By a connection of its own. */
async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The recipe on this machine: no bucket and no watchdog, all else as it is. */
async function prepareNode(
  name: string,
  etcd: string,
  { crt, key }: { crt: string; key: string },
): Promise<Node> {
  const recipe = readPatroniRecipe()
  const [port, role] = [await freePort(), await freePort()]
  const dataDir = join(dir, name)
  const { bootstrap, postgresql } = recipe
  recipe.name = name
  recipe.etcd3.hosts = etcd
  recipe.restapi = { listen: `127.0.0.1:${role}`, connect_address: `127.0.0.1:${role}` }
  recipe.watchdog.mode = 'off'
  bootstrap.dcs.postgresql.parameters.archive_command = 'true'
  delete bootstrap.dcs.postgresql.recovery_conf
  // The provider of character sets that PostgreSQL brings is of 17.
  if (majorOf(binDir!) < 17)
    bootstrap.initdb = bootstrap.initdb.filter((one) => !JSON.stringify(one).includes('builtin'))
  Object.assign(postgresql, {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: dataDir,
    bin_dir: binDir,
    parameters: {
      ...postgresql.parameters,
      ssl_cert_file: crt,
      ssl_key_file: key,
      unix_socket_directories: '',
    },
    create_replica_methods: ['basebackup'],
    // The machines are one here: what is let in from itself without TLS would be all of them.
    pg_hba: postgresql.pg_hba
      .filter((line) => !line.includes('127.0.0.1'))
      .map((line) => line.replace('10.0.0.0/24', '127.0.0.1/32')),
    pgpass: join(dir, `${name}.pgpass`),
  })
  const file = join(dir, `${name}.yml`)
  writeFileSync(file, stringify(recipe), { mode: 0o644 })
  giveToDatabaseAccount(dir)
  const start = () =>
    startProgram(['sh', '-c', 'exec patroni "$0" 2>&1', file], { HOME: dir }, undefined, {
      cwd: dir,
      ...databaseAccount,
    })
  return { name, dataDir, port, role, start }
}

function majorOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/\) (\d+)/.exec(stdout)![1])
}

/** The roles of all by one's word, once they are as they should be. */
async function states(
  { role, program }: Node,
  right: (roles: Record<string, string>) => boolean,
): Promise<Record<string, string>> {
  let roles: Record<string, string> = {}
  const look = async () => {
    const answer = await fetch(`http://127.0.0.1:${role}/cluster`).catch(() => null)
    if (!answer) throw new Error(`Patroni does not answer: ${program!.stdout().slice(-2_000)}`)
    const { members } = (await answer.json()) as { members: { name: string; role: string; state: string }[] }
    const running = members.filter(({ state }) => ['running', 'streaming'].includes(state))
    roles = Object.fromEntries(running.map((one) => [one.name, one.role]))
    expect(roles, program!.stdout().slice(-2_000)).toSatisfy(right)
  }
  await vi.waitFor(look, { timeout: 180_000, interval: 500 })
  return roles
}

/** Writers of rows, each again with its key until it is answered. */
function writeTo(pool: pg.Pool): { acknowledged: string[]; end(): Promise<unknown> } {
  const acknowledged: string[] = []
  const over = new AbortController()
  const write = async (writer: number) => {
    for (let n = 0; !over.signal.aborted;) {
      const key = `${writer}-${n}`
      try {
        await pool.query('insert into kept values ($1) on conflict do nothing', [key])
        acknowledged.push(key)
        n += 1
      } catch {
        await sleep(100)
      }
      await sleep(5)
    }
  }
  const writers = Promise.all([0, 1, 2, 3].map(write))
  return {
    acknowledged,
    end: async () => {
      over.abort()
      await writers
    },
  }
}

/** All processes of a server end at once, as where a machine does. */
function killServer(dataDir: string): void {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
