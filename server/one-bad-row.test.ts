import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { housePoints, memberPoints, move, post } from '#server/modules/ledger/public.ts'
import { changeStock } from '#server/modules/shop/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, type TestMember } from '#testing/members.ts'
import { operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, partyOf, quoteFor } from '#testing/redeemers.ts'
import { seasonInReview } from '#testing/seasons.ts'
import { makeItem, stocker } from '#testing/shop.ts'

// What a job does for one of several fails for good, since the database refuses it: the others are done all the same.
let app: TestApp
/** The database refuses to notify the first of them. */
let bad: TestMember
let good: TestMember
beforeAll(async () => {
  app = await startTestApp()
  ;[bad, good] = [
    await createRedeemer(app, { profile: completeProfile }),
    await createRedeemer(app, { profile: completeProfile }),
  ]
  // In the order in which jobs take them by their ids.
  if (bad.uid > good.uid) [bad, good] = [good, bad]
  await refuse('notification', `new.uid = '${bad.uid}'`)
})
afterAll(() => app.close())

async function refuse(table: string, condition: string): Promise<void> {
  await askServer(
    app.databaseUrl,
    `create function refused_${table}() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refused_${table} before insert or update on ${table} for each row when (${condition})
       execute function refused_${table}()`,
  )
}

