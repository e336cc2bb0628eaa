import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LedgerEntry, LedgerTransaction } from '#contracts/operator-ledger.schemas.ts'
import type { LedgerOrigin } from '#contracts/operator-shapes.ts'
import { loadDemoIfEmpty } from '#server/demo/load-if-empty.ts'
import { removeDemo } from '#server/demo/remove-demo.ts'
import { refundConversion } from '#server/modules/conversions/public.ts'
import { campaignBudget, memberAvailable, memberPending, move, post } from '#server/modules/ledger/public.ts'
import { adjustMember } from '#server/modules/operated-members/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let fay: TestOperator
let rea: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  fay = await operatorBearer(app, 'finance')
  rea = await operatorBearer(app, 'read-only')
  await loadDemoIfEmpty(app, () => {})
}, 120_000)
afterAll(() => app.close())

interface Posted {
  id: string
  source: string
}
const read = async <T>(path: string, who = fay) => (await callOperator(app, who, { path })).body as T
const transaction = async (id: string, who = fay) =>
  await read<LedgerTransaction>(`/ledger/transactions/${id}`, who)
const one = async (scope: string, like = '%') =>
  (
    await sql<Posted>`
      select id, idem as source from txn where scope = ${scope} and idem like ${like} order by id desc limit 1`.execute(
      app.db,
    )
  ).rows[0]!
const originOf = async (scope: string, like?: string, who?: TestOperator) => {
  const { id, source } = await one(scope, like)
  return { source, origin: (await transaction(id, who)).origin }
}
const link = (to: LedgerOrigin['links'][number]['to'], id = expect.any(String) as string) =>
  expect.objectContaining({ to, id }) as unknown

test('an earning leads to its sale and campaign, a refund to the sale that it took back', async () => {
  for (const scope of ['earning_pending', 'earning_unlocked'])
    expect((await originOf(scope)).origin).toEqual({
      kind: 'conversion',
      detail: null,
      links: [link('conversion'), link('campaign')],
    })
  const { rows } = await sql<{ id: string; brandId: string; eventId: string }>`
    select c.id, c.brand_id as "brandId", c.event_id as "eventId" from conversion c
      join earning e on e.conversion_id = c.id where e.state = 'pending' limit 1`.execute(app.db)
  const { id, brandId, eventId } = rows[0]!
  await app.db.transaction().execute(async (tx) => await refundConversion(tx, { brandId }, { eventId }))
  expect((await originOf('earning_reversed')).origin).toMatchObject({
    kind: 'conversion',
    links: [{ to: 'conversion', id, name: eventId }, link('campaign')],
  })
})

test('paid clicks lead to their campaign, as they are earned and as they unlock', async () => {
  const { rows } = await sql<{ id: string; party: string; campaignId: string }>`
    select e.id, e.party, e.campaign_id as "campaignId" from enrolment e join account a on a.party = e.campaign_id
    where a.posted > 100 limit 1`.execute(app.db)
  const { id: enrolment, party, campaignId } = rows[0]!
  const earning = newId('earning')
  await app.db.transaction().execute(async (tx) => {
    await sql`
      insert into earning (id, uid, party, campaign_id, enrolment_id, type, crels, state, occurred_at, unlocks_at, unlocked_at, clicks, click_millicrels)
      select ${earning}, uid, party, campaign_id, id, 'click', 2, 'available', crels_now(), crels_now(), crels_now(), 4, 500
      from enrolment where id = ${enrolment}`.execute(tx)
    const paid = { kind: 'earning_pending', scope: 'click', idem: `click:${enrolment}:2026-11-27T10` }
    await post(tx, { ...paid, lines: move(campaignBudget(campaignId), memberPending(party), 2) })
    const unlocked = { kind: 'earning_unlocked', scope: 'earning_unlocked', idem: earning }
    await post(tx, { ...unlocked, lines: move(memberPending(party), memberAvailable(party), 2) })
  })
  const links = [link('campaign', campaignId)]
  expect((await originOf('click')).origin).toEqual({ kind: 'clicks', detail: '2026-11-27 10:00 UTC', links })
  expect((await originOf('earning_unlocked', earning)).origin).toEqual({
    kind: 'clicks',
    detail: null,
    links,
  })
})

