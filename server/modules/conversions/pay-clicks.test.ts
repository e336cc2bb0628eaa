import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { createMember } from '#testing/members.ts'
import { setCampaignState } from '#server/modules/campaigns/public.ts'
import { budgetLeft } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import {
  app,
  follow,
  joinStage,
  openApp,
  advanceClock,
  read,
  report,
  sale,
  stage,
  type Stage,
} from './conversions.fixture.ts'
import { payClicks } from './pay-clicks.ts'
import { reverseClickEarning } from './reverse-earnings.ts'

openApp()

const log = pino({ level: 'silent' })

async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return await app.db.transaction().execute(work)
}

// No test is cut in two by the end of an hour.
beforeEach(async () => {
  if (app.clock.now().getUTCMinutes() >= 45) await advanceClock('20 minutes')
})

/** So many visitors come, each another one. */
async function visits({ code }: Pick<Stage, 'code'>, count: number): Promise<void> {
  for (let visit = 0; visit < count; visit++) await follow(code)
}

/** The hour ends, and its clicks are paid. */
async function settle() {
  await advanceClock('1 hour')
  return await payClicks(app.db, { log })
}

async function earningsOf(at: Pick<Stage, 'member'>) {
  return (await read(at.member, '/earnings')).items
}

async function paidHours(enrolmentId: string) {
  const { rows } = await sql`
    select clicks, paid_clicks as paid, refused, remainder_after as kept, crels from click_pay
    where enrolment_id = ${enrolmentId} order by hour`.execute(app.db)
  return rows
}

test('pays unique clicks when their hour ends, in whole crels, and carries the rest over', async () => {
  const at = await stage({ clickMillicrels: 300, holdDays: 7 })
  await visits(at, 5)
  await payClicks(app.db, { log })
  expect(await earningsOf(at)).toEqual([])

  await settle()
  expect(await payClicks(app.db, { log })).toEqual({ settled: 0, crels: 0 })
  const [earning, ...rest] = await earningsOf(at)
  expect(rest).toEqual([])
  expect(earning).toMatchObject({
    type: 'click',
    conversionId: null,
    crels: 1,
    state: 'pending',
    basis: { clicks: 5, clickMillicrels: 300 },
  })
  expect(await budgetLeft(app.db, at.campaignId)).toBe(9_999)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 1 })
  const statement = await read(at.member, '/wallet/statement?account=pending')
  expect(statement.items).toMatchObject([{ about: { earningId: earning.id, campaignId: at.campaignId } }])
  const days = (Date.parse(earning.unlocksAt) - app.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)

  await visits(at, 2)
  await settle()
  expect(await paidHours(at.enrolmentId)).toEqual([
    { clicks: 5, paid: 5, refused: {}, kept: 500, crels: 1 },
    { clicks: 2, paid: 2, refused: {}, kept: 100, crels: 1 },
  ])
})

test('pays the others where one enrolment cannot be paid, and fails, so that alerts know', async () => {
  const [broken, sound] = [await stage({ clickMillicrels: 1_000 }), await stage({ clickMillicrels: 1_000 })]
  for (const at of [broken, sound]) await visits(at, 2)
  await advanceClock('1 hour')
  const refusal = `alter table earning add constraint refused check (uid <> '${broken.member.uid}') not valid`
  await askServer(app.databaseUrl, refusal)
  await expect(app.jobs.run('pay-clicks')).rejects.toThrow('1 failed; the others are done')
  expect(await earningsOf(sound)).toMatchObject([{ crels: 2 }])
  await askServer(app.databaseUrl, 'alter table earning drop constraint refused')
  await app.jobs.run('pay-clicks')
  expect(await earningsOf(broken)).toMatchObject([{ crels: 2 }])
})

