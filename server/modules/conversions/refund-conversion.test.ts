import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testActor } from '#testing/operators.ts'
import { budgetLeft, houseFee, memberAvailable, move, post } from '#server/modules/ledger/public.ts'
import {
  app,
  follow,
  hasty,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sale,
  sell,
  stage,
  type Stage,
  usd,
} from './conversions.fixture.ts'
import { decideConversionReview } from './decide-conversion-review.ts'

openApp()

const wallet = async (at: Stage) => await read(at.member, '/wallet')

async function unlock() {
  await advanceClock('30 days 1 second')
  await app.jobs.run('unlock-earnings')
}

/** Crels leave the wallet, as a redemption would take them. */
async function spend(at: Stage, crels: number) {
  const { rows } = await sql<{ party: string }>`
    select party from earning where uid = ${at.member.uid} limit 1`.execute(app.db)
  const lines = move(memberAvailable(rows[0]!.party), houseFee('CREL'), crels)
  await app.db
    .transaction()
    .execute(async (tx) => await post(tx, { kind: 'spent', scope: 'test', idem: at.member.uid, lines }))
}

test('waits for a review that is being decided, and is refused what that rejects', async () => {
  const at = await stage()
  const sent = hasty(await follow(at.code))
  const { body } = await report(at.key, sent)
  expect(body.status).toBe('under_review')
  const [decided, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deciding = app.db.transaction().execute(async (tx) => {
    await decideConversionReview(tx, testActor, { conversionId: body.id, accept: false })
    decided.resolve()
    await committed.promise
  })
  await decided.promise
  const refunding = refund(at.key, sent.eventId)
  const waiting = async () => (await sql`select from pg_locks where not granted`.execute(app.db)).rows.length
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
  committed.resolve()
  await deciding
  expect((await refunding).body.code).toBe('not_refundable')
})

describe('before the earning is unlocked', () => {
  test('takes all of it from the pending crels back into the budget, once', async () => {
    const at = await stage()
    const { eventId, body } = await sell(at)
    const first = await refund(at.key, eventId)
    expect(first).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^rfd_/),
        eventId,
        reversedCrels: 84,
        totalReversedCrels: 84,
        earning: { id: body.earning.id, crels: 84, state: 'reversed' },
      },
    })
    const repeated = await Promise.all(Array.from({ length: 20 }, async () => await refund(at.key, eventId)))
    for (const again of repeated) expect(again).toEqual(first)
    expect(await wallet(at)).toMatchObject({ available: 0, pending: 0, reserved: 0, debt: 0 })
    expect(await budgetLeft(app.db, at.campaignId)).toBe(10_000)
    expect((await read(at.member, '/earnings?state=reversed')).items).toMatchObject([
      { reason: 'refunded', reversedCrels: 84 },
    ])
    await unlock()
    expect(await wallet(at)).toMatchObject({ available: 0 })
  })

  test('takes a share for a part of the sale, and the last refund exactly the rest', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    const steps = [
      await refund(at.key, eventId, { ...usd(33_33), refundId: `${eventId}-1` }),
      await refund(at.key, eventId, { ...usd(33_33), refundId: `${eventId}-2` }),
    ]
    // ⌊84 × 33.33 %⌋ = 27, ⌊84 × 66.66 %⌋ = 55
    expect(steps.map(({ body }) => [body.reversedCrels, body.totalReversedCrels])).toEqual([
      [27, 27],
      [28, 55],
    ])
    expect(await wallet(at)).toMatchObject({ pending: 29 })
    const last = await refund(at.key, eventId)
    expect(last.body).toMatchObject({
      reversedCrels: 29,
      totalReversedCrels: 84,
      earning: { state: 'reversed' },
    })
    expect(await wallet(at)).toMatchObject({ pending: 0 })
  })

  test('unlocks what a partial refund left', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    await refund(at.key, eventId, usd(50_00))
    await unlock()
    expect(await wallet(at)).toMatchObject({ available: 42, pending: 0 })
    expect((await read(at.member, '/earnings')).items).toMatchObject([
      { state: 'available', crels: 84, reversedCrels: 42 },
    ])
  })
})

describe('after it is unlocked', () => {
  test('takes it from the wallet and keeps the history', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    await unlock()
    const { body } = await refund(at.key, eventId)
    expect(body).toMatchObject({ reversedCrels: 84, earning: { state: 'reversed' } })
    expect(await wallet(at)).toMatchObject({ available: 0, pending: 0, reserved: 0, debt: 0 })
    expect(await budgetLeft(app.db, at.campaignId)).toBe(10_000)
    const { items } = await read(at.member, '/wallet/statement')
    expect(items.map((entry: { kind: string; crels: number }) => [entry.kind, entry.crels])).toEqual([
      ['earning_reversed', -84],
      ['earning_unlocked', 84],
    ])
  })

  test('makes a debt of what was spent, which the next earning fills first', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    await unlock()
    await spend(at, 60)
    await refund(at.key, eventId)
    expect(await wallet(at)).toMatchObject({ available: 0, pending: 0, reserved: 0, debt: 60 })
    expect(await budgetLeft(app.db, at.campaignId)).toBe(10_000)
    await sell(at)
    expect(await wallet(at)).toMatchObject({ pending: 84, debt: 60 })
    await unlock()
    expect(await wallet(at)).toMatchObject({ available: 24, pending: 0, reserved: 0, debt: 0 })
    const { items } = await read(at.member, '/wallet/statement?account=debt')
    expect(items.map((entry: Record<string, number>) => [entry.crels, entry.balanceAfter])).toEqual([
      [-60, 0],
      [60, 60],
    ])
    // What the campaign paid, less what was taken back of it, and what was spent: to the crel.
    expect(await read(at.member, '/wallet/sources')).toEqual({
      total: 24,
      campaigns: [
        {
          campaign: expect.objectContaining({ id: at.campaignId }),
          crels: 84 - 24 + 24,
          entries: 3,
          isEarning: true,
        },
      ],
      rest: null,
      others: [{ kind: 'spent', crels: -60, entries: 1 }],
    })
    const statement = await read(at.member, '/wallet/statement?limit=1')
    expect(statement.months).toEqual([
      { month: statement.items[0].at.slice(0, 7), crels: expect.any(Number) },
    ])
    const all = await read(at.member, '/wallet/statement')
    expect(all.months.reduce((sum: number, { crels }: { crels: number }) => sum + crels, 0)).toBe(24)
  })

  test('gives the exhausted campaign its budget back', async () => {
    const at = await stage({ budgetCrels: 84 })
    const { eventId } = await sell(at)
    expect((await read(at.member, `/campaigns/${at.campaignId}`)).state).toBe('exhausted')
    await refund(at.key, eventId)
    const { rows } = await sql`select state from campaign where id = ${at.campaignId}`.execute(app.db)
    expect(rows).toEqual([{ state: 'active' }])
  })
})

