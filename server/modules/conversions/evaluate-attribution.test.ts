import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createMember } from '#testing/members.ts'
import { awayFromMidnight } from '#testing/midnight.ts'
import { addUsableDestination } from '#testing/redeemers.ts'
import { setCampaignState } from '#server/modules/campaigns/public.ts'
import {
  app,
  follow,
  joinStage,
  openApp,
  advanceClock,
  read,
  report,
  rightAfterClick,
  sale,
  sell,
  stage,
} from './conversions.fixture.ts'

openApp()

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()

describe('rejects, records and pays nothing', () => {
  test.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    [
      'click_unknown',
      async () => {
        const { key } = await stage()
        return await report(key, sale('clk_019aa00000007000800000000000000f'))
      },
    ],
    [
      'click_unknown',
      async () => {
        const { key } = await stage()
        return await report(key, sale("x'; drop table click; --\u202e"))
      },
    ],
    [
      'wrong_brand',
      async () => {
        const [theirs, mine] = [await stage(), await stage()]
        return await report(mine.key, sale(await follow(theirs.code)))
      },
    ],
    [
      'click_not_human',
      async () => {
        const at = await stage()
        const clickId = await follow(at.code, { 'user-agent': 'Googlebot/2.1' })
        return await report(at.key, sale(clickId))
      },
    ],
    [
      'before_click',
      async () => {
        const at = await stage()
        return await report(at.key, sale(await follow(at.code), { occurredAt: inDays(-1) }))
      },
    ],
    [
      'click_expired',
      async () => {
        const at = await stage({ cookieDays: 7 })
        const clickId = await follow(at.code)
        await advanceClock('7 days 1 second')
        return await report(at.key, sale(clickId))
      },
    ],
    [
      'campaign_ended',
      async () => {
        const at = await stage({ endsAt: inDays(2) })
        const clickId = await follow(at.code)
        await advanceClock('3 days')
        return await report(at.key, sale(clickId))
      },
    ],
    [
      'campaign_not_running',
      async () => {
        const at = await stage()
        await app.db
          .transaction()
          .execute(
            async (tx) =>
              await setCampaignState(tx, testActor, { campaignId: at.campaignId, action: 'pause' }),
          )
        return await sell(at)
      },
    ],
    [
      'enrolment_not_active',
      async () => {
        const at = await stage()
        const clickId = await follow(at.code)
        const url = `/api/v1/campaigns/${at.campaignId}/enrolment`
        await app.server.inject({ method: 'DELETE', url, headers: at.member.headers })
        return await report(at.key, sale(clickId))
      },
    ],
    ['reward_not_offered', async () => await sell(await stage({ leadCrels: 5 }))],
    [
      'earning_below_one_crel',
      async () => await sell(await stage({ sale: { bps: 1 } }), { amount: { currency: 'USD', minor: 1 } }),
    ],
    ['member_cap_reached', async () => await sell(await stage({ perMemberCapCrels: 83 }))],
    ['budget_spent', async () => await sell(await stage({ budgetCrels: 83 }))],
  ])('%s', async (reason, attempt) => {
    const { status, body } = await attempt()
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), eventId: expect.any(String), status: 'rejected', reason },
    ])
  })

  test('and keeps nothing of another brand with a click that is not the reporter’s', async () => {
    const [theirs, mine] = [await stage(), await stage()]
    const { body } = await report(mine.key, sale(await follow(theirs.code)))
    const { rows } = await sql`
      select link_id, enrolment_id, campaign_id from conversion where id = ${body.id}`.execute(app.db)
    expect(rows).toEqual([{ link_id: null, enrolment_id: null, campaign_id: null }])
    expect((await read(theirs.member, '/earnings')).items).toEqual([])
  })
})

