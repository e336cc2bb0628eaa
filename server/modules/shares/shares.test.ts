import { sql } from 'kysely'
import { expect, describe, test } from 'vitest'
import pino from 'pino'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { decideApplication, letBackIn, removeMember } from '#server/modules/campaigns/public.ts'
import { findClick } from '#server/modules/clicks/public.ts'
import { askServer } from '#testing/ask-server.ts'
import { manyAtOnce } from '#testing/config.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, noticesTo } from '#testing/members.ts'
import {
  app,
  claim,
  openApp,
  advanceClock,
  person,
  type Person,
  pointsOf,
  read,
  set,
} from '#testing/rewards.ts'
import { decideShareReview } from './decide-share-review.ts'
import { settleShares } from './settle-shares.ts'
import { listShareReviews } from './share-review-queries.ts'
import { blockHost, unblockHost } from '#server/modules/shortlinks/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testActor } from '#testing/operators.ts'
import { utcDate } from '#rules/utc-date.ts'

openApp()

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

const share = async (member: Person, campaignId: string, network = 'x', headers?: Record<string, string>) =>
  await claim(member, 'social-share', { network, campaignId }, headers)

/** A new share's address. */
async function shared(member: Person, campaignId: string, network = 'x'): Promise<string> {
  const response = await share(member, campaignId, network)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().share.url
}

let visitors = 0
/** A visitor follows a link: a new one at every call unless an address is given. */
async function visit(url: string, remoteAddress?: string, userAgent = agent) {
  visitors += 1
  const response = await app.server.inject({
    url: new URL(url).pathname,
    headers: { 'user-agent': userAgent },
    remoteAddress: remoteAddress ?? `198.51.${100 + Math.floor(visitors / 250)}.${1 + (visitors % 250)}`,
  })
  expect(response.statusCode).toBe(302)
  return response.headers.location as string
}

async function visitTimes(url: string, times: number) {
  for (let each = 0; each < times; each++) await visit(url)
}

/** What the job does each minute, with every click of before. */
async function settle(limits = app.config.clickLimits) {
  await app.clicks.flush()
  return await settleShares(app.db, { log: pino({ level: 'silent' }), limits })
}

/** Visitors of one network and day. */
const leaveMidnight = async () => {
  if (app.clock.now().getUTCHours() === 23) await advanceClock('1 hour')
}

const decide = async (linkId: string, accept: boolean, answer?: string) =>
  await app.db
    .transaction()
    .execute(
      async (tx) => await decideShareReview(tx, { via: 'job', source: 'Olga' }, { linkId, accept, answer }),
    )

const campaign = async () => (await createCampaign(app)).id
const list = async (member: Person) => await read(member, '/gamification/social-share')
const join = async (member: Person, campaignId: string) =>
  await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: member.headers,
  })

