import { expect, test } from 'vitest'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

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
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await expect.poll(async () => await field.inputValue()).toBe('economy')
  load()
  await dialog.getByRole('option', { name: /^Economy/ }).waitFor()
  expect(await field.inputValue()).toBe('economy')
  await page.keyboard.type(' x')
  expect(await field.inputValue()).toBe('economy x')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Economy' }).waitFor()

  // Opened again it is empty. The arrows say to who does not see it what they are on; the focus stays in the field.
  await page.keyboard.press('Control+k')
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
  const options = dialog.getByRole('listbox', { name: 'What was found' }).getByRole('option')
  const active = async () => await field.getAttribute('aria-activedescendant')
  await expect.poll(async () => await options.first().getAttribute('id')).toBe(await active())
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).toBe(await options.nth(1).getAttribute('id'))
  expect(await dialog.getByRole('option', { selected: true }).count()).toBe(1)
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  await expectAccessible(page)
  await field.fill('no such thing at all')
  await expect.poll(async () => await field.getAttribute('aria-expanded')).toBe('false')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('⌘K finds what quotes a request id, and where nothing does says where else it is', async () => {
  const requestId = `req_${'0815'.repeat(8)}`
  const { page, context, consoleErrors } = await visitConsole('support', 'Rae')
  await openScreen(page, 'home')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await field.fill(requestId)
  await dialog
    .getByRole('status')
    .getByText('look in the server’s log for the line that has it as reqId')
    .waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  const asked = await site.server.inject({
    method: 'POST',
    url: '/support-requests',
    payload: {
      topic: 'technical',
      message: 'It says that it failed.',
      email: 'vi@crels.example',
      references: [requestId],
    },
  })
  expect(asked.statusCode, asked.body).toBe(201)
  await field.fill('')
  await field.fill(requestId.toUpperCase())
  await dialog.getByRole('option', { name: /Support request$/ }).click()
  await page.getByText('It says that it failed.').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
