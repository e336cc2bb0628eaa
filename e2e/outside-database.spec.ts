import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '#testing/commands.ts'
import { startTestPostgres, type TestPostgres } from '#testing/postgres.ts'
import {
  databaseOf,
  endPrograms,
  nodeStart,
  startProgram,
  startSite,
  temporaryDataDir,
} from '#testing/processes.ts'

// Each starts whole programs; beside browser tests on two cores that takes its time.
vi.setConfig({ maxConcurrency: 3 })

/** A PostgreSQL of the operator's own, reached by TCP with a password, as most are. */
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres({ transport: 'tcp' })
})
afterAll(async () => {
  await endPrograms()
  await postgres.stop()
})

const password = 'a pass/word: with @ signs'

/** A role that may do no more than `rights`, and the address of the database that it owns. */
async function databaseOfRole(name: string, rights = ''): Promise<string> {
  const owner = postgres.url('crels')
  // A test that is tried again finds nothing of its first try.
  const role = `${name}_${randomBytes(4).toString('hex')}`
  await run(owner, `create role ${role} login ${rights} password '${password}'`)
  await run(owner, `create database ${role} owner ${role}`)
  const url = new URL(postgres.url(role))
  url.username = role
  url.password = encodeURIComponent(password)
  return url.href
}

async function run<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const refused = (line: RegExp) => ({ status: 1, stderr: expect.stringMatching(line) as string })

test('a role that may not create roles: a warning, and the triggers still guard the ledger', async () => {
  const url = await databaseOfRole('plain')
  const dataDir = temporaryDataDir()
  const site = await startSite({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO_DATA: 'false' })
  await site.saying('There is no role crels_app to work under: the ledger is guarded by its triggers alone')
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
  expect(databaseOf(dataDir)).toBeUndefined()
  for (const change of ['delete from entry', 'update entry set amount = 0', 'truncate txn cascade'])
    await expect(run(url, change)).rejects.toThrow(/is refused: the ledger is corrected by adding/)
  site.kill('SIGTERM')
  expect(await site.ended).toMatchObject({ status: 0, stderr: '' })
})

/** A site on a database of its own, which is started again. */
let chief: Record<string, string>

test('a role that may create roles works under crels_app, which may not write the ledger', async () => {
  const url = await databaseOfRole('chief', 'createrole')
  chief = { DATABASE_URL: url, DATA_DIR: temporaryDataDir(), DEMO_DATA: 'false' }
  const site = await startSite({ ...chief, SECRET: 'r'.repeat(40) })
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
  await expect(run(url, 'set role crels_app; delete from entry')).rejects.toThrow(/permission denied/)
  const sessions = await run<{ name: string }>(
    url,
    'select distinct usename as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  for (const { name } of sessions) expect(name).toMatch(/^crels_(app|lists|identity|jobs)_[0-9a-f]{8}$/)
  site.kill('SIGTERM')
  const { status, stdout, stderr } = await site.ended
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).not.toContain('crels_app')
})

test('another SECRET ends the start with one line; with the right one it starts', async () => {
  const wrong = startProgram(nodeStart, { ...chief, SECRET: 'w'.repeat(40) })
  expect(await wrong.ended).toMatchObject(
    refused(/^SECRET is not the one that this database was made with\. Put that one back [^\n]*\n$/),
  )
  const again = await startSite({ ...chief, SECRET: 'r'.repeat(40) })
  again.kill('SIGTERM')
  expect(await again.ended).toMatchObject({ status: 0 })
})

