import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { switchExchange } from '#server/modules/exchange/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { manyAtOnce } from '#testing/config.ts'
import { completeProfile, createMember, mailsTo } from '#testing/members.ts'
import { addUsableDestination, createRedeemer, quoteFor, redeem } from '#testing/redeemers.ts'
import { askForTaxForms, certify, dac7 } from '#testing/tax.ts'
import {
  actor,
  app,
  blockCountries,
  call,
  changedAccount,
  openApp,
  owe,
  request,
  wallet,
} from './redemptions.fixture.ts'
import { testActor } from '#testing/operators.ts'

openApp()

test('reserves the crels, shows it everywhere, and mails it', async () => {
  const member = await createRedeemer(app)
  const quote = await quoteFor(app, member, { usdCents: 100_00 })
  const { status, body } = await request(member, quote.id)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^rdm_[0-9a-f]{32}$/),
    state: 'requested',
    crels: 1082,
    usdCents: 100_00,
    rate: 10.5,
    feeBps: 300,
    destination: { kind: 'paypal', hint: expect.stringMatching(/^.…@example\.com$/) },
    reason: null,
    reference: null,
    requestedAt: expect.any(String),
    waitsFor: null,
    debtFilled: 0,
    isCancellable: true,
    timeline: [{ state: 'requested', at: expect.any(String) }],
  })
  expect(await wallet(member)).toMatchObject({
    available: 10_000 - 1082,
    pending: 0,
    reserved: 1082,
    debt: 0,
  })
  expect((await call(member, 'GET', '/redemptions')).body).toEqual({ items: [body], nextCursor: null })
  const [mail] = await mailsTo(app, member.email)
  expect(mail!.subject).toBe('We got your request for $100.00')
  expect(mail!.text).toContain('1,082 crels')
  expect(mail!.text).toMatch(/Requested on .+ \(UTC\), with .+, from an unknown place\./)
})

test('of many requests of one quote at once one is a redemption', async () => {
  const member = await createRedeemer(app)
  const { id } = await quoteFor(app, member, { crels: 1_000 })
  const answers = await Promise.all(Array.from({ length: manyAtOnce }, async () => await request(member, id)))
  const statuses = answers.map(({ status, body }) => (status === 201 ? 201 : body.code))
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(new Set(statuses)).toEqual(new Set([201, 'quote_used']))
  expect(await wallet(member)).toMatchObject({ available: 9_000, reserved: 1_000 })
})

test('many quotes at once never reserve more than there is', async () => {
  const member = await createRedeemer(app, { crels: 2_500 })
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, async () => await redeem(app, member, { crels: 1_000 })),
  )
  const { available, reserved } = await wallet(member)
  expect([available + reserved, reserved]).toEqual([
    2_500,
    1_000 * answers.filter(({ status }) => status === 'fulfilled').length,
  ])
  expect(reserved).toBeLessThanOrEqual(2_000)
})

test('is answered the same to the same Idempotency-Key', async () => {
  const member = await createRedeemer(app)
  const { id } = await quoteFor(app, member, { crels: 1_000 })
  const keyed = { ...member, headers: { ...member.headers, 'idempotency-key': 'once' } }
  const [first, again] = [await request(keyed, id), await request(keyed, id)]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
})

