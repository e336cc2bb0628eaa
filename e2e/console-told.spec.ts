import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBrand } from '#testing/campaigns.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const why = 'Why, for your colleagues'
const lists = '**/api/v1/operator/brands?*'

test('a dialog stays until its act is done, and rows that could not be read again say so', async () => {
  const { name } = await createBrand(site)
  const { page, context } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'brands')
  const row = page.locator('tbody tr').filter({ hasText: name })
  await row.getByRole('checkbox').check()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByLabel(why).fill('They do not pay')
  const answered = Promise.withResolvers<void>()
  await page.route('**/brands/*/suspend', async (route) => {
    await answered.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect.poll(async () => await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expectAccessible(page)
  await page.route(lists, async (route) => await route.abort())
  answered.resolve()
  await page.getByText('1 brand suspended').waitFor()
  await dialog.waitFor({ state: 'detached' })

  // The row is as it was before, and the list does not pretend that it is current.
  const stale = page.getByRole('main').getByRole('alert')
  await stale.getByText('These rows may be out of date').waitFor()
  await row.waitFor()
  await expectAccessible(page)
  await page.unroute(lists)
  await stale.getByRole('button', { name: 'Try again' }).click()
  await stale.waitFor({ state: 'detached' })
  await row.getByText('suspended', { exact: true }).waitFor()
  await context.close()
})

test('rows that could not be added are asked for again', async () => {
  for (let more = 0; more < 51; more++) await createBrand(site)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from brand`.execute(site.db)
  const { page, context } = await visitConsole('manager', 'Max')
  await openScreen(page, 'brands')
  await page.route(lists, async (route) => await route.abort())
  await page.getByRole('button', { name: 'Show more' }).click()
  const failed = page.getByRole('main').getByRole('alert')
  await failed.getByText('More rows could not be loaded.').waitFor()
  await page.unroute(lists)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => await page.locator('tbody tr').count()).toBe(rows[0]!.count)
  expect(await failed.count()).toBe(0)
  await context.close()
})

test('a sign-out that failed says so', async () => {
  const { page, context } = await visitConsole('support', 'Sam')
  await openScreen(page, 'home')
  await page.route('**/console/session/sign-out', async (route) => await route.abort())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alert').getByText('You may still be signed in here.').waitFor()
  await expectAccessible(page)
  await page.unroute('**/console/session/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await context.close()
})

test('single keys are turned off and on, and those that are no letter or sign work on', async () => {
  await createBrand(site)
  const { page, context, consoleErrors } = await visitConsole('manager', 'Ida')
  await openScreen(page, 'account')
  const single = page.getByRole('checkbox', { name: 'Single keys in lists' })
  expect(await single.isChecked()).toBe(true)
  await single.uncheck()
  await openScreen(page, 'brands')
  for (const key of ['x', 's', '?', 'Shift+X']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Keyboard' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard' })
  await keys.getByText('Single keys are off in this browser.').waitFor()
  expect(await keys.getByText('Select the row').count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  expect(await page.getByText('1 selected').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  await openScreen(page, 'account')
  await single.check()
  await openScreen(page, 'brands')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
