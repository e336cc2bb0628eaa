import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { queuePush, type PushContent } from './public.ts'
import {
  endPushServices,
  senderOf,
  startPushService,
  SubscribedBrowser,
  type PushService,
} from './push.fixture.ts'
import { testActor } from '#testing/operators.ts'

endPushServices()

let app: TestApp
let service: PushService
beforeAll(async () => {
  app = await startTestApp()
  service = await startPushService()
})
afterAll(() => app.close())

const url = '/api/v1/push-subscriptions'
const list = async ({ headers }: TestMember, at = app) =>
  (await at.server.inject({ url, headers })).json() as {
    key: string
    items: { id: string; endpoint: string }[]
  }
const subscribe = async ({ headers }: Pick<TestMember, 'headers'>, payload: object) =>
  await app.server.inject({ method: 'POST', url, headers: { ...headers, 'user-agent': 'x' }, payload })
const news: PushContent = {
  title: 'Your claim was accepted',
  body: 'Headphones',
  path: '/my-campaigns',
  tag: 'a',
}
const queue = async ({ uid }: TestMember, changes: Partial<PushContent> = {}) =>
  await app.db.transaction().execute(async (tx) => await queuePush(tx, uid, { ...news, ...changes }))
/** As if the time of every waiting message had come. */
const hurry = async () => await sql`update push_message set next_attempt_at = now()`.execute(app.db)
const waiting = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from push_message`.execute(app.db)).rows[0]!.n

/** A member with a browser that is notified. */
async function reader(): Promise<{ member: TestMember; browser: SubscribedBrowser }> {
  const member = await createMember(app)
  const browser = new SubscribedBrowser(service)
  expect((await subscribe(member, browser.subscription)).statusCode).toBe(201)
  return { member, browser }
}

test('a browser gets what is sent, encrypted for it alone and signed with the key it subscribed with', async () => {
  const { member, browser } = await reader()
  const { key, items } = await list(member)
  expect(items).toMatchObject([{ endpoint: browser.endpoint, browser: null }])
  expect(await queue(member)).toBe(1)
  expect(await app.push.deliverDue()).toBe(1)
  expect(browser.messages(service)).toEqual([news])
  const message = service.received.at(-1)!
  expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  expect(message.body.toString('latin1')).not.toContain('claim')
  const sender = await senderOf(message, key)
  expect(sender).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:\S+@/) })
  expect(sender.exp! * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000)
  // Once.
  expect([await app.push.deliverDue(), await waiting()]).toEqual([0, 0])
  expect(await queue(await createMember(app))).toBe(0)
  const long = { title: 'x'.repeat(300), body: '😀'.repeat(1000) }
  await queue(member, long)
  await app.push.deliverDue()
  const [, cut] = browser.messages(service) as PushContent[]
  expect([cut!.title.length, [...cut!.body].length]).toEqual([80, 200])
})

test('the key pair is made once, for all processes, and is sealed', async () => {
  const beside = await startBeside(app)
  try {
    const member = await createMember(app)
    const keys = await Promise.all([app, beside, app].map(async (at) => (await list(member, at)).key))
    expect(new Set(keys).size).toBe(1)
    const { rows } = await sql<{ sealed: string }>`select private_sealed as sealed from push_key`.execute(
      app.db,
    )
    expect(rows).toMatchObject([{ sealed: expect.stringMatching(/^s2\./) }])
  } finally {
    await beside.close()
  }
})

test('an address that is no push service’s, and keys that nothing can be encrypted for, are refused', async () => {
  const member = await createMember(app)
  const { keys } = new SubscribedBrowser(service).subscription
  for (const endpoint of [
    'https://10.0.0.1/push',
    'https://[fd00::1]/push',
    'https://169.254.169.254/latest',
    'https://user:secret@push.example.org/',
    'https://printer.local/push',
    'ftp://push.example.org/',
    `https://push.example.org/${'x'.repeat(1100)}`,
    'push',
  ])
    expect((await subscribe(member, { endpoint, keys })).statusCode, endpoint).toBe(422)
  const endpoint = 'https://push.example.org/1'
  for (const wrong of [
    { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { ...keys, p256dh: 'x' },
    { ...keys, auth: 'x'.repeat(23) },
    {},
  ])
    expect((await subscribe(member, { endpoint, keys: wrong })).statusCode).toBe(422)
  expect((await list(member)).items).toEqual([])
  // Plain http is for tests and development alone.
  const live = await startBeside(app, { allowLocalDestinations: false })
  const answered = await live.server.inject({
    method: 'POST',
    url,
    headers: member.headers,
    payload: { endpoint: 'http://push.example.org/1', keys },
  })
  await live.close()
  expect(answered.statusCode).toBe(422)
})