describe('refuses, and the quote can still be used', () => {
  test('less than $20, and says how much it must be', async () => {
    const member = await createRedeemer(app)
    const { id } = await quoteFor(app, member, { usdCents: 19_99 })
    expect(await request(member, id)).toMatchObject({
      status: 422,
      body: { code: 'below_minimum', netUsdCentsMin: 20_00 },
    })
    const enough = await quoteFor(app, member, { usdCents: 20_00 })
    expect((await request(member, enough.id)).status).toBe(201)
  })

  test('more than there is', async () => {
    const member = await createRedeemer(app, { crels: 999 })
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    expect(await request(member, id)).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } })
    expect(await wallet(member)).toMatchObject({ available: 999, reserved: 0 })
  })

  test('an incomplete profile', async () => {
    const member = await createRedeemer(app)
    await app.server.inject({
      method: 'PATCH',
      url: `/api/v1/users/${member.uid}`,
      headers: member.headers,
      payload: { gender: '' },
    })
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    expect((await request(member, id)).body.code).toBe('profile_incomplete')
    await app.server.inject({
      method: 'PATCH',
      url: `/api/v1/users/${member.uid}`,
      headers: member.headers,
      payload: { gender: 'female' },
    })
    expect((await request(member, id)).status).toBe(201)
  })

  test('who is too young, or lives where nothing is paid, and says so before a quote', async () => {
    const member = await createRedeemer(app)
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    const patch = async (payload: object) =>
      await app.server.inject({
        method: 'PATCH',
        url: `/api/v1/users/${member.uid}`,
        headers: member.headers,
        payload,
      })
    const terms = async () =>
      (await app.server.inject({ url: '/api/v1/redemptions/terms', headers: member.headers })).json()
    const young = `${new Date().getUTCFullYear() - 17}-01-01`
    await patch({ birthday: young })
    expect(await request(member, id)).toMatchObject({
      status: 422,
      body: { code: 'too_young', minimumAge: 18 },
    })
    expect(await terms()).toMatchObject({ refusal: 'too_young', minimumAge: 18 })
    await patch({ birthday: '1990-05-17', countryOfResidence: 'KP' })
    expect((await terms()).refusal).toBeNull()
    await blockCountries(['KP'])
    expect(await request(member, id)).toMatchObject({
      status: 422,
      body: {
        code: 'country_blocked',
        blockedBy: 'residence',
        detail: expect.stringContaining('you live in'),
      },
    })
    expect(await terms()).toMatchObject({ refusal: 'country_blocked', blockedBy: 'residence' })
    await patch({ countryOfResidence: 'PT' })
    expect((await request(member, id)).status).toBe(201)
    await blockCountries([])
  })

  test('by the country of the bank account and of the tax form, as by that of the profile', async () => {
    const iban = 'DE89370400440532013000'
    const profile = { ...completeProfile, countryOfResidence: 'PT' }
    const member = await createRedeemer(app, { to: { kind: 'bank', holder: 'Ada', iban }, profile })
    const paypal = await addUsableDestination(app, member, { kind: 'paypal', email: member.email })
    const blocked = (blockedBy: string, detail: string) => ({
      status: 422,
      body: { code: 'country_blocked', blockedBy, detail: expect.stringContaining(detail) },
    })
    await blockCountries(['DE'])
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    expect(await request(member, id)).toMatchObject(blocked('bank', 'this bank account'))
    await askForTaxForms(app, 'dac7', 1_000_000_00)
    expect((await certify(app, member, { ...dac7, taxResidence: 'FR' })).statusCode).toBe(200)
    await blockCountries(['FR'])
    const { body: terms } = await call(member, 'GET', '/redemptions/terms')
    expect(terms).toMatchObject({ refusal: 'country_blocked', blockedBy: 'tax_form' })
    expect(await request({ ...member, destinationId: paypal }, id)).toMatchObject(
      blocked('tax_form', 'your tax form'),
    )
    await blockCountries([])
    const { body: asked } = await request(member, id)
    await blockCountries(['DE'])
    const { items } = (await call(member, 'GET', '/redemptions')).body
    expect(items).toMatchObject([{ waitsFor: { reason: 'country_blocked', until: null, blockedBy: 'bank' } }])
    await expect(app.redemptions.approve({ redemptionId: asked.id, actor })).rejects.toMatchObject({
      code: 'country_blocked',
    })
    await blockCountries([])
    await app.redemptions.approve({ redemptionId: asked.id, actor })
    await blockCountries(['DE'])
    await expect(
      app.redemptions.send({ redemptionId: asked.id, actor, provider: 'manual' }),
    ).rejects.toMatchObject({ code: 'country_blocked' })
    await blockCountries([])
    await askForTaxForms(app, 'off')
  })

  test('while something is owed, which is said also where nothing is there', async () => {
    const spent = await createRedeemer(app, { crels: 0 })
    await owe(spent, 5)
    const wish = await quoteFor(app, spent, { crels: 1_000 })
    expect((await request(spent, wish.id)).body.code).toBe('debt_open')
    const member = await createRedeemer(app)
    await owe(member, 5)
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    expect((await request(member, id)).body.code).toBe('debt_open')
    expect(await wallet(member)).toMatchObject({ reserved: 0, debt: 5 })
    expect((await call(member, 'GET', '/redemptions/terms')).body).toMatchObject({ debt: 5 })
  })

  test.each(['password_changed', 'password_reset', 'email_changed', 'email_recovered'])(
    'for 48 hours after %s',
    async (kind) => {
      const member = await createRedeemer(app)
      await changedAccount(member.uid, kind, '47 hours')
      const { id } = await quoteFor(app, member, { crels: 1_000 })
      const { body } = await request(member, id)
      expect(body.code).toBe('payouts_frozen')
      const leftMs = Date.parse(body.until) - Date.now()
      expect(leftMs).toBeGreaterThan(0)
      expect(leftMs).toBeLessThanOrEqual(3_600_000)
      const { body: terms } = await call(member, 'GET', '/redemptions/terms')
      expect(Math.abs(Date.parse(terms.frozenUntil) - Date.parse(body.until))).toBeLessThan(60_000)
    },
  )

  test('not when that was longer ago', async () => {
    const member = await createRedeemer(app)
    await changedAccount(member.uid, 'password_reset', '49 hours')
    await changedAccount(member.uid, 'password_changed', '49 hours')
    expect((await redeem(app, member)).state).toBe('requested')
  })

  test('a quote or a destination of another member, an expired, a used and a voided quote', async () => {
    const [member, other] = [await createRedeemer(app), await createRedeemer(app)]
    const theirs = await quoteFor(app, other, { crels: 1_000 })
    expect((await request(member, theirs.id)).status).toBe(404)
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    expect((await request({ ...member, destinationId: other.destinationId }, id)).status).toBe(404)
    const newer = await quoteFor(app, member, { crels: 1_000 })
    expect((await request(member, id)).body.code).toBe('quote_void')
    expect((await request(member, newer.id)).status).toBe(201)
    expect((await request(member, newer.id)).body.code).toBe('quote_used')
    const old = await quoteFor(app, member, { crels: 1_000 })
    await shiftClock(app.db, '10 minutes 1 second')
    expect((await request(member, old.id)).body.code).toBe('quote_expired')
  })

  test('while the exchange is paused', async () => {
    const member = await createRedeemer(app)
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    const pause = async (paused: boolean) =>
      await app.db
        .transaction()
        .execute(async (tx) => await switchExchange(tx, testActor, { paused, reason: 'test' }))
    await pause(true)
    expect((await request(member, id)).body.code).toBe('exchange_paused')
    expect((await call(member, 'GET', '/redemptions/terms')).body.paused).toBe(true)
    await pause(false)
  })

  test('a member disabled a moment ago, before this process hears of it', async () => {
    const member = await createRedeemer(app)
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    await setMemberState(app.db, member.uid, 'disabled')
    expect(await request(member, id)).toMatchObject({ status: 403, body: { code: 'user_disabled' } })
    await setMemberState(app.db, member.uid, 'active')
    // Where news of their own sign-up came in between, this process read that they are disabled, and knows it for 20 s.
    await expect
      .poll(async () => (await request(member, id)).status, { timeout: 50_000, interval: 500 })
      .toBe(201)
  })

  test('malformed input, and a request without a bearer', async () => {
    const member = await createRedeemer(app)
    for (const payload of [{}, { quoteId: 'quo_1', destinationId: 'dst_1' }, { quoteId: null }])
      expect((await call(member, 'POST', '/redemptions', payload)).status).toBe(422)
    expect((await call({ headers: {} }, 'POST', '/redemptions', {})).status).toBe(401)
  })
})

