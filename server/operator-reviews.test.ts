import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { ConversionReview, ReviewGroup, ReviewPage } from '#contracts/operator-reviews.schemas.ts'
import {
  advanceClock,
  app,
  follow,
  hasty,
  openApp,
  report,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { reviewsSql } from './modules/queues/review-queue.ts'

openApp()

let support: TestOperator
const stages: Stage[] = []
const ids: string[] = []

beforeAll(async () => {
  support = await operatorBearer(app, 'support')
  for (const saleCrels of [84, 500, 120]) {
    const at = await stage({ reward: { sale: { crels: saleCrels } } })
    const { body } = await report(at.key, hasty(await follow(at.code)))
    stages.push(at)
    ids.push(body.id as string)
  }
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = support) {
  return await callOperator(app, who, { method, path: url, payload })
}

test('lists conversions under review by wait and by value, page by page, and in groups', async () => {
  const list = async (query: string) =>
    (await call('GET', `/reviews?kind=conversions&${query}`)).body as ReviewPage
  expect((await list('')).items.map(({ id }) => id)).toEqual(ids)
  const first = await list('sort=value&limit=1')
  expect(first.items[0]).toMatchObject({ id: ids[1], crels: 500, reason: 'too_fast', appeal: null })
  expect((await list(`sort=value&cursor=${first.nextCursor}`)).items.map(({ id }) => id)).toEqual([
    ids[2],
    ids[0],
  ])
  expect((await list(`uid=${stages[0]!.member.uid}`)).items).toHaveLength(1)
  expect((await list('reason=burst')).items).toEqual([])
  const groups = (await call('GET', '/reviews/groups?kind=conversions')).body.items as ReviewGroup[]
  expect(groups.map(({ crels, count, usdCents }) => [crels, count, usdCents])).toEqual([
    [500, 1, 4761],
    [120, 1, 1142],
    [84, 1, 800],
  ])
  for (const kind of ['clicks', 'shares', 'invitations'])
    for (const list of ['', '/groups'])
      expect((await call('GET', `/reviews${list}?kind=${kind}`)).body, kind + list).toMatchObject({
        items: [],
      })
})

test('shows one from its click to its report, with what speaks against it', async () => {
  const { body } = (await call('GET', `/reviews/conversions/${ids[1]}`)) as { body: ConversionReview }
  expect(body.timeline.map(({ what }) => what)).toEqual(['click', 'sale', 'report'])
  expect(body.signals).toMatchObject({ isOwnDevice: false, sameVisitor: 0, sharedDestination: 0 })
  expect(body.signals.secondsAfterClick).toBeLessThan(5)
  expect(body).toMatchObject({
    status: 'under_review',
    reason: 'too_fast',
    member360: { accepted: 0, debtCrels: 0 },
  })
  expect((await call('GET', `/reviews/conversions/cnv_${'0'.repeat(32)}`)).status).toBe(404)
})

test('decides many, each by itself; the second operator hears who was faster', async () => {
  const accepted = await call('POST', '/reviews/conversions/decide', { ids: ids.slice(0, 2), accept: true })
  expect(accepted.body).toMatchObject({ done: 2, refused: 0 })
  const owner = await operatorBearer(app, 'owner')
  const { body } = await call(
    'POST',
    '/reviews/conversions/decide',
    { ids, accept: false, reason: 'not_genuine' },
    owner,
  )
  expect(body).toMatchObject({ done: 1, refused: 2 })
  expect(body.results[0].detail).toMatch(
    /is accepted already\. support did conversion\.decide on it at .* UTC\.$/,
  )
  const gone = { ids: ['crv', 'lnk'].map((prefix) => `${prefix}_${'0'.repeat(32)}`) }
  expect(await call('POST', '/reviews/clicks/decide', { ids: [gone.ids[0]], accept: true })).toMatchObject({
    body: { refused: 1, results: [{ code: 'not_found' }] },
  })
  expect(await call('POST', '/reviews/shares/decide', { ids: [gone.ids[1]], accept: true })).toMatchObject({
    body: { refused: 1, results: [{ code: 'not_found' }] },
  })
  expect(await call('POST', '/reviews/invitations/release', { ids: ['nobody'] })).toMatchObject({
    body: { refused: 1, results: [{ code: 'conflict' }] },
  })
})

test('lists claims that are due first with the click that matches, accepts one and declines others', async () => {
  const at = stages[0]!
  await follow(at.code)
  await advanceClock('1 minute')
  const claimed: string[] = []
  for (const orderReference of ['A-1', 'A-2', 'A-3']) {
    const payload = {
      campaignId: at.campaignId,
      type: 'sale',
      orderReference,
      occurredAt: app.clock.now().toISOString(),
      amount: { currency: 'USD', minor: 100_00 },
    }
    const { headers } = at.member
    const made = await app.server.inject({
      method: 'POST',
      url: '/api/v1/conversion-claims',
      headers,
      payload,
    })
    claimed.push(made.json().id)
  }
  const { body } = await call('GET', '/claims?limit=2')
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(claimed.slice(0, 2))
  expect(body.items[0]).toMatchObject({
    orderReference: 'A-1',
    isReported: false,
    matchingClick: { id: expect.stringMatching(/^clk_/) as string },
  })
  expect((await call('GET', `/claims?cursor=${body.nextCursor}`)).body.items).toHaveLength(1)
  const accepted = await call('POST', `/claims/${claimed[0]}/accept`, { eventId: 'brand-order-of-the-claim' })
  expect(accepted).toMatchObject({ status: 200, body: { state: 'accepted' } })
  const declined = await call('POST', '/claims/decline', { ids: claimed, answer: 'The order was cancelled.' })
  expect(declined.body).toMatchObject({ done: 2, refused: 1, results: [{ code: 'claim_answered' }, {}, {}] })
})

test.each(['value', 'wait'] as const)('reads a page by %s from an index', async (sort) => {
  const plan = await app.db.transaction().execute(async (tx) => {
    // As with a million rows: a small table would be read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${reviewsSql({ kind: 'conversions', sort, limit: 20 })}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain(sort === 'value' ? 'earning_under_review' : 'conversion_under_review')
  expect(plan).not.toMatch(/Sort Key/)
})
