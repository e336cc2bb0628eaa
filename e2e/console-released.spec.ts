import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createBrand } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

async function act(path: string, payload: object): Promise<{ id: string }> {
  const owner = await operatorBearer(site, 'owner', 'kim@crels.example')
  const { status, body } = await callOperator(site, owner, { method: 'POST', path, payload })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body as { id: string }
}

/** What a dialog says of a name. */
const factOf = (page: Page, name: string) =>
  page.getByRole('dialog').locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')

const reason = 'It is over'

test('before payouts are opened again it is said what can be sent, and that Undo does not bring it back', async () => {
  for (const usdCents of [20_00, 30_00]) {
    const { id } = await redeem(site, await createRedeemer(site), { usdCents })
    await site.redemptions.approve({ redemptionId: id, actor: testActor })
  }
  await act('/pauses/payout/pause', { reason })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Orla')
  await openScreen(page, 'economy')
  await page.getByRole('button', { name: 'Open again: Payouts' }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .poll(async () => await factOf(page, 'Approved payouts that can be sent again').innerText())
    .toBe('2, $50.00')
  expect(await factOf(page, 'Open payout runs that can continue').innerText()).toBe('0, $0.00')
  const remains = 'payments that went out in the meantime stay sent'
  await dialog.getByText(remains).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: 'Open again: Payouts' }).click()
  const said = page.getByRole('alert').filter({ hasText: 'It holds from now on.' })
  await said.getByText(remains).waitFor()
  await said.getByRole('button', { name: 'Undo' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('before a member is enabled, or paid again, it is said what goes on and that there is no Undo', async () => {
  const member = await createRedeemer(site, { crels: 2_000 })
  await redeem(site, member, { usdCents: 20_00 })
  await act(`/members/${member.uid}/payout-stop`, { days: 7, reason })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  const { uid } = member
  const dialog = page.getByRole('dialog')
  const confirm = async (name: string) => {
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  }
  await openScreen(page, 'member', '', { uid })
  await page.getByRole('button', { name: 'Allow payouts' }).click()
  await dialog.getByText('There is no Undo. If you stop payouts again').waitFor()
  await expect
    .poll(async () => await factOf(page, 'Can be paid again: requested or approved').innerText())
    .toBe('1, $20.00')
  await expectAccessible(page)
  await confirm('Allow payouts')

  await site.members.disable({ via: 'job', source: 'test' }, member.email, 'sold clicks')
  await page.reload()
  await page.getByRole('button', { name: 'Enable' }).click()
  await dialog.getByText('This works again:').waitFor()
  expect(await factOf(page, 'Open redemptions').innerText()).toBe('1, $20.00')
  expect(await factOf(page, 'Crels').innerText()).toBe('2,000')
  await dialog.getByText('There is no Undo. If you disable them again').waitFor()
  await expectAccessible(page)
  await confirm('Enable')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an endpoint is switched on, which says what Undo does not take back', async () => {
  const { slug } = await createBrand(site)
  const { id } = await act(`/brands/${slug}/webhooks`, { url: 'https://hooks.example/in' })
  await act(`/webhooks/${id}/disable`, { reason })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Max')
  await openScreen(page, 'webhook', '', { id })
  const remains = 'If you undo it, messages sent in between stay sent.'
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('dialog').getByText(remains).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  const said = page.getByRole('alert').filter({ hasText: 'Endpoint switched on' })
  await said.getByText(remains).waitFor()
  await said.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Switch on' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
