import { setTimeout as delay } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { streamTopics } from '#contracts/stream.constants.ts'
import { grantAward } from '#server/modules/ledger/public.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { inAYear } from '#testing/points.ts'
import { EventStream, OpenStreams } from './event-stream.ts'
import { changedSince, streamId, type TopicVersions } from './stream-id.ts'

describe('over HTTP', () => {
  let site: TestSite
  let member: TestMember
  let party: string
  let granted = 0
  beforeAll(async () => {
    // The leaderboard changes for everyone whenever somebody earns.
    site = await startTestSite({}, { works: false })
    member = await createMember(site)
    await ask()
    const { rows } = await sql<{ party: string }>`
      select party from member where uid = ${member.uid}`.execute(site.db)
    party = rows[0]!.party
  })
  afterAll(async () => await site.close())

  const ask = async (search = '', headers: Record<string, string> = {}) =>
    await fetch(`${site.origin}/api/v1/stream${search}`, { headers: { ...member.headers, ...headers } })
  const earn = async () => {
    const award = { party, program: 'test', period: String((granted += 1)), points: 1, expiresAt: inAYear() }
    await site.db.transaction().execute(async (tx) => await grantAward(tx, award))
  }

  test('says what changed since an earlier answer', async () => {
    const first = (await (await ask()).json()) as { id: string }
    expect(first).toEqual({
      id: expect.any(String),
      changed: streamTopics,
    })
    const again = async () => await (await ask(`?since=${encodeURIComponent(first.id)}`)).json()
    expect(await again()).toEqual({ id: first.id, changed: [] })
    await earn()
    expect(await again()).toEqual({ id: expect.not.stringContaining(first.id), changed: ['balances'] })
  })

  test('says nothing of topics that are not listened to', async () => {
    const asked = async (search: string) => (await (await ask(search)).json()) as Event
    const first = await asked('?topics=orders,rewards')
    expect(first.changed).toEqual(['rewards', 'orders'])
    await earn()
    expect(await asked(`?topics=orders,rewards&since=${encodeURIComponent(first.id)}`)).toEqual({
      id: first.id,
      changed: [],
    })
    // What an id does not name has changed for all that is known.
    expect((await asked(`?topics=balances,orders&since=${encodeURIComponent(first.id)}`)).changed).toEqual([
      'balances',
    ])
    for (const topics of ['', 'weather', 'orders,', 'orders,weather'])
      expect((await ask(`?topics=${topics}`)).status, topics).toBe(422)
  })

  test('sends a change as it happens, to every device of the member and to no other member', async () => {
    const other = await createMember(site)
    const phone = await open(ask)
    const laptop = await open(ask)
    const stranger = await open(
      async (search, headers) => await ask(search, { ...headers, ...other.headers }),
    )
    const [begun] = [await phone.next(), await laptop.next(), await stranger.next()]
    await earn()
    const change = await phone.next()
    expect(change).toEqual({ id: expect.any(String), changed: ['balances'] })
    expect(change!.id).not.toBe(begun!.id)
    expect(await laptop.next()).toEqual(change)
    await delay(1_500)
    expect(stranger.read()).toHaveLength(1)
    for (const one of [phone, laptop, stranger]) await one.close()
  })

  test('sends an inviter every step of a friend, and the friend their own', async () => {
    const ada = await createMember(site)
    // Her row is made by her first call, and an invitation comes from an older member.
    const { shortId } = (
      await site.server.inject({ url: `/api/v1/users/${ada.uid}`, headers: ada.headers })
    ).json()
    const bea = await createMember(site, { profile: completeProfile })
    const asked = async (who: TestMember, since = '') =>
      (await (
        await fetch(`${site.origin}/api/v1/stream?since=${encodeURIComponent(since)}`, {
          headers: who.headers,
        })
      ).json()) as Event
    const post = async (path: string, body: object) =>
      await site.server.inject({
        method: 'POST',
        url: `/api/v1/gamification/${path}`,
        headers: bea.headers,
        payload: body,
      })
    const [before, beasBefore] = [await asked(ada), await asked(bea)]
    expect((await post('friend-invitation', { inviterShortId: shortId })).statusCode).toBe(200)
    const accepted = await asked(ada, before.id)
    expect(accepted.changed).toEqual(['rewards', 'notifications'])
    expect((await asked(bea, beasBefore.id)).changed).toEqual(['rewards'])
    expect((await post('daily-check-in', {})).statusCode).toBe(200)
    expect((await asked(ada, accepted.id)).changed).toEqual(['rewards'])
  })

  test('goes on after a lost connection where it was left', async () => {
    const before = await open(ask)
    const { id } = (await before.next())!
    await before.close()
    await earn()
    const missed = await open(ask, { 'last-event-id': id })
    expect(await missed.next()).toEqual({ id: expect.not.stringContaining(id), changed: ['balances'] })
    const now = missed.read().at(-1)!.id
    await missed.close()
    const nothingMissed = await open(ask, { 'last-event-id': now })
    expect(await nothingMissed.next()).toEqual({ id: now, changed: [] })
    await nothingMissed.close()
  })

  test('lets one member have twenty open and no more', async () => {
    const greedy = await createMember(site)
    const more = async (search: string, headers: Record<string, string> = {}) =>
      await ask(search, { ...headers, ...greedy.headers })
    const all = await Promise.all(Array.from({ length: 20 }, async () => await open(more)))
    const refused = await more('', { accept: 'text/event-stream' })
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    await all.pop()!.close()
    await expect
      .poll(async () => (await more('?seconds=1', { accept: 'text/event-stream' })).status)
      .toBe(200)
    await Promise.all(all.map(async (one) => await one.close()))
  })

  test('is for members whose address is verified', async () => {
    expect((await fetch(`${site.origin}/api/v1/stream`)).status).toBe(401)
    const { headers } = await createMember(site, { verified: false })
    expect((await ask('', headers)).status).toBe(403)
    expect((await ask('?seconds=0')).status).toBe(422)
  })

  test('ends in good order when the server stops', async () => {
    const own = await startTestSite()
    const { headers } = await createMember(own)
    const stream = await open(
      async () =>
        await fetch(`${own.origin}/api/v1/stream`, { headers: { ...headers, accept: 'text/event-stream' } }),
    )
    await stream.next()
    await own.close()
    expect(await stream.next()).toBeUndefined()
  })
})

