import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { manyAtOnce } from '#testing/config.ts'
import { createCampaign, type NewCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { newId } from '#server/platform/ids.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { changeTerms, closeCampaign, countOf } from './campaigns.fixture.ts'
import { ada, app, join, openApp, someone, partyOf } from './enrolments.fixture.ts'
import { joinCampaign } from './public.ts'

openApp()

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
    statistics: { clicks: 0, countableClicks: 0, conversions: 0, pendingCrels: 0, availableCrels: 0 },
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

test('makes one enrolment and one link when a member joins many times at once', async () => {
  const campaign = await createCampaign(app, { joiningBonusPoints: 50 })
  const before = await balances(app.db, await partyOf(ada))
  const answers = await Promise.all(Array.from({ length: manyAtOnce }, async () => await join(campaign.id)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(manyAtOnce - 1)
  expect(new Set(answers.map((response) => response.json().link.id)).size).toBe(1)
  expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(1)
  expect(await countOf(app.db, 'link', campaign.id)).toBe(1)
  expect((await balances(app.db, await partyOf(ada))).points).toBe(before.points + 50)
})

test('a member disabled a moment ago joins nothing and is paid no bonus', async () => {
  const [campaign, member] = [await createCampaign(app, { joiningBonusPoints: 50 }), await createMember(app)]
  await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  // What this process knows of the account is seconds old; what pays reads it anew.
  await sql`update member set state = 'disabled' where uid = ${member.uid}`.execute(app.db)
  expect((await join(campaign.id, {}, member)).json()).toMatchObject({ status: 403, code: 'user_disabled' })
  expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(0)
  expect((await balances(app.db, await partyOf(member))).points).toBe(0)
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
    insert into enrolment (id, uid, party, campaign_id, state, terms_version, reward_lead_crels, hold_days, cookie_days,
                           applied_at, joined_at)
    values (${newId('enrolment')}, 'usr_x', 'pty_x', ${campaign.id}, 'active', 1, 1, 30, 30, now(), now())`
  await expect(copy.execute(app.db)).rejects.toMatchObject({ code: 'CP001' })
  expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(1)
})

test('keeps reward, holding period, cookie and terms when the campaign changes', async () => {
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

  test('a malformed request, an unknown campaign, and a request without a bearer', async () => {
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
