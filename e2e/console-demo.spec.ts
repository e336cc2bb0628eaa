import { expect, test } from 'vitest'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite } from './site.fixture.ts'

openSite()

test('an owner loads the demo data, sees how its creator signs in, and removes it', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'home')
  const card = page.getByRole('region', { name: 'Demo data' })
  await card.getByRole('button', { name: 'Load demo data' }).click()
  await card.getByRole('status').getByText('Loading the demo data').waitFor()
  await card.getByRole('progressbar', { name: 'Loading the demo data' }).waitFor()
  await expectAccessible(page)
  await card.getByText('The demo data is here').waitFor()
  await card.getByText(/signs in as .+@demo\.crels\.example, password .{12}/).waitFor()
  await expectToFit(page)
  await card.getByRole('button', { name: 'Remove demo data' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove demo data' })
  await removing.getByText('with all that was done with them since').waitFor()
  await expectAccessible(page)
  await removing.getByRole('button', { name: 'Remove demo data' }).click()
  await card.getByRole('button', { name: 'Load demo data' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
