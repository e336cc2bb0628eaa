import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationKinds } from '#contracts/notifications.constants.ts'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { isNewer } from '#server/platform/migrate.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { versionBefore } from '#testing/released.ts'
import { dispatchNotifications, type DispatchDeps } from './dispatch-notifications.ts'
import { releaseNotifications } from './hold-notifications.ts'
import { definitionOf, type Notification } from './list-of-notifications.ts'
import { notifyTakenBack } from './notify-members.ts'
import { notifyMembers } from './public.ts'

let app: TestApp
let deps: DispatchDeps
let mails: Mail[]

beforeAll(async () => {
  app = await startTestApp()
  deps = {
    db: app.db,
    log: pino({ level: 'silent' }),
    mailer: { send: async (_, mail) => void mails.push(mail) },
    queuePush: async () => 0,
    publicOrigin: 'https://crels.example',
    unsubscribeUrl: () => 'https://crels.example/unsubscribe',
  }
})
beforeEach(async () => {
  mails = []
  await sql`delete from notification`.execute(app.db)
  await sql`delete from running_process where version = '0.1.0'`.execute(app.db)
})
afterAll(() => app.close())

/** A process of the version before says that it lives. */
async function beginOlder(): Promise<void> {
  await sql`
    insert into running_process (id, version, serves, works, machine)
    values (${newId('process')}, '0.1.0', true, true, 'another')`.execute(app.db)
}
const endOlder = async () =>
  await sql`update running_process set ended_at = clock_timestamp() where version = '0.1.0'`.execute(app.db)
const member = async () => await createMember(app, { profile: { timeZone: 'UTC' } })
const notify = async ({ uid }: TestMember, notification: Notification) =>
  await app.db.transaction().execute(async (tx) => await notifyMembers(tx, [uid], notification))
