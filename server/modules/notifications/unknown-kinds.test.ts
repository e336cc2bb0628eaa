import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { dispatchNotifications, type DispatchDeps } from './dispatch-notifications.ts'
import { notifyMembers } from './public.ts'
import { sendDigests } from './send-digests.ts'
import { sendPushes } from './send-pushes.ts'

// What a newer version wrote, of a kind that has no words here, waits for a process that has them: this code is the older
// one of the next upgrade.
let app: TestApp
let deps: DispatchDeps
const left: string[] = []
const logged: unknown[] = []

beforeAll(async () => {
  app = await startTestApp()
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  deps = {
    db: app.db,
    log,
    mailer: { send: async (_, { subject }) => void left.push(subject) },
    queuePush: async (_, _uid, { title }) => left.push(title),
    publicOrigin: 'https://crels.example',
    unsubscribeUrl: () => 'https://crels.example/unsubscribe',
  }
  await sql`update clock_offset set shift = '2030-03-05T12:00:00Z'::timestamptz - clock_timestamp()`.execute(
    app.db,
  )
})
beforeEach(async () => {
  for (const list of [left, logged]) list.length = 0
  await sql`delete from notification`.execute(app.db)
})
afterAll(() => app.close())

/** One of 5 crels, which every version has, and before and after it one of tomorrow. */
async function notified(): Promise<TestMember> {
  const member = await createMember(app, { profile: { timeZone: 'UTC' } })
  await ofTomorrow(member)
  await app.db
    .transaction()
    .execute(
      async (tx) => await notifyMembers(tx, [member.uid], { kind: 'earning_unlocked', facts: { crels: 5 } }),
    )
  await ofTomorrow(member)
  return member
}
const ofTomorrow = async ({ uid }: TestMember) =>
  await sql`insert into notification (uid, kind, facts) values (${uid}, 'of_tomorrow', '{"a": 1}')`.execute(
    app.db,
  )
const rowsOf = async ({ uid }: TestMember) => {
  const { rows } = await sql<{ kind: string; isRead: boolean; isDispatched: boolean }>`
    select kind, read_at is not null as "isRead", dispatched_at is not null as "isDispatched"
    from notification where uid = ${uid} order by id`.execute(app.db)
  return rows
}
const untouched = { kind: 'of_tomorrow', isRead: false, isDispatched: false }

test('is not listed or counted, and stays unread where all is marked as read', async () => {
  const member = await notified()
  const { headers } = member
  const url = '/api/v1/notifications'
  const page = (await app.server.inject({ url, headers })).json()
  expect(page).toMatchObject({ items: [{ kind: 'earning_unlocked' }], unread: 1, nextCursor: null })
  const payload = { upTo: `ntf_${'f'.repeat(32)}` }
  const read = await app.server.inject({ method: 'POST', url: `${url}/read`, headers, payload })
  expect(read.json()).toEqual({ unread: 0 })
  expect(await rowsOf(member)).toMatchObject([untouched, { isRead: true }, untouched])
})

test('is not decided on, for a disabled member neither, and nothing is logged', async () => {
  const [active, disabled] = [await notified(), await notified()]
  await setMemberState(app.db, disabled.uid, 'disabled')
  await dispatchNotifications(deps)
  for (const one of [active, disabled])
    expect(await rowsOf(one)).toMatchObject([untouched, { isDispatched: true }, untouched])
  expect([left, logged]).toEqual([[expect.stringContaining('5 crels')], []])
})

test('that a newer worker wants mailed in the morning or pushed is left to it', async () => {
  const member = await notified()
  await sql`delete from notification where uid = ${member.uid} and kind <> 'of_tomorrow'`.execute(app.db)
  await sql`
    insert into notification_delivery (notification_id, uid, channel, state, due_at)
    select id, uid, channel, 'pending', crels_now() - interval '1 minute'
    from notification, unnest(array['mail', 'push']) channel where uid = ${member.uid}`.execute(app.db)
  expect([await sendDigests(deps), await sendPushes(deps)]).toEqual([0, 0])
  const { rows } = await sql`
    select from notification_delivery where uid = ${member.uid} and state = 'pending'`.execute(app.db)
  expect([left, logged, rows.length]).toEqual([[], [], 4])
})