describe('a share', () => {
  test('has a link at once, and pays nothing without visitors', async () => {
    const [ada, id] = [await person(), await campaign()]
    const body = (await share(ada, id)).json()
    const day = utcDate(app.clock.now())
    expect(body).toMatchObject({ granted: 0, balance: 0 })
    expect(Date.parse(body.nextAt)).toBe(Date.parse(day) + 86_400_000)
    expect(body.share).toMatchObject({
      network: 'x',
      campaign: { id, title: expect.any(String) },
      day,
      state: 'waiting',
      reason: null,
      clicks: 0,
      clicksNeeded: 3,
      points: 30,
      until: null,
      paidAt: null,
    })
    expect(body.share.url).toMatch(new RegExp(`^${app.config.publicOrigin}/s/[a-z0-9]{7}$`))
    expect(Date.parse(body.share.closesAt) - Date.parse(body.share.sharedAt)).toBe(7 * 86_400_000)
    expect(await list(ada)).toMatchObject({
      rewards: { points: 30, clicks: 3, days: 7 },
      today: { paid: 0, paidMax: 3 },
      totals: { waiting: 1, paid: 0, points: 0 },
      items: [body.share],
      nextCursor: null,
    })
  })

  test('is among the pending rewards, however many came after it and are decided', async () => {
    const [ada, id] = [await person(), await campaign()]
    await shared(ada, id)
    await sql`
      with later as (
        insert into link
        select (jsonb_populate_record(l, jsonb_build_object('id', 'lnk_' || md5(n || s.link_id), 'code', 'later' || n || l.code))).*
        from social_share s join link l on l.id = s.link_id, generate_series(1, 25) n where s.uid = ${ada.uid}
        returning id
      )
      insert into social_share (link_id, uid, party, campaign_id, network, day, state, reason, shared_at, closes_at, decided_at, clicks)
      select t.id, uid, party, campaign_id, network, day + row_number() over ()::integer, 'ended', 'too_few_clicks',
             shared_at + interval '1 s', closes_at, crels_now(), 0
      from social_share, later t where uid = ${ada.uid}`.execute(app.db)
    expect((await list(ada)).items).toHaveLength(20)
    expect((await read(ada, '/rewards')).pending).toContainEqual(
      expect.objectContaining({ reward: 'social-share', reason: 'too_few_clicks' }),
    )
  })

  test('is paid once when three different people have used it, however often it is looked at', async () => {
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    await visitTimes(url, 2)
    await settle()
    expect((await list(ada)).items[0]).toMatchObject({ state: 'waiting', clicks: 2 })
    expect(await pointsOf(ada)).toBe(0)
    await visit(url)
    await app.clicks.flush()
    await Promise.all([settle(), settle(), settle(), share(ada, id), share(ada, id)])
    expect(await pointsOf(ada)).toBe(30)
    const { items, totals, today } = await list(ada)
    expect(items[0]).toMatchObject({ state: 'paid', clicks: 3, points: 30, paidAt: expect.any(String) })
    expect([totals, today.paid]).toEqual([{ waiting: 0, paid: 1, points: 30 }, 1])
    const { items: entries } = await read(ada, '/points/history?kind=social-share')
    expect(entries).toMatchObject([{ points: 30, about: { type: 'campaign', campaignId: id } }])
    await visitTimes(url, 3)
    await settle()
    expect(await pointsOf(ada)).toBe(30)
  })

  test('is paid beside one that cannot be, and the job fails, so that alerts know', async () => {
    const [ada, bea, id] = [await person(), await person(), await campaign()]
    for (const member of [ada, bea]) await visitTimes(await shared(member, id), 3)
    await app.clicks.flush()
    const refusal = `alter table social_share add constraint refused check (uid <> '${ada.uid}' or state <> 'paid') not valid`
    await askServer(app.databaseUrl, refusal)
    await expect(app.jobs.run('settle-shares')).rejects.toThrow('1 failed; the others are done')
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([0, 30])
    await askServer(app.databaseUrl, 'alter table social_share drop constraint refused')
    // The next visitor has it looked at again, and its end does.
    await advanceClock('8 days')
    await app.jobs.run('settle-shares')
    expect((await list(ada)).items[0].state).not.toBe('waiting')
  })

  test('counts one device once, however many user agents it sends, and says how many look alike', async () => {
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    for (let each = 0; each < 6; each++)
      await visit(
        url,
        '203.0.113.50',
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/${100 + each}.0.0.0 Safari/537.36`,
      )
    await visit(url, '95.216.10.1')
    await settle()
    expect((await list(ada)).items[0]).toMatchObject({
      state: 'waiting',
      reason: 'network_limit',
      clicks: 1,
      alike: 6,
    })
    expect(await pointsOf(ada)).toBe(0)
    await visitTimes(url, 2)
    await settle()
    expect(await pointsOf(ada)).toBe(30)
  })

  test('with enough visitors that look alike is under review, seen by both, and paid once when an operator accepts', async () => {
    await leaveMidnight()
    const [ada, bea, id] = [await person(), await person(), await campaign()]
    for (const member of [ada, bea]) {
      const url = await shared(member, id)
      for (let each = 0; each < 4; each++) await visit(url, `203.0.113.${60 + each}`)
      await visit(url, '95.216.10.1')
    }
    const limits = { ...app.config.clickLimits, perNetwork: 2 }
    await settle(limits)
    const share = async (member: Person) => (await list(member)).items[0]
    expect(await share(ada)).toMatchObject({ state: 'waiting', reason: 'network_limit' })
    expect((await read(ada, '/rewards')).pending).toContainEqual(
      expect.objectContaining({ reward: 'social-share', reason: 'network_limit' }),
    )
    const reviews = await listShareReviews(app.db, { limit: 100 })
    const mine = reviews.find(({ uid }) => uid === ada.uid)!
    expect(mine).toMatchObject({ reason: 'network_limit', visitors: 3, network: 'x' })
    expect(await pointsOf(ada)).toBe(0)

    const decided = await Promise.all([1, 2, 3].map(async () => await decide(mine.id, true)))
    expect(decided.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
    await Promise.all([settle(limits), settle(limits)])
    expect(await pointsOf(ada)).toBe(30)
    expect(await share(ada)).toMatchObject({ state: 'paid', clicks: 5 })
    await expect(decide(mine.id, false)).rejects.toMatchObject({ code: 'conflict' })
    const { subject } = (await noticesTo(app, ada))[0]!
    expect(subject).toMatch(/^Your .+ share counts$/)

    // A review outlives the days of a share; one that is rejected has ended then.
    await advanceClock('8 days')
    await settle(limits)
    expect(await share(bea)).toMatchObject({ state: 'waiting', reason: 'network_limit' })
    const hers = reviews.find(({ uid }) => uid === bea.uid)!
    await decide(hers.id, false, 'One phone farm.')
    await settle(limits)
    expect(await share(bea)).toMatchObject({ state: 'ended', reason: 'not_genuine', clicks: 2 })
    expect(await pointsOf(bea)).toBe(0)
    expect((await noticesTo(app, bea))[0]!.text).toContain('One phone farm.')
    await expect(decide('lnk_nothing', true)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('obeys the limits of the settings, wider for a mobile network, and pays when enough others come', async () => {
    await leaveMidnight()
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    const limits = { perHour: 60, perNetwork: 1, perMobileNetwork: 3 }
    for (let each = 0; each < 3; each++) await visit(url, `203.0.113.${70 + each}`)
    await settle(limits)
    expect((await list(ada)).items[0]).toMatchObject({ reason: 'network_limit' })
    for (let each = 0; each < 2; each++) await visit(url, `172.58.1.${each + 1}`)
    await settle(limits)
    expect((await list(ada)).items[0]).toMatchObject({ state: 'paid', reason: null, clicks: 3 })
    const reviews = await listShareReviews(app.db, { limit: 100 })
    expect(reviews.filter(({ uid }) => uid === ada.uid)).toEqual([])
  })

  test('asked for again answers the same link while it waits, and 409 with the next day once it is paid', async () => {
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    expect(await shared(ada, id)).toBe(url)
    await visitTimes(url, 3)
    await app.clicks.flush()
    // A request for the list pays without waiting for the job.
    expect((await share(ada, id)).json()).toMatchObject({
      granted: 30,
      balance: 30,
      share: { state: 'paid' },
    })
    const again = await share(ada, id)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'already_granted', granted: 0, balance: 30 })
    expect(again.json().detail).toMatch(/^\p{Lu}.*\.$/u)
    const tomorrow = Date.parse(utcDate(app.clock.now())) + 86_400_000
    expect(Date.parse(again.json().nextAt)).toBe(tomorrow)
    await advanceClock('1 day')
    expect(await shared(ada, id)).not.toBe(url)
  })

  test('made by many calls at once is one, with one link', async () => {
    const [ada, id] = [await person(), await campaign()]
    const answers = await Promise.all(Array.from({ length: manyAtOnce }, async () => await share(ada, id)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json().share.url)).size).toBe(1)
    const { rows } = await sql`select from link where owner_uid = ${ada.uid}`.execute(app.db)
    expect(rows).toHaveLength(1)
    await visitTimes(answers[0]!.json().share.url, 3)
    await app.clicks.flush()
    const paid = await Promise.all(Array.from({ length: manyAtOnce }, async () => await share(ada, id)))
    expect(paid.filter((answer) => answer.json().granted === 30)).toHaveLength(1)
    expect(paid.filter(({ statusCode }) => statusCode === 409)).toHaveLength(manyAtOnce - 1)
    expect(await pointsOf(ada)).toBe(30)
  })

  test('one key gets one answer', async () => {
    const [ada, id] = [await person(), await campaign()]
    const key = { 'idempotency-key': 'shared-once' }
    const first = await share(ada, id, 'x', key)
    expect((await share(ada, id, 'x', key)).json()).toEqual(first.json())
    expect((await share(ada, id, 'reddit', key)).statusCode).toBe(422)
  })
})

describe('does not count', () => {
  test('the same visitor again, a bot, a preview', async () => {
    // At noon: on the next day, two hours later, the same person would be another visitor.
    const now = app.clock.now().getTime()
    await advanceClock(`${(Math.floor(now / 86_400_000) + 1.5) * 86_400_000 - now} milliseconds`)
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    await visit(url, '203.0.113.1')
    await visit(url, '203.0.113.1')
    await advanceClock('2 hours')
    await visit(url, '203.0.113.1')
    await visit(
      url,
      '203.0.113.2',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    )
    await visit(url, '203.0.113.3', 'facebookexternalhit/1.1')
    await settle()
    expect((await list(ada)).items[0]).toMatchObject({ clicks: 1, state: 'waiting' })
  })

  test('the member who shared it, on any device they use', async () => {
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    const own = ['8.8.4.4', '8.8.8.8']
    for (const remoteAddress of own) {
      await app.server.inject({
        url: '/api/v1/gamification/social-share',
        headers: { ...ada.headers, 'user-agent': agent },
        remoteAddress,
      })
      await visit(url, remoteAddress)
    }
    // The note of a device is written beside the answer: a share that is settled before it counts a stranger.
    const recorded = async () =>
      (await sql`select from member_visitor where uid = ${ada.uid}`.execute(app.db)).rows.length
    await expect.poll(recorded).toBe(own.length)
    await visitTimes(url, 2)
    await settle()
    expect((await list(ada)).items[0]).toMatchObject({ clicks: 2, state: 'waiting' })
    expect(await pointsOf(ada)).toBe(0)
    await visit(url)
    await settle()
    expect(await pointsOf(ada)).toBe(30)
  })

  test('a second device beside the member, on three days, before an operator has looked', async () => {
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    const seen = async () =>
      (await sql`select from member_visitor where uid = ${ada.uid} and address is not null`.execute(app.db))
        .rows.length
    for (const day of [1, 2, 3]) {
      // The computer signed in, the phone on the link, behind one address.
      await app.server.inject({
        url: '/api/v1/gamification/social-share',
        headers: { ...ada.headers, 'user-agent': agent },
        remoteAddress: '84.160.10.20',
      })
      await expect.poll(seen).toBe(day)
      await visit(
        url,
        '84.160.10.20',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
      )
      await settle()
      if (day < 3) await advanceClock('1 day')
    }
    expect(await pointsOf(ada)).toBe(0)
    expect((await list(ada)).items[0]).toMatchObject({
      state: 'waiting',
      clicks: 0,
      alike: 3,
      reason: 'own_network',
    })
    const review = (await listShareReviews(app.db, { limit: 100 })).find(({ uid }) => uid === ada.uid)!
    expect(review).toMatchObject({ reason: 'own_network', visitors: 3 })
    await decide(review.id, false)
    const [notice] = await noticesTo(app, ada)
    expect(notice!.text).toContain('visits from a network you use yourself')
    // Three others pay it all the same.
    await visitTimes(url, 3)
    await settle()
    expect(await pointsOf(ada)).toBe(30)
  })

  test('a visitor who came by another link of the same campaign', async () => {
    const [ada, bea, id] = [await person(), await person(), await campaign()]
    const [mine, hers] = [await shared(ada, id), await shared(bea, id)]
    await visitTimes(hers, 3)
    await settle()
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([0, 30])
    expect((await list(ada)).items[0]).toMatchObject({ url: mine, clicks: 0 })
  })
})

describe('limits', () => {
  test('three are paid a day; the others wait for the next, and say so', async () => {
    const [ada, id] = [await person(), await campaign()]
    for (const network of ['x', 'facebook', 'reddit', 'telegram', 'bluesky'])
      await visitTimes(await shared(ada, id, network), 3)
    await settle()
    expect(await pointsOf(ada)).toBe(90)
    const { items, today } = await list(ada)
    expect(today).toMatchObject({ paid: 3, paidMax: 3 })
    const waiting = items.filter(({ state }: { state: string }) => state === 'waiting')
    expect(waiting).toHaveLength(2)
    expect(waiting[0]).toMatchObject({ reason: 'day_full', clicks: 3, until: today.endsAt })
    await advanceClock('1 day')
    await settle()
    expect(await pointsOf(ada)).toBe(150)
  })

  test('one that waits for another day waits for visitors again once more are asked for', async () => {
    const [ada, id] = [await person(), await campaign()]
    for (const network of ['x', 'facebook', 'reddit', 'telegram'])
      await visitTimes(await shared(ada, id, network), 3)
    await settle()
    const waiting = async () =>
      (await list(ada)).items.find(({ state }: { state: string }) => state === 'waiting')
    expect((await waiting()).reason).toBe('day_full')
    await set('socialShare.uniqueClicks', 5)
    try {
      await advanceClock('1 day')
      await settle()
      expect(await waiting()).toMatchObject({ reason: null, clicks: 3, clicksNeeded: 5 })
      // The next look is when it closes, not every minute until then.
      const { rows } = await sql<{ isDue: boolean }>`
        select look_again_at <= crels_now() as "isDue" from social_share
        where uid = ${ada.uid} and state = 'waiting'`.execute(app.db)
      expect(rows).toEqual([{ isDue: false }])
    } finally {
      await set('socialShare.uniqueClicks', 3)
    }
  })

  test('a share with too few visitors ends after its days, and later visitors add nothing', async () => {
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    await visitTimes(url, 2)
    await settle()
    await advanceClock('8 days')
    await settle()
    expect((await list(ada)).items[0]).toMatchObject({ state: 'ended', reason: 'too_few_clicks', clicks: 2 })
    await visitTimes(url, 3)
    await settle()
    expect(await pointsOf(ada)).toBe(0)
  })

  test('what a share is worth is the setting of the moment it is paid', async () => {
    const [ada, id] = [await person(), await campaign()]
    await set('socialShare.uniqueClicks', 1)
    await set('socialShare.points', 45)
    try {
      await visit(await shared(ada, id))
      await settle()
      expect(await pointsOf(ada)).toBe(45)
    } finally {
      await set('socialShare.uniqueClicks', 3)
      await set('socialShare.points', 30)
    }
    expect((await list(ada)).items[0]).toMatchObject({ state: 'paid', points: 45, clicks: 1 })
  })
})

describe('where the link leads', () => {
  test('for a member in the campaign: to the brand, and a sale is theirs, until they leave', async () => {
    const [ada, id] = [await person(), await campaign()]
    await join(ada, id)
    const url = await shared(ada, id)
    const location = await visit(url)
    expect(location).toMatch(/^https:\/\/.*crels_click=clk_/)
    await app.clicks.flush()
    const clickId = new URL(location).searchParams.get('crels_click')
    const { rows } = await sql<{ uid: string }>`
      select e.uid from click c join link l on l.id = c.link_id join enrolment e on e.id = l.enrolment_id
      where c.id = ${clickId}`.execute(app.db)
    expect(rows).toEqual([{ uid: ada.uid }])
    const { items } = await read(ada, '/enrolments')
    expect(items[0].link.url).not.toBe(url)
    expect(items[0].statistics).toMatchObject({ clicks: 1, countableClicks: 1 })
    await leave(ada, id)
    await expect
      .poll(async () => (await app.server.inject({ url: new URL(url).pathname })).statusCode)
      .toBe(410)
    expect((await list(ada)).items[0]).toMatchObject({ url, state: 'waiting', isStopped: true })
    // Shared once more that day, it has a link that works, and is counted by it.
    const fresh = await shared(ada, id)
    expect(fresh).not.toBe(url)
    expect(await visit(fresh)).toContain(`/campaigns/${id}`)
    expect((await list(ada)).items).toMatchObject([{ url: fresh, isStopped: false }])
    await visitTimes(fresh, 2)
    await settle()
    expect((await list(ada)).items).toMatchObject([{ state: 'paid', clicks: 3 }])
  })

  /** Where it leads, by a visit that counts nothing. */
  const destination = async (url: string) =>
    (
      await app.server.inject({
        url: new URL(url).pathname,
        headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      })
    ).headers.location
  const clickIn = (location: string) => new URL(location).searchParams.get('crels_click')!
  const enrolmentOf = async (url: string) => {
    const { rows } = await sql<{ enrolmentId: string | null }>`
      select enrolment_id as "enrolmentId" from link where code = ${url.split('/').at(-1)}`.execute(app.db)
    return rows[0]!.enrolmentId
  }
  const leave = async (member: Person, campaignId: string) =>
    await app.server.inject({
      method: 'DELETE',
      url: `/api/v1/campaigns/${campaignId}/enrolment`,
      headers: member.headers,
    })

  test('for a member who joins after sharing: to the brand by the same link, whose sales and clicks are theirs from then on', async () => {
    const ada = await person()
    const { id } = await createCampaign(app, { clickMillicrels: 1_000 })
    const url = await shared(ada, id)
    const before = clickIn(await visit(url))
    await app.clicks.flush()
    // On its way into the database while they join.
    const underWay = clickIn(await visit(url))
    const { id: enrolmentId } = (await join(ada, id)).json()
    await expect.poll(async () => await destination(url)).toContain('https://brand.example/landing')
    expect(await shared(ada, id)).toBe(url)
    const after = clickIn(await visit(url))
    await settle()
    const found = await Promise.all(
      [before, underWay, after].map(async (clickId) => (await findClick(app.db, clickId))!.enrolmentId),
    )
    expect(found).toEqual([null, null, enrolmentId])
    const { rows } = await sql`
      select click_id as "clickId" from payable_click where enrolment_id = ${enrolmentId}`.execute(app.db)
    expect(rows).toEqual([{ clickId: after }])
    // It is the same share: all three came by it, and it is paid once.
    expect((await list(ada)).items).toMatchObject([{ url, state: 'paid', clicks: 3 }])
    expect(await pointsOf(ada)).toBe(30)
    await leave(ada, id)
    await expect.poll(async () => await destination(url)).toBeUndefined()
    await join(ada, id)
    await expect.poll(async () => await destination(url)).toContain('https://brand.example/landing')
  })

  test('for who shared while they were out: the same once the brand approves them, or an operator lets them back in', async () => {
    const [ada, { id }] = [await person(), await createCampaign(app, { approval: 'application' })]
    const { id: enrolmentId } = (await join(ada, id)).json()
    const waiting = await shared(ada, id)
    expect(await enrolmentOf(waiting)).toBeNull()
    const act = async <T>(work: (tx: Tx) => Promise<T>) => await inTransaction(app.db, work)
    await act(async (tx) => await decideApplication(tx, testActor, { enrolmentId, approve: true }, {}))
    expect(await enrolmentOf(waiting)).toBe(enrolmentId)
    await act(async (tx) => await removeMember(tx, testActor, { enrolmentId, reason: 'A test.' }, {}))
    const removed = await shared(ada, id, 'reddit')
    expect(await enrolmentOf(removed)).toBeNull()
    await act(async (tx) => await letBackIn(tx, testActor, { enrolmentId, reason: 'A test.' }, app))
    expect(await enrolmentOf(removed)).toBe(enrolmentId)
  })

  test('for who joined before joining did so: the same once they share again', async () => {
    const [ada, id] = [await person(), await campaign()]
    const url = await shared(ada, id)
    const { id: enrolmentId } = (await join(ada, id)).json()
    await sql`update link set enrolment_id = null, enrolled_at = null where code = ${url.split('/').at(-1)}`.execute(
      app.db,
    )
    expect(await shared(ada, id)).toBe(url)
    expect(await enrolmentOf(url)).toBe(enrolmentId)
  })

  test('to a host that was blocked meanwhile: it makes none that is dead', async () => {
    const host = 'dead.example'
    const ada = await person()
    const { id } = await createCampaign(app, { destinationUrl: `https://${host}/landing` })
    await join(ada, id)
    await shared(ada, id)
    await inTransaction(app.db, async (tx) => blockHost(tx, testActor, { host, reason: 'phishing' }))
    expect((await list(ada)).items).toMatchObject([{ isStopped: true }])
    const response = await share(ada, id)
    expect([response.statusCode, response.json().code]).toEqual([422, 'reward_not_eligible'])
    await inTransaction(app.db, async (tx) => unblockHost(tx, testActor, { host }))
    expect((await list(ada)).items).toMatchObject([{ isStopped: false }])
  })

  test('for other visitors: to the campaign’s page here', async () => {
    const [ada, id] = [await person(), await campaign()]
    const location = await visit(await shared(ada, id))
    expect(location).toContain(`${app.config.publicOrigin}/campaigns/${id}?crels_click=`)
  })
})

describe('is refused', () => {
  const refused = async (member: Person, campaignId: string, network: string, expected: object) => {
    const response = await share(member, campaignId, network)
    expect(response.json()).toMatchObject({ granted: 0, balance: 0, nextAt: null, ...expected })
    expect(response.json().detail).toMatch(/^\p{Lu}.*\.$/u)
    expect((await list(member)).items).toEqual([])
  }

  test('a campaign that is not there, is a draft, or has ended; a network that is not one', async () => {
    const ada = await person()
    const unknown = { status: 404, code: 'reward_campaign_unknown' }
    for (const forged of [`cmp_${'0'.repeat(32)}`, "' or 1=1 --", ada.uid])
      await refused(ada, forged, 'x', unknown)
    const draft = await createCampaign(app)
    const over = await createCampaign(app)
    await sql`update campaign set state = 'draft' where id = ${draft.id}`.execute(app.db)
    await sql`update campaign set state = 'ended' where id = ${over.id}`.execute(app.db)
    await refused(ada, draft.id, 'x', unknown)
    await refused(ada, over.id, 'x', { status: 422, code: 'reward_not_eligible' })
    await refused(ada, await campaign(), 'myspace', { status: 422, code: 'reward_network_unknown' })
  })

  test('what is no request', async () => {
    const ada = await person()
    expect((await claim(ada, 'social-share')).statusCode).toBe(400)
    for (const payload of [
      {},
      { network: 'x' },
      { network: 1, campaignId: null },
      { network: '', campaignId: '' },
    ])
      expect((await claim(ada, 'social-share', payload)).statusCode).toBe(422)
  })

  test('visitors, unverified and disabled members; the disabled are not paid', async () => {
    const id = await campaign()
    const payload = { network: 'x', campaignId: id }
    expect((await claim({ headers: {} as never }, 'social-share', payload)).statusCode).toBe(401)
    const unverified = await createMember(app, { verified: false })
    expect((await claim(unverified, 'social-share', payload)).json().code).toBe('email_not_verified')
    const ada = await person()
    await visitTimes(await shared(ada, id), 3)
    await setMemberState(app.db, ada.uid, 'disabled')
    await settle()
    expect(await pointsOf(ada)).toBe(0)
    expect((await share(ada, id)).json().code).toBe('user_disabled')
    await setMemberState(app.db, ada.uid, 'active')
    await advanceClock('25 hours')
    await settle()
    expect(await pointsOf(ada)).toBe(30)
  })
})
