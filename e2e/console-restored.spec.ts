import { expect, test } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { giveFactor, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import {
  expectAccessible,
  expectToFit,
  inviteToConsole,
  openScreen,
  visitConsole,
} from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('Home leads to payouts that a restore may have lost, and of each it is said whether it was paid', async () => {
  const member = await createRedeemer(site, { crels: 50_000 })
  for (let count = 0; count < 2; count += 1) {
    const { id: redemptionId } = await redeem(site, member)
    await site.redemptions.approve({ redemptionId, actor: testActor })
  }
  await askServer(site.databaseUrl, 'select mark_restored(now())')
  await askServer(site.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  const { operatorId } = await inviteToConsole('finance', 'Finn')
  await giveFactor(site, operatorId)
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'home')
  await page.getByRole('link', { name: /Payouts that may have been paid before the restore/ }).click()
  const table = page.getByRole('table')
  await page.getByRole('heading', { level: 1, name: 'Redemptions' }).waitFor()
  await table.getByText('Ada Example').nth(1).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await table.getByRole('row').nth(1).click()
  await page.getByText('Look it up at the provider').waitFor()
  await page.getByRole('button', { name: 'Was paid' }).click()
  const paid = page.getByRole('dialog', { name: 'Was paid' })
  await paid.getByText('Nothing is sent', { exact: false }).waitFor()
  await expectAccessible(page)
  await paid.getByRole('textbox', { name: /Payment reference/ }).fill('PP-17')
  await paid.getByRole('button', { name: 'Was paid' }).click()
  await page.getByText('1 redemption is written down as paid').waitFor()
  await table.getByRole('row').nth(2).waitFor({ state: 'detached' })
  await table.getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Was not paid' }).click()
  const unpaid = page.getByRole('dialog', { name: 'Was not paid' })
  await unpaid.getByText('it is paid twice: look there first', { exact: false }).waitFor()
  await expectAccessible(page)
  await unpaid.getByRole('button', { name: 'Was not paid' }).click()
  await page.getByText('1 redemption continues').waitFor()
  const { items } = (
    await site.server.inject({ url: '/api/v1/redemptions', headers: member.headers })
  ).json() as { items: { state: string }[] }
  expect(items.map(({ state }) => state).sort()).toEqual(['approved', 'paid'])
  expect(consoleErrors).toEqual([])
  await context.close()
})
