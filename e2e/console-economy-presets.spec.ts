import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const inForce = async () =>
  (
    await sql<{ version: number; base: number }>`
      select version, (settings -> 'checkIn' ->> 'basePoints')::int as base from economy
      order by version desc limit 1`.execute(site.db)
  ).rows[0]

test('a preset is shown as what it changes, set as a version, and taken back by another', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'home')
  await page.getByRole('link', { name: 'To the presets' }).click()
  const card = page.getByRole('region', { name: 'Presets' })
  await card.getByText('These are the settings in force.').waitFor()
  await card.getByRole('button', { name: 'Begin with these' }).waitFor()
  await card.getByText('Careful', { exact: true }).click()
  const row = card.getByRole('row').filter({ hasText: 'checkIn.basePoints' })
  expect(await row.getByRole('cell').allTextContents()).toEqual(['checkIn.basePoints', '10', '5'])
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 1_000 })
  await card.getByRole('button', { name: 'Set Careful' }).click()
  await page.getByText('Version 1', { exact: false }).first().waitFor()
  await expect.poll(inForce).toEqual({ version: 1, base: 5 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(inForce).toEqual({ version: 2, base: 10 })
  expect(consoleErrors).toEqual([])
  await context.close()
})