describe('accepts', () => {
  test('a sale for a repeated click', async () => {
    const at = await stage()
    const same = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const click = async () =>
      await app.server.inject({ url: `/s/${at.code}`, headers: same, remoteAddress: '203.0.113.9' })
    await click()
    const second = new URL((await click()).headers.location as string).searchParams.get('crels_click')!
    await advanceClock('10 seconds')
    const { body } = await report(at.key, sale(second))
    const { rows } = await sql`select reason from click where id = ${second}`.execute(app.db)
    expect(rows).toEqual([{ reason: 'repeat' }])
    expect(body.status).toBe('accepted')
  })

  test('a sale of before the end that is reported after it', async () => {
    const at = await stage({ endsAt: inDays(1) })
    const clickId = await follow(at.code)
    const occurredAt = inDays(0.5)
    await advanceClock('1 day 1 minute')
    const { body } = await report(at.key, sale(clickId, { occurredAt }))
    expect(body).toMatchObject({ status: 'accepted' })
  })

  test('and so once the end was written', async () => {
    const at = await stage({ endsAt: inDays(1) })
    const clickId = await follow(at.code)
    const occurredAt = inDays(0.5)
    await advanceClock('1 day 1 minute')
    await app.jobs.run('advance-campaigns')
    const before = await report(at.key, sale(clickId, { occurredAt }))
    expect(before.body).toMatchObject({ status: 'accepted' })
    const after = await report(at.key, sale(clickId))
    expect(after.body).toMatchObject({ status: 'rejected', reason: 'campaign_ended' })
  })

  test('a sale from before the campaign was ended and archived', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    await advanceClock('1 hour')
    const occurredAt = app.clock.now().toISOString()
    await advanceClock('1 minute')
    for (const action of ['end', 'archive'] as const)
      await app.db
        .transaction()
        .execute(async (tx) => await setCampaignState(tx, testActor, { campaignId: at.campaignId, action }))
    const before = await report(at.key, sale(clickId, { occurredAt }))
    expect(before.body).toMatchObject({ status: 'accepted' })
    const after = await report(at.key, sale(clickId))
    expect(after.body).toMatchObject({ status: 'rejected', reason: 'campaign_ended' })
  })

  test('a brand whose clock is two minutes ahead, dated by the report', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    await advanceClock('10 seconds')
    const occurredAt = new Date(app.clock.now().getTime() + 120_000).toISOString()
    const { body } = await report(at.key, sale(clickId, { occurredAt }))
    expect(body.status).toBe('accepted')
    const { items } = await read(at.member, '/earnings')
    expect(Date.parse(items[0].occurredAt)).toBeLessThanOrEqual(app.clock.now().getTime())
  })
})

