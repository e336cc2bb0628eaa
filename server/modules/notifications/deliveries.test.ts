import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setMemberState } from '#server/modules/accounts/public.ts'
import type { PushContent } from '#server/modules/push/public.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type NewMember, type TestMember } from '#testing/members.ts'
import { dispatchNotifications, type DispatchDeps } from './dispatch-notifications.ts'
import { notifyMembers } from './public.ts'
import { sendDigests } from './send-digests.ts'
import { sendPushes } from './send-pushes.ts'

let app: TestApp
let deps: DispatchDeps
let mails: Mail[]
let pushes: ({ uid: string } & PushContent)[]

beforeAll(async () => {
  app = await startTestApp()
  deps = {
    db: app.db,
    log: pino({ level: 'silent' }),
    mailer: { send: async (_, mail) => void mails.push(mail) },
    queuePush: async (_, uid, content) => pushes.push({ uid, ...content }),
    publicOrigin: 'https://crels.example',
    unsubscribeUrl: (uid, stops) => `https://crels.example/unsubscribe?${stops}`,
  }
})
beforeEach(async () => {
  ;[mails, pushes] = [[], []]
  await sql`delete from notification`.execute(app.db)
})
afterAll(() => app.close())

/** Sets domain time. */
async function setClock(time: string): Promise<void> {
  await sql`update clock_offset set shift = ${time}::timestamptz - clock_timestamp()`.execute(app.db)
}
const member = async (timeZone = 'UTC', options: NewMember = {}) =>
  await createMember(app, { profile: { timeZone }, ...options })
