import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign, type NewCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { balances, newSubject } from '#server/modules/ledger/public.ts'
import { changeTerms, closeCampaign, countOf, enrolmentOf } from './campaigns.fixture.ts'
import { decideApplication, joinCampaign } from './public.ts'

let app: TestApp
let ada: TestMember
beforeAll(async () => {
  app = await startTestApp()
  ada = await createMember(app, { profile: completeProfile })
})
afterAll(() => app.close())

async function join(campaignId: string, body?: object, member: TestMember = ada, headers: object = {}) {
  return await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: { ...member.headers, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
}

async function leave(campaignId: string, member: TestMember = ada) {
  return await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: member.headers,
  })
}

/** Someone who joins without signing up, for races of many. */
function someone() {
  return { uid: newId('member'), subject: newSubject(), emailVerified: true }
}

test('joins an open campaign: 201 with a working tracking link and the offer as it is', async () => {
  const campaign = await createCampaign(app, { holdDays: 14, cookieDays: 45 })
  const response = await join(campaign.id)
  expect(response.statusCode).toBe(201)
  const enrolment = response.json()
  expect(enrolment).toMatchObject({
    id: expect.stringMatching(/^enr_/),
    state: 'active',
    campaign: {
      id: campaign.id,
      title: campaign.title,
      brand: { id: campaign.brandId },
      state: 'active',
    },
    link: { code: expect.stringMatching(/^[a-z0-9]{7}$/) },
    reward: { clickMillicrels: null, leadCrels: 12, sale: { crels: 84 } },
    holdDays: 14,
    cookieDays: 45,
    termsVersion: 1,
    figures: { clicks: 0, countableClicks: 0, conversions: 0, pendingCrels: 0, availableCrels: 0 },
  })
  expect(enrolment.link.url).toBe(`${app.config.publicOrigin}/s/${enrolment.link.code}`)
  const visit = await app.server.inject({ url: `/s/${enrolment.link.code}` })
  expect(visit.statusCode).toBe(302)
  expect(visit.headers.location).toContain('https://brand.example/landing')
})

test('answers a second join with 200 and the same enrolment', async () => {
  const campaign = await createCampaign(app)
  const first = (await join(campaign.id)).json()
  const again = await join(campaign.id, {})
  expect(again.statusCode).toBe(200)
  expect(again.json()).toEqual(first)
})

test('makes one enrolment and one link when a member joins 100 times at once', async () => {
  const campaign = await createCampaign(app, { joiningBonusPoints: 50 })
  const before = await balances(app.db, await subjectOf(ada))
  const answers = await Promise.all(Array.from({ length: 100 }, async () => await join(campaign.id)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(99)
  expect(new Set(answers.map((response) => response.json().link.id)).size).toBe(1)
  expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(1)
  expect(await countOf(app.db, 'link', campaign.id)).toBe(1)
  expect((await balances(app.db, await subjectOf(ada))).points).toBe(before.points + 50)
})

test('answers a repetition under one Idempotency-Key with the same 201', async () => {
  const campaign = await createCampaign(app)
  const key = { 'idempotency-key': 'join-once' }
  const first = await join(campaign.id, {}, ada, key)
  const again = await join(campaign.id, {}, ada, key)
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  expect((await join(campaign.id, { message: 'other' }, ada, key)).json().code).toBe('idempotency_mismatch')
})

test('never lets more members in than the campaign’s limit when 50 race', async () => {
  const campaign = await createCampaign(app, { memberLimit: 7 })
  const results = await Promise.allSettled(
    Array.from(
      { length: 50 },
      async () =>
        await app.db
          .transaction()
          .execute(async (tx) => await joinCampaign(tx, someone(), { campaignId: campaign.id })),
    ),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 43 }, () => 'campaign_full'))
  expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(7)
  expect(await countOf(app.db, 'link', campaign.id)).toBe(7)
  expect((await join(campaign.id)).json()).toMatchObject({ status: 409, code: 'campaign_full' })
})

test('the database refuses a place beyond the limit by itself', async () => {
  const campaign = await createCampaign(app, { memberLimit: 1 })
  await join(campaign.id)
  const copy = sql`
    insert into enrolment (id, uid, subject, campaign_id, state, terms_version, reward_lead_crels, hold_days, cookie_days,
                           applied_at, joined_at)
    values (${newId('enrolment')}, 'usr_x', 'sub_x', ${campaign.id}, 'active', 1, 1, 30, 30, now(), now())`
  await expect(copy.execute(app.db)).rejects.toMatchObject({ code: 'CP001' })
  expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(1)
})

