import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testActor } from '#testing/operators.ts'
import { networkQuiet } from '#testing/network.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { askForTaxForms, certify } from '#testing/tax.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('finance opens a member’s tax form with a reason, and makes the file of the year', async () => {
  await askForTaxForms(site, 'us', 1_000_000)
  const member = await createRedeemer(site)
  await certify(site, member)
  const { id: redemptionId } = await redeem(site, member, { usdCents: 100_00 })
  const decision = { redemptionId, actor: testActor }
  await site.redemptions.approve(decision)
  await site.redemptions.send({ ...decision, provider: 'manual' })
  await site.redemptions.pay({ ...decision, reference: 'PP-1' })

  const { page, context, consoleErrors } = await visitConsole('finance', 'Finn')
  // All that was ever paid is not counted for who comes for a run.
  const counted: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/tax-years')) counted.push(request.url())
  })
  await openScreen(page, 'payouts')
  await networkQuiet(page)
  expect(counted).toEqual([])
  const years = page.getByRole('region', { name: 'Paid by calendar year' })
  await years.getByRole('button', { name: 'Show the years' }).click()
  await years.getByText(/^\$100\.00 · members paid: 1$/).waitFor()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await years.getByRole('button', { name: 'Tax file' }).click()
  await dialog.getByRole('textbox').fill('For the accountant.')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Tax file' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/Ada Taxable,1 Main St,.*,ssn,123456789,/)
  await dialog.waitFor({ state: 'detached' })

  await openScreen(page, 'member', '', { uid: member.uid })
  const card = page.getByRole('region', { name: 'Tax form' })
  await card.getByText('…6789').waitFor()
  expect(await page.content()).not.toContain('123456789')
  await card.getByRole('button', { name: 'Open tax form' }).click()
  await dialog.getByRole('textbox').fill('She asked what we have.')
  await dialog.getByRole('button', { name: 'Open tax form' }).click()
  await card.getByText('SSN 123456789').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Hide it' }).click()
  await card.getByText('SSN 123456789').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('tax.open by Finn').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  expect(consoleErrors).toEqual([])
  await context.close()
})