describe('one stream', () => {
  afterEach(() => vi.useRealTimers())

  test('says that it is open, and ends at the next heartbeat after the sign-in has ended', async () => {
    vi.useFakeTimers()
    let welcome = true
    const stream = new EventStream({
      isWelcome: async () => {
        if (!welcome) throw new Error('user_disabled')
      },
    })
    new OpenStreams().add(stream)
    const heard: string[] = []
    stream.on('data', (chunk: Buffer) => heard.push(chunk.toString()))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(heard).toEqual([': here\n\n'])
    welcome = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(stream.writableEnded).toBe(true)
  })

  test('ends after the seconds that were asked for, and has no heartbeat afterwards', async () => {
    vi.useFakeTimers()
    const stream = new EventStream({ isWelcome: async () => {} })
    new OpenStreams().add(stream, 3)
    stream.resume()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(stream.writableEnded).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([stream.writableEnded, stream.closed, vi.getTimerCount()]).toEqual([true, true, 0])
  })

  test('gives up a reader that does not read', () => {
    const stream = new EventStream({ isWelcome: async () => {} })
    for (let count = 0; count < 2_000 && !stream.destroyed; count += 1)
      stream.say({ id: 'x'.repeat(100), changed: [] })
    expect(stream.destroyed).toBe(true)
  })

  const none: TopicVersions = Object.fromEntries(streamTopics.map((topic) => [topic, '0']))
  const versions = { ...none, balances: '1.0', redemptions: '4' }

  test.each([undefined, '', 'rubbish', 'balances', 'balances:1.0:2', 'other:1.0'])(
    'knows nothing of %j',
    (id) => {
      expect(changedSince(id, versions)).toEqual(streamTopics)
    },
  )

  test('knows its own ids', () => {
    expect(changedSince(streamId(versions), versions)).toEqual([])
    expect(changedSince(streamId(versions), { ...versions, redemptions: '5' })).toEqual(['redemptions'])
  })
})

type Event = { id: string; changed: string[] }

/** A reader of events; `next` waits for one, undefined at the end. */
async function open(
  ask: (search: string, headers: Record<string, string>) => Promise<Response>,
  headers: Record<string, string> = {},
) {
  const response = await ask('', { accept: 'text/event-stream', ...headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const reader = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const events: Event[] = []
  return {
    read: () => events,
    next: async (): Promise<Event | undefined> => {
      const { value, done } = await reader.read()
      if (done) return undefined
      events.push(JSON.parse(value.data) as Event)
      return events.at(-1)
    },
    close: async () => await reader.cancel(),
  }
}
