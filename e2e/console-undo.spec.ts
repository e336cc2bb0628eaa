import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { suspendBrand } from '#server/modules/brands/public.ts'
import { createBrand } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// Whole ways over several dialogs: a busy machine takes its time for them.
test('of an act on many with one refused, each row is told what became of it, and those done are taken back', async () => {
  const brands = [await createBrand(site), await createBrand(site), await createBrand(site)]
  const [faster, ...others] = brands as [(typeof brands)[0], ...typeof brands]
  const states = async () =>
    (
      await sql<{
        slug: string
        state: string
      }>`select slug, state from brand order by created_at, id`.execute(site.db)
    ).rows.map(({ state }) => state)
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia', { expectedStatuses: [409] })
  await openScreen(page, 'brands')
  await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await expect.poll(async () => await dialog.getByText('Suspending').count()).toBe(3)
  await site.db
    .transaction()
    .execute(async (tx) => await suspendBrand(tx, testActor, { slug: faster.slug, suspended: true }))
  await dialog.getByLabel('Why, for your colleagues').fill('They do not pay')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByText('2 done, 1 not').waitFor()
  await dialog.getByRole('list', { name: 'Not done' }).getByText(faster.name).waitFor()
  const done = dialog.getByRole('list', { name: 'Done', exact: true }).getByRole('listitem')
  expect(await done.count()).toBe(others.length)
  expect(await states()).toEqual(['suspended', 'suspended', 'suspended'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Undo the 2 that are done' }).click()
  await dialog.getByText('2 of 2 undone').waitFor()
  await expect.poll(async () => await done.getByText('Undone').count()).toBe(2)
  expect((await states()).toSorted()).toEqual(['active', 'active', 'suspended'])
  await expectAccessible(page)
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('of two acts at once each Undo takes back its own', async () => {
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fitz')
  await openScreen(page, 'economy')
  const card = page.getByRole('region', { name: 'Other currencies' })
  const dialog = page.getByRole('dialog')
  const propose = async (code: string, rate: string) => {
    await card.getByRole('button', { name: 'Propose a currency' }).click()
    await dialog.getByLabel('Code of the currency').fill(code)
    await dialog.getByLabel('US dollars for one unit').fill(rate)
    await dialog.getByText('it has no rate now').waitFor()
    await dialog.getByLabel('Reason, kept with the rate').fill('A brand reports in it')
    await dialog.getByRole('button', { name: 'Propose a currency' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await propose('EUR', '1.08')
  // That of the first is the one that is there.
  const first = await page.getByRole('button', { name: 'Undo' }).elementHandle()
  await propose('GBP', '1.27')
  await first!.click()
  await page.getByText('Undone').waitFor()
  const { body } = await callOperator(site, await operatorBearer(site, 'owner', 'kim@crels.example'), {
    method: 'GET',
    path: '/pending-acts?state=waiting',
  })
  expect(body.items).toMatchObject([{ action: 'currency.set', input: { usdPerUnit: '1.27' } }])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a pause says what opening again does not bring back, before it and beside Undo', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Otto')
  await openScreen(page, 'economy')
  const lost = 'does not bring quotes back'
  await page.getByRole('button', { name: 'Pause: Exchange' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause: Exchange' })
  await dialog.getByText(lost).waitFor()
  await dialog.getByText('Quotes that hold now are void: 0').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('A look at the rate')
  await dialog.getByRole('button', { name: 'Pause: Exchange' }).click()
  await dialog.waitFor({ state: 'detached' })
  const said = page.getByRole('alert').filter({ hasText: 'It holds from now on.' })
  await said.getByText(lost).waitFor()
  // It stays while the pointer is on it.
  await said.hover()
  await expectAccessible(page)
  // By keyboard it is found by its key, and stays as long as it has the focus.
  await page.mouse.move(0, 0)
  await page.keyboard.press('Control+z')
  const undo = said.getByRole('button', { name: 'Undo' })
  await expect.poll(async () => await undo.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Pause: Exchange' }).waitFor()
  await page.getByRole('button', { name: 'Pause: Redemptions' }).click()
  await page.getByRole('dialog').getByText('does not bring back one that has ended by then').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
