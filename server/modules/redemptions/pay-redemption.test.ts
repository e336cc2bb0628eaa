import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { RedemptionPage } from '#contracts/redemptions.schemas.ts'
import { databaseNow, resetClock, shiftClock } from '#server/platform/clock.ts'
import { mailsTo, noticesTo } from '#testing/members.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { app, approved, actor, call, openApp, owe, wallet } from './redemptions.fixture.ts'
import { yearlyTotals } from './yearly-totals.ts'

openApp()

const entriesOf = async (txnIdem: string) => {
  const { rows } = await sql<{ code: string; asset: string; amount: number }>`
    select a.code, a.asset, e.amount from txn t join entry e on e.txn_id = t.id join account a on a.id = e.account_id
    where t.scope = 'redemption' and t.idem = ${txnIdem} order by e.line`.execute(app.db)
  return rows.map(({ code, asset, amount }) => [code, asset, amount])
}

test('goes the whole way: approved by another, sent, paid; mailed at each step, and in the books with its fee', async () => {
  const member = await createRedeemer(app)
  const { id } = await redeem(app, member, { usdCents: 100_00 })
  await app.redemptions.approve({ redemptionId: id, actor })
  await app.redemptions.send({ redemptionId: id, actor, provider: 'manual' })
  expect(await app.redemptions.open({ redemptionId: id, actor, reason: 'To pay it.' })).toEqual({
    kind: 'paypal',
    email: member.email,
  })
  expect((await wallet(member)).reserved).toBe(1082)
  await app.redemptions.pay({ redemptionId: id, actor, reference: 'PP-1' })
  expect(await wallet(member)).toMatchObject({ available: 10_000 - 1082, pending: 0, reserved: 0, debt: 0 })
  expect(await entriesOf(id)).toEqual([
    ['member.available', 'CREL', -1082],
    ['house.payout', 'CREL', 1050],
    ['house.fee', 'CREL', 32],
    ['house.issued', 'USD', -100_00],
    ['house.payout', 'USD', 100_00],
  ])
  const { body } = await call(member, 'GET', '/redemptions')
  expect(body.items[0]).toMatchObject({ state: 'paid', reference: 'PP-1' })
  expect(body.items[0].timeline.map(({ state }: { state: string }) => state)).toEqual([
    'requested',
    'approved',
    'sending',
    'paid',
  ])
  const mails = await noticesTo(app, member)
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      'We paid you $100.00',
      'Your $100.00 is on the way',
      'Approved: your $100.00 will be sent next',
      'We got your request for $100.00',
    ]),
  )
  expect(mails.find(({ subject }) => subject === 'We paid you $100.00')!.text).toContain('PP-1')
  const statement = await call(member, 'GET', '/wallet/statement')
  expect(statement.body.items[0]).toMatchObject({ kind: 'redemption_paid', crels: -1082 })
})

test('a conversion is in the books with its fee in dollars', async () => {
  const id = await approved(await createRedeemer(app), { crels: 2_680 })
  await app.redemptions.send({ redemptionId: id, actor, provider: 'manual' })
  await app.redemptions.pay({ redemptionId: id, actor, reference: 'PP-2' })
  expect(await entriesOf(id)).toEqual([
    ['member.available', 'CREL', -2_680],
    ['house.payout', 'CREL', 2_680],
    ['house.issued', 'USD', -255_23],
    ['house.payout', 'USD', 253_96],
    ['house.fee', 'USD', 1_27],
  ])
})

