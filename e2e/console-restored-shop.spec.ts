import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { buyer, callShop, homeAddress, makeGiftCard, makeItem } from '#testing/shop.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('Home leads to gift cards whose codes a restore set aside, and of each it is said whether they are good', async () => {
  const [good, gone] = [
    await makeGiftCard(site, 3, { title: 'Book card' }),
    await makeGiftCard(site, 2, { title: 'Tea card' }),
  ]
  await askServer(site.databaseUrl, 'select mark_restored(now())')
  await askServer(site.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'home')
  await page
    .getByRole('link', { name: /Gift cards whose codes may have been sold before the restore/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
  await page.getByText('0 · 3 not for sale since the restore').waitFor()
  const answer = async (title: string, act: string, effect: string, done: string) => {
    await openScreen(page, 'shop')
    await page.getByRole('table').getByText(title).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText('Till you say, none is sold.', { exact: false }).waitFor()
    await expectAccessible(page)
    await expectToFit(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: act }).click()
    const dialog = page.getByRole('dialog', { name: act })
    await dialog.getByText(effect, { exact: false }).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Why, for your colleagues').fill('The issuer says so')
    await dialog.getByRole('button', { name: act }).click()
    await page.getByText(done).first().waitFor()
    await page.getByText('Till you say, none is sold.', { exact: false }).waitFor({ state: 'detached' })
  }
  await answer('Book card', 'None was sold: sell them', 'is then sold twice', 'The codes are on sale again')
  await answer('Tea card', 'Take them out', 'can be imported again', 'The codes are removed')
  const { rows } = await sql<{ itemId: string; codes: number }>`
    select item_id as "itemId", count(*) as codes from shop_code
    where item_id in (${good}, ${gone}) and restoration_id is null group by 1`.execute(site.db)
  expect(rows).toEqual([{ itemId: good, codes: 3 }])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an order that may have been sent before the restore is marked, and sent by who has looked', async () => {
  const itemId = await makeItem(site, { title: 'Mug' })
  const { body } = await callShop(site, await buyer(site, 100), 'POST', '/orders', {
    itemId,
    points: 100,
    address: homeAddress,
  })
  await askServer(site.databaseUrl, 'select mark_restored(now())')
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'orders')
  await page.getByRole('table').getByText('Restored: look it up').waitFor()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('may have been sent since', { exact: false }).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await details.getByRole('button', { name: 'Mark as sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' })
  await dialog.getByLabel('Sent with').fill('DHL')
  const send = dialog.getByRole('button', { name: 'Mark as sent' })
  expect(await send.isDisabled()).toBe(true)
  await dialog.getByLabel('Was it sent before the restore?').selectOption('yes')
  await expectAccessible(page)
  await send.click()
  await page.getByText('1 order sent').waitFor()
  const { rows } =
    await sql`select state, restoration_id as mark from shop_order where id = ${body.id}`.execute(site.db)
  expect(rows).toEqual([{ state: 'fulfilled', mark: null }])
  expect(consoleErrors).toEqual([])
  await context.close()
})
