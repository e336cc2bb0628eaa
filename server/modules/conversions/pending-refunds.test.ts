import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { utcDate } from '#rules/utc-date.ts'
import { setCurrencyRates } from '#server/modules/exchange/public.ts'
import { testActor } from '#testing/operators.ts'
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
import { correctConversion } from './correct-conversion.ts'

openApp()

const pendingOf = async (eventId: string) =>
  (await sql`select id from pending_refund where event_id = ${eventId}`.execute(app.db)).rows

/** A sale that is not reported yet, long enough after its click. */
async function unreported(at: Stage) {
  const sent = sale(await follow(at.code))
  await advanceClock('10 seconds')
  return sent
}

test('a whole refund that comes first is kept once, and takes the sale back when it is reported', async () => {
  const at = await stage()
  const sent = await unreported(at)
  const first = await refund(at.key, sent.eventId)
  const id = expect.stringMatching(/^rfd_/)
  const pending = { id, eventId: sent.eventId, reversedCrels: 0, totalReversedCrels: 0, pending: true }
  expect(first).toEqual({ status: 202, body: pending })
  const again = await Promise.all(Array.from({ length: 10 }, async () => await refund(at.key, sent.eventId)))
  for (const repeated of again) expect(repeated).toEqual(first)

  const sold = await report(at.key, sent)
  expect(sold).toMatchObject({ status: 201, body: { status: 'accepted', earning: { crels: 84 } } })
  expect(await report(at.key, sent)).toEqual({ ...sold, status: 200 })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0, available: 0 })
  expect((await read(at.member, '/earnings')).items).toMatchObject([{ state: 'reversed', reversedCrels: 84 }])
  expect(await pendingOf(sent.eventId)).toEqual([])
  // From now on it is a refund as any other, under the same id.
  expect(await refund(at.key, sent.eventId)).toMatchObject({
    status: 200,
    body: { id: first.body.id, reversedCrels: 84, earning: { state: 'reversed' } },
  })
})

test('parts are applied in the order they came, and the last takes no more than is left', async () => {
  const at = await stage()
  const sent = await unreported(at)
  await refund(at.key, sent.eventId, { ...usd(25_00), refundId: `${sent.eventId}-1` })
  await report(at.key, sent)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })

  const more = await unreported(at)
  for (const minor of [60_00, 60_00]) await refund(at.key, more.eventId, usd(minor))
  await report(at.key, more)
  const reversed = (await read(at.member, '/earnings')).items.map(
    (item: { reversedCrels: number }) => item.reversedCrels,
  )
  expect(reversed).toEqual([84, 21])
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })
})

test('takes back a conversion under review too, which ends its review', async () => {
  const at = await stage()
  const sent = hasty(await follow(at.code))
  await refund(at.key, sent.eventId)
  expect((await report(at.key, sent)).body).toMatchObject({ status: 'rejected', reason: 'refunded' })
  expect((await read(at.member, '/earnings')).items).toMatchObject([{ state: 'reversed', reversedCrels: 84 }])
})

test('neither misses the other when both come at the same moment', async () => {
  const at = await stage()
  for (let round = 0; round < 5; round += 1) {
    const sent = await unreported(at)
    await Promise.all([report(at.key, sent), refund(at.key, sent.eventId)])
    expect(await pendingOf(sent.eventId)).toEqual([])
  }
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
})

test('a refund id is one refund, also while it waits', async () => {
  const at = await stage()
  const { eventId } = await sell(at)
  const later = await unreported(at)
  const kept = { ...usd(10_00), refundId: `${later.eventId}-r` }
  const first = await refund(at.key, later.eventId, kept)
  expect(await refund(at.key, later.eventId, kept)).toEqual(first)
  for (const [event, body] of [
    [later.eventId, { ...kept, ...usd(11_00) }],
    [later.eventId, { refundId: kept.refundId }],
    ['another-event', kept],
    [eventId, kept],
  ] as const)
    expect(await refund(at.key, event, body)).toMatchObject({ status: 409, body: { code: 'event_mismatch' } })
  await report(at.key, later)
  expect(await refund(at.key, 'another-event', kept)).toMatchObject({ status: 409 })
  expect(await refund(at.key, later.eventId, kept)).toMatchObject({
    status: 200,
    body: { id: first.body.id },
  })
})

test('a part of a sale that is reported without an amount takes nothing, and stays', async () => {
  const at = await stage({ sale: { crels: 80 } })
  const { amount: _, ...sent } = await unreported(at)
  const part = { ...usd(1_00), refundId: `${sent.eventId}-part` }
  await refund(at.key, sent.eventId, part)
  expect((await report(at.key, sent)).body).toMatchObject({ status: 'accepted', earning: { crels: 80 } })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 80 })
  expect(await pendingOf(sent.eventId)).toHaveLength(1)
  expect((await refund(at.key, sent.eventId, part)).body.code).toBe('refund_exceeds_sale')
})

test('a refund above the sale, sent again with its id, has the same answer', async () => {
  const at = await stage()
  const sent = await unreported(at)
  const above = { ...usd(120_00), refundId: `${sent.eventId}-above` }
  const first = await refund(at.key, sent.eventId, above)
  await report(at.key, sent)
  expect(await refund(at.key, sent.eventId, above)).toMatchObject({
    status: 200,
    body: { id: first.body.id, reversedCrels: 84 },
  })
  for (const other of [100_00, 119_00])
    expect((await refund(at.key, sent.eventId, { ...above, ...usd(other) })).body.code).toBe('event_mismatch')
})

test('a refund that waited and is sent again in the sale’s currency waits no more', async () => {
  const at = await stage()
  const sent = await unreported(at)
  const refundId = `${sent.eventId}-r`
  await refund(at.key, sent.eventId, { amount: { currency: 'EUR', minor: 10_00 }, refundId })
  const { body } = await report(at.key, sent)
  expect(await refund(at.key, sent.eventId, { ...usd(10_00), refundId })).toMatchObject({ status: 200 })
  expect(await pendingOf(sent.eventId)).toEqual([])
  // Else it would be applied a second time to what is put in its place.
  const amount = { currency: 'EUR', minor: 90_00 }
  const day = utcDate(app.clock.now().getTime())
  const done = await app.db.transaction().execute(async (tx) => {
    await setCurrencyRates(tx, testActor, { rates: [{ currency: 'EUR', day, usdPerUnit: '1.1' }] })
    const reason = 'It was in euros.'
    return await correctConversion(tx, testActor, { conversionId: body.id, reason, amount }, app)
  })
  expect(done).toMatchObject({ status: 'accepted' })
})

test('one in another currency, or of a rejected conversion, stays and is refused with the reason then', async () => {
  const at = await stage()
  const sent = await unreported(at)
  const foreign = { amount: { currency: 'EUR', minor: 10_00 }, refundId: `${sent.eventId}-eur` }
  await refund(at.key, sent.eventId, foreign)
  await report(at.key, sent)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
  expect(await pendingOf(sent.eventId)).toHaveLength(1)
  expect((await refund(at.key, sent.eventId, foreign)).body.code).toBe('validation_failed')

  const nobodys = sale('clk_nobody')
  await refund(at.key, nobodys.eventId)
  expect((await report(at.key, nobodys)).body.status).toBe('rejected')
  expect((await refund(at.key, nobodys.eventId)).body.code).toBe('not_refundable')
})