test('keeps reward, hold, cookie and terms as they were when the campaign changes', async () => {
  const campaign = await createCampaign(app, { holdDays: 14, cookieDays: 45 })
  await join(campaign.id)
  await sql`
    update campaign set reward_lead_crels = 1, reward_sale_crels = null, reward_sale_bps = 100, hold_days = 90,
      cookie_days = 1 where id = ${campaign.id}`.execute(app.db)
  await changeTerms(app.db, campaign.id, '## Everything is different')
  const [mine] = (await app.server.inject({ url: '/api/v1/enrolments?limit=1', headers: ada.headers })).json()
    .items
  expect(mine).toMatchObject({
    campaign: { id: campaign.id },
    reward: { leadCrels: 12, sale: { crels: 84 } },
    holdDays: 14,
    cookieDays: 45,
    termsVersion: 1,
  })
})

describe('refuses to join', () => {
  const refusals: [string, NewCampaign, string, number][] = [
    ['a campaign that begins later', { startsAt: '2100-01-01T00:00:00Z' }, 'campaign_not_open', 409],
    ['a campaign without budget', { budgetCrels: 0 }, 'campaign_not_open', 409],
    ['a campaign whose budget covers no reward', { budgetCrels: 11 }, 'campaign_not_open', 409],
    ['a campaign for other countries', { countries: ['FR', 'IT'] }, 'requirements_not_met', 422],
    ['a campaign for other channels', { requiredChannels: ['twitch'] }, 'requirements_not_met', 422],
    ['a draft', { publish: false }, 'not_found', 404],
  ]
  test.each(refusals)('%s', async (_, changes, code, status) => {
    const campaign = await createCampaign(app, changes)
    const response = await join(campaign.id)
    expect(response.json()).toMatchObject({ code, status })
    expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(0)
  })

  test.each(['paused', 'ended', 'archived'] as const)('a campaign that is %s', async (state) => {
    const campaign = await createCampaign(app)
    await closeCampaign(app.db, campaign.id, state)
    const expected = state === 'archived' ? [404, 'not_found'] : [409, 'campaign_not_open']
    const response = await join(campaign.id)
    expect([response.statusCode, response.json().code]).toEqual(expected)
  })

  test('under terms other than the member read, saying which are current', async () => {
    const campaign = await createCampaign(app)
    await changeTerms(app.db, campaign.id, '## New terms')
    const response = await join(campaign.id, { termsVersion: 1 })
    expect(response.json()).toMatchObject({ status: 409, code: 'terms_changed', termsVersion: 2 })
    const accepted = await join(campaign.id, { termsVersion: 2 })
    expect(accepted.json()).toMatchObject({ state: 'active', termsVersion: 2 })
  })

  test('what is malformed, unknown or nobody’s', async () => {
    const campaign = await createCampaign(app)
    expect((await join(campaign.id, { termsVersion: 'one' })).json().code).toBe('validation_failed')
    expect((await join(campaign.id, { message: 'x'.repeat(1001) })).json().code).toBe('validation_failed')
    expect((await join('cmp_none')).statusCode).toBe(404)
    expect((await join(newId('campaign'))).statusCode).toBe(404)
    const anonymous = await app.server.inject({
      method: 'POST',
      url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    })
    expect(anonymous.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
    const unverified = await createMember(app, { verified: false })
    expect((await join(campaign.id, {}, unverified)).json().code).toBe('email_not_verified')
    expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(0)
  })
})

describe('leaving', () => {
  test('stops the tracking link and keeps the enrolment; a second time is 404', async () => {
    const campaign = await createCampaign(app)
    const { link } = (await join(campaign.id)).json()
    const left = await leave(campaign.id)
    expect(left.statusCode).toBe(200)
    expect(left.json()).toMatchObject({ state: 'left', link: { id: link.id } })
    await expect.poll(async () => (await app.server.inject({ url: `/s/${link.code}` })).statusCode).toBe(410)
    expect((await leave(campaign.id)).json()).toMatchObject({ status: 404, code: 'not_enrolled' })
  })

  test('is undone by joining again: the same enrolment and link, the offer of that day, no second bonus', async () => {
    const campaign = await createCampaign(app, { joiningBonusPoints: 70, memberLimit: 1 })
    const member = await createMember(app)
    const first = (await join(campaign.id, {}, member)).json()
    await leave(campaign.id, member)
    await sql`update campaign set reward_lead_crels = 20 where id = ${campaign.id}`.execute(app.db)
    const again = await join(campaign.id, {}, member)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toMatchObject({
      id: first.id,
      state: 'active',
      link: first.link,
      reward: { leadCrels: 20 },
    })
    expect((await balances(app.db, await subjectOf(member))).points).toBe(70)
  })

  test('does not revive a link that was banned', async () => {
    const campaign = await createCampaign(app)
    const { link } = (await join(campaign.id)).json()
    await leave(campaign.id)
    await sql`update link set state = 'banned' where id = ${link.id}`.execute(app.db)
    await join(campaign.id)
    const { rows } = await sql<{ state: string }>`select state from link where id = ${link.id}`.execute(
      app.db,
    )
    expect(rows[0]!.state).toBe('banned')
  })

  test('never deadlocks with joining when both race', async () => {
    const campaign = await createCampaign(app)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => await (i % 2 ? join(campaign.id) : leave(campaign.id))),
    )
    const statuses = new Set(answers.map(({ statusCode }) => statusCode))
    expect([...statuses].every((status) => [200, 201, 404].includes(status))).toBe(true)
    expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(1)
  })

  test('is refused to visitors', async () => {
    const campaign = await createCampaign(app)
    const response = await app.server.inject({
      method: 'DELETE',
      url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    })
    expect(response.statusCode).toBe(401)
  })
})

