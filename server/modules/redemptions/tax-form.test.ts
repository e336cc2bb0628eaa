import { afterEach, expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { noticesTo } from '#testing/members.ts'
import { createRedeemer, quoteFor, redeem, type Redeemer } from '#testing/redeemers.ts'
import { askForTaxForms, certify, w9 } from '#testing/tax.ts'
import { actor, app, approved, call, depsWith, openApp, request, wallet } from './redemptions.fixture.ts'
import { manualProvider } from './payout-provider.ts'
import { sendRedemption } from './send-redemption.ts'

openApp()

afterEach(async () => await askForTaxForms(app, 'off'))

const terms = async (member: { headers: Record<string, string> }) =>
  (await call(member, 'GET', '/redemptions/terms')).body

const send = async (redemptionId: string) =>
  await sendRedemption(app.db, { redemptionId, actor, provider: 'manual' }, depsWith([manualProvider]))

test('nobody is asked while the setting is off', async () => {
  const member = await createRedeemer(app)
  const { id } = await quoteFor(app, member, { usdCents: 500_00 })
  expect((await terms(member)).tax).toBeNull()
  expect((await request(member, id)).status).toBe(201)
})

test('is needed from the payout on that reaches the threshold, and refused before anything is reserved', async () => {
  await askForTaxForms(app, 'us', 50_00)
  const member = await createRedeemer(app)
  await redeem(app, member, { usdCents: 29_99 })
  expect((await terms(member)).tax).toEqual({ yearUsdCents: 29_99, thresholdUsdCents: 50_00, hasForm: false })
  const { reserved } = await wallet(member)
  const one = await quoteFor(app, member, { usdCents: 20_01 })
  expect(await request(member, one.id)).toMatchObject({
    status: 422,
    body: { code: 'tax_profile_required', thresholdUsdCents: 50_00 },
  })
  expect(await wallet(member)).toMatchObject({ reserved })
  // A cent less is below it.
  const less = await quoteFor(app, member, { usdCents: 20_00 })
  expect((await request(member, less.id)).status).toBe(201)
  const again = await quoteFor(app, member, { usdCents: 20_01 })
  expect((await request(member, again.id)).body.code).toBe('tax_profile_required')
  expect((await certify(app, member)).statusCode).toBe(200)
  expect((await terms(member)).tax).toMatchObject({ hasForm: true })
  expect((await request(member, again.id)).status).toBe(201)
})

test('from 80 % of the threshold on a member without a form is notified, once a year', async () => {
  await askForTaxForms(app, 'us', 150_00)
  const [member, certified] = [await createRedeemer(app), await createRedeemer(app)]
  await certify(app, certified)
  const noticesOf = async (who: typeof member) =>
    (await noticesTo(app, who)).filter(({ subject }) => subject === 'You’ll soon need a tax form')
  await redeem(app, member, { usdCents: 80_00 })
  expect(await noticesOf(member)).toEqual([])
  await redeem(app, member, { usdCents: 40_00 })
  const [mail] = await noticesOf(member)
  expect(mail!.text).toContain('$120.00')
  expect(mail!.text).toContain('$150.00')
  expect(mail!.links.some((link) => link.endsWith('/profile/tax-form'))).toBe(true)
  await redeem(app, member, { usdCents: 20_00 })
  expect(await noticesOf(member)).toHaveLength(1)
  await redeem(app, certified, { usdCents: 130_00 })
  expect(await noticesOf(certified)).toEqual([])
})

test('many requests at once pass the threshold together no more than one by one', async () => {
  await askForTaxForms(app, 'us', 50_00)
  const member = await createRedeemer(app)
  // A new quote voids the last: one after the other is asked, and the sums are read under the lock of the member.
  const answers = []
  for (let at = 0; at < 3; at += 1) {
    const { id } = await quoteFor(app, member, { usdCents: 24_00 })
    answers.push(...(await Promise.all([request(member, id), request(member, id)])))
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
})

test('what other accounts were paid at the same place counts, and what they only asked for does not', async () => {
  await askForTaxForms(app, 'us', 50_00)
  const first = await createRedeemer(app, { to: { kind: 'paypal', email: 'many.accounts@gmail.com' } })
  const second = await createRedeemer(app, { to: { kind: 'paypal', email: 'manyaccounts+2@gmail.com' } })
  const paid = await approved(first, { usdCents: 30_00 })
  const asked = await approved(second, { usdCents: 25_00 })
  await send(paid)
  await expect(send(asked)).rejects.toMatchObject({ code: 'tax_profile_required' })
  await app.redemptions.pay({ redemptionId: paid, actor, reference: 'PP-1' })
  await expect(send(asked)).rejects.toMatchObject({ code: 'tax_profile_required' })
  // Nobody reads from a refusal what another's address was paid.
  const third = await createRedeemer(app, { to: { kind: 'gift_card', email: 'ManyAccounts@googlemail.com' } })
  const { id } = await quoteFor(app, third, { usdCents: 20_00 })
  expect(await request(third, id)).toMatchObject({ status: 201, body: { waitsFor: null } })
  expect((await certify(app, second)).statusCode).toBe(200)
  await send(asked)
})

test('a year counts what was paid in it and what is under way, not what was returned', async () => {
  await askForTaxForms(app, 'us', 50_00)
  const member = await createRedeemer(app)
  const paid = await approved(member, { usdCents: 25_00 })
  await send(paid)
  await app.redemptions.pay({ redemptionId: paid, actor, reference: 'PP-1' })
  const { id: rejected } = await redeem(app, member, { usdCents: 20_00 })
  await app.redemptions.reject({ redemptionId: rejected, actor, reason: 'a test' })
  expect((await terms(member)).tax).toMatchObject({ yearUsdCents: 25_00 })
  const { id } = await quoteFor(app, member, { usdCents: 25_00 })
  expect((await request(member, id)).body.code).toBe('tax_profile_required')
  // What was paid last year is of last year.
  await shiftClock(app.db, '1 year')
  expect((await terms(member)).tax).toMatchObject({ yearUsdCents: 0 })
  const later = await quoteFor(app, member, { usdCents: 25_00 })
  expect((await request(member, later.id)).status).toBe(201)
})

test.each([
  ['to one member', 1],
  ['to two accounts of one mailbox', 2],
])('two that are sent at once %s pass the threshold together no more than one by one', async (_, count) => {
  await askForTaxForms(app, 'us', 500_00)
  const members: Redeemer[] = []
  for (let n = 0; n < count; n += 1)
    members.push(
      await createRedeemer(app, { to: { kind: 'paypal', email: `at.once.${count}+${n}@gmail.com` } }),
    )
  const ids: string[] = []
  for (const member of [members[0]!, members.at(-1)!]) ids.push(await approved(member, { usdCents: 30_00 }))
  await askForTaxForms(app, 'us', 50_00)
  const sent = await Promise.allSettled(ids.map(async (id) => await send(id)))
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'tax_profile_required' },
  })
})

