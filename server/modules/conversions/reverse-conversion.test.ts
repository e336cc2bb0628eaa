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

test('notifies the member once of what they lost and owe, and of nothing when it is refused', async () => {
  const at = await stage({ holdDays: 3 })
  const pending = await sell(at)
  await reverse(pending.body.id)
  await expect(reverse(pending.body.id)).rejects.toMatchObject({ code: 'not_refundable' })
  const { items } = await read(at.member, '/notifications')
  expect(items).toMatchObject([
    {
      kind: 'earning_taken_back',
      group: 'account',
      title: 'We took back 84 crels',
      body: expect.stringMatching(/^Our team did this\..*\nYour wallet shows why[^\n]*$/),
      path: '/crels/wallet',
    },
  ])
})

test('a brand’s refund is notified as earnings are; one under review takes nothing from the member', async () => {
  const at = await stage({ holdDays: 3 })
  const { eventId } = await sell(at)
  const held = hasty(await follow(at.code))
  await report(at.key, held)
  await refund(at.key, held.eventId)
  expect((await read(at.member, '/notifications')).items).toEqual([])
  await refund(at.key, eventId, { amount: { currency: 'USD', minor: 25_00 } })
  await refund(at.key, eventId)
  expect((await read(at.member, '/notifications')).items).toMatchObject([
    { kind: 'earning_refunded', group: 'earnings', title: '84 crels were taken back after a refund' },
  ])
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
