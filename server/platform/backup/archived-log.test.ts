import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { runCommand } from '#testing/commands.ts'
import { databaseFolder, temporaryFolder } from '#testing/run-folder.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#testing/small-disk.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/start.ts'
import { migrate } from '../migrate.ts'
import { openManifest, type BackupManifest } from './backup-manifest.ts'
import { layOutLog } from './lay-out-log.ts'
import { archiveLog, archiveSettings } from './wal-archive.ts'

const root = join(databaseFolder(), `crels-log-${process.pid}`)
const [origin, walArchiveDir] = [join(root, 'origin'), join(root, 'wal')]
const [oldKey, newKey] = ['the key of backups before it was replaced', 'the key of backups that replaced it']
const settings = { DATA_DIR: origin, BACKUP_DIR: join(root, 'backups'), WAL_ARCHIVE_DIR: walArchiveDir }
const replaced = { ...settings, BACKUP_KEY: newKey, BACKUP_KEY_PREVIOUS: oldKey }

const running: EmbeddedPostgres[] = []
/** Each part of the log: what was written in it, a moment within it, and its file in the archive. */
const parts: { moment: string; file: string }[] = []
let backup: { folder: string; manifest: BackupManifest }

async function start(dataDir: string, server: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: server, log: () => {} })
  running.push(postgres)
  return postgres
}

