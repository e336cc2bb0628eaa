import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { manyAtOnce } from '#testing/config.ts'
import vectors from '#testing/vectors/exchange.json' with { type: 'json' }
import { setMemberState } from '#server/modules/accounts/public.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { app, askQuote, openApp, advanceClock, pause, rateIs, type Caller } from './exchange.fixture.ts'
import { useQuote } from './use-quote.ts'

openApp()

const partyOf = async ({ uid }: TestMember) => {
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(app.db)
  return rows[0]!.party
}
const use = async (member: TestMember, id: string) => {
  const party = await partyOf(member)
  return await app.db.transaction().execute(async (tx) => await useQuote(tx, party, id))
}

test('dollars cost their price, to the parts', async () => {
  const { status, body } = await askQuote(await createMember(app), { usdCents: 99_99 })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^quo_[0-9a-f]{32}$/),
    direction: 'usd',
    rate: 10.5,
    feeBps: 500,
    crels: 1103,
    usdCents: 99_99,
    baseCrels: 1050,
    feeCrels: 53,
    better: expect.any(Object),
    expiresAt: expect.any(String),
    expiresInSec: 600,
  })
})

test('crels pay their conversion, to the parts, and say where the other direction pays more', async () => {
  const member = await createMember(app)
  const { body } = await askQuote(member, { crels: 2680 })
  expect(body).toMatchObject({ direction: 'crels', crels: 2680, usdCents: 253_96, feeBps: 50 })
  expect(body.grossUsdCents! - body.feeUsdCents!).toBe(body.usdCents)
  const { body: dear } = await askQuote(member, { usdCents: 247_62 })
  expect(dear).toMatchObject({
    crels: 2680,
    better: { direction: 'crels', crels: 2680, usdCents: 253_96 },
  })
})

describe('the shared table', () => {
  test('is met by the endpoint, row by row', async () => {
    const member = await createMember(app)
    for (const rate of new Set([...vectors.price, ...vectors.convert].map((row) => row.rate))) {
      await rateIs(rate)
      for (const row of vectors.price.filter((one) => one.rate === rate)) {
        const { body } = await askQuote(member, { usdCents: row.usdCents })
        expect(body).toMatchObject({
          crels: row.total,
          baseCrels: row.base,
          feeCrels: row.fee,
          feeBps: row.feeBps,
        })
      }
      for (const row of vectors.convert.filter((one) => one.rate === rate)) {
        const { body } = await askQuote(member, { crels: row.crels })
        if (row.netUsdCents === 0) expect(body.code).toBe('amount_too_small')
        else expect(body).toMatchObject({ usdCents: row.netUsdCents, feeBps: row.feeBps })
      }
    }
    await rateIs('10.5')
  })
})

describe('refuses', () => {
  test.each([
    [{ usdCents: 0 }],
    [{ crels: 0 }],
    [{ usdCents: -1 }],
    [{ crels: 1.5 }],
    [{ crels: '100' }],
    [{ crels: null }],
    [{ usdCents: 2 ** 53 }],
    [{ crels: 1e21 }],
    [{ usdCents: 100, crels: 100 }],
    [{}],
    [[]],
  ])('%j as unacceptable', async (payload) => {
    expect(await askQuote(await createMember(app), payload)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    })
  })

  test('what cannot be computed exactly', async () => {
    const member = await createMember(app)
    const { body } = await askQuote(member, { usdCents: Number.MAX_SAFE_INTEGER })
    expect(body.code === undefined || body.code === 'amount_too_large').toBe(true)
    await rateIs('999999999.999999')
    expect(await askQuote(member, { usdCents: Number.MAX_SAFE_INTEGER })).toMatchObject({
      status: 422,
      body: { code: 'amount_too_large' },
    })
    expect((await askQuote(member, { crels: 1 })).body.code).toBe('amount_too_small')
    await rateIs('0.000001')
    expect((await askQuote(member, { crels: Number.MAX_SAFE_INTEGER })).body.code).toBe('amount_too_large')
    await rateIs('10.5')
  })

  test('without a sign-in, without a verified address, or disabled a moment ago', async () => {
    expect((await askQuote({ headers: {} }, { crels: 1000 })).status).toBe(401)
    const unverified = await createMember(app, { verified: false })
    expect((await askQuote(unverified, { crels: 1000 })).body.code).toBe('email_not_verified')
    const member = await createMember(app)
    expect((await askQuote(member, { crels: 1000 })).status).toBe(201)
    // No news of it reaches this process: a money decision looks itself.
    await setMemberState(app.db, member.uid, 'disabled')
    expect(await askQuote(member, { crels: 1000 })).toMatchObject({
      status: 403,
      body: { code: 'user_disabled' },
    })
  })
})

