import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hang, query, shareDataDir, spawnOwner, temporaryDir, until, untilGone } from './owner.fixture.ts'
import { postmasterFileOf, readPostmasterFile } from './postmaster-file.ts'
import { isRunning } from './process-facts.ts'
import { startEmbeddedPostgres } from './start.ts'

const log = () => {}
const sharedDir = shareDataDir()
const clusterOf = (dataDir: string) => path.join(dataDir, 'postgres')

test('after kill -9 of the server, the next start has all that was committed', async () => {
  const dataDir = sharedDir()
  const killed = await startEmbeddedPostgres({ dataDir, log })
  await query(killed.url, 'create table kept (n int); insert into kept values (7)')
  process.kill(readPostmasterFile(clusterOf(dataDir))!.pid, 'SIGKILL')
  await killed.stop()
  expect(existsSync(postmasterFileOf(clusterOf(dataDir)))).toBe(true)

  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(next.url, 'select n from kept')).toEqual([{ n: 7 }])
  await next.stop()
})

test('after kill -9 of the server, a connection too busy to notice does not block the next start', async () => {
  const dataDir = sharedDir()
  const killed = await startEmbeddedPostgres({ dataDir, log })
  const busy = await hang(killed.url, 'select count(*) from generate_series(1, 1000000000) a')
  process.kill(readPostmasterFile(clusterOf(dataDir))!.pid, 'SIGKILL')
  await killed.stop()
  expect(isRunning(busy.pid)).toBe(true)

  const next = await startEmbeddedPostgres({ dataDir, log })
  await untilGone(busy.pid)
  await next.stop()
})

test('after kill -9 of the owner, the server ends by itself and the next start needs no hand', async () => {
  const dataDir = temporaryDir()
  const owner = spawnOwner(dataDir)
  const { url } = await owner.report
  await query(url!, 'create table kept (n int); insert into kept values (7)')
  const { pid, socketDir } = readPostmasterFile(clusterOf(dataDir))!
  owner.kill('SIGKILL')
  await owner.ended
  await untilGone(pid)
  expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down/)

  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(next.url, 'select n from kept')).toEqual([{ n: 7 }])
  expect(existsSync(socketDir)).toBe(false)
  await next.stop()
})

test('a start right behind kill -9 of a busy owner finds the old server going, and waits for it', async () => {
  const dataDir = sharedDir()
  const owner = spawnOwner(dataDir)
  const { url } = await owner.report
  const endless = await hang(url!, 'select pg_sleep(60)')
  owner.kill('SIGKILL')
  await owner.ended
  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(await endless.broken).toMatch(/terminat/)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('a server that outlived owner and watcher is stopped, with its connections, by the next start', async () => {
  const dataDir = sharedDir()
  const owner = spawnOwner(dataDir)
  const { url } = await owner.report
  const { pid } = readPostmasterFile(clusterOf(dataDir))!
  process.kill(watcherOf(pid), 'SIGKILL')
  owner.kill('SIGKILL')
  await owner.ended
  expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }])
  const endless = await hang(url!, 'select pg_sleep(60)')

  const messages: string[] = []
  const next = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) })
  expect(messages).toEqual([`Stopping the PostgreSQL that an earlier run left behind (process ${pid})`])
  expect(await endless.broken).toMatch(/terminat/)
  await untilGone(pid)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('a stale postmaster.pid whose id now belongs to another program does not block the start', async () => {
  const dataDir = sharedDir()
  const killed = await startEmbeddedPostgres({ dataDir, log })
  process.kill(readPostmasterFile(clusterOf(dataDir))!.pid, 'SIGKILL')
  await killed.stop()
  const bystander = sleeper()
  const file = postmasterFileOf(clusterOf(dataDir))
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(bystander.pid)))

  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(bystander.exitCode ?? bystander.signalCode).toBe(null)
  await next.stop()
})

test('a killed server that is not reaped yet does not block the start', async () => {
  const dataDir = sharedDir()
  const killed = await startEmbeddedPostgres({ dataDir, log })
  process.kill(readPostmasterFile(clusterOf(dataDir))!.pid, 'SIGKILL')
  await killed.stop()
  const zombie = await unreaped()
  const file = postmasterFileOf(clusterOf(dataDir))
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(zombie)))

  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(readFileSync(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z ')
  await next.stop()
})

test('an interrupted first start leaves nothing in the way', async () => {
  const dataDir = await interruptedStart()
  expect(draftsIn(dataDir)).not.toEqual([])
  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(draftsIn(dataDir)).toEqual([])
  await next.stop()
})

test('Ctrl-C, which reaches the whole process group, leaves the server up until its owner stops it', async () => {
  const dataDir = sharedDir()
  const owner = spawnOwner(dataDir)
  const { url } = await owner.report
  process.kill(-owner.pid, 'SIGINT')
  expect(await query(url!, 'select 1 as one from pg_sleep(0.3)')).toEqual([{ one: 1 }])
  const { pid } = readPostmasterFile(clusterOf(dataDir))!
  owner.kill('SIGTERM')
  await owner.ended
  await untilGone(pid)
})

const draftsIn = (dataDir: string) =>
  (existsSync(dataDir) ? readdirSync(dataDir) : []).filter((name) => name.includes('.draft-'))

/**
 * A directory whose first start was killed while it made the cluster; where the cluster was done before the kill came,
 * another one.
 */
async function interruptedStart(): Promise<string> {
  for (;;) {
    const dataDir = temporaryDir()
    const isDone = () => existsSync(clusterOf(dataDir))
    const owner = spawnOwner(dataDir)
    await until(
      () => isDone() || draftsIn(dataDir).some((name) => existsSync(path.join(dataDir, name, 'base'))),
      'initdb is at work',
    )
    owner.kill('SIGKILL')
    await owner.ended
    if (!isDone()) return dataDir
  }
}

/** The shell that watches over a server lives in the server's session. */
function watcherOf(postmaster: number): number {
  const isWatcher = (pid: string) => {
    try {
      // The fields after the name, in brackets: state, parent, group, session.
      const [name, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      return name!.endsWith('(sh') && Number(rest!.split(' ')[3]) === postmaster
    } catch {
      return false
    }
  }
  return Number(readdirSync('/proc').find((name) => /^\d+$/.test(name) && isWatcher(name)))
}

function sleeper(): ChildProcess {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The id of a process that has ended and whose parent takes no notice. */
async function unreaped(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
  await until(() => !isRunning(Number(pid)), 'it has ended')
  return Number(pid)
}
