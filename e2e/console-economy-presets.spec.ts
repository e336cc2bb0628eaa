import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRedeemer } from '#testing/redeemers.ts'
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
  // One can cash out from $20 and not from $50 on, one from both.
  await createRedeemer(site, { crels: 315 })
  await createRedeemer(site, { crels: 10_000 })
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
  // Nothing is set before what it touches was looked at.
  const set = card.getByRole('button', { name: 'Set Careful' })
  expect(await set.count()).toBe(0)
  await card.getByRole('button', { name: 'What would this preset cost?' }).click()
  await card.getByRole('heading', { name: 'The last 30 days, paid by both' }).waitFor()
  const enough = card.getByRole('row').filter({ hasText: 'Members who have enough to cash out' })
  expect(await enough.getByRole('cell').allTextContents()).toEqual([
    'Members who have enough to cash out',
    '2',
    '1',
  ])
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 1_000 })
  await set.click()
  await page.getByText('Version 1', { exact: false }).first().waitFor()
  await expect.poll(inForce).toEqual({ version: 1, base: 5 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(inForce).toEqual({ version: 2, base: 10 })
  expect(consoleErrors).toEqual([])
  await context.close()
})
