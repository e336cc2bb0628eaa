import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  app,
  follow,
  joinStage,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sale,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import { operatorBearer, testActor } from '#testing/operators.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createMember, noticesTo, type TestMember } from '#testing/members.ts'
import { answerConversionClaim } from '#server/modules/conversion-claims/public.ts'
import { pendingReviews } from './pending-reviews.ts'

openApp()

const path = '/api/v1/conversion-claims'
let orders = 0

/** A claim as the screen sends it: an order of now, unless `changes` say otherwise. */
function claimOf(at: Pick<Stage, 'campaignId'>, changes: object = {}) {
  orders += 1
  return {
    campaignId: at.campaignId,
    type: 'sale',
    orderReference: `A-${orders}`,
    occurredAt: app.clock.now().toISOString(),
    amount: { currency: 'USD', minor: 100_00 },
    ...changes,
  }
}

async function send(headers: Record<string, string>, url: string, payload: object) {
  const response = await app.server.inject({ method: 'POST', url, headers, payload })
  return { status: response.statusCode, body: response.json() }
}

const claim = async ({ headers }: TestMember, payload: object) => await send(headers, path, payload)
const answer = async (key: Record<string, string>, id: string, payload: object) =>
  await send(key, `/api/v1/brand/conversion-claims/${id}/answer`, payload)

/** A member in a campaign whose link a visitor followed a minute ago. */
async function visited(changes: object = {}): Promise<Stage> {
  const at = await stage(changes)
  await follow(at.code)
  await advanceClock('1 minute')
  return at
}

test('a claim waits with a deadline, and accepted it becomes a conversion that is paid', async () => {
  const at = await visited()
  const made = await claim(at.member, claimOf(at, { note: 'She wrote to me.' }))
  expect(made).toMatchObject({
    status: 201,
    body: { state: 'open', note: 'She wrote to me.', answeredAt: null, conversion: null },
  })
  const { id, orderReference, answerBy, claimedAt } = made.body
  expect(Date.parse(answerBy) - Date.parse(claimedAt)).toBe(14 * 86_400_000)
  expect((await pendingReviews(app.db)).claims.open).toBeGreaterThan(0)

  const listed = await app.server.inject({
    url: '/api/v1/brand/conversion-claims?state=open',
    headers: at.key,
  })
  expect(listed.json().items).toMatchObject([{ id, orderReference, campaignId: at.campaignId }])
  expect(listed.body).not.toContain(at.member.uid)

  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => await answer(at.key, id, { accept: true })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.conversionId)).size).toBe(1)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
  expect((await read(at.member, '/conversion-claims')).items).toMatchObject([
    { id, state: 'accepted', conversion: { status: 'accepted', crels: 84 } },
  ])
  const mails = await noticesTo(app, at.member)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(new RegExp(`^.+ accepted your claim for order ${orderReference}$`)),
  ])
  expect((await read(at.member, '/conversion-claims')).items).toMatchObject([
    { conversion: { status: 'accepted', crels: 84, leftCrels: 84, earningState: 'pending' } },
  ])
  // The brand's server reports it after all: it is the same order.
  const late = await report(at.key, sale('clk_other', { eventId: orderReference }))
  expect(late).toMatchObject({ status: 409, body: { code: 'event_mismatch' } })
  await refund(at.key, orderReference)
  expect((await read(at.member, '/conversion-claims')).items).toMatchObject([
    { conversion: { crels: 84, leftCrels: 0, earningState: 'reversed' } },
  ])
  expect((await reconcile(app.db)).clean).toBe(true)
})

test('the member reads that the operator answered, not the brand', async () => {
  const at = await visited()
  const accepted = (await claim(at.member, claimOf(at))).body
  await inTransaction(app.db, async (tx) =>
    answerConversionClaim(tx, testActor, { claimId: accepted.id, accept: true }),
  )
  const [mail] = await noticesTo(app, at.member)
  expect(mail!.subject).toMatch(/^We accepted your claim for order /)
  expect(mail!.text).not.toMatch(/Brand \d+ accepted/)
})