describe('refuses an approval by the redeeming member', () => {
  test.each(['uid', 'email', 'shortId'] as const)('under their %s', async (name) => {
    const member = await createRedeemer(app)
    const { id } = await redeem(app, member)
    const { rows } = await sql<{ shortId: string }>`
      select short_id as "shortId" from member where uid = ${member.uid}`.execute(app.db)
    const known = { ...member, ...rows[0]! }
    const self = ` ${known[name].toUpperCase()} `
    const kim = {
      via: 'command',
      operatorId: 'opr_none',
      name: 'Kim',
      email: 'kim@crels.example',
      role: 'owner',
    } as const
    await expect(
      app.redemptions.approve({ redemptionId: id, actor: { ...kim, name: self } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    // Under another name the operator is known by their address still.
    await expect(
      app.redemptions.approve({ redemptionId: id, actor: { ...kim, email: member.email } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      sql`update redemption set state = 'approved', approved_by = ${member.uid} where id = ${id}`.execute(
        app.db,
      ),
    ).rejects.toThrow(/redemption_approver_is_another/)
  })
})

test('a rejected and a failed one return the crels, with the reason for the member', async () => {
  const member = await createRedeemer(app)
  const { id: one } = await redeem(app, member)
  await app.redemptions.reject({ redemptionId: one, actor, reason: 'We need to talk first.' })
  const two = await approved(member)
  await app.redemptions.fail({ redemptionId: two, actor, reason: 'PayPal does not know the address.' })
  const three = await approved(member)
  await app.redemptions.send({ redemptionId: three, actor, provider: 'manual' })
  await app.redemptions.fail({ redemptionId: three, actor, reason: 'It came back.' })
  expect(await wallet(member)).toMatchObject({ available: 10_000, reserved: 0 })
  const { body } = await call(member, 'GET', '/redemptions')
  expect(body.items.map((item: { state: string; reason: string }) => [item.state, item.reason])).toEqual([
    ['failed', 'It came back.'],
    ['failed', 'PayPal does not know the address.'],
    ['rejected', 'We need to talk first.'],
  ])
  const failures = (await noticesTo(app, member)).filter(({ subject }) => subject.includes('didn’t go'))
  expect(failures.map(({ text }) => /The reason: (.+)/.exec(text)![1]).toSorted()).toEqual([
    'It came back.',
    'PayPal does not know the address.',
  ])
})

test('what is done twice is done once, and what does not fit its state is refused', async () => {
  const member = await createRedeemer(app)
  const id = await approved(member)
  const decision = { redemptionId: id, actor }
  expect((await app.redemptions.approve(decision)).state).toBe('approved')
  await expect(app.redemptions.reject({ ...decision, reason: 'no' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(app.redemptions.pay({ ...decision, reference: 'x' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await app.redemptions.send({ ...decision, provider: 'manual' })
  await app.redemptions.send({ ...decision, provider: 'manual' })
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, async () => await app.redemptions.pay({ ...decision, reference: 'PP-3' })),
  )
  expect(answers.every(({ status }) => status === 'fulfilled')).toBe(true)
  await expect(app.redemptions.pay({ ...decision, reference: 'PP-4' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(app.redemptions.fail({ ...decision, reason: 'late' })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await wallet(member)).toMatchObject({ available: 9_000, reserved: 0 })
  expect(await entriesOf(id)).toHaveLength(5)
  await expect(
    app.redemptions.approve({ redemptionId: `rdm_${'0'.repeat(32)}`, actor }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('yearly totals name each member paid in that year', async () => {
  // A year of its own, and its middle: none ends meanwhile.
  const year = 2040
  await sql`update clock_offset set shift = timestamptz '2040-06-15 12:00Z' - clock_timestamp()`.execute(
    app.db,
  )
  await app.clock.follow(app.db)
  const member = await createRedeemer(app)
  for (const reference of ['a', 'b']) {
    const id = await approved(member, { usdCents: 50_00 })
    await app.redemptions.send({ redemptionId: id, actor, provider: 'manual' })
    await app.redemptions.pay({ redemptionId: id, actor, reference })
  }
  await approved(member)
  const row = { uid: member.uid, email: member.email, redemptions: 2, usdCents: 100_00, country: 'DE' }
  expect(await yearlyTotals(app.db, year)).toMatchObject([row])
  expect(await yearlyTotals(app.db, year + 1)).toEqual([])
  await resetClock(app.db)
  await app.clock.follow(app.db)
})

test('pays no member disabled or in debt since the approval', async () => {
  const [disabled, owing] = [await createRedeemer(app), await createRedeemer(app)]
  const ids = [await approved(disabled), await approved(owing)]
  await sql`update member set state = 'disabled' where uid = ${disabled.uid}`.execute(app.db)
  await owe(owing)
  for (const [index, code] of ['user_disabled', 'debt_open'].entries())
    await expect(
      app.redemptions.send({ redemptionId: ids[index]!, actor, provider: 'manual' }),
    ).rejects.toMatchObject({ code })
  for (const redemptionId of ids) {
    expect((await app.redemptions.show(redemptionId)).state).toBe('approved')
    await app.redemptions.fail({ redemptionId, actor, reason: 'Not paid.' })
  }
})

/** What of each redemption's crels paid a debt, as its member sees it. */
async function shown(member: Pick<Redeemer, 'headers'>): Promise<[string, number][]> {
  const { items } = (await call(member, 'GET', '/redemptions')).body as RedemptionPage
  return items.map(({ id, debtFilled }) => [id, debtFilled])
}

test('what comes back fills what is owed first, so that the member can redeem again', async () => {
  const member = await createRedeemer(app)
  const [one, two] = [await redeem(app, member, { crels: 9_990 }), await createRedeemer(app)]
  await owe(member)
  await app.redemptions.reject({ redemptionId: one.id, actor, reason: 'A sale was refunded.' })
  await app.redemptions.reject({ redemptionId: one.id, actor, reason: 'A sale was refunded.' })
  expect(await wallet(member)).toMatchObject({ available: 9_993, pending: 0, reserved: 0, debt: 0 })
  // The member reads of it.
  expect(await shown(member)).toEqual([[one.id, 7]])
  const rejected = (await noticesTo(app, member)).find(({ text }) => text.includes('A sale was refunded.'))!
  expect(rejected.text).toContain('What you owed was paid first: 7 crels. The rest (9,983 crels) is back')
  const { body } = await call(member, 'GET', '/wallet/statement')
  expect(body.items[0]).toMatchObject({ kind: 'debt_filled', crels: -7, balanceAfter: 9_993 })
  const owed = await call(member, 'GET', '/wallet/statement?account=debt')
  expect(owed.body.items[0]).toMatchObject({ kind: 'debt_filled', crels: -7, balanceAfter: 0 })
  expect(await approved(member)).toMatch(/^rdm_/)

  // Of what does not suffice all goes to the debt; what is set aside elsewhere stays so.
  const [small, large] = [await redeem(app, two, { crels: 300 }), await redeem(app, two, { crels: 9_700 })]
  await owe(two, 1_000)
  const cancelled = await call(two, 'POST', `/redemptions/${small.id}/cancel`, {})
  expect(cancelled.body).toMatchObject({ state: 'cancelled', debtFilled: 300 })
  const mails = await mailsTo(app, two.email)
  expect(mails.some(({ text }) => text.includes('Your 300 crels went towards what you owed.'))).toBe(true)
  expect(await wallet(two)).toMatchObject({ available: 0, pending: 0, reserved: 9_700, debt: 700 })
  await call(two, 'POST', `/redemptions/${large.id}/cancel`, {})
  expect(await wallet(two)).toMatchObject({ available: 9_000, pending: 0, reserved: 0, debt: 0 })
  expect(await shown(two)).toEqual([
    [large.id, 700],
    [small.id, 300],
  ])
})

test('a debt that opened since keeps it from being approved', async () => {
  const member = await createRedeemer(app)
  const { id } = await redeem(app, member)
  await owe(member)
  await expect(app.redemptions.approve({ redemptionId: id, actor })).rejects.toMatchObject({
    code: 'debt_open',
  })
})

test('a payment belongs to the year of its day, whenever it is said, and keeps it', async () => {
  const member = await createRedeemer(app)
  const paidOf = async (year: number) =>
    (await yearlyTotals(app.db, year)).filter(({ uid }) => uid === member.uid).map(({ usdCents }) => usdCents)
  const away = Date.parse('2030-12-29T00:00:00Z') - (await databaseNow(app.db)).getTime()
  await shiftClock(app.db, `${away} milliseconds`)
  const [late, early] = [
    await approved(member, { usdCents: 50_00 }),
    await approved(member, { usdCents: 25_00 }),
  ]
  for (const redemptionId of [late, early])
    await app.redemptions.send({ redemptionId, actor, provider: 'manual' })
  await shiftClock(app.db, '5 days')
  const pay = async (redemptionId: string, paidOn?: string) =>
    app.redemptions.pay({ redemptionId, actor, reference: 'B-1', paidOn })
  for (const paidOn of ['2030-12-26', '2031-01-05'])
    await expect(pay(late, paidOn)).rejects.toMatchObject({ code: 'validation_failed' })
  await pay(late, '2030-12-30')
  await pay(early)
  expect([await paidOf(2030), await paidOf(2031)]).toEqual([[50_00], [25_00]])
  expect((await app.redemptions.show(early)).paidOn).toBe('2031-01-03')
  // The same again changes nothing; another day is another answer.
  await pay(late, '2030-12-30')
  await expect(pay(late, '2030-12-31')).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    sql`update redemption set paid_on = '2031-01-01' where id = ${late}`.execute(app.db),
  ).rejects.toThrow('keeps the day')
  await resetClock(app.db)
})
