import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EconomyVersionView, PauseView, Simulation } from '#contracts/operator-economy.schemas.ts'
import { defaultEconomy, economyRows } from '#rules/economy.ts'
import { checkAuditLog, listAuditEntries } from '#server/modules/operators/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, quoteFor, redeem } from '#testing/redeemers.ts'

let app: TestApp
let olga: TestOperator
let mona: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner')
  mona = await operatorBearer(app, 'manager')
})
afterAll(() => app.close())

const paypal = { kind: 'paypal', email: 'one@example.com' }
const read = async (path: string, who = mona) => await callOperator(app, who, { path })
const post = async (path: string, payload: object = {}, who = mona) =>
  await callOperator(app, who, { method: 'POST', path, payload })
const basePoints = (value: unknown) => [{ path: 'checkIn.basePoints', value }]
const version = async () => (await read('/economy')).body.version as number

test('says every setting with what it is and may be', async () => {
  const { body } = await read('/economy')
  expect(body).toMatchObject({ version: 0, setAt: null })
  expect(body.settings.map(({ path }: { path: string }) => path)).toEqual(
    economyRows(defaultEconomy).map(({ path }) => path),
  )
  expect(body.settings).toContainEqual({
    path: 'checkIn.basePoints',
    meaning: 'Points of a day’s check-in.',
    value: 10,
    initial: 10,
    bounds: [1, 100_000],
  })
  expect(body.settings).toContainEqual(
    expect.objectContaining({ path: 'monthlyClaim.tiers', bounds: null }) as unknown,
  )
})

test('a simulation pays the last month again by other settings, in points and dollars, and changes nothing', async () => {
  const member = await createMember(app)
  const checkedIn = await app.server.inject({
    method: 'POST',
    url: '/api/v1/gamification/daily-check-in',
    headers: member.headers,
  })
  expect(checkedIn.statusCode).toBe(200)
  const { status, body } = await post('/economy/simulations', { settings: basePoints(1_060) })
  expect(status).toBe(200)
  expect(body as Simulation).toMatchObject({
    basedOn: 0,
    changes: [{ path: 'checkIn.basePoints', before: 10, after: 1_060 }],
    replay: {
      days: 30,
      grantedPoints: 10,
      // 100 points are a crel, 10.5 crels a dollar.
      before: { points: { dailyCheckIn: 10, total: 10 }, usdCents: 0 },
      after: { points: { dailyCheckIn: 1_060, total: 1_060 }, usdCents: 100 },
    },
    worth: { pointsBefore: 100, pointsAfter: 100, usdToCrels: '10.5' },
  })
  const { thousand } = body as Simulation
  expect(thousand.after.points.dailyCheckIn).toBeGreaterThan(thousand.before.points.dailyCheckIn)
  expect(await version()).toBe(0)
  const support = await operatorBearer(app, 'support')
  expect((await post('/economy/simulations', { settings: basePoints(1) }, support)).status).toBe(403)
})

test.each([
  [[{ path: 'checkIn.basePoints', value: 0 }], 'checkIn.basePoints'],
  [[{ path: 'monthlyClaim.tiers', value: 'many' }], 'monthlyClaim.tiers'],
  [[{ path: 'checkIn.nothing', value: 1 }], 'body.settings.0.path'],
  [[...basePoints(1), ...basePoints(2)], 'body.settings.1.path'],
])('%j is refused, simulated or set', async (settings, path) => {
  for (const answer of [
    await post('/economy/simulations', { settings }),
    await post('/economy/versions', { basedOn: 0, settings, reason: 'A try' }),
  ])
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed', issues: [{ path }] } })
  expect(await version()).toBe(0)
})

test('another limit of bought freezes says how many members have reached it', async () => {
  for (const [uid, freezes] of [1, 2, 2, 3].entries())
    await sql`insert into streak (party, bought_freezes) values (${`freezes-${uid}`}, ${freezes})`.execute(
      app.db,
    )
  const limits = async (path: string, value: number) =>
    ((await post('/economy/simulations', { settings: [{ path, value }] })).body as Simulation).limits
  expect(await limits('checkIn.boughtFreezesMax', 3)).toEqual({ freezes: { before: 3, after: 1 } })
  expect(await limits('checkIn.boughtFreezesMax', 0)).toEqual({ freezes: { before: 3, after: 4 } })
  expect(await limits('checkIn.basePoints', 11)).toEqual({ freezes: null })
  await sql`delete from streak where party like 'freezes-%'`.execute(app.db)
})

