import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import type { ClaimClick } from '#contracts/operator-claims.schemas.ts'
import type {
  ClickReview,
  ConversionReview,
  InvitationReview,
  ReviewGroup,
  ReviewPage,
} from '#contracts/operator-review-shapes.ts'
import { DEFAULT_CLICK_LIMITS } from '#rules/click-review.ts'
import {
  advanceClock,
  app,
  follow,
  hasty,
  openApp,
  read,
  report,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { createMember } from '#testing/members.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { insertMemberVisitor } from './modules/conversions/member-visitors.ts'
import { payClicks } from './modules/conversions/pay-clicks.ts'
import { reviewsSql } from './modules/queues/review-queue.ts'

openApp()

let support: TestOperator
let owner: TestOperator
const stages: Stage[] = []
const ids: string[] = []

beforeAll(async () => {
  support = await operatorBearer(app, 'support')
  owner = await operatorBearer(app, 'owner')
  for (const saleCrels of [84, 500, 120]) {
    const at = await stage({ reward: { sale: { crels: saleCrels } } })
    const { body } = await report(at.key, hasty(await follow(at.code)))
    stages.push(at)
    ids.push(body.id as string)
  }
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = support) {
  return await callOperator(app, who, { method, path: url, payload })
}

test('lists conversions under review by wait and by value, page by page, and one alone is no group', async () => {
  const list = async (query: string) =>
    (await call('GET', `/reviews?kind=conversions&${query}`)).body as ReviewPage
  expect((await list('')).items.map(({ id }) => id)).toEqual(ids)
  const first = await list('sort=value&limit=1')
  expect(first.items[0]).toMatchObject({ id: ids[1], crels: 500, reason: 'too_fast', appeal: null })
  expect((await list(`sort=value&cursor=${first.nextCursor}`)).items.map(({ id }) => id)).toEqual([
    ids[2],
    ids[0],
  ])
  expect((await list(`uid=${stages[0]!.member.uid}`)).items).toHaveLength(1)
  expect((await list('reason=burst')).items).toEqual([])
  // Each is alone of its member: no group.
  expect((await call('GET', '/reviews/groups?kind=conversions')).body.items).toEqual([])
  for (const kind of ['clicks', 'shares', 'invitations'])
    for (const list of ['', '/groups'])
      expect((await call('GET', `/reviews${list}?kind=${kind}`)).body, kind + list).toMatchObject({
        items: [],
      })
})

test('those that their members explain are a list of their own', async () => {
  const { member } = stages[2]!
  const earnings = await app.server.inject({ url: '/api/v1/earnings', headers: member.headers })
  const said = await app.server.inject({
    method: 'PUT',
    url: `/api/v1/earnings/${earnings.json().items[0].id}/appeal`,
    headers: member.headers,
    payload: { message: 'My sister bought it.' },
  })
  expect(said.statusCode, said.body).toBe(200)
  const listed = async (query: string) =>
    ((await call('GET', `/reviews?${query}`)).body as ReviewPage).items.map(({ id, appeal }) => [id, appeal])
  for (const sort of ['value', 'wait'])
    expect(await listed(`kind=conversions&appealed=yes&sort=${sort}`)).toEqual([
      [ids[2], 'My sister bought it.'],
    ])
  expect(await listed('kind=conversions&appealed=no')).toEqual([
    [ids[0], null],
    [ids[1], null],
  ])
  expect(await listed('kind=clicks&appealed=yes')).toEqual([])
  expect((await call('GET', '/reviews?kind=conversions&appealed=maybe')).status).toBe(422)
})

test('shows one from its click to its report, with what speaks against it', async () => {
  const { body } = (await call('GET', `/reviews/conversions/${ids[1]}`)) as { body: ConversionReview }
  expect(body.timeline.map(({ what }) => what)).toEqual(['click', 'sale', 'report'])
  expect(body.signals).toMatchObject({ isOwnDevice: false, sameVisitor: 0, sharedDestination: 0 })
  expect(body.alike).toEqual([])
  expect(body.signals.secondsAfterClick).toBeLessThan(5)
  expect(body).toMatchObject({
    status: 'under_review',
    isUnderReview: true,
    reason: 'too_fast',
    member360: { accepted: 0, debtCrels: 0 },
  })
  expect((await call('GET', `/reviews/conversions/cnv_${'0'.repeat(32)}`)).status).toBe(404)
})

test('decides many, each by itself; the second operator hears who was faster', async () => {
  const accepted = await call('POST', '/reviews/conversions/decide', { ids: ids.slice(0, 2), accept: true })
  expect(accepted.body).toMatchObject({ done: 2, refused: 0 })
  const { body } = await call(
    'POST',
    '/reviews/conversions/decide',
    { ids, accept: false, reason: 'not_genuine' },
    owner,
  )
  expect(body).toMatchObject({ done: 1, refused: 2 })
  expect(body.results[0].detail).toMatch(
    /is accepted already\. support did conversion\.decide on it at .* UTC\.$/,
  )
  const decide = async (decision: object, who: TestOperator) =>
    (await call('POST', '/reviews/conversions/decide', decision, who)).body
  // One's own decision again is answered as it was; another's is no answer, even where it is the same.
  expect(await decide({ ids: ids.slice(0, 2), accept: true }, support)).toMatchObject({ done: 2, refused: 0 })
  expect(await decide({ ids: ids.slice(0, 2), accept: true }, owner)).toMatchObject({
    done: 0,
    refused: 2,
    results: [1, 2].map(() => ({ code: 'conflict', detail: expect.stringMatching(/support did/) as string })),
  })
  const rejected = { ids: ids.slice(2), accept: false, reason: 'not_genuine' }
  expect(await decide(rejected, owner)).toMatchObject({ done: 1 })
  expect(await decide({ ...rejected, reason: 'own_order' }, owner)).toMatchObject({ refused: 1 })
  expect((await decide(rejected, support)).results[0].detail).toMatch(
    /^This conversion is rejected already\. owner did conversion\.decide on it at .* UTC\.$/,
  )
  const gone = { ids: ['crv', 'lnk'].map((prefix) => `${prefix}_${'0'.repeat(32)}`) }
  expect(await call('POST', '/reviews/clicks/decide', { ids: [gone.ids[0]], accept: true })).toMatchObject({
    body: { refused: 1, results: [{ code: 'not_found' }] },
  })
  expect(await call('POST', '/reviews/shares/decide', { ids: [gone.ids[1]], accept: true })).toMatchObject({
    body: { refused: 1, results: [{ code: 'not_found' }] },
  })
  expect(await call('POST', '/reviews/invitations/release', { ids: ['nobody'] })).toMatchObject({
    body: { refused: 1, results: [{ code: 'conflict' }] },
  })
})

test('an invitation that one operator released is theirs again, and a conflict with the name for another', async () => {
  const [inviter, friend] = [await createMember(app), await createMember(app)]
  // Members from their first call on, which was before one invited the other.
  for (const member of [inviter, friend]) await read(member, '/earnings')
  await sql`
    update member set created_at = created_at - interval '10 days'
    where uid in (${inviter.uid}, ${friend.uid})`.execute(app.db)
  await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at)
    select f.uid, f.party, i.uid, i.party, 'under_review', 'shared_device', crels_now()
    from member f, member i where f.uid = ${friend.uid} and i.uid = ${inviter.uid}`.execute(app.db)
  const release = async (who: TestOperator) =>
    (await call('POST', '/reviews/invitations/release', { ids: [friend.uid] }, who)).body.results[0]
  for (let time = 0; time < 2; time += 1) expect(await release(support)).toMatchObject({ done: true })
  expect((await release(owner)).detail).toMatch(
    /^This invitation is not under review any more\. support did invitation\.release on it at .+ UTC\.$/,
  )
  const refusal = { ids: [friend.uid], reason: 'one_person' }
  expect((await call('POST', '/reviews/invitations/refuse', refusal)).body).toMatchObject({ refused: 1 })
})

test('lists claims that are due first with the click that matches, accepts one and declines others', async () => {
  const at = stages[0]!
  await follow(at.code)
  await follow(at.code)
  await advanceClock('1 minute')
  const claimed: string[] = []
  for (const orderReference of ['A-1', 'A-2', 'A-3']) {
    const payload = {
      campaignId: at.campaignId,
      type: 'sale',
      orderReference,
      occurredAt: app.clock.now().toISOString(),
      amount: { currency: 'USD', minor: 100_00 },
    }
    const { headers } = at.member
    const made = await app.server.inject({
      method: 'POST',
      url: '/api/v1/conversion-claims',
      headers,
      payload,
    })
    claimed.push(made.json().id)
  }
  const { body } = await call('GET', '/claims?limit=2')
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(claimed.slice(0, 2))
  expect(body.items[0]).toMatchObject({
    orderReference: 'A-1',
    isReported: false,
    matchingClick: { id: expect.stringMatching(/^clk_/) as string },
  })
  expect((await call('GET', `/claims?cursor=${body.nextCursor}`)).body.items).toHaveLength(1)
  const clicks = (await call('GET', `/claims/${claimed[0]}/clicks`)).body.items as ClaimClick[]
  // One of the sale before, and two of now: the newest is the one that is paid for.
  expect(clicks).toHaveLength(3)
  expect(clicks[0]).toMatchObject({ id: body.items[0].matchingClick.id, isRepeat: expect.any(Boolean) })
  expect(clicks.map(({ at: when }) => when)).toEqual(
    clicks
      .map(({ at: when }) => when)
      .toSorted()
      .reverse(),
  )
  expect((await call('GET', `/claims/clm_${'0'.repeat(32)}/clicks`)).status).toBe(404)
  const accepted = await call('POST', `/claims/${claimed[0]}/accept`, { eventId: 'brand-order-of-the-claim' })
  expect(accepted).toMatchObject({ status: 200, body: { state: 'accepted' } })
  const declined = await call('POST', '/claims/decline', { ids: claimed, answer: 'The order was cancelled.' })
  expect(declined.body).toMatchObject({ done: 2, refused: 1, results: [{ code: 'conflict' }, {}, {}] })
})

test('a claim that was answered is answered as it was to who did alone, and only to the same answer', async () => {
  const { items } = (await call('GET', '/audit?action=claim.accept', undefined, owner)).body
  const id = items[0].target as string
  const accept = async (body: object, who = support) => await call('POST', `/claims/${id}/accept`, body, who)
  const said = { eventId: 'brand-order-of-the-claim' }
  expect(await accept(said)).toMatchObject({ status: 200, body: { id, state: 'accepted' } })
  const amount = { currency: 'USD', minor: 49_00 }
  for (const [body, who] of [
    [{ ...said, amount }, support],
    [said, owner],
  ] as const) {
    const late = await accept(body, who)
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect(late.body.detail).toMatch(
      /^This claim is accepted already\. support did claim\.accept on it at .* UTC\.$/,
    )
  }
  const declined = (await call('GET', '/audit?action=claim.decline', undefined, owner)).body.items
  const decline = async (answer: string, who = support) =>
    (await call('POST', '/claims/decline', { ids: [declined[0].target], answer }, who)).body.results[0].code
  expect(await decline('The order was cancelled.')).toBeNull()
  expect(await decline('The order came back.')).toBe('conflict')
  expect(await decline('The order was cancelled.', owner)).toBe('conflict')
})

test('home says what the claims that wait would earn their members', async () => {
  const usdCents = async () => {
    const { queues } = (await call('GET', '/home', undefined, owner)).body as OperatorHome
    return queues.find(({ queue }) => queue === 'claims')!.usdCents!
  }
  const before = await usdCents()
  // 84 crels at 10.5 for a dollar, and a tenth of $50.00; what a share of euros is worth is unknown without a rate.
  for (const [sale, currency] of [
    [{ crels: 84 }, 'USD'],
    [{ bps: 1_000 }, 'USD'],
    [{ bps: 1_000 }, 'EUR'],
  ] as const) {
    const { code, campaignId, member } = await stage({ sale })
    await follow(code)
    await advanceClock('1 minute')
    const made = await app.server.inject({
      method: 'POST',
      url: '/api/v1/conversion-claims',
      headers: member.headers,
      payload: {
        campaignId,
        type: 'sale',
        orderReference: `W-${campaignId.slice(-4)}`,
        occurredAt: app.clock.now().toISOString(),
        amount: { currency, minor: 50_00 },
      },
    })
    expect(made.statusCode, made.body).toBe(201)
  }
  expect((await usdCents()) - before).toBe(8_00 + 5_00)
})

test('click pay is sorted by what it would pay, and shown by network, place and minute', async () => {
  const made: { id: string; at: Stage }[] = []
  for (const [clickMillicrels, visitors] of [
    [1_000, 8],
    [9_000, 7],
  ] as const) {
    const at = await stage({ clickMillicrels })
    for (let agent = 0; agent < visitors; agent += 1)
      await follow(
        at.code,
        { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${140 + agent}.0` },
        app,
        '198.51.100.77',
      )
    await advanceClock('1 hour')
    await payClicks(app.db, {
      log: pino({ level: 'silent' }),
      limits: { ...DEFAULT_CLICK_LIMITS, perNetwork: 2 },
    })
    const { rows } = await sql<{ id: string }>`
      select id from click_review where enrolment_id = ${at.enrolmentId}`.execute(app.db)
    made.push({ id: rows[0]!.id, at })
  }
  const [small, large] = made as [(typeof made)[0], (typeof made)[0]]
  const listed = async (query: string) =>
    (await call('GET', `/reviews?kind=clicks&${query}`)).body as ReviewPage
  expect((await listed('sort=wait')).items.map(({ id }) => id)).toEqual([small.id, large.id])
  const first = await listed('sort=value&limit=1')
  expect(first.items).toMatchObject([{ id: large.id, count: 5, crels: 45 }])
  expect((await listed(`sort=value&limit=1&cursor=${first.nextCursor}`)).items).toMatchObject([
    { id: small.id, count: 6, crels: 6 },
  ])

  // Another member's browser among the visitors of the same day is theirs, too: they are named.
  const { uid } = large.at.member
  await insertMemberVisitor(app.db, uid, { visitor: 'ab'.repeat(16), address: '00'.repeat(8) })
  await insertMemberVisitor(app.db, small.at.member.uid, {
    visitor: 'ab'.repeat(16),
    address: '00'.repeat(8),
  })
  const { body } = (await call('GET', `/reviews/clicks/${large.id}`)) as { body: ClickReview }
  expect(body).toMatchObject({
    ...(await listed('sort=value&limit=1')).items[0],
    state: 'under_review',
    networks: [{ clicks: 5, addresses: 1 }],
    signals: { hosting: 0, networks: 1, ownDevice: 0 },
    alike: [{ uid: small.at.member.uid, isOnDevice: true, isPaidThere: false }],
    member360: { accepted: 0, rejected: 0, debtCrels: 0 },
  })
  expect(body.timeline.map(({ what }) => what)).toEqual([
    'first_click',
    'busiest_minute',
    'last_click',
    'review',
  ])
  expect(body.devices.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(5)
  expect((await call('GET', `/reviews/clicks/crv_${'0'.repeat(32)}`)).status).toBe(404)
})

