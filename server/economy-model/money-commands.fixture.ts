import * as fc from 'fast-check'
import { expect } from 'vitest'
import { app, follow as visit, refund, report, sale } from '../modules/conversions/conversions.fixture.ts'
import { conversionOf, priceOf, refundSale, saleCrels } from './model-money.fixture.ts'
import { setSetting } from './model-rewards.fixture.ts'
import { dayMs, firstSettings, type Model } from './model.fixture.ts'
import { anyone, unlocked } from './reward-commands.fixture.ts'
import {
  command,
  economyIs,
  exchangeIs,
  inTurn,
  setClock,
  recordOutcome,
  rateIs,
  send,
  type World,
} from './world.fixture.ts'

/** The newest most often: what just happened is what the next call is about. */
export const recent = fc.constantFrom(0, 0, 0, 1, 2, 5)

export const sell = (who: number, usdCents: number) =>
  command(`${who} sells for ${usdCents} cents`, async (model, world) => {
    const member = model.members[who]!
    if (member.left) return
    const clickId = await visit(world.members[who]!.code)
    await app.clicks.flush()
    model.now += 10_000
    await setClock(model.now)
    const sent = sale(clickId, { amount: { currency: 'USD', minor: usdCents } })
    const { status, body } = await report(world.key, sent)
    const crels = saleCrels(BigInt(usdCents), model.rateMicros)
    expect([status, body.status, body.earning?.crels], JSON.stringify(body)).toEqual([
      201,
      'accepted',
      Number(crels),
    ])
    recordOutcome('sale', null)
    member.pending += crels
    model.sales.push({
      eventId: sent.eventId,
      member: who,
      usdCents: BigInt(usdCents),
      refundedCents: 0n,
      wholeRefunded: false,
      crels,
      reversed: 0n,
      unlocksAt: model.now + 30 * dayMs,
      unlocked: false,
    })
  })

export const selling = fc
  .tuple(anyone, fc.constantFrom(50_00, 100_00, 1_000_00, 333_33, 10_000_00))
  .map(([who, usdCents]) => sell(who, usdCents))

/** A sale that is paid: what most need who hold and redeem crels. */
export const earning = selling.map((sold) => inTurn(sold, ...unlocked))

/** What a run begins with for rich members: a month later, with 10 500 crels and 1 050. */
export const beingRich = inTurn(sell(0, 10_000_00), sell(1, 1_000_00), ...unlocked)

export const refundOf = (nth: number | null, usdCents: number | null) =>
  command(`refund of sale ${nth ?? 'one'}: ${usdCents ?? 'all'}`, async (model, world) => {
    const sold = nth === null ? model.sales[0] : model.sales.at(-1 - nth)
    if (!sold || model.members[sold.member]!.left) return
    const expected = refundSale(model, sold, usdCents === null ? null : BigInt(usdCents))
    const amount = usdCents === null ? {} : { amount: { currency: 'USD', minor: usdCents } }
    const { status, body } = await refund(world.key, sold.eventId, amount)
    recordOutcome('refund', expected.refused)
    if (model.members[sold.member]!.debt > 0n) recordOutcome('refund', 'made a debt')
    expect(status === 200 ? body.totalReversedCrels : body.code).toBe(
      expected.refused ?? Number(expected.total),
    )
  })

export const refunding = fc
  .tuple(fc.oneof(recent, fc.constant(null)), fc.option(fc.constantFrom(1, 10_00, 33_33, 200_00)))
  .map(([nth, usdCents]) => refundOf(nth, usdCents))

export const setting = fc
  .constantFrom<Partial<typeof firstSettings>>(
    firstSettings,
    { 'points.expireMonths': 1 },
    { 'points.expireMonths': 5 },
    { 'checkIn.basePoints': 17, 'checkIn.stepPoints': 3 },
    { 'checkIn.bonusPoints': 31, 'checkIn.bonusEveryDays': 3 },
    { 'checkIn.monthlyFreezes': 0 },
    { 'checkIn.monthlyFreezes': 2 },
    { 'monthlyClaim.tiers': [{ checkIns: 2, points: 70 }] },
    { 'holderPrize.tiers': [{ crels: 40, points: 7 }] },
    { 'friendInvitation.inviterPoints': 33, 'friendInvitation.friendPoints': 0 },
    { 'friendInvitation.checkIns': 2 },
    { 'friendInvitation.paidMonthlyMax': 1 },
    { 'friendInvitation.paidMonthlyMax': 0 },
    { 'redemption.netUsdCentsMin': 50_00 },
    { 'socialShare.points': 12 },
    { 'socialShare.uniqueClicks': 1 },
    { 'socialShare.paidDailyMax': 1 },
  )
  .map((settings) =>
    command(
      `set ${settings === firstSettings ? 'all as at first' : JSON.stringify(settings)}`,
      async (model) => {
        await economyIs(settings)
        for (const [path, value] of Object.entries(settings))
          setSetting(model, path as keyof typeof firstSettings, value as never)
      },
    ),
  )

export const rating = fc.constantFrom(10_500_000n, 1_000_000n, 7_333_333n, 250_000_001n).map((micros) =>
  command(`rate ${micros}`, async (model) => {
    await rateIs(micros)
    model.rateMicros = micros
  }),
)

export const pausing = fc.constantFrom(true, false, false).map((paused) =>
  command(paused ? 'pause' : 'resume', async (model) => {
    await exchangeIs({ paused })
    if (paused && !model.paused) model.pauses += 1
    model.paused = paused
  }),
)

export const wishes = fc.oneof(
  fc.record({
    usdCents: fc.oneof(fc.constantFrom(1, 20_00, 99_99, 100_00), fc.integer({ min: 1, max: 600_00 })),
  }),
  fc.record({ crels: fc.oneof(fc.constantFrom(1, 300), fc.integer({ min: 1, max: 9_000 })) }),
)

type Wish = { usdCents: number } | { crels: number }

export const quote = (who: number, wish: Wish) =>
  command(`quote for ${who}: ${JSON.stringify(wish)}`, async (model, world) => {
    if (!model.members[who]!.left) await askForQuote(model, world, who, wish)
  })

/** A quote for a member's whole balance. */
export const quoteAll = (who: number) =>
  command(`quote for all of ${who}`, async (model, world) => {
    const { left, available, reserved } = model.members[who]!
    if (!left && available > reserved)
      await askForQuote(model, world, who, { crels: Number(available - reserved) })
  })

async function askForQuote(model: Model, world: World, who: number, wish: Wish): Promise<void> {
  const member = model.members[who]!
  const computed =
    'crels' in wish
      ? conversionOf(BigInt(wish.crels), model.rateMicros)
      : priceOf(BigInt(wish.usdCents), model.rateMicros)
  const refused = model.paused ? 'exchange_paused' : computed.usdCents === 0n ? 'amount_too_small' : null
  const { status, body } = await send(world, world.members[who]!, '/api/v1/exchange/quotes', wish, {
    replay: { crels: 777 },
  })
  recordOutcome('quote', refused)
  expect(status === 201 ? null : body.code).toBe(refused)
  if (refused) return
  const { crels, usdCents, feeBps } = computed
  expect([body.crels, body.usdCents, body.feeBps]).toEqual([Number(crels), Number(usdCents), feeBps])
  const expiresAt = model.now + 600_000
  member.quotes.push({ id: body.id, crels, usdCents, expiresAt, pauses: model.pauses, used: false })
}

export const quoting = fc.tuple(anyone, wishes).map(([who, wish]) => quote(who, wish))
