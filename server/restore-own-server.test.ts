import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { runCommand } from '#testing/commands.ts'
import { testConfig } from '#testing/config.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { databaseFolder, temporaryFolder } from '#testing/run-folder.ts'
import { openSmtpBox, type SmtpBox } from '#testing/smtp-box.ts'
import { startStoppablePostgres, type StoppablePostgres } from '#testing/stoppable-postgres.ts'
import { createApp, type App } from './app.ts'
import type { Config } from './config.ts'
import { reconcile } from './modules/ledger/public.ts'
import { endPushServices } from './modules/push/push.fixture.ts'
import { endReceivers } from './modules/webhooks/webhooks.fixture.ts'
import { backupKeys, type BackupManifest } from './platform/backup/backup-manifest.ts'
import { archiveSettings } from './platform/backup/wal-archive.ts'
import { migrate, requireMigrated } from './platform/migrate.ts'
import { startElsewhere } from './restore.fixture.ts'

const root = join(databaseFolder(), `crels-own-server-${process.pid}`)
const [servers, unpacked, walArchiveDir] = ['servers', 'unpacked', 'the log'].map((name) =>
  join(root, name),
) as [string, string, string]
const [dataDir, backups] = [temporaryFolder('data'), temporaryFolder('backups')]
const backupKey = 'the key of backups, which is kept elsewhere'
const settings = {
  DATA_DIR: dataDir,
  SECRET: 'the secret of the installation that is lost',
  BACKUP_DIR: backups,
  BACKUP_KEY: backupKey,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
}

endReceivers()
endPushServices()

