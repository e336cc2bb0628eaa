import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { query, shareDataDir, spawnOwner, temporaryDir, until, untilGone } from './owner.fixture.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { chooseServiceAccount, commandFor } from './service-account.ts'
import { startEmbeddedPostgres, joinEmbeddedPostgres } from './start.ts'
import { DataDirInUse, StartProblem } from './start-problem.ts'

const log = () => {}
const sharedDir = shareDataDir()

/** The one line a start is refused with. */
async function problemOf(dataDir: string): Promise<string> {
  const problem = await startEmbeddedPostgres({ dataDir, log }).then(
    (postgres) => postgres.stop(),
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(StartProblem)
  const { message } = problem as StartProblem
  expect(message).not.toContain('\n')
  return message
}

test('a second start, in this process or another, is refused in one line and harms nothing', async () => {
  const dataDir = sharedDir()
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(DataDirInUse)
  expect(await spawnOwner(dataDir).report).toEqual({
    name: 'DataDirInUse',
    message: `Crels is already running on DATA_DIR (${dataDir}): stop it first, or set DATA_DIR to another directory.`,
  })
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

test('of starts that race on a new directory one wins, and those that join use its server', async () => {
  const dataDir = temporaryDir()
  const racing = [spawnOwner(dataDir), spawnOwner(dataDir), spawnOwner(dataDir, { mode: 'join' })]
  const [first, second, joined] = await Promise.all(racing.map((owner) => owner.report))
  const started = [first, second].filter((report) => report!.url)
  // The one that joins may have been first itself, and then it is the server.
  expect(started.length).toBeLessThanOrEqual(1)
  expect(await query(joined!.url!, 'select 1 as one')).toEqual([{ one: 1 }])
  for (const report of [first, second])
    expect(report!.url ?? report!.name).toBeOneOf([joined!.url, 'DataDirInUse'])
})

test('joining starts a server where none runs, and its stop leaves alone one that is not its own', async () => {
  const dataDir = sharedDir()
  const owner = await joinEmbeddedPostgres({ dataDir, log })
  const guest = await joinEmbeddedPostgres({ dataDir, log })
  expect(guest.url).toBe(owner.url)
  await guest.stop()
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await owner.stop()
})

test('names a server that was started by hand on our data, and does not stop it', async () => {
  const dataDir = sharedDir()
  const made = await startEmbeddedPostgres({ dataDir, log })
  await made.stop()
  const cluster = path.join(dataDir, 'postgres')
  const binaries = findBinaries()
  const byHand = commandFor(chooseServiceAccount(binaries, cluster), [
    binaries.postgres,
    '-D',
    cluster,
    '-k',
    dataDir,
    '-h',
    '',
  ])
  const child = spawn(byHand.program, byHand.args, { ...byHand.options, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await until(() => readPostmasterFile(cluster)?.isReady === true, 'the server started by hand is ready')

  expect(await problemOf(dataDir)).toBe(
    `Another PostgreSQL (process ${child.pid}) runs on ${cluster}: stop it, or set DATA_DIR to another directory.`,
  )
  expect(child.exitCode).toBe(null)
  child.kill('SIGINT')
  await untilGone(child.pid!)
})

test('a database of another major version is refused and not touched', async () => {
  const dataDir = temporaryDir()
  const cluster = path.join(dataDir, 'postgres')
  mkdirSync(cluster)
  writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n')
  expect(await problemOf(dataDir)).toMatch(
    /^DATA_DIR has a database of PostgreSQL 17 .*this is PostgreSQL 18/,
  )
  expect(readdirSync(cluster)).toEqual(['PG_VERSION'])
})

test('a directory of something else in its place is refused and not touched', async () => {
  const dataDir = temporaryDir()
  mkdirSync(path.join(dataDir, 'postgres'))
  writeFileSync(path.join(dataDir, 'postgres', 'diary.txt'), 'dear diary')
  expect(await problemOf(dataDir)).toMatch(/is not a database of ours: move it away, or set DATA_DIR/)
  expect(readdirSync(path.join(dataDir, 'postgres'))).toEqual(['diary.txt'])
})

test('a file where the directory should be is refused', async () => {
  const file = path.join(temporaryDir(), 'data')
  writeFileSync(file, 'mine')
  expect(await problemOf(file)).toBe(
    `DATA_DIR (${file}) is not a directory: move the file away, or set DATA_DIR to another path.`,
  )
  expect(await problemOf(path.join(file, 'below'))).toMatch(/is not a directory/)
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('a path too long for the system is refused', async () => {
  const steps = Array.from({ length: 5 }, () => 'x'.repeat(100))
  expect(await problemOf(path.join(temporaryDir(), ...steps))).toMatch(
    /is too long: set DATA_DIR to a shorter one/,
  )
  expect(await problemOf(path.join(temporaryDir(), 'x'.repeat(300)))).toMatch(
    /is too long: set DATA_DIR to a shorter one/,
  )
})

test('a damaged database is refused with what PostgreSQL says of it', async () => {
  const dataDir = sharedDir()
  const whole = await startEmbeddedPostgres({ dataDir, log })
  await whole.stop()
  const control = path.join(dataDir, 'postgres', 'global', 'pg_control')
  cpSync(control, `${control}.kept`)
  rmSync(control)
  expect(await problemOf(dataDir)).toMatch(/^Crels could not start its database in DATA_DIR \(.*\): .+/)
  cpSync(`${control}.kept`, control)
  const again = await startEmbeddedPostgres({ dataDir, log })
  await again.stop()
})

/** Runs an owner with a file system of its own mounted on `dir`, in a namespace, and prints last what is on it. */
function onMount(dir: string, mountOptions: string, prepare = 'true') {
  const script = `mount -t tmpfs -o ${mountOptions} tmpfs "$1" && ${prepare} && cd "$1" && shift && "$@" && ls`
  const prefix = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', dir]
  return spawnOwner(dir, { prefix })
}

test('a read-only disk is refused', async () => {
  const dir = temporaryDir()
  expect(await onMount(dir, 'ro').report).toEqual({
    name: 'StartProblem',
    message: `DATA_DIR (${dir}) cannot be written: make it writable for this account, or set DATA_DIR to another directory.`,
  })
})

test('a disk too full for a new database is refused, and the attempt leaves nothing on it', async () => {
  for (const size of ['1m', '12m', '20m', '30m']) {
    const dir = temporaryDir()
    const owner = onMount(dir, `size=${size}`)
    expect(await owner.report).toEqual({
      name: 'StartProblem',
      message: `The disk of DATA_DIR (${dir}) is full: free some space and start again; nothing was damaged.`,
    })
    expect((await owner.ended).split('\n').slice(1, -1)).toEqual(['postgres.lock'])
  }
})

test('a disk too full to start a database that was made before is refused', async () => {
  const dir = temporaryDir()
  const made = await startEmbeddedPostgres({ dataDir: path.join(dir, 'made'), log })
  await made.stop()
  const disk = path.join(dir, 'disk')
  mkdirSync(disk)
  const fill = `cp -R "${dir}/made/." "${disk}" && { head -c 200m /dev/zero > "${disk}/ballast" 2>/dev/null || true; }`
  const report = await onMount(disk, 'size=100m', fill).report
  expect(report.message).toMatch(/^The disk of DATA_DIR .* is full/)
})
