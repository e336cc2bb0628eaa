import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Insight, InsightCampaign } from '#contracts/operator-insight.schemas.ts'
import { insightSorts } from '#contracts/operator-insight.constants.ts'
import type { TrialBalance } from '#contracts/operator-ledger.schemas.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import { addDays, dateStarts } from '#rules/local-date.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { leave } from './account-deletion.fixture.ts'
import {
  advanceClock,
  app,
  follow,
  hasty,
  openApp,
  refund,
  report,
  rightAfterClick,
  sale,
  sell,
  stage,
  joinStage,
  usd,
  type Stage,
} from './modules/conversions/conversions.fixture.ts'
import { correctConversion } from './modules/conversions/correct-conversion.ts'
import { listConversionsUnderReview, decideConversionReview } from './modules/conversions/public.ts'
import { newParty } from './modules/ledger/public.ts'
import { newId } from './platform/ids.ts'

openApp()

let fay: TestOperator
let mugs: Stage
let hats: Stage
let leaver: TestMember
let redeemer: Redeemer

/** Everything that can happen, over several days; the statistics are looked at after it. */
beforeAll(async () => {
  fay = await operatorBearer(app, 'finance')
  await app.jobs.run('count-insight')
  redeemer = await createRedeemer(app)
  mugs = await stage({ title: 'Mugs', budgetCrels: 5_000 })
  hats = await stage({ title: '=Hats', sale: { bps: 1_000 }, budgetCrels: 9_000 }, redeemer)
  await createMember(app, { verified: false })
  const unverified = await createMember(app, { verified: false })
  await app.server.inject({ url: `/api/v1/users/${unverified.uid}`, headers: unverified.headers })
  const { headers } = await createMember(app)
  const own = await app.server.inject({
    method: 'POST',
    url: '/api/v1/shortlinks',
    headers,
    payload: { destinationUrl: 'https://own.example/' },
  })
  await follow(own.json().code)

  const first = await sell(mugs)
  const second = await sell(mugs, { amount: { currency: 'USD', minor: 33_33 } })
  await sell(hats)
  await follow(hats.code, {}, app, '203.0.113.9')
  await follow(hats.code, {}, app, '203.0.113.9')
  await follow(hats.code, { 'user-agent': 'Googlebot/2.1' })
  const held = await Promise.all([hold(mugs), hold(mugs), hold(hats), hold(hats)])
  await report(mugs.key, sale(`clk_${'0'.repeat(32)}`))
  await countedAgain()

  await advanceClock('1 day 7 hours')
  await decide(held[0]!.id, true)
  await decide(held[1]!.id, false)
  await refund(hats.key, held[2]!.eventId, usd(50_00))
  await refund(mugs.key, first.eventId)
  await refund(mugs.key, second.eventId, usd(10_00))
  await countedAgain()

  await advanceClock('20 hours')
  await decide(held[2]!.id, true)
  await refund(mugs.key, second.eventId, usd(3_33))
  const wrong = await sell(hats, { amount: { currency: 'USD', minor: 900_00 } })
  await app.db.transaction().execute(
    async (tx) =>
      await correctConversion(
        tx,
        testActor,
        {
          conversionId: wrong.body.id,
          reason: 'ten times as much',
          amount: { currency: 'USD', minor: 90_00 },
        },
        app,
      ),
  )
  const joined = await joinStage(hats.campaignId)
  leaver = joined.member
  await sell({ ...hats, ...joined })
  await countedAgain()
  await leave(leaver)
  await app.jobs.run('erase-members')
  await cashOut()
  await countedAgain()
})

/** Each as often as it comes: a run more changes nothing. */
async function countedAgain() {
  await app.clicks.flush()
  await app.jobs.run('count-insight')
}

async function hold(at: Stage): Promise<{ id: string; eventId: string }> {
  return await rightAfterClick(at, async (clickId) => {
    await app.clicks.flush()
    const sent = hasty(clickId)
    const { body } = await report(at.key, sent)
    expect(body.status).toBe('under_review')
    return { id: body.id, eventId: sent.eventId }
  })
}

