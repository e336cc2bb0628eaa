import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { switchFeature } from '#server/modules/pauses/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import type { Payout, PayoutOutcome, PayoutProvider } from './payout-provider.ts'
import { app, approved, actor, blockCountries, depsWith, openApp, wallet } from './redemptions.fixture.ts'
import { openDestination } from './open-destination.ts'
import { lookUpPayouts, sendRedemption } from './send-redemption.ts'

openApp()

/** A payment company of the test's: pays once for a key, and may lose its answer or be away. */
class PaymentCompany implements PayoutProvider {
  name = 'payment company'
  readonly kinds = ['paypal', 'bank', 'gift_card', 'manual'] as const
  readonly paid = new Map<string, number>()
  sends = 0
  lookUps = 0
  mood: 'well' | 'answer lost' | 'away' | 'refuses' = 'well'

  async send({ idempotencyKey, usdCents }: Payout): Promise<PayoutOutcome> {
    this.sends += 1
    if (this.mood === 'away') throw new Error('connection refused')
    if (this.mood === 'refuses') return { state: 'failed', reason: 'No such account' }
    this.paid.set(idempotencyKey, (this.paid.get(idempotencyKey) ?? 0) + usdCents)
    if (this.mood === 'answer lost') throw new Error('socket hang up')
    return { state: 'paid', reference: `pay-${idempotencyKey.slice(-6)}` }
  }

  async lookUp(idempotencyKey: string): Promise<PayoutOutcome> {
    this.lookUps += 1
    if (this.mood === 'away') throw new Error('connection refused')
    return this.paid.has(idempotencyKey)
      ? { state: 'paid', reference: `pay-${idempotencyKey.slice(-6)}` }
      : { state: 'unknown' }
  }
}

