import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCampaign } from '#server/modules/campaigns/public.ts'
import { payClicks } from '#server/modules/conversions/public.ts'
import { openDatabase, type Db } from '#server/platform/database.ts'
import {
  app,
  follow,
  openApp,
  advanceClock,
  refund,
  sell,
  stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { recountIn } from './recount.ts'
import { recounts } from './recounts.ts'

openApp()

/** The owner of the tables, whom no trigger stops. */
let owner: Db

// A share, a fixed sale and a lead, a part of a refund, a whole one, and an hour of clicks.
beforeAll(async () => {
  owner = openDatabase({ url: app.config.databaseUrl!, poolSize: 1, name: 'recount test' })
  const share = await stage({ sale: { bps: 800 }, leadCrels: 12, clickMillicrels: 300 })
  const fixed = await stage({ sale: { crels: 84 } })
  await sell(share)
  const part = await sell(share)
  await refund(share.key, part.eventId, { amount: { currency: 'USD', minor: 30_00 } })
  await sell(fixed)
  const whole = await sell(fixed)
  await refund(fixed.key, whole.eventId)
  for (let visit = 0; visit < 5; visit++) await follow(share.code)
  await advanceClock('1 hour')
  await payClicks(app.db, { log: pino({ level: 'silent' }) })
})
afterAll(async () => await owner.destroy())

/** What a recount finds after something was changed behind everybody's back; nothing of it stays. */
async function brokenBy(change: string): Promise<string[]> {
  const undo = new Error('undone')
  let broken: string[] = []
  const tried = owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { numAffectedRows } = await sql.raw(change).execute(tx)
    expect(numAffectedRows, change).toBeGreaterThan(0n)
    broken = (await recountIn(tx)).broken
    throw undo
  })
  await expect(tried).rejects.toBe(undo)
  return broken
}

test('whole books keep every rule', async () => {
  const { broken, figures } = await recountIn(owner)
  expect(broken).toEqual([])
  expect(figures).toMatchObject({ conversions: 4, refunds: 2, earnings: 5 })
})

const one = (of: string) => `id = (select id from earning where ${of} limit 1)`
const planted: Record<string, string> = {
  'a lead or a fixed sale earns what was promised': `update earning set crels = crels + 1 where ${one("bps is null and type = 'sale'")}`,
  'a share earns its part of the sale at the rate of the moment, and the part of a crel stays in the budget': `update earning set crels = crels + 1 where ${one('bps is not null')}`,
  'a share is the one that was promised': `update enrolment set reward_sale_bps = 900 where reward_sale_bps is not null`,
  'what earned was a click of that enrolment’s link, in the brand’s campaign, within the cookie': `update campaign c set brand_id = (select id from brand b where b.id <> c.brand_id limit 1)`,
  'a lead or sale earns once, and one that was refused earns nothing': `delete from earning where ${one("type = 'sale'")}`,
  'a corrected one keeps nothing, is of the same event, and was corrected once': `update conversion set corrects = (select id from conversion o where o.id <> conversion.id limit 1), correction_reason = 'planted', corrected_by = 'planted' where id = (select conversion_id from earning where state = 'pending' and conversion_id is not null limit 1)`,
  'it unlocks when its hold ends, and not before': `update earning set unlocks_at = unlocks_at + interval '1 second'`,
  'refunds take back their part of an earning, and no more': `update earning set reversed_crels = reversed_crels + 1 where ${one('reversed_crels between 1 and crels - 1')}`,
  'nothing else takes an earning back': `update earning set reversed_crels = 1 where ${one('conversion_id in (select id from conversion except select conversion_id from refund)')}`,
  'the first countable click of a visitor on a link in a day is unique, and no other': `update click set unique_of_day = false`,
  'hourly clicks are paid whole crels, the thousandths go on to the next hour': `update click_pay set remainder_before = 100, remainder_after = remainder_after + 100`,
  'a visitor of an enrolment that is paid for clicks is paid, refused, reviewed or waits, once a day': `delete from payable_click where click_id = (select min(click_id) from payable_click)`,
  'an hour of clicks is those that were settled in it': `update payable_click set state = 'refused', reason = 'own_visit' where click_id = (select min(click_id) from payable_click where state = 'paid')`,
  'no more visitors of a network, an address, a minute or an hour are paid than their limits, but those that a person accepted': `update click_pay set limits = jsonb_set(limits, '{perHour}', '4')`,
  'clicks under review are those of a review that waits': `insert into click_review (id, enrolment_id, reason, clicks, first_at, last_at) select 'crv_planted', enrolment_id, 'network_limit', 1, at, at from payable_click limit 1`,
  'clicks are paid the reward that was promised': `update enrolment set reward_click_millicrels = 301, applied_at = '2020-01-01', joined_at = '2020-01-01' where reward_click_millicrels is not null`,
  'the ledger posted each earning whole, once, out of its campaign’s budget': `update txn set scope = 'elsewhere' where scope = 'click'`,
  'a budget is what was put in, less what was earned, plus what came back': `update campaign set budget_crels = budget_crels + 1`,
  'no budget was ever exceeded, not by one crel and not for a moment': `update entry set amount = amount - 1000000 where account_id in (select id from account where code = 'campaign.budget')`,
  'what members have pending is what they earned and is not unlocked': `update earning set state = 'available', unlocked_at = unlocks_at where state = 'pending'`,
}

