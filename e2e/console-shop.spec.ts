import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeItem, changeStock } from '#server/modules/shop/public.ts'
import { testActor } from '#testing/operators.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
test('a gift card is put into the shop, gets codes, goes off sale and back, and is edited', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia', { expectedStatuses: [409] })
  await openScreen(page, 'shop')
  await page.getByText('No item yet').waitFor()
  await page.getByRole('link', { name: 'New item' }).click()
  await page.getByRole('heading', { level: 1, name: 'New item' }).waitFor()
  await page.getByLabel('Title').fill('Book card')
  expect(await page.getByLabel('Slug').inputValue()).toBe('book-card')
  await page.getByLabel('On its card').fill('For books.')
  await page.getByLabel('Price in points').fill('900')
  await page.getByLabel('Currency of the face value').fill('usd')
  await page.getByLabel('Face value', { exact: true }).fill('10')
  await page.getByText('900 points').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Why, for your colleagues').fill('Asked for by many')
  await page.getByRole('button', { name: 'Put it into the shop' }).click()
  await page.getByRole('heading', { level: 1, name: 'Book card' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/shop/book-card')
  await page.getByText('sold out · gift card').waitFor()
  await page.getByText('$10.00').first().waitFor()

  await page.getByRole('button', { name: 'Import codes' }).click()
  const codes = page.getByRole('dialog', { name: 'Import codes' })
  await codes.getByLabel('Codes, one a line').fill('AAAA-1\nBBBB-2\nBBBB-2\nC,D\n')
  await codes.getByRole('button', { name: 'Check' }).click()
  await codes.waitFor({ state: 'detached' })
  await page.getByText('2 new, 1 there already, 1 not a code').waitFor()
  await page.getByText('Line 3: repeats the code of line 2').waitFor()
  await page.getByRole('button', { name: 'Import new codes' }).click()
  const bring = page.getByRole('dialog', { name: 'Import new codes' })
  await bring.getByLabel('Why, for your colleagues').fill('Bought from the maker')
  await bring.getByRole('button', { name: 'Import new codes' }).click()
  await page.getByText('2 codes imported, 2 lines refused').waitFor()
  await page.getByText('2 to sell, 0 sold').waitFor()
  await page.getByText('Codes: 2 added').waitFor()
  // None of them is on the screen again.
  expect(await page.content()).not.toContain('AAAA-1')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Take off sale' }).click()
  const ending = page.getByRole('dialog', { name: 'Take off sale' })
  await ending.getByText('0 orders that wait to be sent stay').waitFor()
  await ending.getByLabel('Why, for your colleagues').fill('The maker asked')
  await ending.getByRole('button', { name: 'Take off sale' }).click()
  await page.getByText('1 item is off sale').waitFor()
  await page.getByText('off sale · gift card').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('on sale · gift card').waitFor()

  // Edited, while a colleague edits it too: the second hears of the first, and nothing that either wrote is lost.
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Edit Book card' }).waitFor()
  await page.getByText('Nothing is changed yet.').waitFor()
  await page.getByLabel('Price in points').fill('950')
  await page.getByLabel('Description').fill('Any book.')
  await page.getByText('The price goes from 900 to 950 points.').waitFor()
  await expectAccessible(page)
  const changeMeanwhile = async (changes: Parameters<typeof changeItem>[2]['changes']) =>
    await site.db
      .transaction()
      .execute(
        async (tx) => await changeItem(tx, testActor, { item: 'book-card', changes, reason: 'Better words' }),
      )
  await changeMeanwhile({ summary: 'For good books.' })
  await page.getByLabel('Why, for your colleagues').fill('The rate went up')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(
      'Someone else changed book-card in the meantime. Your change was not saved. test did shop.edit',
    )
    .waitFor()
  const theirs = page.getByRole('region', { name: 'What is in force now' })
  await theirs.getByText('Another operator changed other fields meanwhile.').waitFor()
  // What was not typed follows the colleague; what was typed stays.
  expect(await page.getByLabel('On its card').inputValue()).toBe('For good books.')
  expect(await page.getByLabel('Price in points').inputValue()).toBe('950')
  await expectAccessible(page)
  await changeMeanwhile({ description: 'Every book.' })
  await page.getByRole('button', { name: 'Save' }).click()
  // Only what both changed is shown, and saved over in the knowledge of it.
  await theirs.getByText('Every book.').waitFor()
  await theirs.getByText('Another operator changed these too').waitFor()
  expect(await theirs.getByText('For good books.').count()).toBe(0)
  expect(await page.getByLabel('Why, for your colleagues').inputValue()).toBe('The rate went up')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save over theirs' }).click()
  await page.getByText('Price in points: 900 → 950').waitFor()
  await page.getByText('Description: Every book. → Any book.').waitFor()
  await page.getByText('For good books.').first().waitFor()

  await page.getByRole('button', { name: 'Take back' }).first().click()
  const back = page.getByRole('dialog', { name: 'Take back' })
  await back.getByLabel('Why, for your colleagues').fill('Too much')
  await back.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Price in points: 950 → 900').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('merchandise has stock, which is added to and counted anew; nobody without the role changes it', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda', { expectedStatuses: [409] })
  await openScreen(page, 'newItem')
  await page.getByLabel('Kind').selectOption('merchandise')
  await page.getByLabel('Title').fill('Mug')
  await page.getByLabel('On its card').fill('For coffee.')
  await page.getByLabel('Price in points').fill('300')
  await page.getByLabel('Pieces in stock').fill('4')
  await page.getByLabel('Why, for your colleagues').fill('New')
  await page.getByRole('button', { name: 'Put it into the shop' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mug' }).waitFor()
  await page.getByRole('button', { name: 'Change stock' }).click()
  const stock = page.getByRole('dialog', { name: 'Change stock' })
  await stock.getByLabel('What changes').selectOption('take')
  await stock.getByLabel('Pieces').fill('5')
  await stock.getByText('Only 4 are left.').waitFor()
  expect(await stock.getByRole('button', { name: 'Change stock' }).isDisabled()).toBe(true)
  await stock.getByLabel('What changes').selectOption('add')
  await stock.getByText('Mug has 4 left now, 9 after.').waitFor()
  await stock.getByLabel('Why, for your colleagues').fill('A box came')
  // The server adds them and its answer is lost: confirmed again, they are added once.
  const lost = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/mug/stock', lost, { times: 1 })
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await stock.getByRole('alert').waitFor()
  consoleErrors.length = 0
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await page.getByText('Left: 5 added').waitFor()

  // Counted anew while pieces sell: what was typed stays, and is confirmed on top of what is left by then.
  await stock.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Change stock' }).click()
  await stock.getByLabel('What changes').selectOption('left')
  await stock.getByLabel('Pieces').fill('20')
  await stock.getByText('Mug has 9 left now, 20 after.').waitFor()
  await stock.getByLabel('Why, for your colleagues').fill('Counted in the store')
  await site.db
    .transaction()
    .execute(
      async (tx) =>
        await changeStock(tx, testActor, { item: 'mug', change: { pieces: -2 }, reason: 'Two broke' }),
    )
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await stock.getByRole('alert').getByText('mug has 7 left by now, not 9: nothing was changed.').waitFor()
  await stock.getByText('Mug has 7 left now, 20 after.').waitFor()
  expect(await stock.getByLabel('Pieces').inputValue()).toBe('20')
  expect(await stock.getByLabel('Why, for your colleagues').inputValue()).toBe('Counted in the store')
  await expectAccessible(page)
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await page.getByText('Left: 7 → 20').waitFor()
  await openScreen(page, 'shop')
  await page.getByText('Mug').first().waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/console/shop', '/console/shop/mug', '/console/shop/mug/edit']) {
    await page.goto(path)
    await page.getByText('Mug').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), path).toBe(false)
  }
  expect(consoleErrors).toEqual([])
  await context.close()

  const reader = await visitConsole('read-only', 'Rea')
  await openScreen(reader.page, 'item', '', { slug: 'mug' })
  await reader.page.getByText('A box came').waitFor()
  for (const name of ['Change stock', 'Take off sale', 'Take back', 'Upload a picture'])
    expect(await reader.page.getByRole('button', { name }).count(), name).toBe(0)
  expect(reader.consoleErrors).toEqual([])
  await reader.context.close()
})
