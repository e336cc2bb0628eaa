import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { switchFeature } from '#server/modules/pauses/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { askForTaxForms } from '#testing/tax.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

const pausePayouts = async (paused: boolean) =>
  await inTransaction(site.db, async (tx) =>
    switchFeature(tx, testActor, { feature: 'payout', paused, reason: 'a test' }),
  )

afterEach(async () => {
  await askForTaxForms(site, 'off')
  if ((await sql`select from feature_switch where feature = 'payout'`.execute(site.db)).rows.length > 0)
    await pausePayouts(false)
})

async function approved(member: Redeemer): Promise<string> {
  const { id: redemptionId } = await redeem(site, member, { usdCents: 60_00 })
  await site.redemptions.approve({ redemptionId, actor: testActor })
  return redemptionId
}

test('a payout that cannot be sent says why on its card, and leads to what its member can do', async () => {
  const member = await createRedeemer(site)
  await approved(member)
  await askForTaxForms(site, 'us', 50_00)
  const { page, consoleErrors } = await visitAs(member, '/crels/redemptions')
  const card = page.getByRole('article')
  await card.getByText('It’s approved, but we can’t send it yet.').waitFor()
  const why = 'We need a tax form from you before we can send it.'
  await card.getByText(why).waitFor()
  // A hint that stands there is read with its card, and not out of turn.
  expect(await page.getByRole('status').filter({ hasText: why }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await card.getByRole('link', { name: 'Fill in the tax form' }).click()
  await page.waitForURL('**/profile/tax-form')

  await askForTaxForms(site, 'off')
  await page.goto('/crels/redemptions')
  await card.getByText('It’s approved, and we’ll send it next.').waitFor()
  expect(consoleErrors).toEqual([])
})

test('while payouts are paused the page where one cashes out says so, promises no dates, and lets one ask', async () => {
  const member = await createRedeemer(site)
  await pausePayouts(true)
  const { page, consoleErrors } = await visitAs(member, '/crels/exchange')
  await page.getByText('Payouts are paused right now. You can cash out').waitFor()
  await page.getByLabel('You receive', { exact: true }).fill('60')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Cash out $60.00' }).click()
  await page.getByText('Yours continues as soon as they resume').waitFor()
  await page.getByRole('link', { name: 'Track status' }).click()
  await page.getByRole('article').getByText('Yours continues as soon as they resume').waitFor()
  expect(await page.getByRole('button', { name: 'Cancel this redemption' }).count()).toBe(1)
  expect(consoleErrors).toEqual([])
})

test('what may have been sent before a restore is not offered to be cancelled', async () => {
  const member = await createRedeemer(site)
  await redeem(site, member)
  await askServer(site.databaseUrl, 'select mark_restored(now())')
  await askServer(site.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  const { page } = await visitAs(member, '/crels/redemptions')
  await page.getByText('This may have been sent already.').waitFor()
  expect(await page.getByRole('button', { name: 'Cancel this redemption' }).count()).toBe(0)
})