test('a redemption, an order and a top-up lead to themselves', async () => {
  const redemption = await originOf('redemption')
  expect(redemption.origin).toMatchObject({
    kind: 'redemption',
    links: [link('redemption', redemption.source)],
  })
  const order = await originOf('order')
  expect(order.origin).toMatchObject({ kind: 'order', links: [link('order', order.source)] })
  const topUp = await originOf('campaign.first-budget')
  const [campaign, ...reference] = topUp.source.split(' ')
  expect(topUp.origin).toEqual({
    kind: 'top_up',
    detail: reference.join(' '),
    links: [link('campaign', campaign)],
  })
})

test('a reward says for what it was, and leads to its campaign or friend', async () => {
  expect((await originOf('award', 'daily-check-in %')).origin).toEqual({
    kind: 'reward',
    detail: expect.stringMatching(/^daily check in · \d{4}-\d\d-\d\d$/) as string,
    links: [],
  })
  const friend = await originOf('award', 'friend-invitation %')
  expect(friend.origin).toMatchObject({ detail: 'friend invitation', links: [link('member')] })
  // Who may not read of members is not told which.
  expect((await originOf('award', 'friend-invitation %', rea)).origin.links).toEqual([])
  expect((await originOf('award', 'social-share %')).origin).toMatchObject({ links: [link('campaign')] })
})

test('an adjustment leads to the act in the log, and points that expired to what granted them', async () => {
  const { uid } = await app.db
    .selectFrom('member')
    .select('uid')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { transactionId } = await app.db
    .transaction()
    .execute(
      async (tx) =>
        await adjustMember(
          tx,
          testActor,
          { id: 'by-hand-1', uid, asset: 'points', amount: 30, reason: 'a test' },
          app,
        ),
    )
  const { origin } = await transaction(transactionId)
  expect(origin).toMatchObject({ kind: 'adjustment', links: [{ to: 'audit', name: 'member.adjust' }] })
  const entry = await read<{ action: string; member: string }>(`/audit/${origin.links[0]!.id}`)
  expect(entry).toMatchObject({ action: 'member.adjust', member: uid })
  await shiftClock(app.db, '400 days')
  await app.jobs.run('expire-points')
  const { rows } = await sql<{ id: string; granted: string }>`
    select t.id, l.txn_id as granted from txn t join point_lot l on l.id::text = t.idem
    where t.scope = 'points_expired' and l.txn_id = ${transactionId}`.execute(app.db)
  expect((await transaction(rows[0]!.id)).origin).toEqual({
    kind: 'expiry',
    detail: null,
    links: [link('transaction', transactionId)],
  })
})

test('a page of entries and a member’s entries say the same, and every scope is known', async () => {
  const { rows } = await sql<{ scope: string; id: string; account: number; party: string }>`
    select distinct on (t.scope) t.scope, t.id, e.account_id as account, a.party
    from txn t join entry e on e.txn_id = t.id join account a on a.id = e.account_id
    where a.code like 'member.%' order by t.scope, e.seq desc`.execute(app.db)
  expect(rows.length).toBeGreaterThan(8)
  for (const { id, account, party, scope } of rows) {
    const { origin } = await transaction(id)
    expect(origin.kind, scope).not.toBe('other')
    const page = await read<{ items: LedgerEntry[] }>(`/ledger/accounts/${account}/entries?limit=100`)
    expect(page.items.find(({ transactionId }) => transactionId === id)?.origin, scope).toEqual(origin)
    const { uid } = await app.db
      .selectFrom('member')
      .select('uid')
      .where('party', '=', party)
      .executeTakeFirstOrThrow()
    const own = await read<{ items: LedgerEntry[] }>(`/members/${uid}/entries?limit=100`)
    expect(own.items.find(({ transactionId }) => transactionId === id)?.origin, scope).toEqual(origin)
  }
})

test('what came of the demo is told without it', async () => {
  await removeDemo(app.databaseUrl)
  expect((await originOf('demo.removed')).origin).toEqual({ kind: 'demo', detail: null, links: [] })
})
