import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { countTaps } from '#testing/taps.ts'
import { makeEarner } from './route-earner.fixture.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('the wallet names what is set aside, also by a redemption that many newer ones have pushed far down', async () => {
  const member = await createRedeemer(site, { crels: 10_000 })
  await redeem(site, member, { crels: 1_500 })
  for (let count = 0; count < 21; count++) {
    const { id: redemptionId } = await redeem(site, member)
    await site.redemptions.reject({ redemptionId, actor: testActor, reason: 'Asked for again' })
  }
  const { page, context, consoleErrors } = await visitAs(member, '/crels/wallet')
  await page.getByRole('link', { name: /^1,500 crels for / }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the statement is filtered by kind and by days; the address and the file know it', async () => {
  const member = await createRedeemer(site, { crels: 3_000 })
  const { page, context, consoleErrors } = await visitAs(member, '/crels/wallet')
  const statement = page.getByRole('region', { name: 'Statement' })
  await statement.getByRole('listitem').first().waitFor()
  const how = page.getByRole('button', { name: 'How it adds up' })
  await how.click()
  await page.getByRole('dialog').getByText('What it is worth').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await how.evaluate((button) => button === document.activeElement)).toBe(true)
  await statement.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('What happened').selectOption({ label: 'Cashed out' })
  await page.getByText('No matching entries').waitFor()
  expect(new URL(page.url()).search).toBe('?kind=redemption_paid')
  expect(await accessibilityViolations(page)).toEqual([])
  const until = page.getByLabel('To', { exact: true })
  await until.fill('2021-01-01')
  await page.waitForURL('**/crels/wallet?kind=redemption_paid&to=2021-01-01')
  // Stepped by keyboard: the field keeps the focus, and counts once it is left.
  await until.press('ArrowUp')
  await until.press('ArrowUp')
  expect(await until.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await until.inputValue()).toMatch(/^2021-0(1-03|3-01)$/)
  expect(page.url()).toContain('to=2021-01-01')
  await until.press('Enter')
  await page.waitForURL(/to=2021-0(1-03|3-01)$/)
  expect(await until.evaluate((element) => element === document.activeElement)).toBe(true)
  await until.fill('2021-01-01')
  await until.blur()
  await page.waitForURL('**/crels/wallet?kind=redemption_paid&to=2021-01-01')
  await page.reload()
  await page.getByText('No matching entries').waitFor()
  const file = page.waitForEvent('download')
  await statement.getByRole('button', { name: 'Download CSV' }).click()
  const lines = await text(await (await file).createReadStream())
  expect(lines.trim()).toBe('at,kind,crels,balance,campaign,brand,transaction')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL('**/crels/wallet')
  await statement.getByRole('listitem').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

// Last: it moves the clock of the product by a month, which the browser does not follow.
test('why money is pending, and until when, is one tap from home', async () => {
  const campaign = await createCampaign(site)
  const brandKey = await createBrandKey(site, campaign.brandId)
  const member = await makeEarner(site, { campaignId: campaign.id, brandKey })
  const { page, context, consoleErrors } = await visitAs(member, '/', { viewport: 'phone' })
  const taps = await countTaps(page)
  await page.getByRole('link', { name: / in [A-Z][a-z]+ ?first on / }).click()
  await page.waitForURL('**/crels/wallet?account=pending')
  await page.getByText('If the sale is refunded in that time, the earning is taken back').first().waitFor()
  await page
    .getByText(/^Unlocks \d+ [A-Z][a-z]+/)
    .first()
    .waitFor()
  await page
    .getByText(/^Sale · /)
    .first()
    .waitFor()
  expect(taps()).toBe(1)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})