test('a version is set once, on top of the one that was looked at, and says what it changed', async () => {
  const wish = (value: number) => ({ basedOn: 0, settings: basePoints(value), reason: 'A quieter month' })
  const answers = await Promise.all([11, 12, 13].map((value) => post('/economy/versions', wish(value))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await version()).toBe(1)
  const { body } = await post('/economy/versions', { ...wish(20), basedOn: 1 }, olga)
  expect(body as EconomyVersionView).toMatchObject({
    version: 2,
    author: 'owner',
    reason: 'A quieter month',
    changes: [{ path: 'checkIn.basePoints', after: 20 }],
  })
  expect(await post('/economy/versions', { ...wish(20), basedOn: 2 })).toMatchObject({
    status: 409,
    body: { detail: /in force/ as never },
  })
  const [entry] = await listAuditEntries(app.db, { limit: 1 })
  expect(entry).toMatchObject({ action: 'economy.set', by: 'owner', after: { 'checkIn.basePoints': 20 } })
  const finance = await operatorBearer(app, 'finance')
  expect((await post('/economy/versions', { ...wish(5), basedOn: 2 }, finance)).status).toBe(403)
})

test('versions are listed by pages down to the defaults, each compared with the one before', async () => {
  const seen: EconomyVersionView[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await read(`/economy/versions?limit=1${cursor && `&cursor=${cursor}`}`)
    seen.push(...(body.items as EconomyVersionView[]))
    cursor = body.nextCursor as string | null
  }
  expect(seen.map((row) => row.version)).toEqual([2, 1, 0])
  expect(seen[0]!.changes).toEqual([
    { path: 'checkIn.basePoints', before: seen[1]!.changes[0]!.after, after: 20 },
  ])
  expect(seen[1]!.changes).toMatchObject([{ path: 'checkIn.basePoints', before: 10 }])
  expect(seen[2]!.changes).toEqual([])
  expect((await read('/economy/versions')).body.items).toHaveLength(3)
})

test('rates are listed with who set them and why', async () => {
  const { body } = await read('/exchange/rates')
  expect(body.items).toMatchObject([{ usdToCrels: '10.5' }])
  expect(body.nextCursor).toBeNull()
})

const pauseOf = async (feature: PauseView['feature']) =>
  (await read('/pauses')).body.items.find((row: PauseView) => row.feature === feature) as PauseView

test('what payouts need is not set by who may not approve one', async () => {
  const basedOn = await version()
  const settings = [...basePoints(7), { path: 'redemption.blockedCountries', value: ['KP'] }]
  const wish = { basedOn, settings, reason: 'A look at the law' }
  expect(await post('/economy/versions', wish)).toMatchObject({
    status: 403,
    body: { detail: 'The role manager does not change what payouts need: redemption.blockedCountries.' },
  })
  expect(await version()).toBe(basedOn)
  expect((await post('/economy/versions', wish, olga)).status).toBe(200)
})

test('a pause of redemptions refuses a request, says so beforehand, and ends without a trace', async () => {
  const member = await createRedeemer(app, { crels: 10_000 })
  const terms = async () =>
    (await app.server.inject({ url: '/api/v1/redemptions/terms', headers: member.headers })).json()
  expect((await terms()).paused).toBe(false)
  expect(await pauseOf('redemption')).toMatchObject({ isPaused: false, last: null, usedIn7Days: 0 })
  const paused = await post('/pauses/redemption/pause', { reason: 'A look at payouts' })
  expect(paused).toMatchObject({
    status: 200,
    body: { isPaused: true, last: { author: 'manager', reason: 'A look at payouts' } },
  })
  expect((await terms()).paused).toBe(true)
  // A quote is made all the same: the exchange is open.
  const { id } = (await quoteFor(app, member, { crels: 1_000 })) as { id: string }
  const request = async () =>
    await app.server.inject({
      method: 'POST',
      url: '/api/v1/redemptions',
      headers: member.headers,
      payload: { quoteId: id, destinationId: `dst_${'0'.repeat(32)}` },
    })
  expect((await request()).json()).toMatchObject({ code: 'redemption_paused', status: 409 })
  expect((await post('/pauses/redemption/resumption', { reason: 'All is well' })).status).toBe(403)
  expect((await post('/pauses/redemption/resumption', { reason: 'All is well' }, olga)).status).toBe(200)
  expect((await request()).json().code).not.toBe('redemption_paused')
})

test('a pause of payouts is ended by who may pay', async () => {
  expect(await pauseOf('payout')).toMatchObject({ isPaused: false, last: null, usedIn7Days: 0 })
  const paused = await post('/pauses/payout/pause', { reason: 'The books are looked at' })
  expect(paused).toMatchObject({
    status: 200,
    body: {
      feature: 'payout',
      isPaused: true,
      last: { author: 'manager', reason: 'The books are looked at' },
    },
  })
  // Of its own: who asks for a payout is let.
  expect(await pauseOf('redemption')).toMatchObject({ isPaused: false })
  expect((await post('/pauses/payout/resumption', { reason: 'All is well' })).status).toBe(403)
  expect((await post('/pauses/payout/resumption', { reason: 'All is well' }, olga)).status).toBe(200)
  expect(await pauseOf('payout')).toMatchObject({ isPaused: false })
})

test('what a pause of payouts has wait is said as Home counts it, its dollars to who may read of money', async () => {
  const support = await operatorBearer(app, 'support')
  const holds = async (who = mona) =>
    (await read('/pauses', who)).body.items.find((row: PauseView) => row.feature === 'payout').holds
  const none = { count: 0, usdCents: 0, countedAt: null }
  expect(await holds()).toEqual({ payouts: none, payoutRuns: none })
  expect((await pauseOf('redemption')).holds).toBeNull()
  const approved = async (usdCents: number) => {
    const { id } = await redeem(app, await createRedeemer(app, { to: paypal }), { usdCents })
    await app.redemptions.approve({ redemptionId: id, actor: testActor })
    return id
  }
  const redemptionIds = [await approved(30_00), await approved(20_00)]
  await approved(60_00)
  const run = await post('/payout-runs', { format: 'paypal', redemptionIds }, olga)
  expect(run.status, JSON.stringify(run.body)).toBe(201)
  const waiting = {
    payouts: { count: 1, usdCents: 60_00, countedAt: null },
    payoutRuns: { count: 1, usdCents: 50_00, countedAt: null },
  }
  expect(await holds()).toEqual(waiting)
  expect(await holds(support)).toEqual({
    payouts: { ...waiting.payouts, usdCents: null },
    payoutRuns: { ...waiting.payoutRuns, usdCents: null },
  })
  const paused = await post('/pauses/payout/pause', { reason: 'The books again' })
  expect(paused.body.holds).toEqual(waiting)
  await post('/pauses/payout/resumption', { reason: 'All is well' }, olga)
})

test('a pause of sign-up lets nobody new in, and members as before', async () => {
  const known = await createMember(app)
  await post('/pauses/sign-up/pause', { reason: 'A wave of bots' })
  const signUp = async () =>
    await app.server.inject({
      method: 'POST',
      url: '/identity/sign-up',
      headers: { origin: app.config.publicOrigin },
      payload: { email: 'new@example.com', password: 'correct horse battery staple 42' },
    })
  const refused = await signUp()
  expect(refused.json()).toMatchObject({ code: 'sign_up_paused', status: 409 })
  expect((await app.server.inject({ url: '/api/v1/wallet', headers: known.headers })).statusCode).toBe(200)
  await post('/pauses/sign-up/resumption', { reason: 'It is over' })
  const let_in = await signUp()
  expect(let_in.statusCode, let_in.body).toBe(201)
})

test('a pause of making links refuses one and many, and those that there are redirect', async () => {
  const member = await createMember(app)
  const make = async (code: string) =>
    await app.server.inject({
      method: 'POST',
      url: '/api/v1/shortlinks',
      headers: member.headers,
      payload: { destinationUrl: 'https://example.com/', code },
    })
  expect((await make('before-pause')).statusCode).toBe(201)
  await post('/pauses/link-creation/pause', { reason: 'Spam' })
  expect((await make('in-pause')).json()).toMatchObject({ code: 'link_creation_paused' })
  expect((await app.server.inject({ url: '/s/before-pause' })).statusCode).toBe(302)
  expect(await pauseOf('link-creation')).toMatchObject({ isPaused: true, usedIn7Days: 1 })
  await post('/pauses/link-creation/resumption', { reason: 'Over' })
  expect((await make('after-pause')).statusCode).toBe(201)
})

test('the switch of the exchange is turned with its own act, and quotes are void', async () => {
  await post('/pauses/exchange/pause', { reason: 'The market' })
  expect(await pauseOf('exchange')).toMatchObject({ isPaused: true, last: { author: 'manager' } })
  expect((await post('/pauses/exchange/resumption', { reason: 'x' })).status).toBe(403)
  await post('/pauses/exchange/resumption', { reason: 'Over' }, olga)
  expect(await pauseOf('exchange')).toMatchObject({ isPaused: false })
})

test('a turn that was made before is a conflict that names who made it: nobody undoes a colleague’s', async () => {
  expect((await post('/pauses/link-creation/pause', { reason: 'Spam' })).status).toBe(200)
  const second = await post('/pauses/link-creation/pause', { reason: 'More spam' }, olga)
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(second.body.detail).toMatch(/^It is paused already\. manager did link-creation\.pause on it at/)
  expect((await post('/pauses/link-creation/pause', { reason: 'Spam' })).status).toBe(200)
  expect((await post('/pauses/link-creation/pause', { reason: 'Bots' })).status).toBe(409)
  expect(await pauseOf('link-creation')).toMatchObject({ isPaused: true, last: { reason: 'Spam' } })
  await post('/pauses/link-creation/resumption', { reason: 'Over' })
  for (const feature of ['exchange', 'link-creation'])
    expect((await post(`/pauses/${feature}/resumption`, { reason: 'x' }, olga)).body.code).toBe('conflict')
})

test.each(['/economy/versions', '/exchange/rates'])('%s refuses a place that no row has', async (path) => {
  const cursor = Buffer.from(JSON.stringify([Number.MAX_SAFE_INTEGER])).toString('base64url')
  expect((await read(`${path}?cursor=${cursor}`)).status).toBe(422)
})

test('of many turns at once one is made, and the log tells them all', async () => {
  await Promise.all([1, 2, 3, 4].map(() => post('/pauses/sign-up/pause', { reason: 'Bots again' })))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from feature_switch where reason = 'Bots again'`.execute(app.db)
  expect(rows[0]!.count).toBe(1)
  await post('/pauses/sign-up/resumption', { reason: 'Over' })
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })
})

test('says the platforms to follow on with who did, and keeps count of those that are not listed any more', async () => {
  const before = (await read('/economy/platforms')).body
  expect(before).toMatchObject({ version: await version(), points: 50, left: [] })
  expect(before.items).toEqual(
    ['instagram', 'x', 'youtube'].map((platform) => ({ platform, url: null, followed: 0 })),
  )
  const list = async (value: { platform: string; url: string | null }[]) =>
    await post('/economy/versions', {
      basedOn: await version(),
      settings: [{ path: 'socialFollow.platforms', value }],
      reason: 'We are there',
    })
  const there = { platform: 'mastodon', url: 'https://mastodon.example/@crels' }
  expect((await list([there, { platform: 'x', url: null }])).status).toBe(200)
  const { headers } = await createMember(app)
  const follow = async () =>
    await app.server.inject({
      method: 'POST',
      url: '/api/v1/gamification/social-follow',
      headers,
      payload: { platform: 'mastodon' },
    })
  expect((await follow()).statusCode).toBe(200)
  expect((await read('/economy/platforms')).body.items).toEqual([
    { ...there, followed: 1 },
    { platform: 'x', url: null, followed: 0 },
  ])
  expect((await list([])).status).toBe(200)
  const { items, left } = (await read('/economy/platforms')).body
  expect([items, left]).toEqual([[], [{ platform: 'mastodon', followed: 1 }]])
  // Listed again it pays nobody twice.
  await list([there])
  expect((await follow()).json()).toMatchObject({ code: 'already_granted' })
  for (const url of ['http://plain.example', 'javascript:alert(1)', '<script>', 'https://'])
    expect((await list([{ platform: 'bad', url }])).status, url).toBe(422)
})