test('declined, the member reads why, and the other answer comes too late', async () => {
  const at = await visited()
  const { id } = (await claim(at.member, claimOf(at))).body
  expect(await answer(at.key, id, { accept: false })).toMatchObject({ status: 422 })
  const why = { accept: false, answer: 'This order was cancelled.' }
  expect(await answer(at.key, id, why)).toMatchObject({ status: 200, body: { state: 'declined' } })
  expect(await answer(at.key, id, why)).toMatchObject({ status: 200 })
  expect(await answer(at.key, id, { accept: true })).toMatchObject({
    status: 409,
    body: { code: 'claim_answered' },
  })
  expect((await read(at.member, '/conversion-claims?state=declined')).items).toMatchObject([
    { id, answer: 'This order was cancelled.', conversion: null },
  ])
  const [mail, ...more] = await noticesTo(app, at.member)
  expect([mail!.subject, more]).toEqual([expect.stringMatching(/^.+ declined your claim for order /), []])
  expect(mail!.text).toContain('The answer: This order was cancelled.')
})

describe('is not payable', () => {
  const accepted = async (at: Stage, changes: object = {}, said: object = {}) => {
    const { id } = (await claim(at.member, claimOf(at, changes))).body
    return await answer(at.key, id, { accept: true, ...said })
  }
  const notPayable = { status: 409, body: { code: 'claim_not_payable' } }

  test('when the link had no visitor before, or only later', async () => {
    const at = await stage()
    expect(await accepted(at)).toMatchObject(notPayable)
    const occurredAt = app.clock.now().toISOString()
    await advanceClock('1 minute')
    await follow(at.code)
    await advanceClock('1 minute')
    expect(await accepted(at, { occurredAt })).toMatchObject(notPayable)
    expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
  })

  test('when it was reported already, and when the budget is spent; the claim stays open', async () => {
    const at = await visited({ budgetCrels: 100 })
    const clickId = await follow(at.code)
    await advanceClock('1 minute')
    await report(at.key, sale(clickId, { eventId: 'reported-1' }))
    expect(await accepted(at, {}, { eventId: 'reported-1' })).toMatchObject({ status: 409 })
    expect(await accepted(at)).toMatchObject(notPayable)
    expect((await read(at.member, '/conversion-claims?state=open')).items).toHaveLength(2)
    expect(await noticesTo(app, at.member)).toEqual([])
  })
})

test('the amount is what the brand says was paid', async () => {
  const at = await visited({ sale: { bps: 800 } })
  const { id } = (await claim(at.member, claimOf(at, { amount: undefined }))).body
  expect(await answer(at.key, id, { accept: true })).toMatchObject({ status: 422 })
  const amount = { currency: 'USD', minor: 50_00 }
  expect(await answer(at.key, id, { accept: true, amount })).toMatchObject({ status: 200 })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 42 })
  // The same again is the same answer; another amount or order is none that was given.
  for (const said of [{}, { amount }])
    expect(await answer(at.key, id, { accept: true, ...said })).toMatchObject({ status: 200 })
  for (const said of [{ amount: { ...amount, minor: 60_00 } }, { eventId: 'another-order' }])
    expect(await answer(at.key, id, { accept: true, ...said })).toMatchObject({
      status: 409,
      body: { code: 'claim_answered' },
    })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 42 })
})

test('an accepted claim does not go under review: neither for haste nor for an own device', async () => {
  const at = await stage()
  await follow(at.code)
  await advanceClock('2 seconds')
  const { id } = (await claim(at.member, claimOf(at))).body
  expect(await answer(at.key, id, { accept: true })).toMatchObject({ status: 200 })
  expect((await read(at.member, '/conversion-claims')).items).toMatchObject([
    { id, conversion: { status: 'accepted', crels: 84 } },
  ])

  // The member's own device, on which the product was used that day.
  const own = await stage()
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  await app.server.inject({
    url: '/api/v1/wallet',
    headers: { ...own.member.headers, 'user-agent': userAgent },
    remoteAddress: '203.0.113.77',
  })
  await app.server.inject({
    url: `/s/${own.code}`,
    headers: { 'user-agent': userAgent },
    remoteAddress: '203.0.113.77',
  })
  await advanceClock('1 minute')
  const mine = (await claim(own.member, claimOf(own))).body
  expect(await answer(own.key, mine.id, { accept: true })).toMatchObject({ status: 200 })
  expect((await read(own.member, '/conversion-claims')).items).toMatchObject([
    { conversion: { status: 'accepted', crels: 84 } },
  ])
})

