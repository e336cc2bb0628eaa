import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { awayFromMidnight } from '#testing/midnight.ts'
import { setCurrencyRates, type CurrencyRate } from '#server/modules/exchange/public.ts'
import { app, openApp, read, refund, sell, stage } from './conversions.fixture.ts'
import { testActor } from '#testing/operators.ts'
import { utcDate } from '#rules/utc-date.ts'

openApp()

const money = (currency: string, minor: number) => ({ amount: { currency, minor } })
const dayBack = (days: number) => utcDate(app.clock.now().getTime() - days * 86_400_000)

// The rate is that of a date.
beforeEach(async () => await awayFromMidnight(app))

async function rateIs(currency: string, usdPerUnit: string, day = dayBack(0)): Promise<void> {
  const rates: CurrencyRate[] = [{ currency, day, usdPerUnit }]
  await app.db.transaction().execute(async (tx) => await setCurrencyRates(tx, testActor, { rates }))
}

test('pays a share of what a sale in another currency is worth that day, and keeps amount and rate', async () => {
  await rateIs('EUR', '1.09')
  await rateIs('EUR', '1.0835')
  const at = await stage({ sale: { bps: 800 } })
  const { status, body, eventId } = await sell(at, money('EUR', 49_90))
  expect([status, body.status]).toEqual([201, 'accepted'])
  // €49.90 × 1.0835 = $54.07; ⌊5 407 × 800 × 10.5 / 1 000 000⌋ = 45
  expect(body.earning.crels).toBe(45)
  const { rows } = await sql`
    select sale_usd_cents, reported_amount_minor, reported_currency, trim_scale(usd_rate)::text as rate,
           usd_rate_day::text as day
    from conversion where event_id = ${eventId}`.execute(app.db)
  expect(rows).toEqual([
    {
      sale_usd_cents: 54_07,
      reported_amount_minor: 49_90,
      reported_currency: 'EUR',
      rate: '1.0835',
      day: dayBack(0),
    },
  ])
  // A later rate moves nothing that was reported: refunds are shares of the €49.90.
  await rateIs('EUR', '2')
  const half = await refund(at.key, eventId, money('EUR', 24_95))
  expect(half.body).toMatchObject({ reversedCrels: 22 })
  const rest = await refund(at.key, eventId, { ...money('EUR', 24_95), refundId: `${eventId}-rest` })
  expect(rest.body).toMatchObject({ reversedCrels: 23, earning: { state: 'reversed' } })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
})

test('takes the last rate of the week before, and refuses without one, recording nothing', async () => {
  await rateIs('CHF', '1.1', dayBack(7))
  await rateIs('NOK', '0.1', dayBack(8))
  const at = await stage({ sale: { bps: 800 } })
  expect((await sell(at, money('CHF', 100_00))).body).toMatchObject({ earning: { crels: 92 } })
  const refused = await sell(at, money('NOK', 100_00))
  expect([refused.status, refused.body.code]).toEqual([422, 'currency_rate_missing'])
  await rateIs('NOK', '0.1')
  expect((await sell(at, { ...money('NOK', 100_00), eventId: refused.eventId })).status).toBe(201)
})

test('knows currencies without cents', async () => {
  await rateIs('JPY', '0.00671')
  const at = await stage({ sale: { bps: 800 } })
  // ¥10 000 is $67.10.
  expect((await sell(at, money('JPY', 10_000))).body).toMatchObject({ earning: { crels: 56 } })
})

test.each([
  ['less than a cent', money('IDR', 1)],
  ['more than a hundred million dollars', money('IDR', 1_000_000_000_000_000)],
  ['more than that in dollars', money('USD', 100_000_000_01)],
  ['a code in small letters', money('eur', 100)],
])('refuses %s', async (_, changes) => {
  await rateIs('IDR', '0.0619')
  const at = await stage()
  const { status, body } = await sell(at, changes)
  expect([status, body.code]).toEqual([422, 'validation_failed'])
})

test('refuses a refund in another currency than the sale', async () => {
  await rateIs('EUR', '1.09')
  const at = await stage()
  const { eventId } = await sell(at)
  const { status, body } = await refund(at.key, eventId, money('EUR', 10_00))
  expect([status, body.code]).toEqual([422, 'validation_failed'])
})
