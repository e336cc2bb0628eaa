import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeCampaign, readCampaignChanges } from '#server/modules/campaigns/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { testActor } from '#testing/operators.ts'
import { advanceClock, app, follow, openApp, read, stage, type Stage } from './conversions.fixture.ts'
import { listClickReviews } from './click-review-queries.ts'
import { decideClickReview } from './decide-click-review.ts'
import { payClicks } from './pay-clicks.ts'

openApp()

const log = pino({ level: 'silent' })
const operator = { via: 'job', source: 'Olga' } as const

// No test is cut in two by the end of an hour, nor by the end of a day.
beforeEach(async () => {
  if (app.clock.now().getUTCMinutes() >= 45) await advanceClock('20 minutes')
  if (app.clock.now().getUTCHours() >= 20) await advanceClock('5 hours')
})

async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return await app.db.transaction().execute(work)
}

async function settle() {
  await advanceClock('1 hour')
  return await payClicks(app.db, { log })
}

/** So many visitors come, each from a network of their own unless an address is given. */
async function visits({ code }: Pick<Stage, 'code'>, count: number, address?: string): Promise<void> {
  for (let visit = 0; visit < count; visit++)
    await follow(code, { 'user-agent': `Mozilla/5.0 (X11) Firefox/${100 + visit}.0` }, app, address)
}

/** The campaign pays something else for clicks from now on; null for nothing. */
async function offer({ campaignId }: Stage, clickMillicrels: number | null): Promise<void> {
  // A click says its millisecond, and the change comes after it.
  await advanceClock('1 second')
  const changes = readCampaignChanges({ reward: { clickMillicrels, leadCrels: 12 } })
  await transact(
    async (tx) => await changeCampaign(tx, testActor, { campaignId, changes, reason: 'A test.' }, app.config),
  )
}

async function enrol({ campaignId, member }: Stage, method: 'POST' | 'DELETE', payload?: object) {
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const response = await app.server.inject({
    method,
    url,
    headers: member.headers,
    ...(payload && { payload }),
  })
  expect(response.statusCode, response.body).toBeLessThan(300)
}

/** The member agrees to what is offered now. */
const agree = async (at: Stage) =>
  await enrol(at, 'POST', {
    termsVersion: (await read(at.member, `/campaigns/${at.campaignId}`)).termsVersion,
  })

async function paidHours({ enrolmentId }: Stage) {
  const { rows } = await sql`
    select millicrels as each, paid_clicks as paid, refused, remainder_after as kept, crels from click_pay
    where enrolment_id = ${enrolmentId} order by hour`.execute(app.db)
  return rows
}

const reviewOf = async (at: Stage) =>
  (await listClickReviews(app.db, { limit: 100 })).find(({ uid }) => uid === at.member.uid)

/** Eight visitors of one network: five are paid, three under review. */
async function reviewed(clickMillicrels: number): Promise<Stage> {
  const at = await stage({ clickMillicrels })
  await visits(at, 8, '192.0.2.77')
  await settle()
  return at
}

describe('clicks that were under review are paid what they were worth', () => {
  test.each([
    ['nothing is paid for clicks', null],
    ['less', 100],
    ['more', 5_000],
  ])('where the member has agreed to terms by which it is %s since', async (_, now) => {
    const at = await reviewed(500)
    await offer(at, now)
    await agree(at)
    // What everybody sees of the review is what it comes to.
    expect(await reviewOf(at)).toMatchObject({ clicks: 3, crels: 1 })
    expect((await read(at.member, '/earnings/clicks-under-review')).items).toMatchObject([{ crels: 1 }])
    const { id: reviewId } = (await reviewOf(at))!
    await transact(async (tx) => await decideClickReview(tx, operator, { reviewId, accept: true }))
    await settle()
    expect(await paidHours(at)).toEqual([
      { each: 500, paid: 5, refused: {}, kept: 500, crels: 2 },
      { each: 500, paid: 3, refused: {}, kept: 0, crels: 2 },
    ])
    expect(await read(at.member, '/wallet')).toMatchObject({ pending: 4 })
  })

  test('where they go under review after the terms have changed', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    await visits(at, 8, '192.0.2.77')
    await offer(at, 2_000)
    await agree(at)
    await settle()
    expect(await reviewOf(at)).toMatchObject({ clicks: 3, crels: 3 })
  })
})

describe('an hour in which the reward changed', () => {
  test('pays each click the reward of its moment, those of the later one with the next hour', async () => {
    const at = await stage({ clickMillicrels: 900 })
    await visits(at, 2)
    await offer(at, 200)
    await visits(at, 1)
    await agree(at)
    await visits(at, 4)
    await settle()
    expect(await paidHours(at)).toEqual([{ each: 900, paid: 3, refused: {}, kept: 700, crels: 2 }])
    expect((await read(at.member, '/enrolments')).items[0].clickPay).toMatchObject({ paid: 3, waiting: 4 })
    // Once an hour, however often it is asked.
    expect(await payClicks(app.db, { log })).toMatchObject({ settled: 0 })
    await advanceClock('1 hour')
    await Promise.all([1, 2, 3].map(async () => await payClicks(app.db, { log })))
    expect((await paidHours(at)).slice(1)).toEqual([{ each: 200, paid: 4, refused: {}, kept: 500, crels: 1 }])
    const { items } = await read(at.member, '/earnings')
    expect(items.map(({ basis }: { basis: object }) => basis)).toMatchObject([
      { clicks: 4, clickMillicrels: 200 },
      { clicks: 3, clickMillicrels: 900 },
    ])
  })

  test('does the same for who left and joined again', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    await visits(at, 2)
    await app.clicks.flush()
    await enrol(at, 'DELETE')
    await offer(at, 3_000)
    await enrol(at, 'POST')
    await visits(at, 1)
    await settle()
    await settle()
    expect(await paidHours(at)).toMatchObject([
      { each: 1_000, paid: 2, crels: 2 },
      { each: 3_000, paid: 1, crels: 3 },
    ])
  })

  test('pays nothing for a click from before there was a reward, that was loaded since', async () => {
    const at = await stage({ leadCrels: 12 })
    const before = app.clock.now()
    await offer(at, 1_000)
    await agree(at)
    app.clicks.recordPast({
      at: before,
      linkId: at.linkId,
      visitor: '7'.repeat(32),
      reason: null,
      country: null,
      device: 'desktop',
      referrerHost: null,
      subId: null,
    })
    await visits(at, 2)
    await settle()
    expect(await paidHours(at)).toMatchObject([{ each: 1_000, paid: 2, refused: { reward_not_offered: 1 } }])
  })
})