async function decide(conversionId: string, accept: boolean) {
  await app.db
    .transaction()
    .execute(async (tx) => await decideConversionReview(tx, testActor, { conversionId, accept }))
}

async function cashOut() {
  const { id } = await redeem(app, redeemer)
  await app.redemptions.approve({ redemptionId: id, actor: testActor })
  await app.redemptions.send({ redemptionId: id, actor: testActor, provider: 'manual' })
  await app.redemptions.pay({ redemptionId: id, actor: testActor, reference: 'bank 1' })
}

const insight = async (query = '') =>
  (await callOperator(app, fay, { path: `/insight${query}` })).body as Insight
const campaignsOf = async (query = '') =>
  (await callOperator(app, fay, { path: `/insight/campaigns${query}` })).body as {
    items: InsightCampaign[]
    nextCursor: string | null
  }

type Happened = Pick<
  InsightCampaign,
  'clicks' | 'refusedClicks' | 'accepted' | 'rejected' | 'reversed' | 'salesUsdCents' | 'crels'
>

/** A plain count of some time, from the rows themselves; of one campaign, or of everything. */
async function plainCount(from: Date, until: Date, campaignId: string | null = null): Promise<Happened> {
  const within = (at: Date) => at >= from && at < until
  const { rows: clicks } = await sql<{ at: Date; countable: boolean; campaignId: string | null }>`
    select c.at, c.countable, l.campaign_id as "campaignId" from click c join link l on l.id = c.link_id`.execute(
    app.db,
  )
  const { rows: conversions } = await sql<{
    id: string
    campaignId: string | null
    status: string
    usdCents: number
    at: Date
    isReversed: boolean
  }>`
    select c.id, c.campaign_id as "campaignId", c.status, c.sale_usd_cents as "usdCents",
      coalesce(c.decided_at, c.created_at) as at, coalesce(e.state = 'reversed', false) as "isReversed"
    from conversion c left join earning e on e.conversion_id = c.id`.execute(app.db)
  const { rows: refunds } = await sql<{ of: string; usdCents: number; at: Date }>`
    select conversion_id as of, reported_amount_minor as "usdCents", created_at as at from refund`.execute(
    app.db,
  )
  const { rows: moved } = await sql<{ campaignId: string; at: Date; crels: number }>`
    select a.party as "campaignId", t.created_at as at, -e.amount as crels
    from entry e join account a on a.id = e.account_id join txn t on t.id = e.txn_id
    where a.code = 'campaign.budget' and t.kind <> 'campaign.top-up'`.execute(app.db)
  const of = <R extends { campaignId: string | null; at: Date }>(rows: R[]) =>
    rows.filter((row) => within(row.at) && (campaignId === null || row.campaignId === campaignId))
  const accepted = conversions.filter(({ status }) => status === 'accepted')
  const takenBack = accepted.flatMap((conversion) => {
    const own = refunds.filter((one) => one.of === conversion.id)
    const at = (one: Date) => (one > conversion.at ? one : conversion.at)
    const last = own.map((one) => at(one.at)).sort((one, other) => Number(other) - Number(one))[0]
    return own.map((one) => ({
      ...conversion,
      usdCents: one.usdCents,
      at: at(one.at),
      isWhole: conversion.isReversed && last !== undefined && Number(at(one.at)) === Number(last),
    }))
  })
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  return {
    clicks: of(clicks).filter(({ countable }) => countable).length,
    refusedClicks: of(clicks).filter(({ countable }) => !countable).length,
    accepted: of(accepted).length,
    rejected: of(conversions).filter(({ status }) => status === 'rejected').length,
    reversed: of(takenBack).filter(({ isWhole }) => isWhole).length,
    salesUsdCents:
      sum(of(accepted).map(({ usdCents }) => usdCents)) - sum(of(takenBack).map(({ usdCents }) => usdCents)),
    crels: sum(of(moved).map(({ crels }) => crels)),
  }
}

const zones = ['UTC', 'Europe/Lisbon', 'Asia/Kathmandu', 'America/Los_Angeles', 'Pacific/Kiritimati']

