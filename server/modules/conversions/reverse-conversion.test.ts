import { testActor } from '#testing/operators.ts'
import { expect, test } from 'vitest'
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
} from './conversions.fixture.ts'
import { reverseConversion } from './reverse-earnings.ts'

openApp()

const reverse = async (conversionId: string, reason = 'not_genuine') =>
  await app.db
    .transaction()
    .execute(async (tx) => await reverseConversion(tx, testActor, { conversionId, reason }))

test('takes back what is pending and what is unlocked, with the reason; the brand’s own refund changes nothing then', async () => {
  const at = await stage({ holdDays: 3 })
  const unlocked = await sell(at)
  await advanceClock('4 days')
  await app.jobs.run('unlock-earnings')
  const later = await sell(at)
  for (const { body } of [unlocked, later])
    expect(await reverse(body.id)).toMatchObject({ reversedCrels: 84, earning: { state: 'reversed' } })
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 0, pending: 0, reserved: 0, debt: 0 })
  expect((await read(at.member, '/earnings')).items).toMatchObject([
    { state: 'reversed', reason: 'not_genuine' },
    { state: 'reversed', reason: 'not_genuine' },
  ])
  expect(await refund(at.key, later.eventId)).toMatchObject({ status: 200, body: { totalReversedCrels: 84 } })
  await expect(reverse(later.body.id)).rejects.toMatchObject({ code: 'not_refundable' })
})

test('takes back what refunds left, once, however many ask', async () => {
  const at = await stage()
  const { eventId, body } = await sell(at)
  await refund(at.key, eventId, { amount: { currency: 'USD', minor: 25_00 } })
  const results = await Promise.allSettled(Array.from({ length: 10 }, async () => await reverse(body.id)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toMatchObject([
    { value: { reversedCrels: 63 } },
  ])
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
})

test('refuses what is under review, rejected or unknown', async () => {
  const at = await stage()
  const held = await report(at.key, hasty(await follow(at.code)))
  await expect(reverse(held.body.id)).rejects.toMatchObject({ code: 'conflict' })
  const rejected = await report(at.key, sale('clk_unknown'))
  await expect(reverse(rejected.body.id)).rejects.toMatchObject({ code: 'not_refundable' })
  await expect(reverse('cnv_unknown')).rejects.toMatchObject({ code: 'not_found' })
})
