import { expect, test } from 'vitest'
import { answerConversionClaim } from '#server/modules/conversion-claims/public.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

const waiting = { timeout: 30_000 }

test('a missing sale is claimed under my campaigns, waits with its deadline, and shows the answer', async () => {
  const member = await createMember(site)
  const { headers } = member
  const campaign = await createCampaign(site)
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  expect((await site.server.inject({ method: 'POST', url, headers })).statusCode).toBe(201)
  const { page, context, consoleErrors } = await visitAs(member)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/my-campaigns')
  await page.getByRole('heading', { name: 'Is a sale missing?' }).waitFor()

  // By keyboard: the dialog opens, says what is wrong, and goes with Escape.
  const claim = page.getByRole('button', { name: 'Claim a missing sale' })
  await claim.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Claim a missing sale' })
  await dialog.getByRole('button', { name: 'Send claim' }).click()
  await dialog.getByText('Enter the order number.').waitFor()
  // One campaign is chosen already: the first field with a mistake is the order's.
  const hasFocus = async (what: typeof claim) =>
    await what.evaluate((element) => element === document.activeElement)
  await expect.poll(async () => await hasFocus(dialog.getByLabel('Order number')), waiting).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Order number').fill('TEA-1001')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(async () => await hasFocus(claim), waiting).toBe(true)

  // What was typed is still there; so it is after a tap outside and a look at another screen.
  await claim.click()
  expect(await dialog.getByLabel('Order number').inputValue()).toBe('TEA-1001')
  await dialog.getByLabel('How do you know about it?').fill('She wrote to me.')
  await page.mouse.click(195, 8)
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Short links' }).waitFor()
  await page.goBack()
  await claim.click()
  expect(await dialog.getByLabel('How do you know about it?').inputValue()).toBe('She wrote to me.')
  const today = await dialog.getByLabel('Day of the order').getAttribute('max')
  await dialog.getByLabel('Day of the order').fill(today!)
  await dialog.getByLabel('Amount').fill('49.90')
  await dialog.getByRole('button', { name: 'Send claim' }).click()
  await page.getByRole('status').filter({ hasText: 'Claim sent.' }).waitFor()
  await claim.click()
  expect(await dialog.getByLabel('Order number').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  const card = page.getByRole('article', { name: /Claim for order TEA-1001/ })
  await card.getByText('With the brand').waitFor()
  await card.getByText(/has until .+ to answer/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const { items } = (await site.server.inject({ url: '/api/v1/conversion-claims', headers })).json()
  expect(items).toMatchObject([{ amount: { currency: 'USD', minor: 49_90 } }])
  const said = { claimId: items[0].id as string, accept: false, answer: 'This order was cancelled.' }
  await site.db
    .transaction()
    .execute(async (tx) => await answerConversionClaim(tx, { via: 'job', source: 'Olga' }, said))
  await page.reload()
  await card.getByText('Declined').waitFor()
  await card.getByText('The answer: This order was cancelled.').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