describe('puts under review', () => {
  test('what comes within five seconds of the click', async () => {
    const at = await stage()
    const { body } = await rightAfterClick(at, async (clickId) => await report(at.key, sale(clickId)))
    expect(body).toMatchObject({ status: 'under_review', reason: 'too_fast', earning: { crels: 84 } })
  })

  test('what comes from the member’s own device, though not from the same network with another browser', async () => {
    // On the next date a device has another name.
    await awayFromMidnight(app)
    const at = await stage()
    const remoteAddress = '8.8.4.4'
    const click = async (agent: string) => {
      const request = { url: `/s/${at.code}`, headers: { 'user-agent': agent }, remoteAddress }
      const { location } = (await app.server.inject(request)).headers
      return new URL(location as string).searchParams.get('crels_click')!
    }
    const [own, other] = ['Mozilla/5.0 (X11) Chrome/140.0', 'Mozilla/5.0 (iPhone) Safari/605.1']
    const clicks = [await click(own), await click(other)]
    const headers = { ...at.member.headers, 'user-agent': own }
    await app.server.inject({ url: '/api/v1/wallet', headers, remoteAddress })
    const recorded = sql`select from member_visitor where uid = ${at.member.uid}`
    await vi.waitFor(async () => expect((await recorded.execute(app.db)).rows).toHaveLength(1), 20_000)
    await advanceClock('10 seconds')
    const { body } = await report(at.key, { items: clicks.map((clickId) => sale(clickId)) })
    expect(body.items).toMatchObject([
      { status: 'under_review', reason: 'self_conversion' },
      { status: 'accepted' },
    ])
  })

  test('nothing for an address that is not public: others may be behind it', async () => {
    const at = await stage()
    const request = { headers: { 'user-agent': 'Mozilla/5.0 (X11) Chrome/140.0' }, remoteAddress: '10.0.0.7' }
    const { location } = (await app.server.inject({ ...request, url: `/s/${at.code}` })).headers
    const clickId = new URL(location as string).searchParams.get('crels_click')
    await app.server.inject({
      ...request,
      url: '/api/v1/wallet',
      headers: { ...request.headers, ...at.member.headers },
    })
    await advanceClock('10 seconds')
    expect((await report(at.key, sale(clickId!))).body.status).toBe('accepted')
  })

  test('the twenty-first conversion of a link within a minute, and not the first of the next minute', async () => {
    const at = await stage()
    const elsewhere = { ...at, ...(await joinStage(at.campaignId)) }
    const clickId = await follow(at.code)
    await advanceClock('10 seconds')
    const statuses: string[] = []
    for (let count = 0; count < 22; count += 1)
      statuses.push((await report(at.key, sale(clickId, { type: 'lead' }))).body.status)
    expect(statuses).toEqual([...Array(20).fill('accepted'), 'under_review', 'under_review'])
    expect((await sell(elsewhere)).body.status).toBe('accepted')
    await advanceClock('61 seconds')
    expect((await report(at.key, sale(clickId))).body.status).toBe('accepted')
  })

  test('of members with one payout destination in a campaign; not when the other is in none of the brand’s', async () => {
    const at = await stage()
    const other = await createMember(app)
    const to = { kind: 'paypal', email: 'one.pocket@example.com' }
    await addUsableDestination(app, at.member, to)
    await addUsableDestination(app, other, { ...to, email: 'One.Pocket@example.com' })
    expect((await sell(at)).body.status).toBe('accepted')
    const theirs = { ...at, ...(await joinStage(at.campaignId, other)) }
    for (const either of [at, theirs])
      expect((await sell(either)).body).toMatchObject({
        status: 'under_review',
        reason: 'shared_destination',
      })
    const bystander = { ...at, ...(await joinStage(at.campaignId)) }
    expect((await sell(bystander)).body.status).toBe('accepted')
  })

  test('the thirtieth conversion of a link of fewer than sixty clicks, and not once there were more', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    const leads = async (count: number) => {
      // Another minute: not a burst.
      await advanceClock('61 seconds')
      const reasons: unknown[] = []
      for (let n = 0; n < count; n += 1)
        reasons.push((await report(at.key, sale(clickId, { type: 'lead' }))).body.reason)
      return reasons
    }
    expect([...(await leads(15)), ...(await leads(14))]).toEqual(Array(29).fill(undefined))
    expect(await leads(1)).toEqual(['rate_outlier'])
    for (let visitor = 0; visitor < 58; visitor += 1) await follow(at.code)
    expect(await leads(1)).toEqual(['rate_outlier'])
    await follow(at.code)
    expect(await leads(1)).toEqual([undefined])
  })
})

describe('refuses and records nothing', () => {
  test.each<[string, object]>([
    ['a sale that pays a share and names no amount', { amount: undefined }],
    ['an amount of nothing', { amount: { currency: 'USD', minor: 0 } }],
    ['a part of a cent', { amount: { currency: 'USD', minor: 0.5 } }],
    ['tomorrow', { occurredAt: '2999-01-01T00:00:00Z' }],
    ['what happened half a year ago', { occurredAt: '2026-01-01T00:00:00Z' }],
    ['a day that does not exist', { occurredAt: '2026-02-30T00:00:00Z' }],
    ['a time without its zone', { occurredAt: '2026-11-20T00:00:00' }],
  ])('%s', async (_title, change) => {
    const at = await stage({ sale: { bps: 800 } })
    const { sent, status, body } = await sell(at, change)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(body.issues.length).toBeGreaterThan(0)
    const right = sale(sent.clickId, { eventId: sent.eventId })
    expect((await report(at.key, right)).status).toBe(201)
  })
})