test.each(zones)('each figure of each day and campaign is what a plain count says: %s', async (zone) => {
  const shown = await insight(`?zone=${zone}`)
  const { startsAt, endsAt } = shown.period
  expect(shown.statistics).toMatchObject(await plainCount(new Date(startsAt), new Date(endsAt)))
  expect(shown.statistics!.accepted).toBeGreaterThan(5)
  for (const { date, statistics } of shown.days) {
    const from = new Date(dateStarts(date, zone))
    const until = new Date(dateStarts(addDays(date, 1), zone))
    const plain = await plainCount(from, until)
    if (statistics) expect(statistics, date).toMatchObject(plain)
    else expect(plain.accepted + plain.clicks, date).toBe(0)
  }
  // Each day by itself, by campaign: its quarters alone make it, or a whole day of UTC.
  for (const { date } of shown.days.slice(-4)) {
    const { items } = await campaignsOf(`?zone=${zone}&from=${date}&to=${date}`)
    for (const { campaign, ...row } of items)
      expect(row, `${date} ${campaign.title}`).toMatchObject(
        await plainCount(
          new Date(dateStarts(date, zone)),
          new Date(dateStarts(addDays(date, 1), zone)),
          campaign.id,
        ),
      )
  }
})

test.each(zones)(
  'months are what a plain count of each says, over years and from the first day: %s',
  async (zone) => {
    for (const asked of ['from=first', 'from=2024-03-15', 'from=first&by=day']) {
      const shown = await insight(`?${asked}&zone=${zone}`)
      const { startsAt, endsAt } = shown.period
      expect(shown.statistics, asked).toMatchObject(await plainCount(new Date(startsAt), new Date(endsAt)))
      expect(shown.statistics!.accepted, asked).toBeGreaterThan(5)
      expect(shown.by).toBe(asked === 'from=2024-03-15' ? 'month' : 'day')
      const known = shown.days.filter(({ statistics }) => statistics !== null)
      const total = known.reduce((sum, { statistics }) => sum + statistics!.crels, 0)
      expect(total, asked).toBe(shown.statistics!.crels)
      expect(known.reduce((sum, { statistics }) => sum + statistics!.signUps, 0)).toBe(
        shown.statistics!.signUps,
      )
    }
    const { days, period } = await insight(`?from=2024-03-15&zone=${zone}`)
    expect(days[0]!.date).toBe('2024-03-15')
    expect(days.slice(1).every(({ date }) => date.endsWith('-01'))).toBe(true)
    const last = days.at(-1)!
    expect(last.statistics).toMatchObject(
      await plainCount(new Date(dateStarts(last.date, zone)), new Date(period.endsAt)),
    )
    const { items } = await campaignsOf(`?from=first&zone=${zone}`)
    expect(items.reduce((sum, { crels }) => sum + crels, 0)).toBe(
      (await insight(`?from=first&zone=${zone}`)).statistics!.crels,
    )
  },
)

test('what it cost, what is left and what waits are what Ledger, Campaigns and Review say', async () => {
  const { statistics, underReview, usdToCrels } = await insight()
  const { items } = await campaignsOf()
  expect(items.map(({ campaign }) => campaign.title).sort()).toEqual(['=Hats', 'Mugs'])
  const trial = (await callOperator(app, fay, { path: '/ledger/trial-balance' })).body as TrialBalance
  const budgets = trial.assets[0]!.balances.find(({ code }) => code === 'campaign.budget')!
  expect(statistics!.crels).toBe(14_000 - budgets.posted)
  expect(statistics!.usdCents).toBe(worthInUsdCents(statistics!.crels, usdToCrels))
  expect(items.reduce((sum, { crels }) => sum + crels, 0)).toBe(statistics!.crels)
  expect(statistics!.clicks - statistics!.campaignClicks).toBe(1)
  for (const { campaign, crels, usdCents, budgetLeftCrels, accepted, reversed, costUsdCents } of items) {
    const { body } = await callOperator(app, fay, { path: `/campaigns/${campaign.id}` })
    expect(budgetLeftCrels).toBe(body.left.crels)
    expect(usdCents).toBe(worthInUsdCents(crels, usdToCrels))
    expect(costUsdCents).toBe(Math.round(usdCents! / (accepted - reversed)))
  }
  expect(underReview).toBe((await listConversionsUnderReview(app.db, { limit: 100 })).length)
  expect(items.reduce((sum, row) => sum + row.underReview, 0)).toBe(underReview)
})

