import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { noticesTo } from '#testing/members.ts'
import { checkReviews } from '#server/doctor/database-checks.ts'
import type { Tx } from '#server/platform/database.ts'
import { listClickReviews } from './click-review-queries.ts'
import { app, follow, openApp, advanceClock, read, stage, type Stage } from './conversions.fixture.ts'
import { decideClickReview } from './decide-click-review.ts'
import { payClicks } from './pay-clicks.ts'

openApp()

const log = pino({ level: 'silent' })
const operator = { via: 'job', source: 'Olga' } as const

beforeEach(async () => {
  if (app.clock.now().getUTCMinutes() >= 45) await advanceClock('20 minutes')
  // Nor by the end of a day.
  if (app.clock.now().getUTCHours() >= 21) await advanceClock('4 hours')
})

/** A new browser, from an address. */
let agents = 0
async function visit({ code }: Pick<Stage, 'code'>, address: string): Promise<string> {
  agents += 1
  const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/${agents}.0.0.0 Safari/537.36`
  return await follow(code, { 'user-agent': agent }, app, address)
}

async function settle(limits?: Parameters<typeof payClicks>[1]['limits']) {
  await advanceClock('1 hour')
  return await payClicks(app.db, { log, limits })
}

async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return await app.db.transaction().execute(work)
}

const decide = async (reviewId: string, accept: boolean, answer?: string) =>
  await transact(async (tx) => await decideClickReview(tx, operator, { reviewId, accept, answer }))

async function statistics(at: Stage) {
  return (await read(at.member, '/enrolments')).items[0].clickPay
}

async function reviewsOf({ campaignId }: Stage) {
  const { rows } = await sql<{ id: string }>`
    select r.id from click_review r join enrolment n on n.id = r.enrolment_id
    where n.campaign_id = ${campaignId} order by r.id`.execute(app.db)
  return rows.map(({ id }) => id)
}

/** So many further links of the enrolment. */
async function deepLinks(at: Stage, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let each = 0; each < count; each++) {
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/v1/shortlinks',
      headers: at.member.headers,
      payload: { destinationUrl: `https://brand.example/landing/${each}`, campaignId: at.campaignId },
    })
    expect(response.statusCode, response.body).toBe(201)
    codes.push(response.json().code)
  }
  return codes
}

describe('a visitor is paid once an enrolment and day', () => {
  test('by however many of its links they come', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    for (const code of [at.code, ...(await deepLinks(at, 8))])
      await follow(code, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }, app, '192.0.2.9')
    await settle()
    expect(await statistics(at)).toEqual({ paid: 1, waiting: 0, underReview: [], notPaid: [] })
  })

  test('also where the second link comes in the next hour, and by two loads at once', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    const [other] = await deepLinks(at, 1)
    const come = async (code: string) =>
      await follow(code, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0' }, app, '192.0.2.10')
    await come(at.code)
    await settle()
    await come(other!)
    await settle()
    expect(await statistics(at)).toMatchObject({ paid: 1, waiting: 0 })
    const { rows } = await sql`select 1 from payable_click where enrolment_id = ${at.enrolmentId}`.execute(
      app.db,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('what one device could make is under review', () => {
  test('one address with rotating user agents is paid five times a day, the rest waits with its reason', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    for (let each = 0; each < 12; each++) await visit(at, '192.0.2.77')
    await settle()
    const reason = 'network_limit'
    expect(await statistics(at)).toEqual({
      paid: 5,
      waiting: 0,
      underReview: [{ reason, clicks: 7 }],
      notPaid: [],
    })
    // The next hour of the same day, and a neighbour in the network.
    await visit(at, '192.0.2.77')
    await visit(at, '192.0.2.78')
    await settle()
    expect(await statistics(at)).toMatchObject({ paid: 5, underReview: [{ reason, clicks: 9 }] })
    const { underReview } = (
      await app.server.inject({
        method: 'POST',
        url: `/api/v1/shortlinks/${at.linkId}/test`,
        headers: at.member.headers,
      })
    ).json()
    expect(underReview).toEqual([{ reason, clicks: 9 }])
  })

  test('an IPv6 /56 is one network, and loopback is one too', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    for (let each = 0; each < 7; each++)
      await visit(at, `2001:db8:1:2${each}0::${each + 1}`.replace(/0::/, '::'))
    for (let each = 0; each < 7; each++) await visit(at, '127.0.0.1')
    await settle()
    expect(await statistics(at)).toMatchObject({
      paid: 10,
      underReview: [{ reason: 'network_limit', clicks: 4 }],
    })
  })

  test('a mobile network is wider, and one address of it is not', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    for (let each = 0; each < 7; each++) await visit(at, `172.58.1.${each + 1}`)
    for (let each = 0; each < 7; each++) await visit(at, '172.58.1.1')
    await settle()
    expect(await statistics(at)).toMatchObject({ paid: 11, underReview: [{ clicks: 3 }] })
  })

  test('a data center is under review from the first click', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    await visit(at, '95.216.10.1')
    await settle()
    expect(await statistics(at)).toEqual({
      paid: 0,
      waiting: 0,
      underReview: [{ reason: 'hosting_network', clicks: 1 }],
      notPaid: [],
    })
  })

  test('a network’s cap counts per member: a second enrolment gets no more of it, also when both settle at once', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    const another = await stage({ clickMillicrels: 1_000 }, at.member)
    const stranger = await stage({ clickMillicrels: 1_000 })
    for (const one of [at, another, stranger])
      for (let each = 0; each < 4; each++) await visit(one, '192.0.2.88')
    await advanceClock('1 hour')
    await Promise.all([1, 2, 3].map(async () => await payClicks(app.db, { log })))
    const { items } = await read(at.member, '/enrolments')
    const sum = (of: (pay: Awaited<ReturnType<typeof statistics>>) => number) =>
      items.reduce((total: number, { clickPay }: { clickPay: never }) => total + of(clickPay), 0)
    expect(sum(({ paid }) => paid)).toBe(5)
    expect(sum(({ underReview }) => underReview[0]?.clicks ?? 0)).toBe(3)
    expect(await statistics(stranger)).toMatchObject({ paid: 4, underReview: [] })
  })

  test('an hour beyond its limit', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    for (let each = 0; each < 6; each++) await follow(at.code)
    await settle({ perHour: 4, perNetwork: 5, perMobileNetwork: 50 })
    expect(await statistics(at)).toMatchObject({
      paid: 4,
      underReview: [{ reason: 'hourly_limit', clicks: 2 }],
    })
  })
})

