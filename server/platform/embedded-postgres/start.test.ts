import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { asRoot, hang, isRoot, query, shareDataDir, spawnOwner, temporaryDir } from './owner.fixture.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { startEmbeddedPostgres } from './start.ts'

const log = () => {}
const sharedDir = shareDataDir()

/** A stop is part of every test: what an owner leaves running would fail the next. */
async function reportAndStop(owner: ReturnType<typeof spawnOwner>) {
  const report = await owner.report
  const rows = report.url ? await query(report.url, 'select current_user as who') : []
  owner.kill('SIGTERM')
  await owner.ended
  return { ...report, who: rows[0]?.who }
}

test('makes database crels of role crels: durable, UTF-8, UTC, letters beyond ASCII, trigrams', async () => {
  const dataDir = path.join(temporaryDir(), 'not yet', 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const [row] = await query(
    postgres.url,
    `select current_user as role, current_database() as database, pg_get_userbyid(datdba) as owner,
       datlocprovider as provider, datlocale as locale, current_setting('server_encoding') as encoding,
       current_setting('fsync') as fsync, current_setting('timezone') as zone, current_setting('data_checksums') as checksums,
       upper('é') as upper, uuidv7() is not null as ids
     from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({
    role: 'crels',
    database: 'crels',
    owner: 'crels',
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    fsync: 'on',
    zone: 'UTC',
    checksums: 'on',
    upper: 'É',
    ids: true,
  })
  await query(postgres.url, 'create extension pg_trgm')
  expect(await query(postgres.url, `select show_trgm('é') <> '{}' as seen`)).toEqual([{ seen: true }])
  await postgres.stop()
})

test('keeps its data, listens only on a private socket, and leaves nothing behind when stopped', async () => {
  const dataDir = sharedDir()
  const first = await startEmbeddedPostgres({ dataDir, log })
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  const { pid, socketDir } = readPostmasterFile(path.join(dataDir, 'postgres'))!
  expect(statSync(socketDir).mode & 0o777).toBe(0o700)
  expect(await query(first.url, `select current_setting('listen_addresses') as tcp`)).toEqual([{ tcp: '' }])

  await Promise.all([first.stop(), first.stop()])
  await first.stop()
  expect(existsSync(`/proc/${pid}`)).toBe(false)
  expect(existsSync(socketDir)).toBe(false)

  const second = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('writes nothing of what people typed into its log, and the log is its owner’s alone', async () => {
  const dataDir = sharedDir()
  const logFile = path.join(dataDir, 'postgres.log')
  rmSync(logFile, { force: true })
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const address = 'ada.lovelace@example.com'
  await query(
    postgres.url,
    `create table person (email text primary key); insert into person values ('${address}')`,
  )
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(text, text.includes('$1') ? [address] : []).catch(() => {})
    await client.end()
  }
  for (const text of [
    `insert into person values ('${address}')`,
    'insert into person values ($1)',
    `select '${address}'::int`,
    `select $1::text::uuid`,
    `do $$ begin raise warning '${address}'; raise exception '${address}'; end $$`,
    `set statement_timeout = 50; select pg_sleep(1) where '${address}' is not null`,
  ])
    await ask(text)
  await postgres.stop()
  expect(readFileSync(logFile, 'utf8')).not.toMatch(/lovelace|person/)
  expect(readFileSync(logFile, 'utf8')).toMatch(/database system is shut down/)
  if (process.platform !== 'win32') expect(statSync(logFile).mode & 0o777).toBe(0o600)
})

test('stops within 10 s though a connection is in the middle of a statement', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: sharedDir(), log })
  const endless = await hang(
    postgres.url,
    'select pg_sleep(60) from (select pg_advisory_xact_lock(1)) locked',
  )
  const start = performance.now()
  await postgres.stop()
  expect(performance.now() - start).toBeLessThan(9500)
  expect(await endless.broken).toMatch(/terminating connection/)
})

test('reports when the server ends by itself, and not when it was stopped', async () => {
  const dataDir = sharedDir()
  const reasons: string[] = []
  const start = () => startEmbeddedPostgres({ dataDir, log, onCrash: (reason) => reasons.push(reason) })
  const stopped = await start()
  await stopped.stop()
  expect(reasons).toEqual([])

  const crashed = await start()
  process.kill(readPostmasterFile(path.join(dataDir, 'postgres'))!.pid, 'SIGKILL')
  await expect
    .poll(() => reasons)
    .toEqual([expect.stringMatching(/PostgreSQL ended by SIGKILL: see .*postgres\.log/)])
  await crashed.stop()
})

test('on TCP asks for the generated password', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: sharedDir(), log, transport: 'tcp' })
  expect(new URL(postgres.url).hostname).toBe('127.0.0.1')
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(query(postgres.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  )
  await postgres.stop()
})

test('starts as root in a data directory under a 0700 home', async () => {
  const home = temporaryDir()
  chmodSync(home, 0o700)
  const report = await reportAndStop(spawnOwner(path.join(home, 'crels', '.data'), { prefix: asRoot }))
  expect(report).toMatchObject({ who: 'crels' })
})

test('starts as an ordinary user', async () => {
  const dir = temporaryDir()
  const report = await reportAndStop(spawnOwner(path.join(dir, '.data'), ordinaryUser(dir)))
  expect(report).toMatchObject({ who: 'crels' })
})

test.runIf(isRoot)(
  'as root without user namespaces gives the database to another account (only root can try)',
  async () => {
    const tools = temporaryDir()
    chmodSync(tools, 0o755)
    for (const tool of ['sh', 'id', 'chown']) {
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(),
        path.join(tools, tool),
      )
    }
    const dir = temporaryDir()
    chmodSync(dir, 0o755)
    const dataDir = path.join(dir, 'data')
    const options = { env: { PATH: tools } }
    const clusterOwner = () => statSync(path.join(dataDir, 'postgres')).uid

    // First in a namespace, then without: the files change hands.
    expect(await reportAndStop(spawnOwner(dataDir))).toMatchObject({ who: 'crels' })
    expect(clusterOwner()).toBe(0)
    const report = await reportAndStop(spawnOwner(dataDir, { options }))
    if (unprivilegedReaches(findBinaries().postgres)) {
      expect(report).toMatchObject({ who: 'crels' })
      expect(clusterOwner()).not.toBe(0)
      expect(readBy(unprivileged(), dataDir)).toEqual([])
      // Its group passes through, and finds every door closed.
      expect(readBy({ uid: 54_321, gid: unprivileged().gid }, dataDir)).toEqual([])
      expect(readBy({ uid: 54_321, gid: 54_321 }, dataDir)).toEqual([])
      // And root goes on as that account when namespaces are back.
      expect(await reportAndStop(spawnOwner(dataDir))).toMatchObject({ who: 'crels' })
    } else {
      expect(report.message).toMatch(/does not run as root.*DATA_DIR.*DATABASE_URL/)
    }
  },
)

test('starts on a path with spaces, quotes, commas and letters beyond ASCII', async () => {
  const dataDir = path.join(temporaryDir(), `Zoë's  "dä,ta" – 数据 $HOME %20`)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

test('starts on a path far longer than a socket may have', async () => {
  const dataDir = path.join(temporaryDir(), ...Array.from({ length: 3 }, () => 'long'.repeat(30)))
  mkdirSync(dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

test('ignores variables of another server', async () => {
  const env = {
    ...process.env,
    PGPORT: '1',
    PGHOST: 'nowhere',
    PGSSLMODE: 'require',
    PGDATA: '/nowhere',
    PGOPTIONS: '',
  }
  const owner = spawnOwner(temporaryDir(), { options: { env } })
  expect(await reportAndStop(owner)).toMatchObject({ who: 'crels' })
})

test('begins a new log when the old one has grown large, and keeps the old one', async () => {
  const dataDir = sharedDir()
  const logFile = path.join(dataDir, 'postgres.log')
  execFileSync('sh', ['-c', 'head -c 9000000 /dev/zero > "$1"', 'sh', logFile])
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await postgres.stop()
  expect(readdirSync(dataDir)).toContain('postgres.log.1')
  expect(readFileSync(logFile, 'utf8')).toMatch(/ready to accept connections/)
})

/** A real other account where it can reach this checkout; else a namespace in which the process is no root. */
function ordinaryUser(dir: string): Parameters<typeof spawnOwner>[1] {
  if (!isRoot) return {}
  const { uid, gid } = unprivileged()
  if (!unprivilegedReaches(process.execPath) || !unprivilegedReaches(import.meta.filename)) {
    return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'] }
  }
  chownSync(dir, uid, gid)
  return { options: { uid, gid } }
}

function unprivileged() {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** What of a data directory an account can list or read, or make there; the database's own account has its folder. */
function readBy(account: { uid: number; gid: number }, dataDir: string): string[] {
  const can = (what: '-r' | '-w', file: string) => spawnSync('test', [what, file], account).status === 0
  const files = [dataDir, ...readdirSync(dataDir).map((name) => path.join(dataDir, name))]
  expect(files.length).toBeGreaterThan(3)
  return files.filter((file) => statSync(file).uid !== account.uid && (can('-r', file) || can('-w', file)))
}

function unprivilegedReaches(file: string): boolean {
  return spawnSync('test', ['-r', file], unprivileged()).status === 0
}