test('who signed up counts with what they did since, also once they have left', async () => {
  const { statistics, activation } = await insight()
  // The one who never opened the app is no member; the one who did, without verifying, is.
  expect(activation).toEqual({
    signedUp: 5,
    verified: 4,
    joined: 3,
    clicked: 3,
    converted: 3,
    cashedOut: 1,
  })
  expect(statistics!.signUps).toBe(5)
  const { rows } = await sql`select from member where uid = ${leaver.uid}`.execute(app.db)
  expect(rows).toHaveLength(0)
})

test('another run, and the daily one, change nothing', async () => {
  const before = [await insight(), await campaignsOf()]
  await app.jobs.run('count-insight')
  await app.jobs.run('recount-insight')
  const after = [await insight(), await campaignsOf()]
  expect(after).toEqual([{ ...before[0], countedAt: expect.any(String) }, before[1]])
})

test('a sign-up counts on the day that it is where the question is asked', async () => {
  await signUpAt('2026-07-01T23:30:00Z')
  await signUpAt('2026-07-01T18:10:00Z')
  await signUpAt('2026-07-01T18:20:00Z')
  await app.jobs.run('count-insight')
  const on = async (zone: string) =>
    (await insight(`?from=2026-07-01&to=2026-07-02&zone=${zone}`)).days.map(
      ({ statistics }) => statistics?.signUps ?? null,
    )
  expect(await on('UTC')).toEqual([3, 0])
  expect(await on('Europe/Lisbon')).toEqual([2, 1])
  expect(await on('Asia/Kathmandu')).toEqual([1, 2])
  expect(await on('America/Los_Angeles')).toEqual([3, 0])
})

async function signUpAt(at: string): Promise<void> {
  const id = newId('member')
  await sql`
    insert into member (uid, iss, sub, party, short_id, email, created_at)
    values (${id}, 'test', ${id}, ${newParty()}, ${id}, ${`${id}@example.com`}, ${at})`.execute(app.db)
}

test('campaigns are sorted by each figure, page by page, and what is not known comes last', async () => {
  await stage({ title: 'Quiet' })
  for (const sort of insightSorts)
    for (const order of ['asc', 'desc']) {
      const asked = `?sort=${sort}&order=${order}`
      const { items } = await campaignsOf(asked)
      const titles = items.map(({ campaign }) => campaign.title)
      expect(titles.toSorted()).toEqual(['=Hats', 'Mugs', 'Quiet'])
      const paged: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await campaignsOf(`${asked}&limit=1${cursor && `&cursor=${cursor}`}`)
        paged.push(...page.items.map(({ campaign }) => campaign.title))
        cursor = page.nextCursor
      }
      expect(paged, asked).toEqual(titles)
      if (sort === 'cost') expect(titles.at(-1)).toBe('Quiet')
      if (sort === 'crels') expect(titles.indexOf('Quiet')).toBe(order === 'asc' ? 0 : 2)
    }
  const { items } = await campaignsOf('?sort=clicks&order=asc')
  expect(items[0]).toMatchObject({ clicks: 0, crels: 0, usdCents: 0, costUsdCents: null })
})

test('is for who may see money, and says what is wrong with a question', async () => {
  const status = async (role: 'support' | 'read-only' | 'manager', path = '/insight') =>
    (await callOperator(app, await operatorBearer(app, role), { path })).status
  expect([await status('support'), await status('read-only'), await status('manager')]).toEqual([
    403, 200, 200,
  ])
  expect(await status('support', '/insight/campaigns')).toBe(403)
  for (const query of [
    'zone=Mars/Olympus',
    'by=day&from=2023-01-01',
    'by=week',
    'from=last',
    'from=2026-02-30',
    'from=2026-03-01&to=2026-02-01',
  ])
    expect((await callOperator(app, fay, { path: `/insight?${query}` })).status, query).toBe(422)
  expect((await callOperator(app, fay, { path: '/insight/campaigns?cursor=Zm9v' })).status).toBe(422)
})