const inbox = async ({ headers }: TestMember) => {
  const page = (await app.server.inject({ url: '/api/v1/notifications', headers })).json<{
    items: { kind: string }[]
    unread: number
  }>()
  return { kinds: page.items.map(({ kind }) => kind), unread: page.unread }
}
/** What every version reads: the rows of the inbox, and those that are to be sent on. */
const seenByAll = async ({ uid }: TestMember) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notification where uid = ${uid} and (in_app or dispatched_at is null) order by id`.execute(
    app.db,
  )
  return rows.map(({ kind }) => kind)
}
const place = { season: '2030-03', isOut: true }
const placeChanged: Notification = { kind: 'season_place_changed', facts: place }
const unlocked: Notification = { kind: 'earning_unlocked', facts: { crels: 5 } }
const campaign = { campaignId: 'cmp_1', title: 'Headphones', brand: 'Nordlys' }
const refunded = async ({ uid }: TestMember, crels: number) =>
  await app.db.transaction().execute(async (tx) => {
    const facts = { campaign, crels, owed: 0 }
    await notifyTakenBack(tx, uid, { kind: 'earning_refunded', facts }, async () => 0)
  })

test('what an older process has no words for comes once it is gone: once, in its place, and mailed', async () => {
  const one = await member()
  await beginOlder()
  await notify(one, placeChanged)
  await notify(one, unlocked)
  expect(await seenByAll(one)).toEqual(['earning_unlocked'])
  expect(await inbox(one)).toEqual({ kinds: ['earning_unlocked'], unread: 1 })
  expect(await releaseNotifications(app.db)).toBe(0)
  await dispatchNotifications(deps)
  expect(mails).toHaveLength(1)

  await endOlder()
  const released = await Promise.all([1, 2, 3].map(async () => await releaseNotifications(app.db)))
  expect(released.toSorted()).toEqual([0, 0, 1])
  expect(await inbox(one)).toEqual({ kinds: ['earning_unlocked', 'season_place_changed'], unread: 2 })
  await dispatchNotifications(deps)
  await releaseNotifications(app.db)
  await dispatchNotifications(deps)
  expect(mails.map(({ subject }) => subject)).toEqual([
    '5 crels are now yours',
    expect.stringContaining('March 2030'),
  ])
})

test('of many, each is released once, a batch in a statement; one that is erased meanwhile is not', async () => {
  const [one, gone] = [await member(), await member()]
  await beginOlder()
  for (let count = 0; count < 7; count += 1) await notify(one, placeChanged)
  await notify(gone, placeChanged)
  await sql`delete from notification where uid = ${gone.uid}`.execute(app.db)
  expect(await seenByAll(one)).toEqual([])
  await endOlder()
  const counts = await Promise.all([1, 2, 3].map(async () => await releaseNotifications(app.db, 2)))
  await releaseNotifications(app.db)
  expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(7)
  expect((await inbox(one)).unread).toBe(7)
  await dispatchNotifications(deps)
  expect(mails).toHaveLength(7)
})

test('an older process that is silent for a minute holds nothing back', async () => {
  const one = await member()
  await beginOlder()
  await notify(one, placeChanged)
  await sql`update running_process set seen_at = seen_at - interval '61 s' where version = '0.1.0'`.execute(
    app.db,
  )
  await notify(one, placeChanged)
  expect((await inbox(one)).unread).toBe(1)
  await app.jobs.run('send-notifications')
  expect((await inbox(one)).unread).toBe(2)
})

test('facts that an older version cannot say are held back too, of a kind that it has', async () => {
  const one = await member()
  const facts = {
    redemptionId: 'red_1',
    crels: 5,
    usdCents: 5,
    destination: 'PayPal',
    reason: null,
    reference: null,
  }
  await beginOlder()
  await notify(one, { kind: 'redemption_changed', facts: { ...facts, state: 'paid' } })
  await notify(one, { kind: 'redemption_changed', facts: { ...facts, state: 'returned' } })
  await notify(one, { kind: 'redemption_changed', facts: { ...facts, state: 'returned' } })
  expect((await seenByAll(one)).length).toBe(1)
  await endOlder()
  await releaseNotifications(app.db)
  expect((await seenByAll(one)).length).toBe(2)
})

test('what is taken back gathers while it is held', async () => {
  const one = await member()
  await beginOlder()
  await refunded(one, 1)
  await refunded(one, 2)
  expect(await seenByAll(one)).toEqual([])
  await endOlder()
  await refunded(one, 4)
  const { rows } =
    await sql`select facts->'crels' as crels, in_app from notification where uid = ${one.uid}`.execute(app.db)
  expect(rows).toEqual([{ crels: 7, in_app: true }])
  expect(await releaseNotifications(app.db)).toBe(0)
})

test('what a disabled member is mailed waits for a worker that mails it; what the act mailed is not sent again', async () => {
  const one = await member()
  await setMemberState(app.db, one.uid, 'disabled')
  const facts = { adjustmentId: 'adj_1', asset: 'crels', amount: 5 } as const
  await beginOlder()
  await notify(one, { kind: 'balance_adjusted', facts })
  await notify(one, { kind: 'account_state_changed', facts: { state: 'disabled' } })
  await notify(one, unlocked)
  expect(await seenByAll(one)).toEqual(['earning_unlocked'])
  await endOlder()
  await releaseNotifications(app.db)
  await dispatchNotifications(deps)
  expect(mails).toHaveLength(1)
  expect(await seenByAll(one)).toEqual(['balance_adjusted', 'account_state_changed', 'earning_unlocked'])
})

const released = versionBefore()

test.skipIf(released === '')(
  'a kind that the last release does not have says since when it is (skipped without a release in the history)',
  () => {
    const fileOf = (name: string) =>
      execFileSync('git', ['show', `${released}:${name}`], { encoding: 'utf8', cwd: import.meta.dirname })
    const { version } = JSON.parse(fileOf('package.json')) as { version: string }
    const before = fileOf('contracts/notifications.constants.ts')
    const unsaid = notificationKinds
      .filter((kind) => !before.includes(`'${kind}'`))
      .filter((kind) => {
        const { since } = definitionOf(kind)
        return typeof since !== 'string' || !isNewer(since, version)
      })
    expect(unsaid).toEqual([])
  },
)
