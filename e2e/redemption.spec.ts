import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { switchExchange } from '#server/modules/exchange/public.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { createRedeemer, giveCrels, partyOf } from '#testing/redeemers.ts'
import { openSite, site, visitAs } from './site.fixture.ts'
import { testActor } from '#testing/operators.ts'
import { countTaps } from '#testing/taps.ts'

openSite()

async function open(member: TestMember, path: string, expectedStatuses: number[] = []) {
  return await visitAs(member, path, { expectedStatuses })
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('the whole way: adds a destination before any price, computes both ways, takes the cheaper hint, redeems, is paid', async () => {
  const member = await createMember(site, { profile: completeProfile })
  const party = await partyOf(site, member)
  await giveCrels(site, party, 3_000)
  const { page, context, consoleErrors } = await open(member, '/crels/exchange')

  // Where to comes first: a price that ends before the new destination can be used would be for nothing.
  await page.getByRole('heading', { name: /^Add PayPal now, cash out from tomorrow \d\d:\d\d$/ }).waitFor()
  await page.getByText('A new destination waits 24 hours').waitFor()
  await page.getByText('You have 3,000 crels, about $284.29 after the fee.').waitFor()
  const onward = page.getByRole('button', { name: 'Continue' })
  expect(await onward.isDisabled()).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'See what your crels are worth' }).click()
  await field(page, 'You receive').fill('99.99')
  await expect.poll(async () => await field(page, 'You pay').inputValue()).toBe('1103')
  await page.getByText('Fee 5% for amounts under $100, rounded up').waitFor()
  await page.getByRole('heading', { name: 'One cent more costs 21 crels less' }).waitFor()
  await page.getByRole('button', { name: 'Use $100.00' }).click()
  await expect.poll(async () => await field(page, 'You pay').inputValue()).toBe('1082')
  // The other way round: crels are typed, dollars are computed.
  await field(page, 'You pay').fill('2680')
  await expect.poll(async () => await field(page, 'You receive').inputValue()).toBe('253.96')
  await field(page, 'You receive').fill('5')
  await page.getByText('The minimum payout is $20.00: $15.00 to go.').waitFor()
  await page.getByRole('button', { name: '$100', exact: true }).click()
  expect(await onward.isDisabled()).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Where to' }).click()
  await page.getByRole('button', { name: 'Add Bank account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('it can be used 24 hours after you add it').waitFor()
  await dialog.getByLabel('Account holder').fill('Ada Example')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Add Bank account' }).click()
  expect(await dialog.getByLabel('Account holder').inputValue()).toBe('Ada Example')
  await dialog.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 01')
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await dialog.getByText('That isn’t a valid IBAN. Check its digits.').waitFor()
  await dialog.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: /^You can cash out from tomorrow \d\d:\d\d$/ }).waitFor()
  expect(await page.getByRole('radio', { name: /Bank account …3000/ }).isDisabled()).toBe(true)
  expect((await mailsTo(site, member.email))[0]!.subject).toBe('New payout destination')
  // The reminder was on; it is the member's choice, and stays what they chose.
  const reminder = page.getByRole('switch', { name: 'Remind me when it is ready' })
  await expect.poll(async () => await reminder.isChecked()).toBe(true)
  await reminder.click()
  const wanted = async () => {
    const { rows } = await sql<{ remind: boolean }>`
      select remind from payout_destination where uid = ${member.uid}`.execute(site.db)
    return rows[0]!.remind
  }
  await expect.poll(wanted).toBe(false)
  await expect.poll(async () => await reminder.isChecked()).toBe(false)
  const quotes = await sql`select from exchange_quote where party = ${party}`.execute(site.db)
  expect(quotes.rows, 'no price was held for nothing').toEqual([])
  // Its first day has gone by.
  await sql`update payout_destination set usable_from = created_at where uid = ${member.uid}`.execute(site.db)
  await page.reload()
  await page.getByText('Paid to Bank account …3000').waitFor()
  await page.getByRole('button', { name: '$100', exact: true }).click()
  await onward.click()
  await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
  await page
    .getByRole('timer')
    .filter({ hasText: /^\d+:\d\d left$/ })
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cash out $100.00' }).click()
  await page.getByRole('heading', { name: '$100.00 requested' }).waitFor()
  await page.getByRole('link', { name: 'Track status' }).click()

  const card = page.getByRole('article')
  await card.getByText('1,082 crels to Bank account …3000').waitFor()
  await card.getByText('A person reviews it next.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/crels/wallet')
  await page.getByText('1,918', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: /1,082 crels for \$100\.00/ }).waitFor()

  const { rows } = await sql<{ id: string }>`select id from redemption where uid = ${member.uid}`.execute(
    site.db,
  )
  const decision = { redemptionId: rows[0]!.id, actor: testActor }
  await site.redemptions.approve(decision)
  await site.redemptions.send({ ...decision, provider: 'manual' })
  await site.redemptions.pay({ ...decision, reference: 'PP-77' })
  // The wallet hears of it by itself: the entry behind the number is there.
  await page.getByText('Cashed out').waitFor()
  await page.getByRole('link', { name: 'Redemptions' }).first().click()
  await card.getByText('Payment reference PP-77').waitFor()
  await card.getByText('The dollars have arrived.').waitFor()
  // The bank returns it: said with why, and the crels are in the wallet again.
  await site.redemptions.return({ ...decision, reason: 'Your bank sent the payment back.' })
  await card.getByText('1,082 crels are back in your wallet.').waitFor()
  await card.getByText('The reason: Your bank sent the payment back.').waitFor()
  await card.getByText('Came back').first().waitFor()
  await page.goto('/crels/wallet')
  await page.getByRole('link', { name: 'Payout came back' }).waitFor()
  await page.getByText('3,000', { exact: true }).first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a rate that cannot be had is said where it is used, with Retry, and 10.5 stays', async () => {
  const member = await createRedeemer(site, { crels: 1_000 })
  const { page, context, consoleErrors } = await visitAs(member, undefined, { expectedStatuses: [500] })
  const campaign = await createCampaign(site)
  let answer: () => Parameters<Route['fulfill']>[0] = () => ({ json: { value: null } })
  await page.route('**/api/v1/exchange/rates/**', async (route) => await route.fulfill(answer()))
  for (const path of ['/crels/exchange', '/crels/about', '/crels/wallet', '/', `/campaigns/${campaign.id}`]) {
    // With a query a page carries no answers, and the browser asks.
    await page.goto(`${path}?asked`)
    await page.getByText('Invalid data received. We’re using the standard rate: 10.5 crels = $1.').waitFor()
  }
  expect(await accessibilityViolations(page)).toEqual([])
  // Failing again is said again; an answer takes the sentence away.
  answer = () => ({ status: 500, json: {} })
  await page.goto('/crels/exchange')
  await field(page, 'You receive').fill('99.99')
  await expect.poll(async () => await field(page, 'You pay').inputValue()).toBe('1103')
  // $100 would cost less and is beyond this balance: no tip that cannot be taken.
  expect(await page.getByRole('heading', { name: 'One cent more costs' }).count()).toBe(0)
  const notice = page.getByText('Invalid data received.')
  await notice.waitFor()
  answer = () => ({ json: { value: 10.5, asOf: new Date().toISOString() } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a redemption is cancelled while it is requested, and the crels are back', async () => {
  const member = await createRedeemer(site, { crels: 2_000 })
  const { page, context, consoleErrors } = await open(member, '/crels/exchange')
  await page.getByRole('button', { name: 'All I have' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Cash out \$/ }).click()
  await page.getByRole('link', { name: 'Track status' }).click()
  await page.getByRole('button', { name: 'Cancel this redemption' }).click()
  await page.getByText('You can cancel 2 within 30 days.').waitFor()
  const dialog = page.getByRole('dialog')
  // Beside it stands no other “Cancel”.
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancel this redemption' }).click()
  expect(await dialog.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel this redemption' }).click()
  await page.getByRole('status').getByText('2,000 crels are back in your wallet.').waitFor()
  const card = page.getByRole('article')
  expect(await card.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/crels/wallet')
  await page.getByText('2,000', { exact: true }).first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('Back leads from the price to the amount as typed, and never into a payout that is made', async () => {
  const { page, consoleErrors } = await open(await createRedeemer(site), '/')
  await page.goto('/crels/exchange')
  await field(page, 'You receive').fill('50')
  await page.getByRole('button', { name: 'Continue' }).click()
  const cashOut = page.getByRole('button', { name: 'Cash out $50.00' })
  await cashOut.waitFor()
  await page.goBack()
  expect(await field(page, 'You receive').inputValue()).toBe('50')
  await page.goForward()
  await cashOut.waitFor()
  await page.reload()
  // The price still holds.
  await cashOut.waitFor()
  await page.getByRole('button', { name: 'Change the amount' }).click()
  await field(page, 'You receive').fill('60')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Cash out $60.00' }).click()
  await page.getByRole('heading', { name: 'Requested' }).waitFor()
  await page.goBack()
  expect(await field(page, 'You receive').inputValue()).toBe('')
  await page.goForward()
  await page.getByRole('heading', { name: 'Requested' }).waitFor()
  expect(consoleErrors).toEqual([])
})

test('says what is in the way: nothing to spend, a profile that is not complete, a pause', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await open(member, '/crels/exchange', [409])
  await page.getByText('Complete your profile first').waitFor()
  await page.getByRole('button', { name: 'See what your crels are worth' }).click()
  await field(page, 'You receive').fill('50')
  await page.getByText('You’re 552 crels short.').waitFor()
  expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  const pause = async (paused: boolean) =>
    await site.db
      .transaction()
      .execute(async (tx) => await switchExchange(tx, testActor, { paused, reason: 'test' }))
  await pause(true)
  await page.reload()
  await page.getByText('The exchange is paused right now.').waitFor()
  await pause(false)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a lost connection at each step says so, and the repeat pays once', async () => {
  const member = await createRedeemer(site, { crels: 3_000 })
  const { page, context } = await open(member, '/crels/exchange')
  await page.getByRole('button', { name: '$100', exact: true }).click()
  // The price does not come: nothing has happened, and what was typed is still there.
  await page.route('**/api/v1/exchange/quotes', async (route) => await route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await field(page, 'You receive').inputValue()).toBe('100')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
  // The redemption is there; its answer gets lost.
  await page.route(
    '**/api/v1/redemptions',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Cash out $100.00' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('button', { name: 'Cash out $100.00' }).click()
  await page.getByRole('heading', { name: '$100.00 requested' }).waitFor()
  const { rows } = await sql`select from redemption where uid = ${member.uid}`.execute(site.db)
  expect(rows.length).toBe(1)
  await context.close()
})

test('with too little to cash out, a new destination says what is missing besides its day', async () => {
  const member = await createMember(site, { profile: completeProfile })
  const { page, context, consoleErrors } = await visitAs(member, '/crels/exchange', { viewport: 'phone' })
  await page.getByRole('heading', { name: 'Add PayPal now, so it’s ready when you have $20' }).waitFor()
  await page.getByRole('button', { name: 'Add PayPal' }).click()
  await page.getByLabel('E-mail address of your PayPal account').fill('ada@example.com')
  await page.getByRole('button', { name: 'Add it' }).click()
  const ready = /^Ready from tomorrow \d\d:\d\d\. You can cash out once you have \$20$/
  await page.getByRole('heading', { name: ready }).waitFor()
  await page.getByRole('button', { name: 'See what your crels are worth' }).click()
  await page.getByText(ready).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the first payout is set up in four taps from home, on a phone', async () => {
  const member = await createMember(site, { profile: completeProfile })
  await giveCrels(site, await partyOf(site, member), 3_000)
  const { page, context, consoleErrors } = await visitAs(member, '/', { viewport: 'phone' })
  const taps = await countTaps(page)
  const tap = async (role: 'link' | 'button', name: string) =>
    await page.getByRole(role, { name, exact: true }).first().click()
  await tap('link', 'Wallet')
  await tap('link', 'Cash out')
  await tap('button', 'Add PayPal')
  await page.getByLabel('E-mail address of your PayPal account').fill('ada@example.com')
  await tap('button', 'Add it')
  await page.getByRole('heading', { name: /^You can cash out from tomorrow/ }).waitFor()
  await expect
    .poll(async () => await page.getByRole('switch', { name: 'Remind me when it is ready' }).isChecked())
    .toBe(true)
  expect(taps()).toBe(4)
  expect(consoleErrors).toEqual([])
  await context.close()
})