test('credits each crel to the link and place of the click that completed it, and reports all of them', async () => {
  const at = await stage({ clickMillicrels: 700 })
  const made = await app.server.inject({
    method: 'POST',
    url: '/api/v1/shortlinks',
    headers: at.member.headers,
    payload: { destinationUrl: 'https://brand.example/landing/mug', campaignId: at.campaignId },
  })
  for (const code of [`${at.code}?sub=bio`, `${at.code}?sub=story`, made.json().code, at.code])
    for (let visit = 0; visit < 3; visit++) await follow(code)
  await settle()
  await visits(at, 2)
  await settle()
  // By the database's own arithmetic, over all clicks as if they were one row.
  const { rows: computed } = await sql<{ linkId: string; sub: string | null; crels: number }>`
    select link_id as "linkId", sub_id as sub, sum(crels)::bigint as crels from (
      select link_id, sub_id, n * 700 / 1000 - (n - 1) * 700 / 1000 as crels
      from (select c.link_id, c.sub_id, row_number() over (order by c.at, c.id) as n
            from click c join link l on l.id = c.link_id
            where l.enrolment_id = ${at.enrolmentId} and c.unique_of_day) numbered) completed
    where crels > 0 group by 1, 2 order by 1, 2`.execute(app.db)
  const { rows } = await sql`
    select o.link_id as "linkId", o.sub_id as sub, sum(o.crels)::bigint as crels
    from earning_origin o join earning e on e.id = o.earning_id
    where e.enrolment_id = ${at.enrolmentId} group by 1, 2 order by 1, 2`.execute(app.db)
  expect(rows).toEqual(computed)
  expect(computed.reduce((sum, { crels }) => sum + crels, 0)).toBe(9)
  const shownTo = async (by: string) =>
    (await read(at.member, `/analytics/breakdown?by=${by}`)).items.map(
      ({ statistics }: { statistics: { crels: number } }) => statistics.crels,
    )
  for (const by of ['link', 'sub', 'device', 'country'])
    expect(
      (await shownTo(by)).reduce((sum: number, crels: number) => sum + crels, 0),
      by,
    ).toBe(9)
  // The database takes no parts that are not the whole.
  const more = sql`
    insert into earning_origin (earning_id, crels) select id, 1 from earning where enrolment_id = ${at.enrolmentId}`
  await expect(more.execute(app.db)).rejects.toThrow('not all of what clicks were paid')
})

test('a visitor pays once a day, however often they come', async () => {
  const at = await stage({ clickMillicrels: 1_000 })
  const again = async () =>
    await app.server.inject({
      url: `/s/${at.code}`,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      remoteAddress: '203.0.113.9',
    })
  await again()
  await again()
  await settle()
  expect((await earningsOf(at)).map(({ crels }: { crels: number }) => crels)).toEqual([1])
})

describe('the budget', () => {
  test('stops it to the crel, and the campaign is exhausted at once', async () => {
    const at = await stage({ clickMillicrels: 500, budgetCrels: 2 })
    await visits(at, 6)
    await settle()
    expect(await paidHours(at.enrolmentId)).toEqual([
      { clicks: 6, paid: 5, refused: { budget_spent: 1 }, kept: 500, crels: 2 },
    ])
    expect(await budgetLeft(app.db, at.campaignId)).toBe(0)
    expect((await read(at.member, `/campaigns/${at.campaignId}`)).state).toBe('exhausted')
  })

  test('stays exact when clicks of many members and sales are paid at once', async () => {
    const first = await stage({ clickMillicrels: 1_000, leadCrels: 3, budgetCrels: 10 })
    const others = [await joinStage(first.campaignId), await joinStage(first.campaignId)]
    const leads: string[] = []
    for (let lead = 0; lead < 4; lead++) leads.push(await follow(first.code))
    for (const at of others) await visits(at, 4)
    await advanceClock('1 hour')
    await Promise.all([
      ...[1, 2, 3].map(async () => await payClicks(app.db, { log })),
      ...leads.map(
        async (clickId) => await report(first.key, sale(clickId, { type: 'lead', amount: undefined })),
      ),
    ])
    const { rows } = await sql<{ spent: number }>`
      select sum(crels)::bigint as spent from earning where campaign_id = ${first.campaignId}`.execute(app.db)
    expect(rows[0]!.spent + (await budgetLeft(app.db, first.campaignId))).toBe(10)
    expect(rows[0]!.spent).toBeGreaterThanOrEqual(8)
  })

  test('is not the only limit: the member’s cap is', async () => {
    const at = await stage({ clickMillicrels: 1_000, perMemberCapCrels: 3 })
    await visits(at, 5)
    await settle()
    expect(await paidHours(at.enrolmentId)).toMatchObject([{ paid: 3, refused: { member_cap_reached: 2 } }])
  })
})