const choose = async ({ uid, headers }: TestMember, payload: object) => {
  const url = `/api/v1/users/${uid}/notification-choices`
  expect((await app.server.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200)
}
const unlocked = async ({ uid }: TestMember, crels = 5) =>
  await app.db
    .transaction()
    .execute(async (tx) => await notifyMembers(tx, [uid], { kind: 'earning_unlocked', facts: { crels } }))
const twice = async <T>(run: () => Promise<T>) => await Promise.all([run(), run()])
const states = async ({ uid }: TestMember) => {
  const { rows } = await sql<{ state: string }>`
    select channel || ' ' || state as state from notification_delivery where uid = ${uid} order by 1`.execute(
    app.db,
  )
  return rows.map(({ state }) => state)
}

test('each notification leaves once by each channel, with several senders at once', async () => {
  await setClock('2030-03-05T12:00:00Z')
  const members = await Promise.all([1, 2, 3].map(async () => await member()))
  for (const one of members) for (const crels of [1, 2, 3, 4]) await unlocked(one, crels)
  await Promise.all([1, 2, 3].map(async () => await dispatchNotifications(deps, 5)))
  await Promise.all([1, 2, 3].map(async () => await sendPushes(deps)))
  expect(mails).toHaveLength(12)
  expect(new Set(mails.map(({ to, subject }) => `${to} ${subject}`)).size).toBe(12)
  expect(pushes).toHaveLength(12)
  expect(new Set(pushes.map(({ uid, tag }) => `${uid} ${tag}`)).size).toBe(12)
  expect(mails[0]).toMatchObject({ unsubscribeUrl: 'https://crels.example/unsubscribe?earnings' })
  // A locked screen shows no amount.
  expect(pushes[0]).toMatchObject({
    title: 'Crels are now available',
    body: 'Crels that were pending are now in your wallet.',
    path: '/crels/wallet',
  })
  await twice(async () => await dispatchNotifications(deps))
  expect([mails.length, await sendPushes(deps)]).toEqual([12, 0])
})

test('a locked screen shows neither an answer of support nor points', async () => {
  await setClock('2030-03-05T12:00:00Z')
  const { uid } = await member()
  const answer = 'We paid $120.00 to ada@example.com.'
  const support = { messageId: 'msg_1', reference: 'ABCD-1234', answer }
  const order = { orderId: 'ord_1', title: 'Mug', points: 4200, reason: 'It broke.' }
  await app.db.transaction().execute(async (tx) => {
    await notifyMembers(tx, [uid], { kind: 'support_answered', facts: support })
    await notifyMembers(tx, [uid], { kind: 'order_cancelled', facts: order })
  })
  await dispatchNotifications(deps)
  await sendPushes(deps)
  expect(pushes).toMatchObject([
    { title: 'Answer to your message (ABCD-1234)', body: 'Open Crels to read it.' },
    {
      title: 'Order cancelled: Mug',
      body: 'We had to cancel your order. Its points are back in your balance.',
    },
  ])
  expect(mails[0]!.text).toContain(answer)
})

test('a mail that cannot be enqueued is tried again, and keeps none of the others waiting', async () => {
  const [first, second] = [await member(), await member()]
  for (const one of [first, second]) await unlocked(one)
  const failing = {
    ...deps,
    mailer: {
      send: async (_: unknown, mail: Mail) => {
        if (mail.to === first.email) throw new Error('no queue')
        mails.push(mail)
      },
    },
  }
  expect(await dispatchNotifications(failing)).toBe(1)
  // Nothing of the failed one is written.
  expect(await states(first)).toEqual([])
  expect(await dispatchNotifications(deps)).toBe(1)
  expect(mails.map(({ to }) => to)).toEqual([second.email, first.email])
})

test('choices decide when it is sent: off, in the inbox only, mandatory', async () => {
  const [off, silent] = [await member(), await member()]
  await choose(off, { groups: { earnings: { inApp: false, mail: 'off', push: false } } })
  await choose(silent, { groups: { earnings: { mail: 'off', push: false }, account: { push: false } } })
  for (const one of [off, silent]) await unlocked(one)
  const facts = { campaignId: 'cmp_1', title: 'Headphones', brand: 'Nordlys', reason: 'It is full.' }
  await app.db
    .transaction()
    .execute(async (tx) => await notifyMembers(tx, [silent.uid], { kind: 'removed', facts }))
  await dispatchNotifications(deps)
  await sendPushes(deps)
  expect(pushes).toEqual([])
  expect(mails).toMatchObject([{ to: silent.email, subject: 'Nordlys removed you from “Headphones”' }])
  expect(mails[0]!.unsubscribeUrl).toBeUndefined()
  const inbox = async ({ headers }: TestMember) =>
    (await app.server.inject({ url: '/api/v1/notifications', headers })).json()
  expect(await inbox(off)).toMatchObject({ items: [], unread: 0 })
  expect(await inbox(silent)).toMatchObject({ unread: 2 })
})

test('a member whose profile has no time zone is sent what others are, by UTC', async () => {
  await setClock('2030-03-04T12:00:00Z')
  const blank = await member('Asia/Tokyo')
  const [url, { headers }] = [`/api/v1/users/${blank.uid}`, blank]
  const payload = { timeZone: '' }
  expect((await app.server.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200)
  await choose(blank, { groups: { points: { mail: 'daily' } } })
  await unlocked(blank)
  const facts = { points: 5, firstAt: '2030-04-01T00:00:00.000Z' }
  await app.db
    .transaction()
    .execute(async (tx) => await notifyMembers(tx, [blank.uid], { kind: 'points_expiring', facts }))
  await dispatchNotifications(deps)
  expect([await sendPushes(deps), mails.length]).toEqual([2, 1])
  await setClock('2030-03-05T08:01:00Z')
  expect(await sendDigests(deps)).toBe(1)
})

test('a time in a notification is of where its member lives, and says so where that is not known', async () => {
  await setClock('2030-03-04T12:00:00Z')
  const [tokyo, blank] = [await member('Asia/Tokyo'), await createMember(app)]
  const now = { mail: 'now', push: true }
  for (const one of [tokyo, blank]) await choose(one, { groups: { points: now, shop: now } })
  const expiry = { firstAt: '2030-04-01T20:15:00.000Z', lastAt: '2030-04-02T20:15:00.000Z' }
  const order = { orderId: 'ord_1', title: 'Mug', points: 9, expiry, reason: 'Sold out.' }
  await app.db.transaction().execute(async (tx) => {
    const uids = [tokyo.uid, blank.uid]
    await notifyMembers(tx, uids, { kind: 'points_expiring', facts: { points: 5, firstAt: expiry.firstAt } })
    await notifyMembers(tx, uids, { kind: 'order_cancelled', facts: order })
  })
  await dispatchNotifications(deps)
  await sendPushes(deps)
  const inTokyo = ['2 April 2030 at 05:15', '3 April 2030 at 05:15']
  const inUtc = ['1 April 2030 at 20:15 (UTC)', '2 April 2030 at 20:15 (UTC)']
  for (const [{ uid, email, headers }, [first, last]] of [
    [tokyo, inTokyo],
    [blank, inUtc],
  ] as const) {
    const [expiring, cancelled] = mails.filter(({ to }) => to === email).map(({ text }) => text)
    expect(expiring).toContain(`the first on ${first}.`)
    expect(cancelled).toContain(`between ${first} and ${last}.`)
    expect(pushes.find((push) => push.uid === uid && push.body.includes('between'))?.body).toContain(first)
    const { items } = (await app.server.inject({ url: '/api/v1/notifications', headers })).json()
    expect(items.map(({ body }: { body: string }) => body)).toEqual([
      expect.stringContaining(`between ${first}`),
      expect.stringContaining(`the first on ${first}`),
    ])
  }
})

test('nothing rings in the quiet hours of its member’s zone; what was read by then stays silent', async () => {
  await setClock('2030-03-05T12:00:00Z')
  const [day, night, owl] = [await member(), await member('Asia/Tokyo'), await member('Asia/Tokyo')]
  const reader = await member('Asia/Tokyo')
  // 12:30 in London, 21:30 in Tokyo; 23:30 there two hours later.
  await choose(owl, { quietHours: { from: 3, until: 4 } })
  await setClock('2030-03-05T14:30:00Z')
  for (const one of [day, night, owl, reader]) await unlocked(one)
  await dispatchNotifications(deps)
  const rung = async () => {
    await twice(async () => await sendPushes(deps))
    const all = [day, night, owl, reader].map(({ uid }) => pushes.filter((push) => push.uid === uid).length)
    return all
  }
  expect(await rung()).toEqual([1, 0, 1, 0])
  await app.server.inject({
    method: 'POST',
    url: '/api/v1/notifications/read',
    headers: reader.headers,
    payload: { upTo: `ntf_${'f'.repeat(32)}` },
  })
  await setClock('2030-03-05T22:59:00Z')
  expect(await rung()).toEqual([1, 0, 1, 0])
  // Eight in the morning in Tokyo.
  await setClock('2030-03-05T23:01:00Z')
  expect(await rung()).toEqual([1, 1, 1, 0])
  expect(await states(reader)).toEqual(['mail sent', 'push dropped'])
})

test('nothing rings where it is quiet by the time it would be sent', async () => {
  await setClock('2030-03-06T12:00:00Z')
  const [late, changed] = [await member(), await member()]
  for (const one of [late, changed]) await unlocked(one)
  await dispatchNotifications(deps)
  await choose(changed, { quietHours: { from: 11, until: 14 } })
  await choose(late, { quietHours: { from: 23, until: 6 } })
  const rung = async () => {
    await twice(async () => await sendPushes(deps))
    return [late, changed].map(({ uid }) => pushes.filter((push) => push.uid === uid).length)
  }
  await setClock('2030-03-06T12:01:00Z')
  expect(await rung()).toEqual([1, 0])
  await unlocked(late)
  await dispatchNotifications(deps)
  // As after a night in which nothing ran.
  await setClock('2030-03-07T02:00:00Z')
  expect(await rung()).toEqual([1, 1])
  await setClock('2030-03-07T06:01:00Z')
  expect(await rung()).toEqual([2, 1])
})

test('a push that cannot be handed on is tried again; with no browser to go to it is dropped', async () => {
  await setClock('2030-04-05T12:00:00Z')
  const one = await member()
  await unlocked(one)
  await dispatchNotifications(deps)
  const away = async () => {
    throw new Error('the queue is away')
  }
  expect(await sendPushes({ ...deps, queuePush: away })).toBe(0)
  expect(await states(one)).toEqual(['mail sent', 'push pending'])
  expect(await sendPushes({ ...deps, queuePush: async () => 0 })).toBe(0)
  expect(await states(one)).toEqual(['mail sent', 'push dropped'])
})

test('what is wanted once a day comes in the morning of its member, together and once', async () => {
  await setClock('2030-05-05T12:00:00Z')
  const [here, there] = [await member(), await member('America/New_York')]
  for (const one of [here, there]) {
    await choose(one, { groups: { earnings: { mail: 'daily', push: false } } })
    for (const crels of [7, 8]) await unlocked(one, crels)
  }
  await dispatchNotifications(deps)
  const digests = async () => {
    await twice(async () => await sendDigests(deps))
    return [here, there].map(({ email }) => mails.filter(({ to }) => to === email).length)
  }
  expect(await digests()).toEqual([0, 0])
  await setClock('2030-05-06T07:59:00Z')
  expect(await digests()).toEqual([0, 0])
  await setClock('2030-05-06T08:01:00Z')
  expect(await digests()).toEqual([1, 0])
  expect(mails[0]).toMatchObject({
    subject: '2 updates for you on Crels',
    unsubscribeUrl: 'https://crels.example/unsubscribe?daily',
  })
  expect(mails[0]!.text).toMatch(/7 crels are now yours[\s\S]+8 crels are now yours/)
  expect(mails[0]!.text).toContain('https://crels.example/crels/wallet')
  await setClock('2030-05-06T12:01:00Z')
  expect(await digests()).toEqual([1, 1])
  // Of the same day it is of the next morning; and where nothing came there is none.
  await unlocked(here, 9)
  await dispatchNotifications(deps)
  await setClock('2030-05-06T21:00:00Z')
  expect(await digests()).toEqual([1, 1])
  await setClock('2030-05-07T13:00:00Z')
  expect(await digests()).toEqual([2, 1])
})

test('a digest that is late waits for the next morning, not the night; what was read or is not wanted any more is dropped', async () => {
  await setClock('2030-06-05T12:00:00Z')
  const [late, stopped, disabled] = [await member(), await member(), await member()]
  const reader = await member()
  for (const one of [late, stopped, disabled, reader]) {
    await choose(one, { groups: { earnings: { mail: 'daily' } } })
    await unlocked(one)
  }
  await dispatchNotifications(deps)
  await choose(stopped, { groups: { earnings: { mail: 'off' } } })
  await setMemberState(app.db, disabled.uid, 'disabled')
  await app.server.inject({
    method: 'POST',
    url: '/api/v1/notifications/read',
    headers: reader.headers,
    payload: { upTo: `ntf_${'f'.repeat(32)}` },
  })
  await setClock('2030-06-06T23:00:00Z')
  expect(await sendDigests(deps)).toBe(0)
  await setClock('2030-06-07T07:00:00Z')
  expect(await sendDigests(deps)).toBe(0)
  await setClock('2030-06-07T08:05:00Z')
  expect(await sendDigests(deps)).toBe(1)
  expect(mails.map(({ to }) => to)).toEqual([late.email])
  expect([(await states(stopped))[0], (await states(reader))[0]]).toEqual(['mail dropped', 'mail dropped'])
})

test('a disabled member is mailed what concerns the account, with the contact form; the rest is there when they are back', async () => {
  await setClock('2030-07-05T12:00:00Z')
  const one = await member()
  await setMemberState(app.db, one.uid, 'disabled')
  await unlocked(one)
  const paid = {
    redemptionId: 'rdm_1',
    state: 'paid',
    crels: 900,
    usdCents: 10_00,
    destination: 'PayPal a…@example.com',
    reason: null,
    reference: 'P-1',
  } as const
  await app.db.transaction().execute(async (tx) => {
    await notifyMembers(tx, [one.uid], { kind: 'redemption_changed', facts: paid })
    await notifyMembers(tx, [one.uid], {
      kind: 'link_block_changed',
      facts: { code: 'abc', state: 'blocked' },
    })
    // Mailed by the act.
    await notifyMembers(tx, [one.uid], { kind: 'account_state_changed', facts: { state: 'disabled' } })
  })
  await twice(async () => await dispatchNotifications(deps))
  await sendPushes(deps)
  expect(mails.map(({ to }) => to)).toEqual([one.email, one.email])
  expect(mails.map(({ text }) => text).join()).toContain('$10.00')
  expect(mails.map(({ subject }) => subject)).toContain('We turned off your link /s/abc')
  for (const { text } of mails) expect(text).toContain('https://crels.example/help')
  expect([pushes, await states(one)]).toEqual([[], ['mail sent', 'mail sent']])
  await setMemberState(app.db, one.uid, 'active')
  await dispatchNotifications(deps)
  expect(mails).toHaveLength(2)
  const { rows } = await sql`select from notification where uid = ${one.uid} and in_app`.execute(app.db)
  expect(rows).toHaveLength(4)
})

test('forgets what is a year old', async () => {
  const one = await member()
  await setClock('2031-01-01T12:00:00Z')
  await unlocked(one)
  await setClock('2031-12-31T12:00:00Z')
  await app.jobs.run('forget-notifications')
  expect((await sql`select from notification where uid = ${one.uid}`.execute(app.db)).rows).toHaveLength(1)
  await setClock('2032-01-02T12:00:00Z')
  await app.jobs.run('forget-notifications')
  expect((await sql`select from notification where uid = ${one.uid}`.execute(app.db)).rows).toEqual([])
})

test('mails, digests and pushes speak the language of the account, not that of the work', async () => {
  const german = await member('UTC', { profile: { timeZone: 'UTC', language: 'de' } })
  const english = await member()
  await setClock('2030-03-05T12:00:00Z')
  for (const one of [german, english]) await unlocked(one, 1_234)
  await dispatchNotifications(deps)
  await sendPushes(deps)
  const of = ({ uid, email }: TestMember) => ({
    subject: mails.find(({ to }) => to === email)?.subject,
    html: mails.find(({ to }) => to === email)?.html,
    push: pushes.find((push) => push.uid === uid)?.title,
  })
  expect(of(german).html).toContain('<html lang="de" dir="ltr">')
  expect(of(english).html).toContain('<html lang="en" dir="ltr">')
  expect(of(german).html).toContain('1.234')
  expect(of(english).html).toContain('1,234')
  expect(of(german).subject).not.toBe(of(english).subject)
  expect(of(german).push).not.toBe(of(english).push)
})
