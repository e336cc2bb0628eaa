import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { createCampaign } from '#testing/campaigns.ts'
import {
  budgetsLeft,
  campaignBudget,
  housePromotion,
  move,
  newParty,
  post,
} from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { CampaignAction } from '#rules/campaign-state.ts'
import { changeTerms } from './campaigns.fixture.ts'
import {
  enrolmentTerms,
  joinCampaign,
  leaveCampaign,
  markExhausted,
  markFunded,
  setCampaignState,
  topUpCampaign,
} from './public.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return await app.db.transaction().execute(work)
}

async function act(id: string, action: CampaignAction) {
  return await transact(async (tx) => await setCampaignState(tx, testActor, { campaignId: id, action }))
}

async function written(id: string) {
  const { rows } = await sql<{ state: string; popularity: number; budget: number }>`
    select state, popularity, budget_crels as budget from campaign where id = ${id}`.execute(app.db)
  return rows[0]!
}

/** Takes crels out of a campaign's budget, as conversions do. */
async function spend(id: string, crels: number) {
  await transact(
    async (tx) =>
      await post(tx, {
        kind: 'test',
        scope: 'test',
        idem: newId('transaction'),
        lines: move(campaignBudget(id), housePromotion, crels),
      }),
  )
}

describe('the states', () => {
  test('go the way of the rules, and no other', async () => {
    const { id } = await createCampaign(app, { publish: false })
    await expect(act(id, 'pause')).rejects.toMatchObject({ code: 'conflict' })
    expect(await act(id, 'publish')).toBe('active')
    expect(await act(id, 'pause')).toBe('paused')
    expect(await act(id, 'resume')).toBe('active')
    expect(await act(id, 'end')).toBe('ended')
    await expect(act(id, 'resume')).rejects.toMatchObject({ code: 'conflict' })
    expect(await act(id, 'archive')).toBe('archived')
    await expect(act(newId('campaign'), 'end')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('are judged by time, not by what a job has written', async () => {
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await createCampaign(app, { startsAt })
    expect((await written(id)).state).toBe('scheduled')
    await expect(act(id, 'pause')).rejects.toMatchObject({ code: 'conflict' })
    await shiftClock(app.db, '2 hours')
    expect(await act(id, 'pause')).toBe('paused')
    await shiftClock(app.db, '-2 hours')
  })

  test('are written by the job when time and budget have moved them', async () => {
    const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
    const begins = await createCampaign(app, { startsAt: hour(1) })
    const ends = await createCampaign(app, { endsAt: hour(1) })
    const paused = await createCampaign(app, { endsAt: hour(1) })
    await act(paused.id, 'pause')
    const spent = await createCampaign(app, { budgetCrels: 20 })
    const draft = await createCampaign(app, { publish: false, startsAt: hour(-1) })
    await spend(spent.id, 9)
    await shiftClock(app.db, '90 minutes')
    expect(await app.jobs.run('advance-campaigns')).toMatchObject({ changed: 4 })
    expect(await app.jobs.run('advance-campaigns')).toMatchObject({ changed: 0 })
    await shiftClock(app.db, '-90 minutes')
    const states = await Promise.all(
      [begins, ends, paused, spent, draft].map(async ({ id }) => await written(id)),
    )
    expect(states.map(({ state }) => state)).toEqual(['active', 'ended', 'ended', 'exhausted', 'draft'])
  })
})

describe('the budget', () => {
  test('grows once for each reference, in the ledger and in the campaign', async () => {
    const { id } = await createCampaign(app, { budgetCrels: 100 })
    const topUp = async (crels: number, idem: string) =>
      await transact(
        async (tx) => await topUpCampaign(tx, testActor, { campaignId: id, crels, reference: idem }),
      )
    await Promise.all(Array.from({ length: 10 }, async () => await topUp(50, 'invoice 7')))
    expect((await budgetsLeft(app.db, [id])).get(id)).toBe(150)
    expect((await written(id)).budget).toBe(150)
    const { rows } = await sql`
      select before, after from audit_entry where action = 'campaign.top-up' and target = ${id}`.execute(
      app.db,
    )
    expect(rows).toEqual([
      {
        before: { budgetCrels: 100 },
        after: { budgetCrels: 150, crels: 50, reference: 'invoice 7' },
      },
    ])
    await expect(topUp(51, 'invoice 7')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    await expect(
      transact(
        async (tx) =>
          await topUpCampaign(tx, testActor, { campaignId: newId('campaign'), crels: 1, reference: 'x' }),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('grows by a payment of any reference: that it was made with has a key of its own', async () => {
    const { id } = await createCampaign(app, { budgetCrels: 100 })
    const topUp = { campaignId: id, crels: 100, reference: 'first' }
    expect(await transact(async (tx) => await topUpCampaign(tx, testActor, topUp))).toEqual({
      replayed: false,
    })
    expect((await budgetsLeft(app.db, [id])).get(id)).toBe(200)
  })

  test('that is spent exhausts the campaign; a top-up that covers a reward revives it', async () => {
    const { id } = await createCampaign(app, { budgetCrels: 100 })
    await spend(id, 95)
    await transact(async (tx) => await markExhausted(tx, id))
    expect((await written(id)).state).toBe('exhausted')
    await transact(
      async (tx) => await topUpCampaign(tx, testActor, { campaignId: id, crels: 6, reference: 'too little' }),
    )
    expect((await written(id)).state).toBe('exhausted')
    await transact(
      async (tx) => await topUpCampaign(tx, testActor, { campaignId: id, crels: 1, reference: 'enough' }),
    )
    expect((await written(id)).state).toBe('active')
  })

  test('is recorded as spent or funded without waiting for a lock on the campaign', async () => {
    const { id } = await createCampaign(app)
    await transact(async (tx) => {
      await sql`select from campaign where id = ${id} for update`.execute(tx)
      await transact(async (other) => await markExhausted(other, id))
    })
    expect((await written(id)).state).toBe('active')
    await transact(async (tx) => await markExhausted(tx, id))
    await transact(async (tx) => await markFunded(tx, id))
    expect((await written(id)).state).toBe('active')
    await act(id, 'pause')
    await transact(async (tx) => await markExhausted(tx, id))
    expect((await written(id)).state).toBe('paused')
  })
})

test('popularity follows countable clicks and joins of 14 days, the latest most', async () => {
  const quiet = await createCampaign(app)
  const old = await createCampaign(app)
  const recent = await createCampaign(app)
  const visit = async (campaignId: string, daysAgo: number, clicks: number, reason = '') => {
    const { enrolment } = await transact(async (tx) => await joinCampaign(tx, someone(), { campaignId }))
    await sql`
      insert into click_quarter (link_id, quarter, reason, clicks)
      select id, date_trunc('hour', crels_now()) - ${`${daysAgo} days 1 hour`}::interval, ${reason}, ${clicks}
      from link where enrolment_id = ${enrolment.id}`.execute(app.db)
    await sql`update enrolment set joined_at = joined_at - interval '20 days' where id = ${enrolment.id}`.execute(
      app.db,
    )
  }
  await visit(quiet.id, 0, 1000, 'bot')
  await visit(quiet.id, 15, 1000)
  await visit(old.id, 10, 100)
  await visit(recent.id, 0, 100)
  expect(await app.jobs.run('refresh-popularity')).toEqual({ changed: 2 })
  expect((await written(quiet.id)).popularity).toBe(0)
  expect((await written(old.id)).popularity).toBeCloseTo(25)
  expect((await written(recent.id)).popularity).toBeCloseTo(100)
  await transact(async (tx) => await joinCampaign(tx, someone(), { campaignId: quiet.id }))
  await app.jobs.run('refresh-popularity')
  expect((await written(quiet.id)).popularity).toBeCloseTo(20)
})

test('locks an enrolment’s terms for a conversion: leaving waits for it', async () => {
  const { id, brandId } = await createCampaign(app, { perMemberCapCrels: 100 })
  const member = someone()
  const { enrolment } = await transact(async (tx) => await joinCampaign(tx, member, { campaignId: id }))
  expect(await transact(async (tx) => await enrolmentTerms(tx, newId('enrolment')))).toBeUndefined()
  let left = false
  const leaving = await transact(async (tx) => {
    expect(await enrolmentTerms(tx, enrolment.id)).toEqual({
      enrolmentId: enrolment.id,
      state: 'active',
      uid: member.uid,
      party: member.party,
      reward: { clickMillicrels: null, leadCrels: 12, sale: { crels: 84 } },
      holdDays: 30,
      cookieDays: 30,
      campaign: {
        id,
        brandId,
        title: expect.any(String),
        state: 'active',
        startsAt: expect.any(Date),
        endsAt: null,
        perMemberCapCrels: 100,
        leastRewardCrels: 12,
      },
    })
    const leave = transact(async (other) => await leaveCampaign(other, member, { campaignId: id })).then(
      () => (left = true),
    )
    await Promise.race([leave, untilBlocked(app.db)])
    expect(left).toBe(false)
    return { leave }
  })
  await leaving.leave
  expect(left).toBe(true)
})

test('terms that members agreed to are never changed', async () => {
  const { id } = await createCampaign(app)
  await changeTerms(app.db, id, '## Second')
  const rewrite = sql`update campaign_terms set markdown = 'Other' where campaign_id = ${id}`
  await expect(rewrite.execute(app.db)).rejects.toThrow(/permission denied/)
})

test('a campaign cannot name a brand or category there is not, a place that is none, or a slug that is taken', async () => {
  await expect(createCampaign(app, { category: 'nothing' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  for (const destinationUrl of ['ftp://brand.example', 'https://10.0.0.1/', 'https://a:b@brand.example/'])
    await expect(createCampaign(app, { destinationUrl })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  await createCampaign(app, { slug: 'taken' })
  await expect(createCampaign(app, { slug: 'taken' })).rejects.toMatchObject({ code: 'conflict' })
})

/** Someone who joins without signing up. */
function someone() {
  return { uid: newId('member'), party: newParty(), emailVerified: true }
}