describe('is the same refund under the same id', () => {
  test('and refuses the id for another amount or conversion', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    const other = await sell(at)
    const sent = { ...usd(10_00), refundId: `${eventId}-r` }
    const first = await refund(at.key, eventId, sent)
    const raced = await Promise.all(
      Array.from({ length: 20 }, async () => await refund(at.key, eventId, sent)),
    )
    for (const again of raced) expect(again).toEqual(first)
    for (const [event, body] of [
      [eventId, { ...sent, ...usd(10_01) }],
      [eventId, { refundId: sent.refundId }],
      [other.eventId, sent],
    ] as const) {
      const { status, body: answered } = await refund(at.key, event, body)
      expect([status, answered.code]).toEqual([409, 'event_mismatch'])
    }
    expect(await wallet(at)).toMatchObject({ pending: 168 - 8 })
  })

  test('when one id races for two conversions', async () => {
    const at = await stage()
    const sales = [await sell(at), await sell(at)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        return await refund(at.key, sales[index % 2]!.eventId, {
          ...usd(10_00),
          refundId: 'of-one-only',
        })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
  })

  test('or the same Idempotency-Key', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    const key = { 'idempotency-key': `refund ${eventId}`.replace(' ', '-') }
    const first = await refund(at.key, eventId, usd(10_00), key)
    expect(await refund(at.key, eventId, usd(10_00), key)).toEqual(first)
    const other = await refund(at.key, eventId, usd(20_00), key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await wallet(at)).toMatchObject({ pending: 84 - 8 })
  })
})

describe('refuses', () => {
  test.each<[number, string, (at: Stage) => Promise<[eventId: string, body?: object]>]>([
    [422, 'refund_exceeds_sale', async (at) => [(await sell(at)).eventId, usd(100_01)]],
    [
      422,
      'refund_exceeds_sale',
      async (at) => {
        const { eventId } = await sell(at)
        await refund(at.key, eventId, usd(60_00))
        return [eventId, usd(40_01)]
      },
    ],
    [
      422,
      'refund_exceeds_sale',
      async (at) => [(await sell(at, { type: 'lead', amount: undefined })).eventId, usd(1)],
    ],
    [
      409,
      'not_refundable',
      async (at) => {
        const { eventId } = await sell(at)
        await refund(at.key, eventId, usd(100_00))
        return [eventId]
      },
    ],
    [
      409,
      'not_refundable',
      async (at) => {
        const rejected = sale('clk_unknown')
        await report(at.key, rejected)
        return [rejected.eventId]
      },
    ],
    [422, 'validation_failed', async (at) => [(await sell(at)).eventId, usd(0)]],
    [422, 'validation_failed', async (at) => [(await sell(at)).eventId, { refundId: 'with a space' }]],
  ])('%i %s', async (status, code, prepare) => {
    const at = await stage()
    const [eventId, body] = await prepare(at)
    const before = await wallet(at)
    const answered = await refund(at.key, eventId, body)
    expect([answered.status, answered.body.code]).toEqual([status, code])
    expect(await wallet(at)).toEqual(before)
  })

  test('nothing of a conversion of another brand, as if it were not there', async () => {
    const [theirs, mine] = [await stage(), await stage()]
    const { eventId } = await sell(theirs)
    const { status, body } = await refund(mine.key, eventId)
    expect([status, body.pending, body.earning]).toEqual([202, true, undefined])
    expect(await wallet(theirs)).toMatchObject({ pending: 84 })
  })

  test('nothing while fifty refunds race for one sale, but never takes more than it', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => await refund(at.key, eventId, usd(10_00))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await wallet(at)).toMatchObject({ pending: 0, debt: 0 })
    expect(await budgetLeft(app.db, at.campaignId)).toBe(10_000)
  })
})

test('refunds a conversion under review out of its reservation', async () => {
  const at = await stage()
  const sent = hasty(await follow(at.code))
  await report(at.key, sent)
  expect(await budgetLeft(app.db, at.campaignId)).toBe(10_000 - 84)
  const part = await refund(at.key, sent.eventId, usd(50_00))
  expect(part.body).toMatchObject({ reversedCrels: 42, earning: { state: 'under_review' } })
  const rest = await refund(at.key, sent.eventId)
  expect(rest.body).toMatchObject({
    reversedCrels: 42,
    totalReversedCrels: 84,
    earning: { state: 'reversed' },
  })
  expect(await budgetLeft(app.db, at.campaignId)).toBe(10_000)
})
