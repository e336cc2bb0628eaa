import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#testing/commands.ts'
import { databaseFolder, temporaryFolder } from '#testing/run-folder.ts'
import { startStoppablePostgres, type StoppablePostgres } from '#testing/stoppable-postgres.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts'
import { migrate } from './platform/migrate.ts'

const root = join(databaseFolder(), `crels-server-dies-${process.pid}`)
const settings = {
  DATA_DIR: temporaryFolder('data'),
  SECRET: 'the secret of an installation whose server dies',
  BACKUP_DIR: temporaryFolder('backups'),
  NODE_ENV: 'test',
}

let server: StoppablePostgres | undefined
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
  await server?.remove()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

test('a server that dies in the middle of its backup is said in one line, and nothing is kept of it', async () => {
  mkdirSync(root, { recursive: true, mode: 0o711 })
  const own = (server = await startStoppablePostgres(root))
  await migrate(own.url)
  const url = new URL(own.url)
  const to = { port: Number(url.port) }
  let bytes = 0
  let dying: Promise<void> | undefined
  const proxy = await startTcpProxy({
    to: () => to,
    // Of its files a megabyte arrives; what is asked beside is smaller.
    answered: ({ length }) => {
      bytes += length
      if (bytes > 1024 * 1024) dying ??= own.crash()
      return dying === undefined
    },
  })
  closers.push(proxy.close)
  url.port = String(proxy.port)
  const { status, stdout, stderr } = await runCommand(['backup'], { ...settings, DATABASE_URL: url.href })
  await dying
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The database ended the connection before it had answered\n',
  })
  expect(dying).toBeDefined()
  expect(readdirSync(settings.BACKUP_DIR).filter((name) => name.startsWith('crels-'))).toEqual([])
})

test('a server that dies while its backup is restored and proved is said in one line, and leaves nothing', async () => {
  const dataDir = temporaryFolder('embedded')
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  closers.push(postgres.stop)
  await migrate(postgres.url)
  const there = { ...settings, DATA_DIR: dataDir, BACKUP_DIR: temporaryFolder('embedded-backups') }
  const taken = await runCommand(['--json', 'backup'], there)
  expect(taken).toMatchObject({ status: 0, stderr: '' })
  const { folder } = JSON.parse(taken.stdout) as { folder: string }

  const to = join(temporaryFolder('restored'), 'data')
  const pidFile = join(to, '.restore/postgres/postmaster.pid')
  let killed = false
  const watching = setInterval(() => {
    const text = existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : ''
    // Recovered, and open for what restores and proves.
    if (killed || !/^ready *$/m.test(text)) return
    killed = true
    process.kill(Number(text.split('\n', 1)[0]), 'SIGQUIT')
  }, 5)
  const restored = await runCommand(['restore', folder, '--to', to, '--verify'], there).finally(() =>
    clearInterval(watching),
  )
  expect(killed).toBe(true)
  expect(restored).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^\S[^\n]*database[^\n]*\n$/) as string,
  })
  expect(readdirSync(to)).toEqual([])
})
