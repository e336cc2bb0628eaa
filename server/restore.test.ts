import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { chmod, readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '#testing/commands.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import { createRedeemer, giveCrels, redeem, type Redeemer } from '#testing/redeemers.ts'
import { databaseFolder, temporaryFolder } from '#testing/run-folder.ts'
import { reconcile } from './modules/ledger/public.ts'
import { endPushServices } from './modules/push/push.fixture.ts'
import { endReceivers } from './modules/webhooks/webhooks.fixture.ts'
import { openSite, startElsewhere, type Elsewhere, type RestorableSite } from './restore.fixture.ts'

const secret = 'the secret of the installation that is backed up'
const backupKey = 'the key of backups, which is kept elsewhere'

/** A folder on the disk of databases. */
function folder(name: string): string {
  const path = join(databaseFolder(), `crels-restore-${process.pid}-${name}`)
  rmSync(path, { recursive: true, force: true })
  return path
}
const [origin, place] = [folder('origin'), folder('place')]
const backups = temporaryFolder('backups')
const settings = {
  DATA_DIR: origin,
  SECRET: secret,
  BACKUP_DIR: backups,
  BACKUP_KEY: backupKey,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
}

/** Mails that arrived: their addresses. */
const arrived: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    arrived.push(...envelope.rcptTo.map(({ address }) => address))
    stream.resume().on('end', () => done())
  },
})

endReceivers()
endPushServices()

let site: RestorableSite
let restored: RestorableSite | undefined
let elsewhere: Elsewhere
/** Whose redemptions are open when the backup is taken: approved, requested, and requested. */
let ada: Redeemer
let open: string[]
let eve: TestMember
let first: string

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  elsewhere = await startElsewhere()
  site = await openSite(origin, { secret, ...elsewhere.settings })
  const { app } = site
  await addOlga(app.db)
  ada = await createRedeemer(app)
  eve = await createMember(app)
  open = []
  for (let count = 0; count < 3; count++) open.push((await redeem(app, ada)).id)
  await app.redemptions.approve({ redemptionId: open[0]!, actor: testActor })
  await elsewhere.leaveMessages(app, ada)
  mkdirSync(join(origin, 'files/ab'), { recursive: true })
  writeFileSync(join(origin, 'files/ab/photo.webp'), 'a photo')
  // One that the database does not know, and one that it knows and the disk has not.
  writeFileSync(join(origin, 'files/ab/left.webp'), 'a photo')
  await sql`
    insert into stored_file (key, state) values ('ab/photo.webp', 'kept'), ('ab/later.webp', 'kept')`.execute(
    app.db,
  )
})
afterAll(async () => {
  await restored?.close()
  await site.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  for (const path of [origin, place]) rmSync(path, { recursive: true, force: true })
})

test('backs up while members act, says how old it is, and has nothing of a member in clear', async () => {
  const { app } = site
  const acting = new AbortController()
  const acts = (async () => {
    while (!acting.signal.aborted) await giveCrels(app, ada.party, 1)
  })()
  const done = await runCommand(['--json', 'backup'], settings)
  acting.abort()
  await acts
  expect(done).toMatchObject({ status: 0, stderr: '' })
  first = (JSON.parse(done.stdout) as { folder: string }).folder
  expect((await readdir(first)).sort()).toEqual([
    'database.tar.zst.sealed',
    'files.tar.zst.sealed',
    'manifest.json',
  ])
  for (const name of await readdir(first)) {
    const text = readFileSync(join(first, name)).toString('latin1')
    for (const value of [ada.email, ada.uid, secret]) expect(text).not.toContain(value)
  }
  // A scrape waits a second at most.
  await vi.waitFor(async () => {
    const { body } = await app.server.inject({ url: '/metrics' })
    expect(body).toMatch(/crels_backup\{metric="age_seconds"\} \d/)
    expect(body).toContain('crels_backup{metric="restore_waiting"} 0')
  }, 20_000)
  const doctor = await runCommand(['doctor'], settings)
  expect(doctor.stdout).toMatch(/backup\s.*the last is 0\.0 hours old/)
})

