import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setEconomy } from '#server/modules/economy/public.ts'
import { testActor } from '#testing/operators.ts'
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
  expect(await row.getByRole('cell').allTextContents()).toEqual(['10', '5'])
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 1_000 })
  // Nothing is set before what it touches was looked at.
  const set = card.getByRole('button', { name: 'Set Careful' })
  expect(await set.count()).toBe(0)
  await card.getByRole('button', { name: 'What would this preset cost?' }).click()
  await card.getByRole('heading', { name: 'The last 30 days, paid by both' }).waitFor()
  const enough = card.getByRole('row').filter({ hasText: 'Members who have enough to cash out' })
  expect(await enough.getByRole('cell').allTextContents()).toEqual(['2', '1'])
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

test('who may not set what payouts need is shown who may, and offered what is theirs', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mona')
  await openScreen(page, 'economy')
  const card = page.getByRole('region', { name: 'Presets' })
  const whoMay = /^Only operators with the role Owner can make this change, since it includes redemption\.\S+/
  await card.getByText('Careful', { exact: true }).click()
  await card.getByText(whoMay).waitFor()
  await card.getByRole('button', { name: 'What would this preset cost?' }).click()
  await card.getByRole('heading', { name: 'The last 30 days, paid by both' }).waitFor()
  await card.getByText(whoMay).waitFor()
  expect(await card.getByRole('textbox').count()).toBe(0)
  expect(await card.getByRole('button', { name: 'Set Careful' }).count()).toBe(0)
  await expectAccessible(page)

  for (const [name, isTheirs] of [
    ['Redemption', false],
    ['Tax forms', false],
    ['Daily check-in', true],
  ] as const) {
    const part = page.getByRole('group', { name, exact: true })
    expect(await part.getByText('Only operators with the role Owner can set these.').count()).toBe(
      isTheirs ? 0 : 1,
    )
    for (const field of await part.getByRole('textbox').all())
      expect(await field.isEditable(), name).toBe(isTheirs)
  }
  await page.getByLabel('Points of a day’s check-in.').fill('11')
  await page.getByRole('button', { name: 'What would it cost?' }).click()
  await page.getByRole('textbox', { name: 'Reason, kept with the version' }).fill('A point more')
  await page.getByRole('button', { name: /^Set as version/ }).click()
  await expect.poll(async () => (await inForce())?.base).toBe(11)
  const { version } = (await inForce())!

  // Of another's version they have what is theirs to set.
  await site.db.transaction().execute(async (tx) => {
    const settings = [{ path: 'redemption.netUsdCentsMin', value: 30_00 }]
    await setEconomy(tx, testActor, { settings, reason: 'Dearer payouts' })
  })
  await page.reload()
  await page.getByRole('rowheader', { name: String(version), exact: true }).click()
  await page.getByRole('button', { name: 'Restore these settings' }).click()
  await page
    .getByText('Not filled in: redemption.netUsdCentsMin. Only operators with the role Owner can set these.')
    .waitFor()
  expect(await page.getByRole('button', { name: 'What would it cost?' }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})