describe('a provider', () => {
  const send = async (company: PaymentCompany, redemptionId: string) =>
    await sendRedemption(app.db, { redemptionId, actor, provider: company.name }, depsWith([company]))

  test('pays and says so: paid at once', async () => {
    const company = new PaymentCompany()
    const id = await approved(await createRedeemer(app))
    expect(await send(company, id)).toMatchObject({ state: 'paid', reference: `pay-${id.slice(-6)}` })
    // Each decision is an act in the log, the provider's too.
    const { rows } = await sql<{ action: string; source: string }>`
      select action, source from audit_entry where target = ${id} order by seq`.execute(app.db)
    expect(rows.map(({ action, source }) => [action, source])).toEqual([
      ['redemption.approve', 'olga'],
      ['redemption.send', 'olga'],
      ['redemption.paid', company.name],
    ])
  })

  test('is not asked for a country that was blocked since the request, nor is it approved', async () => {
    const company = new PaymentCompany()
    const [member, other] = [await createRedeemer(app), await createRedeemer(app)]
    const id = await approved(member)
    const { id: waiting } = await redeem(app, other)
    const { rows } = await sql<{ country: string }>`
      select country_of_residence as country from member where uid = ${member.uid}`.execute(app.db)
    await blockCountries([rows[0]!.country])
    await expect(send(company, id)).rejects.toMatchObject({ code: 'country_blocked' })
    await expect(app.redemptions.approve({ redemptionId: waiting, actor })).rejects.toMatchObject({
      code: 'country_blocked',
    })
    expect(company.sends).toBe(0)
    await blockCountries([])
    expect(await send(company, id)).toMatchObject({ state: 'paid' })
  })

  test('is not asked for who has emptied their country since the request, nor is it approved', async () => {
    const company = new PaymentCompany()
    const [member, other] = [await createRedeemer(app), await createRedeemer(app)]
    const id = await approved(member)
    const { id: waiting } = await redeem(app, other)
    for (const { uid } of [member, other])
      await sql`update member set country_of_residence = null where uid = ${uid}`.execute(app.db)
    await expect(send(company, id)).rejects.toMatchObject({ code: 'profile_incomplete' })
    await expect(app.redemptions.approve({ redemptionId: waiting, actor })).rejects.toMatchObject({
      code: 'profile_incomplete',
    })
    expect(company.sends).toBe(0)
  })

  test('is not asked while payouts are paused, nor is the destination opened; what was sent is looked up', async () => {
    const turn = async (paused: boolean) =>
      await inTransaction(app.db, async (tx) =>
        switchFeature(tx, actor, { feature: 'payout', paused, reason: 'The books are looked at' }),
      )
    const company = new PaymentCompany()
    company.mood = 'answer lost'
    const sent = await approved(await createRedeemer(app))
    await send(company, sent)
    company.mood = 'well'
    const id = await approved(await createRedeemer(app))
    await turn(true)
    await expect(send(company, id)).rejects.toMatchObject({ code: 'payouts_paused' })
    const open = async () =>
      await inTransaction(app.db, async (tx) =>
        openDestination(tx, actor, { redemptionId: id, reason: 'To pay it' }, app.redemptionDeps),
      )
    await expect(open()).rejects.toMatchObject({ code: 'payouts_paused' })
    expect(await app.redemptions.show(id)).toMatchObject({ state: 'approved' })
    await shiftClock(app.db, '2 minutes')
    expect(await lookUpPayouts(app.db, depsWith([company]))).toEqual({ asked: 1, known: 1, unanswered: 0 })
    expect(company.sends).toBe(1)
    await turn(false)
    expect(await open()).toMatchObject({ kind: 'paypal' })
    expect(await send(company, id)).toMatchObject({ state: 'paid' })
  })

  test('refuses: the crels return', async () => {
    const company = new PaymentCompany()
    company.mood = 'refuses'
    const member = await createRedeemer(app)
    expect(await send(company, await approved(member))).toMatchObject({
      state: 'failed',
      reason: 'No such account',
    })
    expect((await wallet(member)).available).toBe(10_000)
  })

  test('looks up a payment whose answer is lost, and never sends it again', async () => {
    const company = new PaymentCompany()
    company.mood = 'answer lost'
    const member = await createRedeemer(app)
    const id = await approved(member)
    expect(await send(company, id)).toMatchObject({ state: 'sending', providerState: 'unknown' })
    expect((await wallet(member)).reserved).toBe(1_000)
    // An operator who tries again, twenty at once, asks for its state.
    company.mood = 'away'
    await Promise.all(Array.from({ length: 20 }, async () => await send(company, id)))
    company.mood = 'well'
    await shiftClock(app.db, '2 minutes')
    expect(await lookUpPayouts(app.db, depsWith([company]))).toMatchObject({ asked: 1, known: 1 })
    expect([company.sends, company.paid.get(id)]).toEqual([1, (await app.redemptions.show(id)).usdCents])
    expect((await app.redemptions.show(id)).state).toBe('paid')
  })

  test('is looked up behind any number of others, and behind those of a provider that is gone', async () => {
    const [gone, company] = [new PaymentCompany(), new PaymentCompany()]
    gone.name = 'gone-company'
    for (const one of [gone, company]) one.mood = 'answer lost'
    const [first, ...others] = await Promise.all(
      Array.from({ length: 4 }, async () => await approved(await createRedeemer(app))),
    )
    const sorted = [first!, ...others].sort()
    await send(gone, sorted[0]!)
    for (const id of sorted.slice(1)) await send(company, id)
    company.mood = 'well'
    await shiftClock(app.db, '2 minutes')
    expect(await lookUpPayouts(app.db, depsWith([company]), 1)).toEqual({ asked: 3, known: 3, unanswered: 1 })
    expect([company.sends, company.paid.size]).toEqual([3, 3])
    expect(await app.redemptions.show(sorted[0]!)).toMatchObject({
      state: 'sending',
      providerState: 'unknown',
    })
    await app.redemptions.fail({ redemptionId: sorted[0]!, actor, reason: 'Its provider is gone.' })
  })

  test('that was away is not asked again either: an operator says that it failed', async () => {
    const company = new PaymentCompany()
    company.mood = 'away'
    const member = await createRedeemer(app)
    const id = await approved(member)
    await send(company, id)
    company.mood = 'well'
    await shiftClock(app.db, '2 minutes')
    expect(await lookUpPayouts(app.db, depsWith([company]))).toMatchObject({ known: 0 })
    expect(company.sends).toBe(1)
    await app.redemptions.fail({ redemptionId: id, actor, reason: 'It never got there.' })
    expect((await wallet(member)).available).toBe(10_000)
  })

  test('is asked once when twenty operators send at once', async () => {
    const company = new PaymentCompany()
    const id = await approved(await createRedeemer(app))
    // A request after it was paid gets that as the answer.
    await Promise.allSettled(Array.from({ length: 20 }, async () => await send(company, id)))
    expect([company.sends, (await app.redemptions.show(id)).state]).toEqual([1, 'paid'])
  })

  test('is not asked when the process dies before, and asked once when it dies after', async () => {
    const company = new PaymentCompany()
    const member = await createRedeemer(app)
    const death = Promise.withResolvers<PayoutOutcome>()
    /** A process that dies in the call: the provider was reached, or was not. */
    const dying = async (redemptionId: string, reached: (payout: Payout) => Promise<unknown>) => {
      const provider: PayoutProvider = {
        name: company.name,
        kinds: company.kinds,
        lookUp: async (key) => await company.lookUp(key),
        send: async (payout) => {
          await reached(payout)
          return await death.promise
        },
      }
      await sendRedemption(app.db, { redemptionId, actor, provider: company.name }, depsWith([provider]))
    }
    const [before, after] = [await approved(member), await approved(member)]
    const deaths = [dying(before, async () => {}), dying(after, async (payout) => await company.send(payout))]
    await expect.poll(() => company.paid.size).toBe(1)
    await expect.poll(async () => (await app.redemptions.show(before)).state).toBe('sending')
    // The next process: it knows of both that they were asked for, and asks what became of them.
    expect(await send(company, before)).toMatchObject({ state: 'sending', providerState: 'unknown' })
    expect(await send(company, after)).toMatchObject({ state: 'paid' })
    expect([company.sends, company.lookUps]).toEqual([1, 2])
    death.reject(new Error('killed'))
    await Promise.all(deaths)
    expect((await app.redemptions.show(after)).state).toBe('paid')
    await app.redemptions.fail({ redemptionId: before, actor, reason: 'never sent' })
    expect(await wallet(member)).toMatchObject({ available: 9_000, reserved: 0 })
  })
})