describe('applying', () => {
  const decide = async (enrolmentId: string, approve: boolean, reason?: string) =>
    await app.db
      .transaction()
      .execute(async (tx) => await decideApplication(tx, { enrolmentId, approve, reason }))

  test('waits without a link, and has one when the brand approves, on the terms of the application', async () => {
    const campaign = await createCampaign(app, { approval: 'application', joiningBonusPoints: 30 })
    const member = await createMember(app)
    const applied = await join(campaign.id, { message: 'I review headphones.' }, member)
    expect(applied.statusCode).toBe(201)
    expect(applied.json()).toMatchObject({ state: 'applied', link: null, joinedAt: null })
    expect((await balances(app.db, await subjectOf(member))).points).toBe(0)
    await sql`update campaign set reward_lead_crels = 1 where id = ${campaign.id}`.execute(app.db)
    await decide(applied.json().id, true)
    const now = await join(campaign.id, {}, member)
    expect(now.statusCode).toBe(200)
    expect(now.json()).toMatchObject({
      state: 'active',
      link: { id: expect.any(String) },
      reward: { leadCrels: 12 },
    })
    expect((await balances(app.db, await subjectOf(member))).points).toBe(30)
    await expect(decide(applied.json().id, false)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('again is possible 30 days after being declined, not before', async () => {
    const campaign = await createCampaign(app, { approval: 'application' })
    const member = await createMember(app)
    const { id } = (await join(campaign.id, {}, member)).json()
    await decide(id, false, 'We look for podcasts.')
    const refused = await join(campaign.id, {}, member)
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'application_declined',
      reason: 'We look for podcasts.',
      reapplyAt: expect.any(String),
    })
    await shiftClock(app.db, '30 days')
    const again = await join(campaign.id, {}, member)
    await shiftClock(app.db, '-30 days')
    expect(again.json()).toMatchObject({ id, state: 'applied', reason: null })
  })

  test('takes a place, and withdrawing gives it back', async () => {
    const campaign = await createCampaign(app, { approval: 'application', memberLimit: 1 })
    const other = await createMember(app)
    await join(campaign.id)
    expect((await join(campaign.id, {}, other)).json().code).toBe('campaign_full')
    expect((await leave(campaign.id)).json()).toMatchObject({ state: 'left', link: null })
    expect((await join(campaign.id, {}, other)).statusCode).toBe(201)
  })

  test('cannot be approved twice at once', async () => {
    const campaign = await createCampaign(app, { approval: 'application', joiningBonusPoints: 30 })
    const member = await createMember(app)
    const { id } = (await join(campaign.id, {}, member)).json()
    const results = await Promise.allSettled(Array.from({ length: 10 }, async () => await decide(id, true)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await balances(app.db, await subjectOf(member))).points).toBe(30)
    expect((await enrolmentOf(app.db, id)).state).toBe('active')
  })

  test('a removed member stays out', async () => {
    const campaign = await createCampaign(app)
    const { id } = (await join(campaign.id)).json()
    await sql`update enrolment set state = 'removed', left_at = now(), reason = 'Bought traffic' where id = ${id}`.execute(
      app.db,
    )
    expect((await join(campaign.id)).json()).toMatchObject({
      code: 'application_declined',
      reason: 'Bought traffic',
      reapplyAt: null,
    })
    const back = sql`update enrolment set state = 'active', joined_at = now(), left_at = null where id = ${id}`
    await expect(back.execute(app.db)).rejects.toMatchObject({ code: 'CP003' })
  })
})

async function subjectOf({ uid }: TestMember): Promise<string> {
  const { rows } = await sql<{ subject: string }>`select subject from member where uid = ${uid}`.execute(
    app.db,
  )
  return rows[0]!.subject
}