test('a browser has one subscription, a session one browser, and a member ten', async () => {
  const { member, browser } = await reader()
  expect((await subscribe(member, browser.subscription)).statusCode).toBe(201)
  const next = new SubscribedBrowser(service)
  await subscribe(member, next.subscription)
  expect((await list(member)).items).toMatchObject([{ endpoint: next.endpoint }])
  // The next who signs in at that browser.
  const other = await createMember(app)
  await queue(member)
  await subscribe(other, next.subscription)
  expect([(await list(member)).items, (await list(other)).items.length]).toEqual([[], 1])
  await app.push.deliverDue()
  expect(next.messages(service)).toEqual([])
  await sql`
    insert into push_subscription (uid, session_id, endpoint, p256dh, auth, created_at)
    select uid, 'ses_' || n, endpoint || n, p256dh, auth, now() - n * interval '1 hour'
    from push_subscription, generate_series(1, 9) n where uid = ${other.uid}`.execute(app.db)
  const again = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    payload: { email: other.email, password: other.password },
  })
  const second = { headers: { authorization: `Bearer ${again.json().accessToken}` } }
  await subscribe(second, new SubscribedBrowser(service).subscription)
  const { items } = await list(other)
  expect(items).toHaveLength(10)
  expect(items.map(({ endpoint }) => endpoint)).not.toContain(`${next.endpoint}9`)
  // Of others none can be removed.
  const remove = async ({ headers }: TestMember, id: string) =>
    (await app.server.inject({ method: 'DELETE', url: `${url}/${id}`, headers })).statusCode
  expect(await remove(member, items[0]!.id)).toBe(404)
  expect([await remove(other, items[0]!.id), await remove(other, items[0]!.id)]).toEqual([204, 404])
})

test('a browser is notified no longer than its session lasts, whichever way that ends', async () => {
  const ends: ((member: TestMember) => Promise<unknown>)[] = [
    async ({ cookie }) =>
      await app.server.inject({
        method: 'POST',
        url: '/identity/sign-out',
        headers: { cookie },
        payload: {},
      }),
    async ({ cookie }) =>
      await app.server.inject({
        method: 'POST',
        url: '/identity/sign-out',
        headers: { cookie },
        payload: { everywhere: true },
      }),
    async ({ uid }) => await app.members.disable(testActor, uid, 'spam'),
    async ({ headers }) => {
      const { items } = (await app.server.inject({ url: '/identity/sessions', headers })).json()
      await app.server.inject({ method: 'DELETE', url: `/identity/sessions/${items[0].id}`, headers })
    },
    async ({ uid }) => await sql`update member set state = 'deleted' where uid = ${uid}`.execute(app.db),
  ]
  for (const end of ends) {
    const { member, browser } = await reader()
    await queue(member)
    await end(member)
    const { rows } = await sql`select from push_subscription where uid = ${member.uid}`.execute(app.db)
    expect([rows, await waiting()], end.toString()).toEqual([[], 0])
    await app.push.deliverDue()
    expect(browser.messages(service)).toEqual([])
    // With a bearer that is still in its hour.
    expect([401, 403]).toContain((await subscribe(member, browser.subscription)).statusCode)
  }
})

