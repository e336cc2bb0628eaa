import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { startTestPostgres, type TestPostgres } from '#testing/postgres.ts'
import { endPrograms, startProgram, startSite, temporaryDataDir } from '#testing/processes.ts'

vi.setConfig({ testTimeout: 150_000 })

let postgres: TestPostgres | undefined
afterAll(async () => {
  await endPrograms()
  await postgres?.stop()
})

const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

test.skipIf(!program)(
  'behind PgBouncer in session mode it starts, serves, and its pools log in as their roles (skipped without pgbouncer)',
  async () => {
    postgres = await startTestPostgres({ transport: 'tcp' })
    const url = await startPooler(postgres.url('crels'))
    const site = await startSite({ DATABASE_URL: url, DATA_DIR: temporaryDataDir(), DEMO_DATA: 'false' })
    const signedUp = await fetch(`${site.origin}/identity/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.origin },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
    })
    expect(signedUp.status, await signedUp.text()).toBe(201)
    expect((await fetch(`${site.origin}/api/v1/campaigns`)).status).toBeLessThan(500)
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)

    const owner = new pg.Client({ connectionString: postgres.url('crels') })
    await owner.connect()
    const { rows } = await owner.query(
      `select distinct usename as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usename ~ '_[0-9a-f]{8}$'`,
    )
    const { rows: listening } = await owner.query(
      `select from pg_stat_activity where application_name = 'crels listener' and usename like 'crels_app_%'`,
    )
    await owner.end()
    expect(rows.map(({ name }) => name.replace(/_[0-9a-f]{8}$/, '')).sort()).toEqual(
      expect.arrayContaining(['crels_app', 'crels_identity', 'crels_jobs']),
    )
    expect(listening.length).toBe(1)
    site.kill('SIGTERM')
    const { status, stdout, stderr } = await site.ended
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).not.toContain('role')
  },
)

/** The address of a pooler before a server; it asks the server who may log in. */
async function startPooler(serverUrl: string): Promise<string> {
  const server = new URL(serverUrl)
  const port = await freePort()
  const dir = temporaryDataDir()
  mkdirSync(dir, { recursive: true })
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
listen_port = ${port}
unix_socket_dir =
pool_mode = session
default_pool_size = 60
max_client_conn = 200
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${server.username}
auth_query = select usename, passwd from pg_shadow where usename = $1
`,
  )
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  if (asNobody.length > 0) for (let at = dir; at !== '/'; at = join(at, '..')) chmodIfOurs(at)
  startProgram([program!, ...asNobody, settings], { PGHOST: '' })
  server.port = String(port)
  server.hostname = '127.0.0.1'
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client({ connectionString: server.href })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isUp) return server.href
    await sleep(100)
  }
  throw new Error('pgbouncer did not start')
}

/** Folders of this run that another account has to pass through. */
function chmodIfOurs(folder: string): void {
  if (/crels/.test(folder)) chmodSync(folder, 0o711)
}