test('by default twenty a minute and sixty an hour are paid, also from networks of their own', async () => {
  const at = await stage({ clickMillicrels: 1_000 })
  await advanceClock('3 hours')
  const hour = Math.floor(app.clock.now().getTime() / 3_600_000) * 3_600_000 - 3_600_000
  const come = (visitor: number, afterMs: number) =>
    app.clicks.recordPast({
      at: new Date(hour + afterMs),
      linkId: at.linkId,
      visitor: visitor.toString(16).padStart(32, '0'),
      reason: null,
      country: null,
      device: 'desktop',
      referrerHost: null,
      subId: null,
    })
  for (let each = 0; each < 25; each++) come(each, each * 1_000)
  for (let each = 0; each < 45; each++) come(100 + each, (each + 1) * 60_000)
  await app.clicks.flush()
  await app.jobs.run('pay-clicks')
  expect(await statistics(at)).toEqual({
    paid: 60,
    waiting: 0,
    underReview: [
      { reason: 'hourly_limit', clicks: 5 },
      { reason: 'impossible_rate', clicks: 5 },
    ],
    notPaid: [],
  })
})

describe('an operator decides', () => {
  async function reviewed() {
    const at = await stage({ clickMillicrels: 1_000 })
    for (let each = 0; each < 8; each++) await visit(at, '192.0.2.77')
    await settle()
    const [reviewId] = await reviewsOf(at)
    return { at, reviewId: reviewId! }
  }

  test('pays accepted clicks exactly once, however often they are decided and by however many at once', async () => {
    const { at, reviewId } = await reviewed()
    expect(await listClickReviews(app.db, { limit: 100 })).toContainEqual(
      expect.objectContaining({
        id: reviewId,
        reason: 'network_limit',
        clicks: 3,
        crels: 3,
        uid: at.member.uid,
      }),
    )
    const metrics = (await app.server.inject('/metrics')).body
    expect(metrics).toMatch(/^crels_reviews\{metric="clicks"\} [1-9]/m)
    expect(metrics).toMatch(/^crels_reviews\{metric="oldest_seconds"\} \d+$/m)
    const decided = await Promise.all([1, 2, 3].map(async () => await decide(reviewId, true)))
    expect(decided).toEqual([1, 2, 3].map(() => ({ id: reviewId, state: 'accepted', clicks: 3 })))
    await advanceClock('1 hour')
    await Promise.all([1, 2, 3].map(async () => await payClicks(app.db, { log })))
    await settle()
    expect(await statistics(at)).toEqual({ paid: 8, waiting: 0, underReview: [], notPaid: [] })
    expect(await read(at.member, '/wallet')).toMatchObject({ pending: 8 })
    await expect(decide(reviewId, false)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('metrics wait for no table that is locked', async () => {
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table click_review in access exclusive mode`.execute(tx)
      expect((await app.server.inject('/metrics')).statusCode).toBe(200)
    })
  })

  test('rejected clicks are never paid, and the member sees it', async () => {
    const { at, reviewId } = await reviewed()
    expect(await decide(reviewId, false)).toMatchObject({ state: 'rejected' })
    await settle()
    const notPaid = [{ reason: 'not_genuine', clicks: 3 }]
    expect(await statistics(at)).toEqual({ paid: 5, waiting: 0, underReview: [], notPaid })
    await expect(decide(reviewId, true)).rejects.toMatchObject({ code: 'conflict' })
    await expect(decide('crv_nothing', true)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the database lets nothing be paid, reviewed or decided twice', async () => {
    const { at, reviewId } = await reviewed()
    const of = sql`enrolment_id = ${at.enrolmentId}`
    const again = sql`update payable_click set state = 'due', hour = null where ${of} and state = 'paid'`
    await expect(again.execute(app.db)).rejects.toThrow('paid already')
    await decide(reviewId, false)
    const reopened = sql`update click_review set state = 'under_review', decided_at = null, decided_by = null where id = ${reviewId}`
    await expect(reopened.execute(app.db)).rejects.toThrow('rejected already')
    const twice = sql`
      insert into payable_click (enrolment_id, day, visitor, click_id, at)
      select enrolment_id, day, visitor, 'clk_other', at from payable_click where ${of} limit 1`
    await expect(twice.execute(app.db)).rejects.toThrow('payable_click_pkey')
  })

  test('the member sees what is under review with its amount, and hears of each decision once, with the reason', async () => {
    const { at, reviewId } = await reviewed()
    expect((await read(at.member, '/earnings/clicks-under-review')).items).toEqual([
      {
        campaign: expect.objectContaining({ id: at.campaignId }),
        reason: 'network_limit',
        clicks: 3,
        crels: 3,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
    ])
    const other = await stage({ clickMillicrels: 1_000 })
    expect((await read(other.member, '/earnings/clicks-under-review')).items).toEqual([])

    await Promise.all([1, 2].map(async () => await decide(reviewId, false, 'They came from one phone farm.')))
    expect((await read(at.member, '/earnings/clicks-under-review')).items).toEqual([])
    const [mail, ...more] = await noticesTo(app, at.member)
    expect(more).toEqual([])
    expect(mail!.subject).toMatch(/^3 clicks on your .+ link don’t count$/)
    expect(mail!.text).toContain('more visits from one network than we pay for without checking')
    expect(mail!.text).toContain('They came from one phone farm.')

    await visit(at, '192.0.2.77')
    await settle()
    const reviews = await listClickReviews(app.db, { limit: 100 })
    await decide(reviews.find(({ uid }) => uid === at.member.uid)!.id, true)
    const subjects = (await noticesTo(app, at.member)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(2)
    expect(subjects).toContainEqual(expect.stringMatching(/^1 click on your .+ link counts$/))
  })

  test('reviews of several hours that are decided alike are one mail', async () => {
    const { at } = await reviewed()
    await visit(at, '192.0.2.77')
    await settle()
    const reviews = await reviewsOf(at)
    expect(reviews).toHaveLength(2)
    const plan = await app.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`
        explain select id from notification where uid = ${at.member.uid} and kind = 'click_review_decided' and dispatched_at is null
        order by id limit 1`.execute(tx)
      return rows.flatMap(Object.values).join('\n')
    })
    expect(plan).toContain('notification_reviews')
    for (const id of reviews) await decide(id, true)
    const [mail, ...more] = await noticesTo(app, at.member)
    expect(mail!.subject).toMatch(/^4 clicks on your .+ link count$/)
    expect(more).toEqual([])
  })

  // The last: the clock goes on by more than a year.
  test('a review that waited longer than clicks are kept is paid all the same, and then forgotten', async () => {
    const { at, reviewId } = await reviewed()
    const kept = async () => {
      const { rows } = await sql<{ state: string; clicks: number }>`
        select state, count(*)::int as clicks from payable_click where enrolment_id = ${at.enrolmentId}
        group by 1 order by 1`.execute(app.db)
      return rows
    }
    await advanceClock('500 days')
    expect(await checkReviews({ config: app.config, db: app.db, readiness: null })).toMatchObject({
      verdict: 'warning',
      says: expect.stringMatching(
        /^under review: clicks \d.*; the oldest clicks for 50\d days: `crels click reviews`/,
      ),
    })
    await app.jobs.run('drop-old-clicks')
    expect(await kept()).toEqual([{ state: 'under_review', clicks: 3 }])
    await decide(reviewId, true)
    await app.jobs.run('drop-old-clicks')
    expect(await settle()).toMatchObject({ settled: 1, crels: 3 })
    expect(await statistics(at)).toEqual({ paid: 8, waiting: 0, underReview: [], notPaid: [] })
    await app.jobs.run('drop-old-clicks')
    expect(await kept()).toEqual([])
  })
})