test('an approved payout is not sent where one is needed by then, and is once it is there', async () => {
  const member = await createRedeemer(app)
  const id = await approved(member, { usdCents: 60_00 })
  await askForTaxForms(app, 'us', 50_00)
  await expect(send(id)).rejects.toMatchObject({
    code: 'tax_profile_required',
    message: 'The member has no tax form, which this payout needs.',
  })
  expect(await app.redemptions.show(id)).toMatchObject({ state: 'approved' })
  // Its member hears of it, once.
  const missing = async () =>
    (await noticesTo(app, member)).filter(({ subject }) => subject === 'Your payout waits for a tax form')
  const [notice] = await missing()
  expect(notice!.text).toContain('$60.00')
  expect(notice!.links.some((link) => link.endsWith('/profile/tax-form'))).toBe(true)
  await expect(send(id)).rejects.toMatchObject({ code: 'tax_profile_required' })
  expect(await missing()).toHaveLength(1)
  // Of another regime it does not count.
  await certify(app, member, w9)
  await askForTaxForms(app, 'dac7', 50_00)
  await expect(send(id)).rejects.toMatchObject({ code: 'tax_profile_required' })
  await askForTaxForms(app, 'us', 50_00)
  expect(await send(id)).toMatchObject({ state: 'sending' })
})
