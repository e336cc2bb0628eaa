import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { runCommand } from '#testing/commands.ts'
import { databaseFolder } from '#testing/run-folder.ts'
import { runCluster, type RunningCluster } from '../embedded-postgres/run-cluster.ts'
import { DURABLE_SETTINGS } from '../embedded-postgres/settings.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/start.ts'
import { migrate } from '../migrate.ts'
import { archivedName } from './archived-file.ts'
import { archiveLog } from './wal-archive.ts'

const root = join(databaseFolder(), `crels-large-log-${process.pid}`)
const [origin, backups, walArchiveDir, handedOver] = ['origin', 'backups', 'wal', 'handed over'].map((name) =>
  join(root, name),
) as [string, string, string, string]
const settings = { DATA_DIR: origin, BACKUP_DIR: backups, WAL_ARCHIVE_DIR: walArchiveDir }

const running: Pick<RunningCluster | EmbeddedPostgres, 'stop'>[] = []
afterAll(async () => {
  for (const server of running) await server.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** What the server has handed over goes into the archive here: a program for each file takes a busy machine minutes. */
async function archiveAll(): Promise<void> {
  for (const name of readdirSync(handedOver))
    await archiveLog(
      { path: join(handedOver, name), name, archive: walArchiveDir },
      { backupKey: null, backupKeyPrevious: null },
    )
}

test('a server with files of 64 MB keeps the log that its backups need, and comes back to a moment by it', async () => {
  mkdirSync(handedOver, { recursive: true })
  // Whoever runs the server here puts files there.
  chmodSync(handedOver, 0o777)
  const cluster = await runCluster({
    dataDir: origin,
    settings: {
      ...DURABLE_SETTINGS,
      archive_mode: 'on',
      archive_command: `cp "%p" "${handedOver}/%f"`,
    },
    initdbOptions: ['--no-sync', '--wal-segsize=64'],
    log: () => {},
  })
  running.push(cluster)
  const url = await cluster.url('crels')
  await migrate(url)
  await askServer(url, 'create table seen (what text)')
  const backUp = async () => {
    const { status, stdout, stderr } = await runCommand(['--json', 'backup', '--keep', '2'], settings)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout) as { folder: string; logRemoved: number }
  }
  const { folder } = await backUp()
  await askServer(url, `insert into seen values ('before')`)
  const [moment] = await askServer<{ at: Date }>(url, 'select clock_timestamp() as at')
  await askServer(url, `insert into seen values ('after')`)
  const [last] = await askServer<{ name: string }>(
    url,
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  await askServer(url, 'select pg_switch_wal()')
  const waiting = `select name from pg_ls_archive_statusdir() where name like '%.ready'`
  await vi.waitFor(async () => expect(await askServer(url, waiting)).toEqual([]), 120_000)
  await archiveAll()
  expect((await backUp()).logRemoved).toBeGreaterThan(0)
  expect(readdirSync(walArchiveDir)).toContain(archivedName(last!.name, false))
  await cluster.stop()

  const to = join(root, 'restored')
  const at = ['--wal', walArchiveDir, '--at', moment!.at.toISOString()]
  expect(await runCommand(['restore', folder, '--to', to, ...at], settings)).toMatchObject({
    status: 0,
    stderr: '',
  })
  const restored = await startEmbeddedPostgres({ dataDir: to, log: () => {} })
  running.push(restored)
  expect(await askServer(restored.url, 'select what from seen')).toEqual([{ what: 'before' }])
})