test('an invitation under review says what connects the two', async () => {
  const [inviter, friend] = [await createMember(app), await createMember(app)]
  // Members from their first call on, which was before one invited the other.
  for (const member of [inviter, friend]) await read(member, '/earnings')
  await sql`
    update member set created_at = created_at - interval '10 days'
    where uid in (${inviter.uid}, ${friend.uid})`.execute(app.db)
  await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at, under_review_at)
    select f.uid, f.party, i.uid, i.party, 'under_review', 'shared_device', crels_now() - interval '9 days', crels_now() - interval '1 hour'
    from member f, member i where f.uid = ${friend.uid} and i.uid = ${inviter.uid}`.execute(app.db)
  // It waits since a person was asked to look at it, wherever that is said.
  const [listed] = ((await call('GET', '/reviews?kind=invitations')).body as ReviewPage).items
  const home = (await call('GET', '/home')).body as OperatorHome
  const { oldestAt } = home.queues.find(({ queue }) => queue === 'invitations')!
  expect(listed!.createdAt).toBe(oldestAt)
  expect(Date.now() - Date.parse(oldestAt!)).toBeLessThan(2 * 3_600_000)
  for (const { uid } of [inviter, friend])
    await insertMemberVisitor(app.db, uid, { visitor: 'cd'.repeat(16), address: '00'.repeat(8) })
  const { body } = (await call('GET', `/reviews/invitations/${friend.uid}`)) as { body: InvitationReview }
  expect(body).toMatchObject({
    review: ((await call('GET', '/reviews?kind=invitations')).body as ReviewPage).items[0],
    friendUid: friend.uid,
    signals: { sharedDevices: 1, isSharedDestination: false },
    inviter: { invited: 1, paid: 0, unpaid: 0, onSameDevice: 1 },
    alike: [{ uid: inviter.uid, isOnDevice: true, isPaidThere: false }],
  })
  expect(body.signals.lastSharedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(body.timeline.map(({ what }) => what)).toEqual([
    'inviter_joined',
    'friend_joined',
    'accepted',
    'review',
  ])
  expect((await call('GET', `/reviews/invitations/${inviter.uid}`)).status).toBe(404)
})

test('invitations are grouped and narrowed by who invites, since a friend is in one alone', async () => {
  const inviter = await createMember(app)
  const friends = [await createMember(app), await createMember(app)]
  for (const member of [inviter, ...friends]) await read(member, '/earnings')
  await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at, under_review_at)
    select f.uid, f.party, i.uid, i.party, 'under_review', 'shared_device', crels_now() - interval '9 days',
      crels_now() - interval '1 hour'
    from member f, member i where f.uid = any (${friends.map(({ uid }) => uid)}) and i.uid = ${inviter.uid}`.execute(
    app.db,
  )
  const groups = (await call('GET', '/reviews/groups?kind=invitations')).body.items as ReviewGroup[]
  const [group, ...others] = groups.filter(({ member }) => member.uid === inviter.uid)
  expect([group, others]).toMatchObject([{ reason: 'shared_device', count: 2 }, []])
  // It waits since a person was asked to look at it.
  expect(Date.now() - Date.parse(group!.oldestAt)).toBeLessThan(2 * 3_600_000)
  expect(groups.filter(({ member }) => friends.some(({ uid }) => uid === member.uid))).toEqual([])
  const listed = async (query: string) =>
    ((await call('GET', `/reviews?${query}`)).body as ReviewPage).items.map(({ id }) => id)
  const theirs = friends.map(({ uid }) => uid).toSorted()
  expect((await listed(`kind=invitations&inviterUid=${inviter.uid}`)).toSorted()).toEqual(theirs)
  expect(await listed(`kind=invitations&uid=${theirs[1]}&inviterUid=${inviter.uid}`)).toEqual([theirs[1]])
  expect(await listed(`kind=conversions&inviterUid=${inviter.uid}`)).toEqual([])
  const { body } = await call('POST', '/reviews/invitations/refuse', { ids: theirs, reason: 'not_genuine' })
  expect(body).toMatchObject({ done: 2 })
})