/** Writes into a file of the log before a moment and after it, and has the file archived. */
async function writePart({ url }: EmbeddedPostgres, key: string): Promise<void> {
  await askServer(url, `insert into seen values ('${parts.length} before')`)
  const [now] = await askServer<{ at: Date; name: string }>(
    url,
    'select clock_timestamp() as at, pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  await askServer(url, `insert into seen values ('${parts.length} after')`)
  await askServer(url, 'select pg_switch_wal()')
  const waiting = `select name from pg_ls_archive_statusdir() where name like '%.ready'`
  await vi.waitFor(async () => expect(await askServer(url, waiting)).toEqual([]), 120_000)
  parts.push({ moment: now!.at.toISOString(), file: join(walArchiveDir, `${now!.name}.zst.sealed`) })
  expect(readdirSync(walArchiveDir), key).toContain(`${now!.name}.zst.sealed`)
}

beforeAll(async () => {
  vi.stubEnv('BACKUP_KEY', oldKey)
  const first = await start(origin, archiveSettings({ walArchiveDir }))
  await migrate(first.url)
  await askServer(first.url, 'create table seen (what text)')
  const taken = await runCommand(['--json', 'backup'], { ...settings, BACKUP_KEY: oldKey })
  expect(taken).toMatchObject({ status: 0, stderr: '' })
  const { folder } = JSON.parse(taken.stdout) as { folder: string }
  backup = { folder, manifest: (await openManifest(folder, [oldKey])).manifest }
  await writePart(first, oldKey)
  await writePart(first, oldKey)
  await first.stop()
  vi.stubEnv('BACKUP_KEY', newKey)
  vi.stubEnv('BACKUP_KEY_PREVIOUS', oldKey)
  const second = await start(origin, archiveSettings({ walArchiveDir }))
  vi.unstubAllEnvs()
  await writePart(second, newKey)
  await second.stop()
})
afterAll(async () => {
  for (const postgres of running) await postgres.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** The files that are laid out for a server, and how far they go. */
async function layOut(until: string | null, openBy: string[] = [newKey, oldKey]) {
  const cluster = temporaryFolder('cluster')
  const laid = await layOutLog({ archive: walArchiveDir, until, cluster, ...backup, openBy })
  const log = join(cluster, 'archived_log')
  return { ...laid, files: readdirSync(log).map((name) => ({ name, bytes: statSync(join(log, name)).size })) }
}

async function restore(name: string, changes: Record<string, string> = {}) {
  const command = ['--json', 'restore', backup.folder, '--to', join(root, name), '--wal', walArchiveDir]
  return await runCommand(command, { ...replaced, ...changes })
}

async function seen(name: string): Promise<string[]> {
  const { url } = await start(join(root, name))
  return (await askServer<{ what: string }>(url, 'select what from seen order by what')).map(
    ({ what }) => what,
  )
}

/** As long as `work` takes, a part's file is another, or none. */
async function without<T>(
  { file }: { file: string },
  work: () => Promise<T>,
  { isDamaged = false } = {},
): Promise<T> {
  const kept = `${file}.kept-0`
  renameSync(file, kept)
  const bytes = readFileSync(kept)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  if (isDamaged) writeFileSync(file, bytes)
  try {
    return await work()
  } finally {
    renameSync(kept, file)
  }
}

test('a key that was replaced opens what was made with it, and without it the restore says what is missing', async () => {
  const { status, stderr } = await restore('other key', { BACKUP_KEY_PREVIOUS: '' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^[^\n]+BACKUP_KEY is not the one[^\n]+nor is BACKUP_KEY_PREVIOUS/,
    ) as string,
  })
  expect(await restore('all of it')).toMatchObject({ status: 0, stderr: '' })
  expect(await seen('all of it')).toEqual(parts.flatMap((_, part) => [`${part} after`, `${part} before`]))
})

test('of the log up to a moment nothing is unpacked that comes after it, and what is stays small', async () => {
  const { files, cutBy } = await layOut(parts[0]!.moment)
  const last = files
    .map(({ name }) => name)
    .sort()
    .at(-1)
  expect(last).toBe(`${parts[0]!.file.slice(walArchiveDir.length + 1, -'.zst.sealed'.length)}.gz`)
  expect(cutBy).toBeNull()
  // The backup's own file and this one; a minute in which little happens is zeros.
  expect(Math.max(...files.map(({ bytes }) => bytes))).toBeLessThan(4e6)
})

test('what cannot be read, or is missing, keeps back no moment before it', async () => {
  for (const isDamaged of [true, false]) {
    const [laid, refused] = await without(
      parts[1]!,
      async () => [await layOut(parts[0]!.moment), await layOut(parts[2]!.moment).catch(String)] as const,
      { isDamaged },
    )
    expect(laid).toMatchObject({ cutBy: null })
    expect(refused).toMatch(/^\w+: The archived log ends at .* before .*: leave --at out/)
    expect(refused).toMatch(isDamaged ? `${parts[1]!.file} is damaged` : / \(0000\w+ is missing\)/)
    const [, ends] = /ends at (\S+) /.exec(refused as string)!
    expect(ends! > parts[0]!.moment && ends! < parts[1]!.moment).toBe(true)
  }
  // By the key of another day the same.
  await expect(layOut(parts[2]!.moment, [oldKey])).rejects.toThrow(
    /sealed is damaged, or neither BACKUP_KEY nor/,
  )
  expect(await layOut(parts[1]!.moment, [oldKey])).toMatchObject({ cutBy: null })
})

test('all there is goes to what cannot be read, and says so', async () => {
  const { status, stdout } = await without(parts[1]!, async () => await restore('cut'), { isDamaged: true })
  expect(status).toBe(0)
  const { asOf, logCutBy } = JSON.parse(stdout) as { asOf: string; logCutBy: string }
  expect(logCutBy).toContain(`${parts[1]!.file} is damaged`)
  expect(asOf > parts[0]!.moment && asOf < parts[1]!.moment).toBe(true)
  expect(await seen('cut')).toEqual(['0 after', '0 before'])
})

const noDisk = whyNoSmallDisk()
test.skipIf(noDisk)(
  `no room for the log is said before the disk is full${noDisk ? ` (not here: ${noDisk})` : ''}`,
  async () => {
    const disk = mountSmallDisk(64)
    try {
      const cluster = join(disk.dir, 'cluster')
      mkdirSync(cluster)
      const laid = layOutLog({
        archive: walArchiveDir,
        until: null,
        cluster,
        ...backup,
        openBy: [newKey, oldKey],
      })
      await expect(laid).rejects.toThrow(/^The disk has no room for the archived log: make 0\.\d GB more/)
      expect(readdirSync(join(cluster, 'archived_log'))).toEqual([])
    } finally {
      disk.remove()
    }
  },
)

test('a file that was archived under the key before is the same one', async () => {
  const archive = join(root, 'again')
  const file = { path: join(root, 'a file'), name: '00000001000000000000000A', archive }
  writeFileSync(file.path, 'log')
  await archiveLog(file, { backupKey: oldKey, backupKeyPrevious: null })
  await archiveLog(file, { backupKey: newKey, backupKeyPrevious: oldKey })
  writeFileSync(file.path, 'other log')
  await expect(archiveLog(file, { backupKey: newKey, backupKeyPrevious: oldKey })).rejects.toThrow(
    'is of another file',
  )
})

test('a file that could not be archived leaves nothing in the archive', async () => {
  const archive = temporaryFolder('failed')
  // Opens, and cannot be read.
  const file = { path: temporaryFolder('unreadable'), name: '00000001000000000000000C', archive }
  await expect(archiveLog(file, { backupKey: null, backupKeyPrevious: null })).rejects.toThrow('EISDIR')
  expect(readdirSync(archive)).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'a file is archived once the disk has its name as well (skipped where this is not Linux)',
  async () => {
    const archive = temporaryFolder('synced')
    const file = { path: join(archive, 'a file'), name: '00000001000000000000000B', archive }
    writeFileSync(file.path, 'log')
    const handle = await open(archive)
    const prototype = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const synced: string[][] = []
    const sync = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      if (readlinkSync(`/proc/self/fd/${this.fd}`) === archive) synced.push(readdirSync(archive).sort())
    })
    try {
      await archiveLog(file, { backupKey: null, backupKeyPrevious: null })
      // Who asked before may have died between both.
      await archiveLog(file, { backupKey: null, backupKeyPrevious: null })
    } finally {
      sync.mockRestore()
    }
    const whole = ['00000001000000000000000B.zst', 'a file']
    expect(synced).toEqual([whole, whole])
  },
)
