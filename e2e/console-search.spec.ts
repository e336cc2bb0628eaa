import { expect, test } from 'vitest'
import { openScreen, visitConsole } from './console.fixture.ts'
import { openSite } from './site.fixture.ts'

openSite()

test('⌘K keeps what is typed while the search still loads', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Kay')
  let load = () => {}
  const held = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/assets/search-*.js', async (route) => {
    await held
    await route.continue()
  })
  await openScreen(page, 'redemptions')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('economy')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('textbox', { name: 'Search' })
  await expect.poll(async () => await field.inputValue()).toBe('economy')
  load()
  await dialog.getByRole('button', { name: /^Economy/ }).waitFor()
  expect(await field.inputValue()).toBe('economy')
  await page.keyboard.type(' x')
  expect(await field.inputValue()).toBe('economy x')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Economy' }).waitFor()

  // Opened again it is empty.
  await page.keyboard.press('Control+k')
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
  expect(consoleErrors).toEqual([])
  await context.close()
})
