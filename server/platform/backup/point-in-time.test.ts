import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { runCommand } from '#testing/commands.ts'
import { databaseFolder } from '#testing/run-folder.ts'
import { migrate } from '../migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/start.ts'
import { archiveSettings } from './wal-archive.ts'

const root = join(databaseFolder(), `crels-moment-${process.pid}`)
const [origin, backups, walArchiveDir] = ['origin', 'backups', 'the log'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
const settings = {
  DATA_DIR: origin,
  BACKUP_DIR: backups,
  BACKUP_KEY: 'the key of backups, which is kept elsewhere',
  WAL_ARCHIVE_DIR: walArchiveDir,
}

const running: EmbeddedPostgres[] = []
afterAll(async () => {
  for (const postgres of running) await postgres.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

async function start(dataDir: string, server: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: server, log: () => {} })
  running.push(postgres)
  return postgres
}

async function ask<R extends object>({ url }: EmbeddedPostgres, text: string): Promise<R[]> {
  return await askServer<R>(url, text)
}

test('a backup and the archived log make the database of any moment since, and a wrong one is refused', async () => {
  // The server archives with the environment of who starts it.
  vi.stubEnv('BACKUP_KEY', settings.BACKUP_KEY)
  const postgres = await start(origin, archiveSettings({ walArchiveDir }))
  vi.unstubAllEnvs()
  await migrate(postgres.url)
  await ask(postgres, 'create table seen (what text, at timestamptz default clock_timestamp())')
  const taken = await runCommand(['--json', 'backup'], settings)
  expect(taken).toMatchObject({ status: 0, stderr: '' })
  const { folder } = JSON.parse(taken.stdout) as { folder: string }
  await ask(postgres, `insert into seen values ('wanted')`)
  const [moment] = await ask<{ at: Date }>(postgres, 'select clock_timestamp() as at')
  await ask(postgres, `insert into seen values ('a mistake')`)
  await ask(postgres, 'select pg_switch_wal()')
  await vi.waitFor(async () => {
    const waiting = `select name from pg_ls_archive_statusdir() where name like '%.ready'`
    expect(await ask(postgres, waiting)).toEqual([])
  }, 60_000)
  for (const name of readdirSync(walArchiveDir).filter((one) => one !== 'crels-archive'))
    expect(name).toMatch(/^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?\.zst\.sealed$/)

  // One more to a disk that is carried away: the log goes by the backups in BACKUP_DIR.
  const beside = ['--json', 'backup', '--keep', '1', '--to', join(root, 'carried away')]
  expect(JSON.parse((await runCommand(beside, settings)).stdout)).toMatchObject({ logRemoved: 0 })

  const restore = async (name: string, ...options: string[]) =>
    await runCommand(
      ['restore', folder, '--to', join(root, name), '--wal', walArchiveDir, ...options],
      settings,
    )
  const at = moment!.at.toISOString()
  expect(await restore('then', '--at', at)).toMatchObject({ status: 0, stderr: '' })
  const then = await start(join(root, 'then'))
  expect(await ask(then, 'select what from seen')).toEqual([{ what: 'wanted' }])
  expect(
    await ask(then, 'select count(*)::int as waiting from restoration where confirmed_at is null'),
  ).toEqual([{ waiting: 1 }])
  const early = await restore('early', '--at', '2026-01-01T00:00:00Z')
  expect(early.stderr).toMatch(/^2026-01-01T00:00:00.000Z is before the backup was complete/)
})

test('log is archived in time from a start on, not only five minutes after it', async () => {
  const dataDir = join(root, 'again')
  const everySecond = { archive_mode: 'on', archive_timeout: '1', archive_command: 'true' }
  const archived = async (postgres: EmbeddedPostgres) =>
    (await ask<{ count: number }>(postgres, 'select archived_count::int as count from pg_stat_archiver'))[0]!
      .count
  // Making a database wakes the checkpointer too: only what starts again shows it.
  await (await start(dataDir, everySecond)).stop()
  const postgres = await start(dataDir, everySecond)
  const before = await archived(postgres)
  await ask(postgres, 'create table written ()')
  await vi.waitFor(async () => expect(await archived(postgres)).toBeGreaterThan(before), 30_000)
})