test('404 and 410 are forgotten at once; what is refused is dropped, and a browser that takes nothing goes', async () => {
  for (const status of [404, 410]) {
    const { member } = await reader()
    await queue(member)
    service.answer = (response) => void response.writeHead(status).end()
    await app.push.deliverDue()
    expect([(await list(member)).items, await waiting()]).toEqual([[], 0])
  }
  const { member } = await reader()
  service.answer = (response) => void response.writeHead(403).end('no')
  for (let message = 1; message <= 10; message += 1) {
    expect((await list(member)).items).toHaveLength(1)
    await queue(member)
    expect(await app.push.deliverDue()).toBe(1)
  }
  expect((await list(member)).items).toEqual([])
  service.answer = (response) => void response.writeHead(201).end()
})

test('429 and 5xx are tried again, later each time or as long as asked, and no longer than a day', async () => {
  const { member, browser } = await reader()
  await queue(member)
  const due = async () => {
    const { rows } = await sql<{ inSec: number }>`
      select extract(epoch from next_attempt_at - now())::float8 as "inSec" from push_message`.execute(app.db)
    return rows[0]?.inSec
  }
  service.answer = (response) => void response.writeHead(503).end()
  await app.push.deliverDue()
  expect(await due()).toBeGreaterThan(20)
  await hurry()
  service.answer = (response) => void response.writeHead(429, { 'retry-after': '1800' }).end()
  await app.push.deliverDue()
  expect(await due()).toBeGreaterThan(1_700)
  await hurry()
  service.answer = (response) => void response.writeHead(201).end()
  await app.push.deliverDue()
  expect([browser.messages(service).length, await waiting()]).toEqual([3, 0])
  // A retry that would ring in the member's quiet hours waits for their end, and so does one that comes late.
  await queue(member, { quiet: { fromMs: 10_000, untilMs: 3_600_000 } })
  service.answer = (response) => void response.writeHead(503).end()
  expect(await app.push.deliverDue()).toBe(1)
  service.answer = (response) => void response.writeHead(201).end()
  expect(await due()).toBeGreaterThan(3_500)
  await sql`update push_message set next_attempt_at = now(), quiet_from = now()`.execute(app.db)
  expect(await app.push.deliverDue()).toBe(0)
  // It waits for their end, and is not looked at again each second.
  expect(await due()).toBeGreaterThan(3_400)
  await sql`update push_message set next_attempt_at = now(), quiet_until = now()`.execute(app.db)
  expect(await app.push.deliverDue()).toBe(1)
  // Its time is over.
  await queue(member)
  await sql`update push_message set expires_at = now()`.execute(app.db)
  expect(await app.jobs.run('drop-old-pushes')).toEqual({ dropped: 1 })
})

test('of a topic the newest is sent; what is rolled back is not; several processes send each once', async () => {
  const { member, browser } = await reader()
  await queue(member, { title: 'Old' })
  await queue(member, { title: 'New' })
  await queue(member, { title: 'Else', tag: 'b' })
  const failing = app.db.transaction().execute(async (tx) => {
    await queuePush(tx, member.uid, { ...news, tag: 'c' })
    throw new Error('the fact failed')
  })
  await expect(failing).rejects.toThrow('the fact failed')
  const beside = await startBeside(app)
  try {
    await Promise.all([app.push.deliverDue(), beside.push.deliverDue()])
    // One a member at a time: who came second leaves the rest to the first.
    await app.push.deliverDue()
  } finally {
    await beside.close()
  }
  const titles = (browser.messages(service) as PushContent[]).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Else', 'New'])
})

test('push services that hang hold up no others', async () => {
  const slow = await startPushService()
  const held: ServerResponse[] = []
  slow.answer = (response) => void held.push(response)
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    const member = await createMember(app)
    await subscribe(member, new SubscribedBrowser(slow).subscription)
    await sql`update push_subscription set failures = 1 where uid = ${member.uid}`.execute(app.db)
    await queue(member)
  }
  const { member, browser } = await reader()
  await queue(member)
  const delivered = app.push.deliverDue()
  await vi.waitFor(() => expect([held.length, browser.messages(service).length]).toEqual([4, 1]), 8_000)
  slow.answer = (response) => void response.writeHead(410).end()
  for (const response of held) slow.answer(response)
  expect(await delivered).toBe(7)
})
