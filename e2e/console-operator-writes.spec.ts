import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { buyer, callShop, homeAddress, makeItem } from '#testing/shop.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { focusedName } from './keyboard.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

const question = 'Your address lacks a house number. Which one is it?'

/** A buyer whose mug waits to be sent. */
async function buyerOfMug(displayName: string) {
  const who = await buyer(site, 1_000)
  await sql`update member set display_name = ${displayName} where uid = ${who.uid}`.execute(site.db)
  const wish = {
    itemId: await makeItem(site, { title: 'Enamel mug' }),
    points: 100,
    quantity: 1,
    address: homeAddress,
  }
  const placed = await callShop(site, who, 'POST', '/orders', wish)
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  return { who, orderId: placed.body.id as string }
}

test('the buyer of an order is written to by keyboard, reads who wrote first, and the reply is the operator’s', async () => {
  const { who, orderId } = await buyerOfMug('Ola')
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'orders', `?open=${orderId}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  const button = details.getByRole('button', { name: 'Write to the buyer' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write to the buyer' })
  await dialog.waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Subject')
  expect(await dialog.getByLabel('Subject').inputValue()).toBe('Your order: Enamel mug')
  await dialog.getByText('A reply waits in Support').waitFor()
  await expectAccessible(page)
  // Given up, the focus is where it was.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => await focusedName(page)).toBe('Write to the buyer')
  await page.keyboard.press('w')
  await dialog.getByLabel('Message').fill(question)
  // The row lies over the list in a narrow window: what was typed stays.
  await page.setViewportSize({ width: 700, height: 900 })
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByLabel('Message').press('ControlOrMeta+Enter')

  // It leads to the request.
  await page.getByText('Message sent').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor()
  await details.getByText(question).last().waitFor()
  await details.getByText('Your order: Enamel mug').waitFor()
  await details.getByText(/· sent$/).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await openScreen(page, 'orders', `?open=${orderId}`)
  await details.getByRole('link', { name: 'Your order: Enamel mug' }).waitFor()
  await expectAccessible(page)
  // On a phone the row lies over the list, and the dialog over the row.
  await page.setViewportSize({ width: 390, height: 844 })
  await openScreen(page, 'orders', `?open=${orderId}`)
  await page.getByRole('button', { name: 'Write to the buyer' }).click()
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  // The member's side: support wrote, nobody asked.
  const { page: help, context: member } = await visitAs(who)
  await help.goto('/help?view=answers')
  const card = help.getByRole('article', { name: /^Message .+: Your order: Enamel mug$/ })
  await card.getByText('From support', { exact: true }).waitFor()
  await card.getByText(question).waitFor()
  await card.getByText(/^Support, /).waitFor()
  expect(await help.getByText(/Answered|^Request /).count()).toBe(0)
  await help.getByRole('heading', { name: 'My messages' }).waitFor()
  expect(await accessibilityViolations(help)).toEqual([])
  await card.getByRole('button', { name: 'Reply' }).click()
  await help.getByLabel('Your reply').fill('It is number 12, sorry.')
  await help.getByRole('button', { name: 'Send reply' }).click()
  await card.getByText('Waiting for an answer').waitFor()
  await member.close()

  await page.setViewportSize({ width: 1280, height: 900 })
  await openScreen(page, 'support', '?show=mine')
  const row = page.locator('tbody tr')
  await expect.poll(async () => await row.count()).toBe(1)
  await row.getByText('It is number 12').waitFor()
  await row.getByText('you', { exact: true }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member is written to on their page, which lists it; who only reads has no button', async () => {
  const { who, orderId } = await buyerOfMug('Ori')
  const { page, context, consoleErrors } = await visitConsole('manager', 'Max')
  await openScreen(page, 'member', '', { uid: who.uid })
  await page.getByText('No messages.').waitFor()
  await page.getByRole('button', { name: 'Write to the member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to the member' })
  await dialog.getByLabel('Subject').fill('Your channel')
  await dialog.getByLabel('Message').fill('Is it still at the address that you gave us?')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Write to the member' }).click()
  await page.getByText('Message sent').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor()
  await openScreen(page, 'member', '', { uid: who.uid })
  const card = page.getByRole('region', { name: 'Messages' })
  await card.getByText(/· sent ·/).waitFor()
  await expectToFit(page)
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Your channel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor()
  await page.getByText('Is it still at the address that you gave us?').last().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()

  const finance = await visitConsole('finance', 'Fay')
  await openScreen(finance.page, 'orders', `?open=${orderId}`)
  await finance.page.getByText('ordered by').waitFor()
  expect(await finance.page.getByRole('button', { name: /^Write to/ }).count()).toBe(0)
  await finance.context.close()
})
