import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Analytics } from '@segment/analytics-node'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testConfig } from '#testing/config.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { eventsBetween, eventsOf, removeEventsOf, removeOldEvents } from './event-queries.ts'
import { ForwardPump, forwardDelayMs } from './forward-pump.ts'

interface Received {
  authorization: string | undefined
  body: { batch: { messageId: string; event: string }[]; writeKey: string; sentAt: string }
}

/** A stand-in for another service of the Segment HTTP API: it keeps what it gets, and answers what a test says. */
const received: Received[] = []
let answer: (response: ServerResponse, body: Received['body']) => void
const service = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body']
    received.push({ authorization: request.headers.authorization, body })
    answer(response, body)
  })
})

let site: TestSite
let forward: { url: string; writeKey: string }
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  forward = {
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/batch`,
    writeKey: 'elsewhere',
  }
  const { analytics } = testConfig('postgres:///unused')
  site = await startTestSite(
    { analytics: { ...analytics, isOn: true, traits: ['plan'], forward } },
    { works: false },
  )
})
afterAll(async () => {
  await site.close()
  service.closeAllConnections()
  service.close()
})
beforeEach(async () => {
  await sql`delete from analytics_event`.execute(site.db)
  received.length = 0
  answer = (response) => response.writeHead(200).end('{}')
})

const stored = async () =>
  (
    await sql<{
      messageId: string
      type: string
      name: string
      userId: string
      message: Record<string, unknown>
    }>`
      select message_id as "messageId", type, name, user_id as "userId", message from analytics_event order by message_id`.execute(
      site.db,
    )
  ).rows
const post = async (
  path: string,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'text/plain' },
) =>
  await site.server.inject({
    method: 'POST',
    url: path,
    headers,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const event = (messageId: string, more: object = {}) => ({
  type: 'track',
  event: 'link_copied',
  messageId,
  userId: 'u1',
  ...more,
})

test('takes all six calls of the node library, and a batch that comes again once', async () => {
  const sent: string[] = []
  const library = new Analytics({ writeKey: 'crels', host: site.origin, flushAt: 7, maxRetries: 0 })
  const failures: unknown[] = []
  library.on('error', (error) => failures.push(error))
  library.on('http_request', ({ body }) => sent.push(body as string))
  library.identify({ userId: 'u1', traits: { plan: 'pro', email: 'ola@b.example' } })
  library.track({ userId: 'u1', event: 'order_placed', properties: { note: 'ola@b.example', count: 1 } })
  library.page({ userId: 'u1', name: 'home' })
  library.screen({ userId: 'u1', name: 'home' })
  library.group({ userId: 'u1', groupId: 'g1' })
  library.alias({ userId: 'u1', previousId: 'a1' })
  await library.closeAndFlush()
  expect(failures).toEqual([])
  const rows = await stored()
  expect(rows.map(({ type }) => type).sort()).toEqual([
    'alias',
    'group',
    'identify',
    'page',
    'screen',
    'track',
  ])
  expect(rows.find(({ type }) => type === 'identify')!.message.traits).toEqual({ plan: 'pro' })
  expect(rows.find(({ type }) => type === 'track')!.message.properties).toEqual({ note: '[email]', count: 1 })
  expect(JSON.stringify(rows)).not.toContain('b.example')
  const again = { ...(JSON.parse(sent[0]!) as object), writeKey: 'crels' }
  const answers = await Promise.all(Array.from({ length: 8 }, async () => await post('/v1/batch', again)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  expect(await stored()).toEqual(rows)
})

test('every address of a call stores it under its type, with the write key in each of its places', async () => {
  const letters = { i: 'identify', t: 'track', p: 'page', a: 'alias', g: 'group', s: 'screen' }
  const basic = `Basic ${Buffer.from('crels:').toString('base64')}`
  for (const [letter, call] of Object.entries(letters)) {
    const said = { userId: 'u', event: 'e', name: 'n' }
    expect(
      (await post(`/v1/${letter}`, { ...said, messageId: `1-${call}`, writeKey: 'crels' })).json(),
    ).toEqual({
      success: true,
    })
    const named = await post(`/v1/${call}`, { ...said, messageId: `2-${call}` }, { authorization: basic })
    expect([named.statusCode, named.headers['cache-control']]).toEqual([200, 'no-store'])
  }
  for (const path of ['/v1/b', '/v1/import'])
    expect((await post(path, { batch: [event(path, { writeKey: 'crels' })] })).statusCode).toBe(200)
  expect((await stored()).map(({ messageId, type }) => `${messageId} ${type}`)).toEqual([
    '/v1/b track',
    '/v1/import track',
    ...['1', '2'].flatMap((n) =>
      Object.values(letters)
        .sort()
        .map((call) => `${n}-${call} ${call}`),
    ),
  ])
})

test('says its own origin in the settings, and nothing to another write key', async () => {
  const { host } = new URL(site.origin)
  const answered = await site.server.inject({ url: '/v1/projects/crels/settings', headers: { host } })
  expect(answered.json()).toMatchObject({
    integrations: { 'Segment.io': { apiKey: 'crels', apiHost: `${host}/v1`, protocol: 'http' } },
    metrics: { sampleRate: 0 },
  })
  expect((await site.server.inject({ url: '/v1/projects/other/settings' })).statusCode).toBe(404)
  expect((await site.server.inject({ url: '/v1/elsewhere' })).statusCode).toBe(404)
})

test.each([
  ['no JSON', '/v1/t', '{', 400],
  ['nothing', '/v1/t', '', 400],
  ['a list', '/v1/t', '[]', 400],
  ['another write key', '/v1/t', { ...event('x'), writeKey: 'other' }, 401],
  ['no write key', '/v1/batch', { batch: [event('x')] }, 401],
  ['no batch', '/v1/batch', { writeKey: 'crels' }, 400],
  ['no id of anyone', '/v1/p', { writeKey: 'crels', messageId: 'x' }, 400],
  ['an address as id', '/v1/p', { writeKey: 'crels', userId: 'a@b.example' }, 400],
  ['33 KB', '/v1/t', { ...event('x'), writeKey: 'crels', properties: { a: 'x'.repeat(33_000) } }, 413],
  ['501 KB', '/v1/batch', `{"writeKey":"crels","batch":[],"a":"${'x'.repeat(513_000)}"}`, 413],
])('refuses %s', async (_, path, body, status) => {
  expect((await post(path, body)).statusCode).toBe(status)
  expect(await stored()).toEqual([])
})

test('one wrong message of a batch costs no other; pages of other sites, and who refuses tracking, store none', async () => {
  const batch = [event('a'), { type: 'track' }, null, event('b', { properties: { a: 'x'.repeat(33_000) } })]
  expect((await post('/v1/batch', { writeKey: 'crels', batch })).statusCode).toBe(200)
  const one = { ...event('c'), writeKey: 'crels' }
  const foreign = {
    'content-type': 'text/plain',
    origin: 'https://other.example',
    'sec-fetch-site': 'cross-site',
  }
  const refused = await post('/v1/t', one, foreign)
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
  expect((await post('/v1/t', one, { 'sec-gpc': '1' })).statusCode).toBe(200)
  expect((await post('/v1/t', one, { dnt: '1' })).statusCode).toBe(200)
  expect((await stored()).map(({ messageId }) => messageId)).toEqual(['a'])
})

test('forwards each event until it is taken, with its id, and one that is refused holds up no other', async () => {
  const pump = new ForwardPump(site.db, forward, pino({ level: 'silent' }))
  const waiting = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from analytics_forward`.execute(site.db)).rows[0]!.n
  const dueNow = async () => await sql`update analytics_forward set next_attempt_at = now()`.execute(site.db)
  await post('/v1/batch', { writeKey: 'crels', batch: [event('a'), event('b'), event('poison')] })

  answer = (response) => response.writeHead(503).end()
  await pump.deliverDue()
  expect([received.length, await waiting()]).toEqual([1, 3])
  await dueNow()
  // The process is killed before it hears the answer: what was taken comes back.
  answer = (response) => response.destroy()
  await pump.deliverDue()
  expect(await waiting()).toBe(3)
  answer = (response, { batch }) =>
    response.writeHead(batch.some(({ messageId }) => messageId === 'poison') ? 400 : 200).end()
  for (let round = 0; round < 4; round += 1) {
    await dueNow()
    await pump.deliverDue()
  }
  expect(await waiting()).toBe(1)
  const taken = received.filter(({ body }) => body.batch.every(({ messageId }) => messageId !== 'poison'))
  expect(new Set(taken.flatMap(({ body }) => body.batch.map(({ messageId }) => messageId)))).toEqual(
    new Set(['a', 'b']),
  )
  expect(taken[0]).toMatchObject({
    authorization: `Basic ${Buffer.from('elsewhere:').toString('base64')}`,
    body: { writeKey: 'elsewhere', batch: [{ type: 'track', userId: 'u1', event: 'link_copied' }] },
  })
  // What is too old to be kept waits no longer.
  await removeOldEvents(site.db, 0)
  expect(await waiting()).toBe(0)
  await pump.close()
})