describe('a quote', () => {
  test('is used once', async () => {
    const member = await createMember(app)
    const { body } = await askQuote(member, { crels: 1000 })
    expect(await use(member, body.id)).toMatchObject({ crels: 1000, usdToCrels: '10.5' })
    await expect(use(member, body.id)).rejects.toMatchObject({ code: 'quote_used' })
  })

  test('is used once when many use it at once', async () => {
    const member = await createMember(app)
    const { body } = await askQuote(member, { crels: 1000 })
    const tries = await Promise.allSettled(
      Array.from({ length: manyAtOnce }, async () => await use(member, body.id)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is refused to another member', async () => {
    const [member, other] = [await createMember(app), await createMember(app)]
    const { body } = await askQuote(member, { crels: 1000 })
    await askQuote(other, { crels: 1000 })
    await expect(use(other, body.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await use(member, body.id)).toMatchObject({ crels: 1000 })
  })

  test('is valid for ten minutes, at the rate of its start', async () => {
    const member = await createMember(app)
    const { body: first } = await askQuote(member, { crels: 1000 })
    await rateIs('12')
    await advanceClock('9 minutes 30 seconds')
    expect(await use(member, first.id)).toMatchObject({ usdToCrels: '10.5', usdCents: first.usdCents })
    const { body: second } = await askQuote(member, { crels: 1000 })
    expect(second.rate).toBe(12)
    await advanceClock('10 minutes')
    await expect(use(member, second.id)).rejects.toMatchObject({ code: 'quote_expired' })
    await rateIs('10.5')
  })

  test('is void once a newer one is there, and the newest counts when twenty are asked for at once', async () => {
    const member = await createMember(app)
    const { body: old } = await askQuote(member, { crels: 1000 })
    const quotes = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await askQuote(member, { crels: 1001 + index })).body),
    )
    const tries = await Promise.allSettled([old, ...quotes].map(async ({ id }) => await use(member, id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : [])),
    ).toEqual(Array.from({ length: 20 }, () => 'quote_void'))
  })

  test('is void after a pause, also when the exchange is open again', async () => {
    const member = await createMember(app)
    const { body } = await askQuote(member, { crels: 1000 })
    await pause(true)
    await expect(use(member, body.id)).rejects.toMatchObject({ code: 'quote_void' })
    await pause(false)
    await expect(use(member, body.id)).rejects.toMatchObject({ code: 'quote_void' })
  })

  test('is read again while it holds, by its member alone', async () => {
    const [member, other] = [await createMember(app), await createMember(app)]
    const held = async ({ headers }: Caller) =>
      (await app.server.inject({ url: '/api/v1/exchange/quotes/held', headers })).json().quote as unknown
    expect(await held(member)).toBeNull()
    for (const wish of [{ usdCents: 247_62 }, { crels: 2680 }]) {
      const { body } = await askQuote(member, wish)
      await advanceClock('30 seconds')
      const read = await held(member)
      expect(read).toEqual({ ...body, expiresInSec: expect.any(Number) })
      const { expiresInSec } = read as { expiresInSec: number }
      expect(expiresInSec).toBeGreaterThan(540)
      expect(expiresInSec).toBeLessThanOrEqual(570)
    }
    expect(await held(other)).toBeNull()
    await pause(true)
    await pause(false)
    expect(await held(member), 'a pause voids it').toBeNull()
    await use(member, (await askQuote(member, { crels: 1000 })).body.id)
    expect(await held(member), 'it is used').toBeNull()
    await askQuote(member, { crels: 1000 })
    await advanceClock('10 minutes')
    expect(await held(member), 'it has ended').toBeNull()
    expect((await app.server.inject({ url: '/api/v1/exchange/quotes/held' })).statusCode).toBe(401)
  })

  test('is forgotten a week after it expired, unless it was used', async () => {
    const member = await createMember(app)
    const { body: used } = await askQuote(member, { crels: 1000 })
    await use(member, used.id)
    const { body: unused } = await askQuote(member, { crels: 1000 })
    await advanceClock('8 days')
    await app.jobs.run('forget-quotes')
    const { rows } = await sql<{ id: string }>`
      select id from exchange_quote where id in (${used.id}, ${unused.id})`.execute(app.db)
    expect(rows).toEqual([{ id: used.id }])
  })

  test('is answered the same to the same Idempotency-Key, and void to no one by that', async () => {
    const member = await createMember(app)
    const keyed = { headers: { ...member.headers, 'idempotency-key': 'one' } }
    const [first, again] = [await askQuote(keyed, { crels: 1000 }), await askQuote(keyed, { crels: 1000 })]
    expect(again.body).toEqual(first.body)
    expect((await askQuote(keyed, { crels: 1001 })).body.code).toBe('idempotency_mismatch')
    expect(await use(member, first.body.id)).toMatchObject({ crels: 1000 })
  })
})

test('a price hold that is about to end is in the inbox once, while it holds and is not used', async () => {
  const [waits, uses, asksAgain] = [await createMember(app), await createMember(app), await createMember(app)]
  const quotes = await Promise.all(
    [waits, uses, asksAgain].map(async (member) => (await askQuote(member, { usdCents: 50_00 })).body.id),
  )
  const inbox = async () =>
    await Promise.all(
      [waits, uses, asksAgain].map(async ({ headers }) => {
        const { items, unread } = (
          await app.server.inject({ url: '/api/v1/notifications', headers })
        ).json() as {
          items: { kind: string }[]
          unread: number
        }
        return [...items.map(({ kind }) => kind), unread]
      }),
    )
  const look = async () => {
    await Promise.all([1, 2].map(async () => await app.jobs.run('notify-ending-quotes')))
    return await inbox()
  }
  await advanceClock('6 minutes')
  expect(await look()).toEqual([[0], [0], [0]])
  await askQuote(asksAgain, { usdCents: 60_00 })
  await advanceClock('90 seconds')
  const ending = ['price_hold_ending', 1]
  expect(await look()).toEqual([ending, ending, [0]])
  await use(uses, quotes[1]!)
  expect(await look()).toEqual([ending, [0], [0]])
  await askQuote(waits, { usdCents: 70_00 })
  expect(await look(), 'another price is held').toEqual([[0], [0], [0]])
  await advanceClock('8 minutes')
  expect(await look()).toEqual([ending, [0], ending])
  await advanceClock('3 minutes')
  expect(await inbox(), 'it has ended').toEqual([[0], [0], [0]])
})