describe('cancelling', () => {
  test('returns the crels while it is requested, once', async () => {
    const member = await createRedeemer(app)
    const { id } = await redeem(app, member)
    const url = `/redemptions/${id}/cancel`
    const [first, again] = [await call(member, 'POST', url), await call(member, 'POST', url)]
    expect([first.status, first.body.state, again.body]).toEqual([200, 'cancelled', first.body])
    expect(first.body.timeline.map(({ state }: { state: string }) => state)).toEqual([
      'requested',
      'cancelled',
    ])
    expect(await wallet(member)).toMatchObject({ available: 10_000, reserved: 0 })
    expect((await mailsTo(app, member.email))[0]).toMatchObject({
      subject: 'You cancelled your redemption',
      text: expect.stringContaining('Requested on '),
    })
  })

  test('twice in thirty days, also when all are cancelled at once', async () => {
    const member = await createRedeemer(app)
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push((await redeem(app, member)).id)
    const answers = await Promise.all(
      ids.map(async (id) => await call(member, 'POST', `/redemptions/${id}/cancel`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = answers.find(({ status }) => status !== 200)!
    expect(refused.body.code).toBe('cancel_limit')
    expect(await wallet(member)).toMatchObject({ available: 7_000, reserved: 3_000 })
    const { body: terms } = await call(member, 'GET', '/redemptions/terms')
    expect([terms.cancelsLeft, terms.cancelsAgainAt]).toEqual([0, refused.body.until])
    await shiftClock(app.db, '30 days 1 minute')
    const left = answers.findIndex(({ status }) => status !== 200)
    expect((await call(member, 'POST', `/redemptions/${ids[left]}/cancel`)).status).toBe(200)
  })

  test('is refused to another member, and after the approval', async () => {
    const [member, other] = [await createRedeemer(app), await createMember(app)]
    const { id } = await redeem(app, member)
    expect((await call(other, 'POST', `/redemptions/${id}/cancel`)).status).toBe(404)
    await app.redemptions.approve({ redemptionId: id, actor: testActor })
    expect((await call(member, 'POST', `/redemptions/${id}/cancel`)).body.code).toBe('not_cancellable')
  })

  test('races with approval: one of the two wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await createRedeemer(app)
      const { id } = await redeem(app, member)
      const [cancelled, approved] = await Promise.all([
        call(member, 'POST', `/redemptions/${id}/cancel`),
        app.redemptions.approve({ redemptionId: id, actor: testActor }).then(
          () => true,
          () => false,
        ),
      ])
      expect([cancelled.status === 200, approved].filter(Boolean)).toHaveLength(1)
      expect((await wallet(member)).reserved).toBe(approved ? 1_000 : 0)
    }
  })
})

test('lists page by page and by state, by an index', async () => {
  const member = await createRedeemer(app)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await redeem(app, member)).id)
  await call(member, 'POST', `/redemptions/${ids[1]}/cancel`)
  const first = await call(member, 'GET', '/redemptions?limit=2')
  const rest = await call(member, 'GET', `/redemptions?limit=2&cursor=${first.body.nextCursor}`)
  const listed = [...first.body.items, ...rest.body.items].map(({ id }: { id: string }) => id)
  expect(listed).toEqual(ids.toReversed())
  expect(rest.body.nextCursor).toBeNull()
  const cancelled = await call(member, 'GET', '/redemptions?state=cancelled')
  expect(cancelled.body.items.map(({ id }: { id: string }) => id)).toEqual([ids[1]])
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from redemption where party = ${member.party}
    order by requested_at desc, id desc limit 3`.execute(app.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('redemption_of')
})