test('the payouts of the backup are sent and paid, a member leaves, and older backups go', async () => {
  const { app } = site
  await app.redemptions.approve({ redemptionId: open[1]!, actor: testActor })
  for (const id of open.slice(0, 2)) {
    await app.redemptions.send({ redemptionId: id, actor: testActor, provider: 'manual' })
    await app.redemptions.pay({ redemptionId: id, actor: testActor, reference: `pay-${id.slice(-4)}` })
  }
  const left = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${eve.uid}`,
    headers: { ...eve.headers, cookie: eve.cookie },
    payload: { confirmation: eve.email },
  })
  expect(left.statusCode).toBe(202)
  const kept = join(backups, 'kept')
  cpSync(first, join(kept, 'first'), { recursive: true })
  // The folder's name is its second.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const second = await runCommand(['--json', 'backup', '--keep', '1', '--with-secret'], settings)
  expect(JSON.parse(second.stdout)).toMatchObject({ removed: [first.split('/').at(-1)] })
  expect((await readdir(backups)).filter((name) => name.startsWith('crels-'))).toHaveLength(1)
  cpSync(join(backups, 'tombstones'), join(kept, 'tombstones'))
  first = join(kept, 'first')
})

test('refuses in one line what is no whole backup, another key, and a place that is taken', async () => {
  const to = folder('refused')
  const restore = async (from: string, changes: Record<string, string> = {}) =>
    await runCommand(['restore', from, '--to', to], { ...settings, ...changes })
  const damaged = (name: string, damage: (path: string) => void) => {
    const copy = join(temporaryFolder('damaged'), 'one')
    cpSync(first, copy, { recursive: true })
    damage(join(copy, name))
    return copy
  }
  const flip = (path: string) => {
    const bytes = readFileSync(path)
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    writeFileSync(path, bytes)
  }
  const refusals: [from: string, line: RegExp, changes?: Record<string, string>][] = [
    [backups, /is no backup of Crels: it has no manifest\.json/],
    [first, /is encrypted: set BACKUP_KEY/, { BACKUP_KEY: '' }],
    [first, /BACKUP_KEY is not the one that this backup was made with/, { BACKUP_KEY: 'x'.repeat(40) }],
    [damaged('manifest.json', (path) => truncateSync(path, 100)), /manifest\.json is damaged/],
    [damaged('database.tar.zst.sealed', rmSync), /is damaged: database\.tar\.zst\.sealed is missing/],
    [
      damaged('database.tar.zst.sealed', (path) => truncateSync(path, 70_000)),
      /has 70000 bytes instead of \d+/,
    ],
    [damaged('database.tar.zst.sealed', flip), /is damaged: database\.tar\.zst\.sealed is not as it was/],
    [damaged('files.tar.zst.sealed', flip), /is damaged: files\.tar\.zst\.sealed is not as it was/],
    [first, /^DATABASE_URL is set: /, { DATABASE_URL: 'postgres://crels@127.0.0.1:1/crels' }],
  ]
  for (const [from, line, changes] of refusals) {
    const { status, stderr } = await restore(from, changes)
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^[^\n]+\n$/) as string })
    expect(stderr).toMatch(line)
    expect(await readdir(to).catch(() => [])).toEqual([])
  }
  const own = await runCommand(['restore', 'unpack', first, '--to', to], settings)
  expect(own.stderr).toMatch(/ is of the embedded PostgreSQL: crels restore puts it back/)
  const taken = await runCommand(['restore', first, '--to', origin], settings)
  expect(taken.stderr).toMatch(/is not empty \(\w+\): a backup is restored to a new folder\n$/)
  const otherSecret = await runCommand(['restore', first, '--to', to, '--verify'], {
    ...settings,
    SECRET: 'another secret that is long enough to be one',
  })
  expect(otherSecret.stderr).toMatch(/^SECRET is not the one of crels-\w+ \(fingerprint [0-9a-f]{16}\)/)
})

test('a backup of before SECRET was replaced is proven with the old one as SECRET_PREVIOUS', async () => {
  const to = folder('replaced')
  const proven = await runCommand(['restore', first, '--to', to, '--verify'], {
    ...settings,
    SECRET: 'the secret that has replaced the one of the backup',
    SECRET_PREVIOUS: secret,
  })
  rmSync(to, { recursive: true, force: true })
  expect(proven).toMatchObject({ status: 0, stderr: '' })
  expect(proven.stdout).toMatch(/The books balance/)
  expect(proven.stdout).toContain('SECRET_PREVIOUS is the one it was made with: a start needs both')
})

test('an old backup restored after its payouts were sent: nothing leaves, nothing is sent twice', async () => {
  const back = await runCommand(['restore', first, '--to', place, '--verify'], settings)
  expect(back).toMatchObject({ status: 0, stderr: '' })
  expect(back.stdout).toMatch(/The books balance.*\nThe log of acts holds.*\n1 members who left since/)
  expect(back.stdout).toContain('Redemptions that may have been paid since: 3 (crels restore payouts)')
  expect(readFileSync(join(place, 'files/ab/photo.webp'), 'utf8')).toBe('a photo')
  expect(await readdir(join(place, 'files/ab'))).toEqual(['photo.webp'])
  expect(back.stdout).toContain('Pictures that the database does not know, removed: 1\n')
  expect(back.stdout).toMatch(/Pictures that were added after the backup, .*: 1\n/)

  const { port } = smtp.server.address() as AddressInfo
  await chmod(place, 0o700)
  restored = await openSite(place, {
    secret,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    ...elsewhere.settings,
  })
  const { app } = restored
  await app.work()
  const members = await app.db.selectFrom('member').select('uid').execute()
  expect(members.map(({ uid }) => uid)).not.toContain(eve.uid)

  const send = async (id: string) =>
    await app.redemptions.send({ redemptionId: id, actor: testActor, provider: 'manual' })
  await expect(send(open[0]!)).rejects.toThrow('crels restore confirm')
  await expect(app.redemptions.approve({ redemptionId: open[1]!, actor: testActor })).rejects.toThrow(
    'crels restore confirm',
  )
  expect((await app.server.inject({ url: '/readyz' })).json()).toMatchObject({
    status: 'ready',
    warnings: [{ check: 'restored' }],
  })
  const signUp = { email: 'new@example.com', password: 'correct horse', displayName: 'New' }
  await app.server.inject({ method: 'POST', url: '/identity/sign-up', payload: signUp })
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(arrived).toEqual([])
  expect(elsewhere.heard()).toEqual({ webhooks: 0, pushMessages: 0, events: 0 })

  const there = { ...settings, DATA_DIR: place, OPERATOR: 'olga@crels.example' }
  const asked = await runCommand(['restore', 'confirm'], there)
  expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining('stopped for good?') as string })
  expect(await runCommand(['restore', 'confirm', '--yes'], there)).toMatchObject({ status: 0, stderr: '' })
  await vi.waitFor(() => expect(arrived).toContain('new@example.com'), 30_000)
  const once = { webhooks: 1, pushMessages: 1, events: 1 }
  await vi.waitFor(() => expect(elsewhere.heard()).toEqual(once), 30_000)

  // Two were paid, one was not: as the provider says, each is looked at, and until then it keeps its crels.
  for (const id of open.slice(0, 2))
    await expect(send(id)).rejects.toThrow(/may have been paid|requested already/)
  await expect(
    app.redemptions.reject({ redemptionId: open[1]!, actor: testActor, reason: 'No.' }),
  ).rejects.toThrow('may have been paid after the backup')
  const look = async (id: string, ...found: string[]) =>
    await runCommand(['restore', 'payout', id, ...found], there)
  expect(await look(open[0]!, '--paid', 'pay-1')).toMatchObject({ stdout: `${open[0]}  paid\n` })
  expect(await look(open[1]!, '--paid', 'pay-2')).toMatchObject({ stdout: `${open[1]}  paid\n` })
  expect(await look(open[2]!, '--not-paid')).toMatchObject({ stdout: `${open[2]}  requested\n` })
  expect(await look(open[2]!, '--not-paid')).toMatchObject({ status: 0 })
  expect(await look(open[2]!, '--paid', 'pay-3')).toMatchObject({ status: 1 })
  await app.redemptions.approve({ redemptionId: open[2]!, actor: testActor })
  expect((await send(open[2]!)).state).toBe('sending')
  expect(await runCommand(['restore', 'payouts'], there)).toMatchObject({ stdout: 'None\n' })
  expect((await reconcile(app.db)).clean).toBe(true)
  expect(elsewhere.heard()).toEqual(once)
})
