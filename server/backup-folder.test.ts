import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOff } from '#testing/clock-off.ts'
import { runCommand } from '#testing/commands.ts'
import { endPrograms, startProgram } from '#testing/processes.ts'
import { databaseFolder } from '#testing/run-folder.ts'
import { backupFolderCheck } from './backup-folder-checks.ts'
import { readConfig } from './config.ts'
import { checkBackup } from './doctor/backup-checks.ts'
import { openDatabase, type Db } from './platform/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/embedded-postgres/start.ts'
import { migrate } from './platform/migrate.ts'

const root = join(databaseFolder(), `crels-backup-folder-${process.pid}`)
const [dataDir, backups, archive] = ['data', 'backups', 'wal'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
const settings = { DATA_DIR: dataDir, BACKUP_DIR: backups, WAL_ARCHIVE_DIR: archive }
/** Log of before the first backup. */
const oldLog = '000000010000000000000000.zst'

let postgres: EmbeddedPostgres
let db: Db
beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await migrate(postgres.url)
  db = openDatabase({ url: postgres.url, poolSize: 1 })
  mkdirSync(archive)
  writeFileSync(join(archive, oldLog), '')
})
afterAll(async () => {
  await endPrograms()
  await db.destroy()
  await postgres.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const backUp = async (...options: string[]) => await runCommand(['--json', 'backup', ...options], settings)
const looks = async () => ({
  doctor: await checkBackup({ config: readConfig(settings), db, readiness: null }),
  readiness: await backupFolderCheck(db, readConfig(settings)).look(),
})

test('a backup to a folder without the last one is refused, keeps the log, and is found, until a folder is said to be new', async () => {
  // Nothing is there before the first one.
  expect(await looks()).toMatchObject({ readiness: null })
  expect(await backUp('--keep', '2')).toMatchObject({ status: 0, stderr: '' })
  const first = readdirSync(backups).find((name) => name.startsWith('crels-'))!
  expect(await looks()).toMatchObject({ doctor: { verdict: 'ok' }, readiness: null })

  const disk = join(root, 'not mounted')
  const missing = `${backups} does not have ${first}, the last backup that was put there: is its disk mounted?`
  renameSync(backups, disk)
  // It is gone, or is the place at which the disk is mounted.
  for (const isThere of [false, true]) {
    if (isThere) mkdirSync(backups)
    expect(await backUp('--keep', '1')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `${missing} --new-folder says that it is to begin anew\n`,
    })
    expect(existsSync(backups)).toBe(isThere)
    expect(await looks()).toMatchObject({ doctor: { verdict: 'problem', says: missing }, readiness: missing })
  }
  expect(readdirSync(backups)).toEqual([])
  expect(readdirSync(archive)).toEqual([oldLog])

  // Another folder has its own last one.
  const beside = ['--to', join(root, 'beside')]
  for (const _ of [1, 2]) expect(await backUp(...beside)).toMatchObject({ status: 0, stderr: '' })
  expect((await backUp()).status).toBe(1)

  // The old ones on the disk need the log, and those of the new folder are fewer than are kept.
  const begun = await backUp('--new-folder', '--keep', '1')
  expect(begun).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(begun.stdout)).toMatchObject({ logRemoved: 0 })
  expect(await looks()).toMatchObject({ readiness: null })
  expect(JSON.parse((await backUp('--keep', '3')).stdout)).toMatchObject({ logRemoved: 0 })
  expect(JSON.parse((await backUp('--keep', '3')).stdout)).toMatchObject({ logRemoved: 1 })

  // The folder of before has not the last one either.
  rmSync(backups, { recursive: true })
  renameSync(disk, backups)
  expect((await backUp()).stderr).toContain('is its disk mounted?')
})

test('by a clock that is a year back the backup just made stays, and the oldest goes', async () => {
  const to = join(root, 'clock')
  const there = () => readdirSync(to).filter((name) => /^crels-\d{8}T\d{6}Z$/.test(name))
  const options = ['--to', to, '--keep', '2']
  /** Its name, and what it removed. */
  const backUpWith = async (...flags: string[]) => {
    const command = [process.execPath, ...flags, 'server/cli.ts', '--json', 'backup', ...options]
    const { status, stdout, stderr } = await startProgram(command, settings).ended
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { folder, removed } = JSON.parse(stdout) as { folder: string; removed: string[] }
    return { name: basename(folder), removed }
  }
  const [first, second] = [await backUpWith(), await backUpWith()]
  const back = ['--import', clockOff(-365)]
  const third = await backUpWith(...back)
  expect(third.name < first.name).toBe(true)
  expect(third.removed).toEqual([first.name])
  expect(there()).toEqual([third.name, second.name])
  // The next ones too, by either clock.
  const fourth = await backUpWith(...back)
  expect(fourth.removed).toEqual([second.name])
  const fifth = await backUpWith()
  expect(fifth.removed).toEqual([third.name])
  expect(there()).toEqual([fourth.name, fifth.name])
})

test('after a restore to a moment before them, the last backups of before it stay, and the oldest goes', async () => {
  const to = join(root, 'restored')
  const take = async () => {
    const { status, stdout, stderr } = await backUp('--to', to, '--keep', '3')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { folder, removed } = JSON.parse(stdout) as { folder: string; removed: string[] }
    return { name: basename(folder), removed }
  }
  const [first, second, third] = [await take(), await take(), await take()]
  // What a database of before the second one knows.
  await sql`delete from backup_run where folder = ${to} and name <> ${first.name}`.execute(db)
  expect((await take()).removed).toEqual([first.name])
  expect((await take()).removed).toEqual([second.name])
  expect((await take()).removed).toEqual([third.name])
})

test('a backup dated ahead that the database knows nothing of is neither counted nor removed', async () => {
  const to = join(root, 'ahead')
  const take = async () => {
    const command = [process.execPath, 'server/cli.ts', '--json', 'backup', '--to', to, '--keep', '2']
    const { status, stdout, stderr } = await startProgram(command, settings).ended
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { folder, removed } = JSON.parse(stdout) as { folder: string; removed: string[] }
    return { name: basename(folder), removed }
  }
  const ahead = await take()
  // As of a machine whose clock was a year ahead; the database was restored to before it.
  const file = join(to, ahead.name, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object
  const takenAt = new Date(Date.now() + 365 * 86_400_000).toISOString()
  writeFileSync(file, JSON.stringify({ ...manifest, takenAt }))
  await sql`delete from backup_run where folder = ${to}`.execute(db)
  const [first, second] = [await take(), await take()]
  expect([first.removed, second.removed]).toEqual([[], []])
  const third = await take()
  expect(third.removed).toEqual([first.name])
  expect(readdirSync(to)).toEqual(expect.arrayContaining([ahead.name, second.name, third.name]))
})

test('old log that cannot be removed fails no backup: it is said after what became of it', async () => {
  const wrong = { ...settings, BACKUP_DIR: join(root, 'log'), WAL_ARCHIVE_DIR: join(root, 'a wal') }
  mkdirSync(wrong.WAL_ARCHIVE_DIR)
  // A folder of that name is not removed as a file is.
  mkdirSync(join(wrong.WAL_ARCHIVE_DIR, oldLog))
  const { status, stdout, stderr } = await runCommand(['backup', '--keep', '1'], wrong)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toMatch(/ MB, as of /)
  expect(lines.at(-1)).toMatch(/^Log that no backup needs any more stays in WAL_ARCHIVE_DIR, .*directory/)
})