test.each(Object.entries(planted))('finds a planted breach: %s', async (rule, change) => {
  expect((await brokenBy(change)).join('\n')).toContain(rule)
})

test('finds more visitors of one minute than are paid without a look', async () => {
  const change = `
    insert into payable_click (enrolment_id, day, visitor, click_id, at, state, hour)
    select enrolment_id, day, decode(md5(n::text), 'hex'), 'clk_planted_' || n, at, 'paid', hour
    from (select * from payable_click where state = 'paid' limit 1) p, generate_series(1, 20) n`
  expect((await brokenBy(change)).join('\n')).toContain('a minute or an hour')
})

test('finds what is missing in an hour of an enrolment whose first days are deleted', async () => {
  const change = `
    with old as (update link set created_at = '2020-01-01' returning 1)
    ${planted['an hour of clicks is those that were settled in it']}`
  expect((await brokenBy(change)).join('\n')).toContain('an hour of clicks is those that were settled in it')
})

test('finds more visitors of a network than a member is paid for, over their enrolments', async () => {
  const change = `
    with paid as (select * from payable_click where state = 'paid' limit 1),
    other as (
      update enrolment n set party = o.party from paid p join enrolment o on o.id = p.enrolment_id
      where n.reward_click_millicrels is null returning n.id),
    hours as (
      insert into click_pay (enrolment_id, hour, clicks, paid_clicks, remainder_before, remainder_after, crels, limits)
      select other.id, p.hour, 3, 3, 0, 0, 0, p.limits from other, (select * from click_pay limit 1) p returning 1)
    insert into payable_click (enrolment_id, day, visitor, click_id, at, state, hour, network, address, network_kind)
    select of.id, day, decode(md5(of.id || n), 'hex'), 'clk_planted_' || of.id || n, at, 'paid', hour,
           decode('0101010101010101', 'hex'), decode(substr(md5(of.id || n), 1, 16), 'hex'), 'other'
    from paid, (select id from other union all select enrolment_id from paid) of, generate_series(1, 3) n`
  expect((await brokenBy(change)).join('\n')).toContain('no more visitors of a network')
})

test('a visitor from before their campaign paid for clicks is no first visitor after it', async () => {
  const at = await stage({ sale: { crels: 84 } })
  const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const come = async () => await follow(at.code, visitor, app, '198.51.100.9')
  // Both visits on one UTC day.
  if (app.clock.now().getUTCHours() >= 20) await advanceClock('5 hours')
  await come()
  await advanceClock('70 minutes')
  await owner.transaction().execute(async (tx) => {
    const changes = { reward: { clickMillicrels: 300, leadCrels: null, sale: { crels: 84 } } }
    const change = { campaignId: at.campaignId, changes, reason: 'clicks' }
    return await changeCampaign(tx, testActor, change, app.config)
  })
  const agreed = await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${at.campaignId}/enrolment`,
    headers: at.member.headers,
    payload: { termsVersion: 2 },
  })
  expect(agreed.statusCode, agreed.body).toBe(200)
  await advanceClock('2 minutes')
  await come()
  await app.clicks.flush()
  expect((await recountIn(owner)).broken).toEqual([])
})

test('every rule has its planted breach', () => {
  expect(Object.keys(planted)).toEqual(Object.keys(recounts))
})