test('an operator answers in the brand’s place', async () => {
  const at = await visited()
  const { id } = (await claim(at.member, claimOf(at, { type: 'lead', amount: undefined }))).body
  const done = await app.db
    .transaction()
    .execute(
      async (tx) =>
        await answerConversionClaim(
          tx,
          { via: 'job', source: 'Olga' },
          { claimId: id, accept: true, eventId: 'lead-7' },
        ),
    )
  expect(done).toMatchObject({ state: 'accepted' })
  const { rows } = await sql`
    select event_id, type from conversion where id = ${done.conversionId}`.execute(app.db)
  expect(rows).toEqual([{ event_id: 'lead-7', type: 'lead' }])
})

test('more than is claimed, or another currency, is given by who may correct a conversion', async () => {
  const at = await visited({ sale: { bps: 800 } })
  const { id } = (await claim(at.member, claimOf(at))).body
  const accept = async (role: OperatorRole, minor: number, currency = 'USD') => {
    const { headers } = await operatorBearer(app, role)
    return await send(headers, `/api/v1/operator/claims/${id}/accept`, { amount: { currency, minor } })
  }
  const refused = { status: 403, body: { detail: expect.stringContaining('conversion.correct') } }
  expect(await accept('support', 100_01)).toMatchObject(refused)
  expect(await accept('support', 90_00, 'EUR')).toMatchObject(refused)
  expect(await read(at.member, '/conversion-claims')).toMatchObject({ items: [{ state: 'open' }] })
  expect(await accept('support', 50_00)).toMatchObject({ status: 200 })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 42 })

  const other = await visited({ sale: { bps: 800 } })
  const made = (await claim(other.member, claimOf(other, { amount: undefined }))).body
  const { headers } = await operatorBearer(app, 'manager')
  const given = { amount: { currency: 'USD', minor: 200_00 } }
  expect(await send(headers, `/api/v1/operator/claims/${made.id}/accept`, given)).toMatchObject({
    status: 200,
  })
})

describe('refuses', () => {
  test.each([
    [
      'an order claimed before',
      409,
      'claim_exists',
      async (at: Stage) => {
        const sent = claimOf(at)
        await claim(at.member, sent)
        return sent
      },
    ],
    [
      'the eleventh that waits',
      409,
      'claim_limit',
      async (at: Stage) => {
        for (let made = 0; made < 10; made += 1) await claim(at.member, claimOf(at))
        return claimOf(at)
      },
    ],
    [
      'what is in the future',
      422,
      'validation_failed',
      async (at: Stage) =>
        claimOf(at, { occurredAt: new Date(app.clock.now().getTime() + 60_000).toISOString() }),
    ],
    [
      'what is more than 60 days ago',
      422,
      'validation_failed',
      async (at: Stage) =>
        claimOf(at, { occurredAt: new Date(app.clock.now().getTime() - 61 * 86_400_000).toISOString() }),
    ],
    [
      'an order without a name',
      422,
      'validation_failed',
      async (at: Stage) => claimOf(at, { orderReference: ' ' }),
    ],
    ['a campaign one was never in', 404, 'not_enrolled', async () => claimOf(await stage())],
  ] as const)('%s', async (_, status, code, prepare) => {
    const at = await stage()
    expect(await claim(at.member, await prepare(at))).toMatchObject({ status, body: { code } })
  })

  test('another brand’s word', async () => {
    const [at, other] = [await visited(), await stage()]
    const { id } = (await claim(at.member, claimOf(at))).body
    expect(await answer(other.key, id, { accept: true })).toMatchObject({ status: 404 })
    expect((await read(at.member, '/conversion-claims')).items).toMatchObject([{ state: 'open' }])
  })
})

test('lists mine alone, page by page', async () => {
  const at = await stage()
  const other = await joinStage(at.campaignId, await createMember(app))
  for (let made = 0; made < 3; made += 1) await claim(at.member, claimOf(at))
  await claim(other.member, claimOf(at))
  const first = await read(at.member, '/conversion-claims?limit=2')
  const rest = await read(at.member, `/conversion-claims?limit=2&cursor=${first.nextCursor}`)
  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null])
})