let server: StoppablePostgres | undefined
let app: App | undefined
let mails: SmtpBox | undefined
afterAll(async () => {
  await app?.close()
  await mails?.close()
  await server?.remove()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

async function openApp(
  { url }: StoppablePostgres,
  folder = dataDir,
  changes: Partial<Config> = {},
): Promise<App> {
  app = await createApp(
    testConfig(url, { dataDir: folder, secret: settings.SECRET, ...changes }),
    pino({ level: 'silent' }),
    { lookSeconds: 0.5 },
  )
  await app.jobs.install()
  return app
}

/** A backup as versions before 0.2 made it, which did not say where the server was. */
function makeOld(folder: string): void {
  const path = join(folder, 'manifest.json')
  const { seal: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8')) as BackupManifest
  delete manifest.postgres.server
  delete manifest.postgres.machine
  const seal = backupKeys(backupKey, manifest.encryption!.salt).seal(manifest)
  writeFileSync(path, JSON.stringify({ ...manifest, seal }))
}

test('a server of one’s own that is lost comes back from its backup and log, and pays, mails and calls nobody before a person says so', async () => {
  mkdirSync(servers, { recursive: true, mode: 0o711 })
  vi.stubEnv('BACKUP_KEY', backupKey)
  server = await startStoppablePostgres(servers)
  for (const [name, value] of Object.entries(archiveSettings({ walArchiveDir })))
    await askServer(server.url, `alter system set ${name} = '${value.replaceAll("'", "''")}'`)
  await server.start()
  vi.unstubAllEnvs()
  // Only embedded ones have it.
  const [dir] = await readdir(servers)
  rmSync(join(servers, dir!, 'postgres/crels.password'))
  await migrate(server.url)
  const elsewhere = await startElsewhere()
  mails = await openSmtpBox()
  const first = await openApp(server, dataDir, elsewhere.settings)
  await addOlga(first.db)
  const ada = await createRedeemer(first)
  const open = [(await redeem(first, ada)).id]
  await first.redemptions.approve({ redemptionId: open[0]!, actor: testActor })
  await elsewhere.leaveMessages(first, ada)
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files/ab/photo.webp'), 'a photo')
  // One that the database does not know.
  writeFileSync(join(dataDir, 'files/ab/left.webp'), 'a photo')
  await askServer(server.url, `insert into stored_file (key, state) values ('ab/photo.webp', 'kept')`)
  writeFileSync(join(dataDir, 'tombstones'), '')

  const there = { ...settings, DATABASE_URL: server.url, OPERATOR: 'olga@crels.example' }
  const taken = await runCommand(['--json', 'backup'], there)
  expect(taken).toMatchObject({ status: 0, stderr: '' })
  const { folder } = JSON.parse(taken.stdout) as { folder: string }
  const { postgres } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as BackupManifest
  expect(postgres).toMatchObject({ server: 'own', machine: expect.stringMatching(/^\w+-/) as string })

  open.push((await redeem(first, ada)).id)
  const [moment] = await askServer<{ at: Date }>(server.url, 'select clock_timestamp() as at')
  const late = (await redeem(first, ada)).id
  await askServer(server.url, 'select pg_switch_wal()')
  const waiting = `select name from pg_ls_archive_statusdir() where name like '%.ready'`
  await vi.waitFor(async () => expect(await askServer(there.DATABASE_URL, waiting)).toEqual([]), 120_000)
  await first.close()
  app = undefined
  await server.remove()
  server = undefined

  // By the word of its manifest, and of an old one by its files.
  for (const isOld of [false, true]) {
    if (isOld) makeOld(folder)
    const embedded = await runCommand(['restore', folder, '--to', unpacked], settings)
    expect(embedded).toMatchObject({ status: 1, stderr: expect.stringContaining('restore unpack') as string })
    expect(await readdir(unpacked).catch(() => [])).toEqual([])
  }

  const log = ['--wal', walArchiveDir, '--at', moment!.at.toISOString()]
  const said = await runCommand(['restore', 'unpack', folder, '--to', unpacked, ...log], settings)
  expect(said).toMatchObject({ status: 0, stderr: '' })
  expect(said.stdout).toContain('\nSECRET is the one it was made with, and not in it: a start needs the same')
  expect(said.stdout).toContain(`mv ${join(unpacked, 'postgres')} /var/lib/postgresql/18/main`)
  expect(statSync(join(unpacked, 'postgres')).mode & 0o777).toBe(0o700)
  expect(existsSync(join(unpacked, 'postgres/recovery.signal'))).toBe(true)
  expect(existsSync(join(unpacked, 'postgres/postmaster.pid'))).toBe(false)
  expect(readFileSync(join(unpacked, 'data/files/ab/photo.webp'), 'utf8')).toBe('a photo')
  const again = await runCommand(['restore', 'unpack', folder, '--to', unpacked], settings)
  expect(again.stderr).toMatch(/is not empty \(\w+\): a backup is restored to a new folder\n$/)

  server = await startStoppablePostgres(servers, async (place) => {
    renameSync(join(unpacked, 'postgres'), join(place, 'postgres'))
  })
  const back = { ...there, DATABASE_URL: server.url, DATA_DIR: join(unpacked, 'data') }
  const recovering = async () => await askServer(server!.url, 'select pg_is_in_recovery() as yes')
  await vi.waitFor(async () => expect(await recovering()).toEqual([{ yes: false }]), 120_000)
  const waits = async () =>
    (await askServer<{ waits: boolean }>(server!.url, 'select waits_after_restore() as waits'))[0]!.waits
  // Nobody has marked it, and it says so from the first moment; what does not migrate does not start.
  expect(await waits()).toBe(true)
  await expect(requireMigrated(server.url)).rejects.toThrow('is not marked yet')
  const marked = await runCommand(['migrate'], back)
  expect(marked).toMatchObject({ status: 0, stderr: '' })
  expect(marked.stdout).toMatch(
    /^The database is up to date\.\nRestored as of \S+Z\nPayouts, .* wait: crels restore confirm\n/,
  )
  await requireMigrated(server.url)

  const outward = { smtpUrl: mails.url, ...elsewhere.settings }
  const second = await openApp(server, back.DATA_DIR, outward)
  await second.work()
  expect(await readdir(join(back.DATA_DIR, 'files'), { recursive: true })).toEqual(['ab', 'ab/photo.webp'])
  const send = async (id: string) =>
    await second.redemptions.send({ redemptionId: id, actor: testActor, provider: 'manual' })
  await expect(send(open[0]!)).rejects.toThrow('crels restore confirm')
  await expect(second.redemptions.approve({ redemptionId: open[1]!, actor: testActor })).rejects.toThrow(
    'crels restore confirm',
  )
  expect((await second.server.inject({ url: '/readyz' })).json()).toMatchObject({
    // On a busy machine the leaderboard may be late as well.
    warnings: expect.arrayContaining([
      { check: 'restored', detail: expect.stringContaining(moment!.at.toISOString()) as string },
    ]) as object[],
  })
  const ids = await second.db.selectFrom('redemption').select('id').execute()
  expect(ids.map(({ id }) => id).sort()).toEqual([...open].sort())
  expect(ids.map(({ id }) => id)).not.toContain(late)
  expect((await reconcile(second.db)).clean).toBe(true)
  const signUp = { email: 'new@example.com', password: 'correct horse', displayName: 'New' }
  await second.server.inject({ method: 'POST', url: '/identity/sign-up', payload: signUp })
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(mails.mailsTo('new@example.com')).toEqual([])
  expect(elsewhere.heard()).toEqual({ webhooks: 0, pushMessages: 0, events: 0 })

  expect(await runCommand(['restore', 'confirm', '--yes'], back)).toMatchObject({ status: 0, stderr: '' })
  expect(await waits()).toBe(false)
  await vi.waitFor(() => expect(mails!.mailsTo('new@example.com')).toHaveLength(1), 30_000)
  const once = { webhooks: 1, pushMessages: 1, events: 1 }
  await vi.waitFor(() => expect(elsewhere.heard()).toEqual(once), 30_000)
  // The server says it for ever, and a person has answered.
  await migrate(server.url)
  expect(await waits()).toBe(false)
  await expect(send(open[0]!)).rejects.toThrow('may have been paid')
  expect(await runCommand(['restore', 'payout', open[0]!, '--paid', 'pay-1'], back)).toMatchObject({
    stdout: `${open[0]}  paid\n`,
  })
  expect((await reconcile(second.db)).clean).toBe(true)
})