test('a conversion says whose device or destination its member shares, and what came from its network', async () => {
  const at = await stage({ clickMillicrels: 1_000, sale: { crels: 84 } })
  const other = await createMember(app)
  for (const { uid } of [at.member, other])
    await insertMemberVisitor(app.db, uid, { visitor: 'ef'.repeat(16), address: '00'.repeat(8) })
  await follow(
    at.code,
    { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/139.0' },
    app,
    '198.51.100.9',
  )
  const clickId = await follow(at.code, undefined, app, '198.51.100.8')
  const { body: reported } = await report(at.key, hasty(clickId))
  const { body } = (await call('GET', `/reviews/conversions/${reported.id}`)) as { body: ConversionReview }
  expect(body.alike).toMatchObject([{ uid: other.uid, isOnDevice: true }])
  expect(body.signals.network).toMatchObject({ others: 1 })
  // Where clicks are not paid no network is kept.
  const before = (await call('GET', `/reviews/conversions/${ids[0]}`)).body as ConversionReview
  expect(before.signals.network).toBeNull()
})

test.each([
  ['conversions', 'value', 'earning_under_review'],
  ['conversions', 'wait', 'conversion_under_review'],
  ['clicks', 'value', 'click_review_by_value'],
  ['clicks', 'wait', 'click_review_open'],
  ['invitations', 'wait', 'friend_invitation_review_since'],
] as const)('reads a page of %s by %s from an index', async (kind, sort, index) => {
  const plan = await app.db.transaction().execute(async (tx) => {
    // As with a million rows: a small table would be read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${reviewsSql({ kind, sort, limit: 20 })}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/Sort Key/)
})

test('no number of invitations that are alone, or older, hides who invited many', async () => {
  // Past the guards: nobody makes so many by hand.
  await askServer(
    app.databaseUrl,
    `set session_replication_role = replica;
     insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at,
                                    under_review_at)
     select 'usr_' || md5('f' || n), 'pty_' || md5('f' || n), 'usr_' || md5('i' || greatest(n / 2, 110)),
            'pty_' || md5('i' || greatest(n / 2, 110)), 'under_review', 'shared_device', timestamptz '2026-01-01',
            timestamptz '2026-01-01' - n * interval '1 s'
     from generate_series(1, 440) n
     union all
     select 'usr_' || md5('alone' || n), 'pty_' || md5('alone' || n), 'usr_' || md5('lone' || n),
            'pty_' || md5('lone' || n), 'under_review', 'shared_device', timestamptz '2025-01-01', timestamptz '2025-01-01'
     from generate_series(1, 120) n`,
  )
  const { items } = (await call('GET', '/reviews/groups?kind=invitations')).body as { items: ReviewGroup[] }
  // One of 221 that came last, and then pairs, the oldest of which came first; nobody alone.
  expect([items.length, items[0]!.count, items[0]!.points]).toEqual([100, 221, 221 * 300])
  expect(new Set(items.slice(1).map(({ count }) => count))).toEqual(new Set([2]))
})
