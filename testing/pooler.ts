import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { startProgram, temporaryDataDir, type Program } from './processes.ts'

/** PgBouncer, where this machine has it. */
export const pgbouncer = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

/** A PgBouncer at one address; `endPrograms` ends it. */
export interface Pooler {
  url: string
  kill(): Promise<void>
  /** Again, after it was killed. */
  start(): Promise<void>
}

/** Settings by which a pooler lets nobody in for as long as it has them, by what it says then. */
const refusals = {
  'no such database': () => 'auth_type = trust',
  // It takes anybody, and is not told as whom.
  'bouncer config error': () => 'auth_type = any',
  'SSL required': (dir: string) => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(dir, name)) as [string, string]
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const files = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', cert]
    execFileSync('openssl', [...made, ...files], { stdio: 'ignore' })
    chmodSync(key, 0o644)
    return `client_tls_sslmode = require\nclient_tls_key_file = ${key}\nclient_tls_cert_file = ${cert}`
  },
}

/**
 * Starts PgBouncer before a server, which it asks who may log in, unless it `knowsOwner` alone, or is set so that it
 * `refuses` without asking; so many connections a role, in transaction mode 3.
 */
export async function startPooler(
  serverUrl: string,
  mode: 'session' | 'transaction',
  {
    poolSize = mode === 'session' ? 60 : 3,
    knowsOwner = false,
    refuses = null,
  }: { poolSize?: number; knowsOwner?: boolean; refuses?: keyof typeof refusals | null } = {},
): Promise<Pooler> {
  const server = new URL(serverUrl)
  const address = new URL(serverUrl)
  address.hostname = '127.0.0.1'
  address.port = String(await freePort())
  const dir = temporaryDataDir()
  const file = (name: string, text: string) => {
    writeFileSync(join(dir, name), text, { mode: 0o644 })
    return join(dir, name)
  }
  const users = file('users.txt', `"${server.username}" "${decodeURIComponent(server.password)}"\n`)
  const settings = file(
    'pgbouncer.ini',
    `[databases]
crels = host=${server.hostname} port=${server.port} dbname=crels
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${address.port}
unix_socket_dir =
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 200
auth_type = scram-sha-256
server_login_retry = 1
auth_file = ${users}
${knowsOwner || refuses !== null ? '' : asksServer(server.username)}
${refuses === null ? '' : refusals[refuses](dir)}
`,
  )
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  if (asNobody.length > 0) for (let at = dir; at !== '/'; at = join(at, '..')) chmodIfOurs(at)
  let program: Program
  const start = async () => {
    program = startProgram([pgbouncer!, ...asNobody, settings], { PGHOST: '' })
    await untilUp(
      refuses === null ? async () => await letsIn(address.href) : async () => await listens(address),
    )
  }
  await start()
  return {
    url: address.href,
    kill: async () => {
      program.kill('SIGKILL')
      await program.ended
    },
    start,
  }
}

const asksServer = (user: string) => `auth_user = ${user}
auth_query = select usename, passwd from pg_shadow where usename = $1`

async function untilUp(isUp: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isUp()) return
    await sleep(50)
  }
  throw new Error('pgbouncer did not start')
}

async function letsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  const isIn = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return isIn
}

async function listens({ hostname, port }: URL): Promise<boolean> {
  const socket = connect(Number(port), hostname)
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  socket.destroy()
  return isThere
}

/** Folders of this run that another account has to pass through. */
function chmodIfOurs(folder: string): void {
  if (/crels/.test(folder)) chmodSync(folder, 0o711)
}