const call = async (
  { headers }: TestMember,
  method: 'POST' | 'PATCH' | 'PUT',
  url: string,
  payload: object = {},
) => {
  const answer = await app.server.inject({ method, url: `/api/v1${url}`, headers, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}
const kindsTo = async ({ uid }: TestMember) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notification where uid = ${uid} order by kind`.execute(app.db)
  return rows.map(({ kind }) => kind)
}
/** The job does all the others, and fails, so that alerts and retries know of the one. */
const runs = async (job: string) => {
  await expect(app.jobs.run(job)).rejects.toThrow('1 failed; the others are done')
}
const restock = async (item: string) =>
  await inTransaction(app.db, async (tx) =>
    changeStock(tx, testActor, { ...stocker, item, change: { pieces: 1 } }),
  )
const both = async (work: (member: TestMember) => Promise<unknown>) => {
  for (const member of [bad, good]) await work(member)
}

test('a member is notified of a price that ends, beside one who cannot be', async () => {
  await both(async (member) => await quoteFor(app, member, { usdCents: 50_00 }))
  await shiftClock(app.db, '8 minutes')
  await runs('notify-ending-quotes')
  expect(await kindsTo(good)).toEqual(['price_hold_ending'])
})

test('of a destination that can be used', async () => {
  await sql`update payout_destination set remind = true`.execute(app.db)
  await runs('notify-usable-destinations')
  expect(await kindsTo(good)).toContain('destination_ready')
})

test('of points that expire', async () => {
  const expiresAt = new Date(Date.now() + 10 * 86_400_000)
  const parties = [await partyOf(app, bad), await partyOf(app, good)]
  for (const party of parties)
    await inTransaction(app.db, async (tx) => {
      const [from, to] = move(housePoints, memberPoints(party), 5)
      const lines = [from, { ...to, expiresAt }]
      await post(tx, { kind: 'test', scope: 'test', idem: newId('request'), lines })
    })
  await runs('notify-expiring-points')
  expect(await kindsTo(good)).toContain('points_expiring')
})

test('of new campaigns', async () => {
  await both(
    async (member) =>
      await call(member, 'PATCH', `/users/${member.uid}/notification-choices`, {
        groups: { campaign_news: { mail: 'now' } },
      }),
  )
  await shiftClock(app.db, '1 hour')
  await app.clock.follow(app.db)
  await createCampaign(app, { startsAt: app.clock.now().toISOString() })
  await shiftClock(app.db, '1 hour')
  await runs('send-campaign-news')
  expect(await kindsTo(good)).toContain('campaign_news')
})

test('of an application that ended with its campaign', async () => {
  const endsAt = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString()
  const made = [
    await createCampaign(app, { approval: 'application', endsAt }),
    await createCampaign(app, { approval: 'application', endsAt }),
  ]
  const [first, second] = made.map(({ id }) => id).toSorted()
  for (const [member, id] of [
    [bad, first],
    [good, second],
  ] as const)
    await call(member, 'POST', `/campaigns/${id}/enrolment`, { termsVersion: 1 })
  await shiftClock(app.db, '3 days')
  await runs('advance-campaigns')
  expect(await kindsTo(good)).toContain('application_ended')
})

test('of an item that is back', async () => {
  const items = [await makeItem(app, { stock: 0 }), await makeItem(app, { stock: 0 })]
  await call(bad, 'POST', `/shop/${items[0]}/notify-me`)
  await call(good, 'POST', `/shop/${items[1]}/notify-me`)
  for (const item of items) await restock(item)
  await runs('notify-items-back')
  expect(await kindsTo(good)).toContain('item_back')
})

test('points that have expired are written down beside a lot that cannot be', async () => {
  const [badParty, goodParty] = [await partyOf(app, bad), await partyOf(app, good)]
  await refuse('point_lot', `new.party = '${badParty}' and new.remaining = 0`)
  await shiftClock(app.db, '15 days')
  await runs('expire-points')
  const { rows } = await sql`
    select party, sum(remaining)::int as left from point_lot where party = any (${[badParty, goodParty]})
    group by party order by party = ${goodParty}`.execute(app.db)
  expect(rows).toEqual([
    { party: badParty, left: 5 },
    { party: goodParty, left: 0 },
  ])
})

test('a season is approved beside one that cannot be', async () => {
  const [one, other] = ['2018-07', '2018-08']
  for (const month of [one!, other!])
    await seasonInReview(app, month, [{ party: await partyOf(app, good), points: 10 }])
  await refuse('season', `new.month = '${one}'`)
  await shiftClock(app.db, '4 days')
  await expect(app.jobs.run('settle-seasons')).rejects.toThrow('1 steps of seasons failed')
  const { rows } = await sql`
    select month, state from season where month = any (${[one, other]}) order by month`.execute(app.db)
  expect(rows).toEqual([
    { month: one, state: 'review' },
    { month: other, state: 'paid' },
  ])
})

test('a season is paid beside one of which a prize cannot be', async () => {
  await askServer(app.databaseUrl, 'drop trigger refused_season on season')
  const [one, other] = ['2018-05', '2018-06']
  const [badOne, goodOne] = [await partyOf(app, bad), await partyOf(app, good)]
  await seasonInReview(app, one, [
    { party: badOne, points: 20 },
    { party: goodOne, points: 10 },
  ])
  await seasonInReview(app, other, [{ party: goodOne, points: 10 }])
  await shiftClock(app.db, '4 days')
  await expect(app.jobs.run('settle-seasons')).rejects.toThrow('1 steps of seasons failed')
  const { rows } = await sql`
    select month, state, (select array_agg(rank order by rank) from season_place p
      where p.month = s.month and p.done_at is not null) as done
    from season s where month = any (${[one, other]}) order by month`.execute(app.db)
  expect(rows).toEqual([
    { month: one, state: 'approved', done: [2] },
    { month: other, state: 'paid', done: [1] },
  ])
})

test('a proposal expires behind any number of acts that fail', async () => {
  const { operatorId } = await operatorBearer(app, 'owner', 'olga@crels.example')
  await sql`
    insert into pending_act (action, target, input, reason, proposed_by, proposed_at, runs_at, expires_at)
    select 'no.act', 'none', jsonb '{}', 'A test', ${operatorId}, now() - interval '2 days', now() - interval '1 hour', now() + interval '5 days'
    from generate_series(1, 101)
    union all
    select 'rate.set', 'rate', jsonb '{}', 'A test', ${operatorId}, now() - interval '1 day', null::timestamptz, now() - interval '1 minute'`.execute(
    app.db,
  )
  await expect(app.jobs.run('run-pending-acts')).rejects.toThrow('101 due acts failed unexpectedly')
  const { rows } = await sql`
    select state, count(*)::int as count from pending_act group by state order by state`.execute(app.db)
  expect(rows).toEqual([
    { state: 'expired', count: 1 },
    { state: 'waiting', count: 101 },
  ])
})
