import { expect, test } from 'vitest'
import { resetClock, shiftClock } from '#server/platform/clock.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several screens: a busy machine takes its time for it.
test('from the trial balance to an account, its entries, a transaction, and the redemption it was posted for', async () => {
  const member = await createRedeemer(site, { crels: 10_000 })
  const { id } = await redeem(site, member)
  const actor = { via: 'job', source: 'test' } as const
  await site.redemptions.approve({ redemptionId: id, actor })
  await site.redemptions.send({ redemptionId: id, actor, provider: 'manual' })
  await site.redemptions.pay({ redemptionId: id, actor, reference: 'bank 1' })
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'ledger')
  await page.getByRole('region', { name: 'CREL' }).getByText('comes to zero').waitFor()
  await page.getByText('9,000 crels').waitFor()
  await page.getByText('No day is closed yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'member.available' }).click()
  await page.getByRole('heading', { name: 'Ledger accounts' }).waitFor()
  await page.locator('tbody tr').getByText('9,000').first().click()
  await page.getByRole('heading', { name: 'member.available CREL' }).waitFor()
  await expectAccessible(page)
  // The source is a link of its own; the row leads to the transaction.
  const entry = page.locator('tbody tr', { has: page.getByRole('link', { name: id }) })
  await entry.getByText('redemption paid').click()
  await page.getByRole('heading', { name: 'Lines' }).waitFor()
  await expectAccessible(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 1_400 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(
      width,
    )
  }
  await page.setViewportSize({ width: 1_280, height: 900 })
  await page.getByRole('link', { name: id }).click()
  await page.getByRole('heading', { name: 'Redemptions' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the liability of each day is shown and saved as a file', async () => {
  await shiftClock(site.db, '2 days')
  await site.jobs.run('close-ledger-days')
  const { page, context, consoleErrors } = await visitConsole('finance', 'Finn')
  await openScreen(page, 'ledger')
  await page.locator('tbody tr', { hasText: '$857.14' }).first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
  await resetClock(site.db)
})