test('waits longer after each failure, an hour at most', () => {
  expect([1, 2, 3, 6, 1000].map((attempts) => forwardDelayMs(attempts, 1))).toEqual([
    5_000, 20_000, 80_000, 3_600_000, 3_600_000,
  ])
})

test('drops what is older than the days, erases a member with the browsers they used, exports by time', async () => {
  const mine = [event('a'), event('b', { anonymousId: 'browser' }), event('other', { userId: 'u2' })]
  const before = { ...event('before'), userId: undefined, anonymousId: 'browser' }
  const elsewhere = { ...event('elsewhere'), userId: undefined, anonymousId: 'another' }
  await post('/v1/batch', { writeKey: 'crels', batch: [...mine, before, elsewhere] })
  await sql`update analytics_event set received_at = now() - interval '30 days' where message_id = 'a'`.execute(
    site.db,
  )
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const first = await eventsOf(site.db, 'u1', undefined, 1)
  expect([...ids(first), ...ids(await eventsOf(site.db, 'u1', first[0], 9))].sort()).toEqual(['a', 'b'])
  const now = Date.now()
  const days = { from: new Date(now - 86_400_000), to: new Date(now + 86_400_000) }
  const page = await eventsBetween(site.db, days, undefined, 2)
  expect([...ids(page), ...ids(await eventsBetween(site.db, days, page.at(-1), 9))].sort()).toEqual([
    'b',
    'before',
    'elsewhere',
    'other',
  ])
  expect(await removeOldEvents(site.db, 29)).toBe(1)
  await removeEventsOf(site.db, 'u1')
  expect((await stored()).map(({ messageId }) => messageId)).toEqual(['elsewhere', 'other'])
})