describe('what is not paid says why', () => {
  test('clicks while the campaign was paused, and those before and after are', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    const move = async (action: 'pause' | 'resume') => {
      await app.clicks.flush()
      await transact(
        async (tx) => await setCampaignState(tx, testActor, { campaignId: at.campaignId, action }),
      )
      // A click says its millisecond, a state its microsecond.
      await advanceClock('1 second')
    }
    await visits(at, 1)
    await move('pause')
    await visits(at, 2)
    await move('resume')
    await visits(at, 3)
    await settle()
    expect(await paidHours(at.enrolmentId)).toMatchObject([
      { clicks: 6, paid: 4, refused: { campaign_not_running: 2 } },
    ])
  })

  test('the member’s own devices', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    await visits(at, 2)
    await app.clicks.flush()
    await sql`
      insert into member_visitor (uid, visitor, seen_on)
      select ${at.member.uid}, visitor, crels_now()::date from payable_click
      where enrolment_id = ${at.enrolmentId} limit 1`.execute(app.db)
    await settle()
    expect(await paidHours(at.enrolmentId)).toMatchObject([{ paid: 1, refused: { own_visit: 1 } }])
    await visits(at, 1)
    await app.clicks.flush()
    const { items } = await read(at.member, '/enrolments')
    expect(items[0].clickPay).toEqual({
      paid: 1,
      waiting: 1,
      underReview: [],
      notPaid: [{ reason: 'own_visit', clicks: 1 }],
    })
  })
})

test('a member who left is paid for earlier clicks, and a campaign without such a reward pays none', async () => {
  const at = await stage({ clickMillicrels: 1_000 })
  const without = await stage()
  await visits(at, 2)
  await visits(without, 2)
  await app.clicks.flush()
  const url = `/api/v1/campaigns/${at.campaignId}/enrolment`
  await app.server.inject({ method: 'DELETE', url, headers: at.member.headers })
  await settle()
  expect(await paidHours(at.enrolmentId)).toMatchObject([{ paid: 2, crels: 2 }])
  expect(await paidHours(without.enrolmentId)).toEqual([])
})

test('an operator reverses what clicks were paid, once, also when it is spent', async () => {
  const at = await stage({ clickMillicrels: 1_000 }, await createMember(app))
  await visits(at, 3)
  await settle()
  const [{ id }] = await earningsOf(at)
  const reverse = async () =>
    await transact(
      async (tx) => await reverseClickEarning(tx, testActor, { earningId: id, reason: 'bought_clicks' }),
    )
  expect(await reverse()).toEqual({ state: 'reversed', reversedCrels: 3 })
  expect(await reverse()).toEqual({ state: 'reversed', reversedCrels: 0 })
  expect(await earningsOf(at)).toMatchObject([{ id, state: 'reversed', reason: 'bought_clicks' }])
  expect(await budgetLeft(app.db, at.campaignId)).toBe(10_000)
})

test('what was paid for clicks is never changed, and goes on from what was kept', async () => {
  const at = await stage({ clickMillicrels: 300 })
  await visits(at, 1)
  await settle()
  const later = sql`
    insert into click_pay (enrolment_id, hour, millicrels, clicks, paid_clicks, remainder_before, remainder_after, crels)
    select enrolment_id, hour + interval '1 hour', 300, 1, 1, 0, 300, 0 from click_pay
    where enrolment_id = ${at.enrolmentId}`
  await expect(later.execute(app.db)).rejects.toThrow('do not go on')
  await expect(sql`update click_pay set crels = 0`.execute(app.db)).rejects.toThrow('permission denied')
})
