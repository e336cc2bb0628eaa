import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
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

/**
 * Starts PgBouncer before a server, which it asks who may log in, unless it `knowsOwner` alone; so many connections a role,
 * in transaction mode 3.
 */
export async function startPooler(
  serverUrl: string,
  mode: 'session' | 'transaction',
  {
    poolSize = mode === 'session' ? 60 : 3,
    knowsOwner = false,
  }: { poolSize?: number; knowsOwner?: boolean } = {},
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
${knowsOwner ? '' : asksServer(server.username)}
`,
  )
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  if (asNobody.length > 0) for (let at = dir; at !== '/'; at = join(at, '..')) chmodIfOurs(at)
  let program: Program
  const start = async () => {
    program = startProgram([pgbouncer!, ...asNobody, settings], { PGHOST: '' })
    await untilUp(address.href)
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

async function untilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isUp) return
    await sleep(50)
  }
  throw new Error('pgbouncer did not start')
}

/** Folders of this run that another account has to pass through. */
function chmodIfOurs(folder: string): void {
  if (/crels/.test(folder)) chmodSync(folder, 0o711)
}
