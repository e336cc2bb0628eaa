import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { brokenBy } from '#testing/broken-by.ts'
import { costsWhenLarge } from '#testing/costs-when-large.ts'
import { testActor } from '#testing/operators.ts'
import {
  advanceClock,
  app,
  openApp,
  refund,
  sell,
  stage,
  usd,
  follow,
  hasty,
  report,
} from './conversions.fixture.ts'
import { decideConversionReview } from './decide-conversion-review.ts'
import { earningsProof, reconcileEarnings } from './reconcile-earnings.ts'

openApp()

let campaignId: string
let party: string
/** The earning of each conversion. */
const earnings: Record<'unlocked' | 'pending' | 'held' | 'accepted', string> = {
  unlocked: '',
  pending: '',
  held: '',
  accepted: '',
}
let refundId: string

beforeAll(async () => {
  const at = await stage({ reward: { clickMillicrels: 2_000, leadCrels: null, sale: { crels: 40 } } })
  campaignId = at.campaignId
  const earningOf = async (conversionId: string) => {
    const { rows } = await sql<{ id: string; party: string }>`
      select id, party from earning where conversion_id = ${conversionId}`.execute(app.db)
    party = rows[0]!.party
    return rows[0]!.id
  }
  earnings.unlocked = await earningOf((await sell(at)).body.id)
  await advanceClock('30 days 1 second')
  await app.jobs.run('unlock-earnings')
  const sold = await sell(at)
  earnings.pending = await earningOf(sold.body.id)
  refundId = (await refund(at.key, sold.eventId, usd(25_00))).body.id
  earnings.held = await earningOf((await report(at.key, hasty(await follow(at.code)))).body.id)
  // A part of it was refunded before an operator accepted it.
  const doubtful = hasty(await follow(at.code))
  const { body } = await report(at.key, doubtful)
  earnings.accepted = await earningOf(body.id)
  await refund(at.key, doubtful.eventId, usd(50_00))
  const decision = { conversionId: body.id, accept: true }
  await app.db.transaction().execute(async (tx) => await decideConversionReview(tx, testActor, decision))
  await advanceClock('2 hours')
  await app.jobs.run('pay-clicks')
})

const broken = async (statement: string) => await brokenBy(app, statement, reconcileEarnings)

test('finds nothing where earnings, refunds and clicks are in every state', async () => {
  const { rows } = await sql<{
    kind: string
  }>`select distinct type || ' ' || state as kind from earning order by 1`.execute(app.db)
  expect(rows.map(({ kind }) => kind)).toEqual([
    'click pending',
    'sale available',
    'sale pending',
    'sale under_review',
  ])
  expect(await reconcileEarnings(app.db)).toEqual([])
})

test('finds a budget that is not what was put in', async () => {
  expect(
    await broken(`update campaign set budget_crels = budget_crels + 1 where id = '${campaignId}'`),
  ).toEqual({
    budgets: [campaignId],
  })
})

test('finds an earning that is worth more than was posted for it', async () => {
  expect(await broken(`update earning set crels = crels + 1 where id = '${earnings.pending}'`)).toEqual({
    budgets: [campaignId],
    pending: [party],
    accepted: [earnings.pending],
  })
})

test('finds an earning that is available without having been posted', async () => {
  expect(
    await broken(`
      update earning set state = 'available', unlocked_at = crels_now() where id = '${earnings.pending}'`),
  ).toEqual({ pending: [party], unlocked: [earnings.pending] })
})

test('finds an earning under review whose crels are not reserved', async () => {
  expect(
    await broken(`
      update hold set state = 'released', ended_at = crels_now()
      where id = (select hold_id from earning where id = '${earnings.held}')`),
  ).toEqual({ holds: [earnings.held] })
  expect(await broken(`update earning set crels = crels + 1 where id = '${earnings.held}'`)).toEqual({
    budgets: [campaignId],
    holds: [earnings.held],
  })
})

test('finds an accepted earning that was paid more than it is worth', async () => {
  expect(
    await broken(`
      update entry set amount = amount + 100
      where txn_id = (select id from txn where scope = 'earning_pending' and idem = '${earnings.accepted}')
        and amount > 0`),
  ).toEqual({ accepted: [earnings.accepted], reviewed: [earnings.accepted] })
})

test('finds a refund that took back another number of crels', async () => {
  expect(
    await broken(`update refund set reversed_crels = reversed_crels - 1 where id = '${refundId}'`),
  ).toEqual({
    refunds: [earnings.pending],
    reversed: [refundId],
  })
})

test('finds crels that moved for nothing', async () => {
  const { rows } = await sql<{ id: string; clicks: string }>`
    select (select id from txn where scope = 'earning_pending' and idem = ${earnings.held}) as id,
           (select id from txn where scope = 'click') as clicks`.execute(app.db)
  expect(rows[0]!.id).toBeNull()
  expect(await broken(`delete from click_pay`)).toMatchObject({ posts: [rows[0]!.clicks] })
  const found = await broken(`delete from earning where id = '${earnings.unlocked}'`)
  expect(Object.keys(found).toSorted()).toEqual(['budgets', 'posts'])
})

test('finds clicks that were paid under a key of no hour', async () => {
  const { posts } = await broken(`update txn set idem = idem || '-' where scope = 'click'`)
  expect(posts).toHaveLength(1)
})

test('of ten million rows of each table none is read for each row of another', async () => {
  const costs = await costsWhenLarge(app, earningsProof.promises)
  expect(Object.entries(costs).filter(([, cost]) => cost > 1e11)).toEqual([])
})

test('finds clicks that were paid otherwise than written down', async () => {
  const { clicks } = await broken(`update earning set crels = crels + 1 where type = 'click'`)
  expect(clicks).toHaveLength(1)
})