test('in production there is no mailbox, no demo and no clock', async () => {
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: temporaryDataDir(),
    DATABASE_URL: await databaseOfRole('production'),
    LOG_LEVEL: 'error',
  }

  // HTTP alone does not migrate, and says who does.
  const early = startProgram([process.execPath, 'server/http.ts'], settings)
  expect(await early.ended).toMatchObject(
    refused(/^{"level":60,[^\n]*"The database lacks 0001_platform.sql: run `crels migrate` first"}\n$/),
  )

  const production = await startSite(settings)
  expect(production.stdout()).not.toContain('Demo')
  expect((await fetch(`${production.origin}/readyz`)).status).toBe(200)
  for (const gone of ['/dev/mail', '/dev/mail.json', '/dev/brand/any'])
    expect((await fetch(production.origin + gone)).status).toBe(404)
  expect(await run(settings.DATABASE_URL, 'select from brand')).toEqual([])
  const clock = await runCommand(['clock', '--shift', '31 days'], settings)
  expect(clock).toMatchObject(refused(/^NODE_ENV: there is no moving the clock in production\n$/))
  // A shell that knows nothing of production does not move it either: the database knows.
  const { NODE_ENV: _, ...shell } = settings
  const elsewhere = await runCommand(['clock', '--shift', '31 days'], shell)
  expect(elsewhere).toMatchObject(
    refused(/^This database has served http:\/\/localhost:\d+ since \S+: its clock stays\. [^\n]+\n$/),
  )
  production.kill('SIGTERM')
  expect(await production.ended).toMatchObject({ status: 0, stderr: '' })

  // The same by two processes: one answers, the other works.
  const worker = startProgram([process.execPath, 'server/worker.ts'], settings)
  const http = await startSite(settings, [process.execPath, 'server/http.ts'])
  await worker.saying('Crels works on its jobs')
  expect((await fetch(`${http.origin}/login`)).status).toBe(200)
  for (const one of [http, worker]) one.kill('SIGTERM')
  for (const one of [http, worker]) expect(await one.ended).toMatchObject({ status: 0, stderr: '' })
  expect(databaseOf(settings.DATA_DIR)).toBeUndefined()
})

test('an address that does not work ends the start with one line that says what is wrong', async () => {
  const deaf = createServer(() => {}).listen(0, '127.0.0.1')
  const web = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  )
  await Promise.all([once(deaf, 'listening'), once(web, 'listening')])
  const at = (server: typeof deaf) => `127.0.0.1:${(server.address() as AddressInfo).port}`
  const good = postgres.url('crels')
  const here = new URL(good).host
  await olderDatabase()
  const wrong: [string, string][] = [
    [`postgres://crels:secret@${here}/crels`, 'the database refuses this user or password'],
    [`postgres://crels@${here}/crels`, 'cannot reach the database (SASL'],
    [good.replace('/crels?', '/nowhere?'), 'that database does not exist'],
    [postgres.url('older'), 'Crels needs PostgreSQL 18 or newer'],
    ['postgres://crels:secret@127.0.0.1:1/crels', 'cannot reach the database (connect ECONNREFUSED'],
    ['postgres://crels:secret@crels.invalid/crels', 'cannot reach the database (getaddrinfo'],
    ['postgres:///crels?host=/nowhere', 'cannot reach the database (connect ENOENT /nowhere/'],
    [`postgres://crels:secret@${at(deaf)}/crels`, 'cannot reach the database (timeout expired)'],
    [`postgres://crels:secret@${at(web)}/crels`, 'cannot reach the database ('],
    [`${good}&sslrootcert=/nowhere/ca.pem`, "ENOENT: no such file or directory, open '/nowhere/ca.pem'"],
    ['postgres:crels:secret@localhost', '"postgres:***@localhost" is not acceptable (is an address such as'],
  ]
  // A start says it as a command does: two are started whole, one that the database refuses, one that the settings do.
  const tryThem = async (some: typeof wrong, isWhole: boolean) => {
    for (const [url, line] of some) {
      const settings = { DATABASE_URL: url, DATA_DIR: temporaryDataDir() }
      const { status, stderr } = isWhole
        ? await startProgram(nodeStart, settings).ended
        : await runCommand(['migrate'], settings)
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^[^\n]+\n$/) as string })
      expect(stderr).toContain(`DATABASE_URL: ${line}`)
      expect(stderr).not.toContain('secret')
    }
  }
  const whole = [wrong[0]!, wrong.at(-1)!]
  await Promise.all([tryThem(whole, true), tryThem(wrong.slice(1, -1), false)])
  for (const server of [deaf, web]) server.close()
})

/** A database that says it is of PostgreSQL 17: what Crels asks is answered by a function before the system's. */
async function olderDatabase(): Promise<void> {
  await run(postgres.url('crels'), 'create database older')
  await run(
    postgres.url('older'),
    `create schema past;
     create function past.current_setting(text) returns text language sql as $$ select '170009' $$;
     alter database older set search_path = past, pg_catalog, public`,
  )
}
