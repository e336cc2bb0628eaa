import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeGiftCard } from '#testing/shop.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const slugOf = async (id: string) =>
  (await sql<{ slug: string }>`select slug from shop_item where id = ${id}`.execute(site.db)).rows[0]!.slug

test('a large file is read while its operator is elsewhere, imported, and its refused lines are saved without formulas', async () => {
  const slug = await slugOf(await makeGiftCard(site, 0))
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'item', '', { slug })
  const lines = Array.from({ length: 6_000 }, (_, at) => `SECRET-${at}`)
  const text = ['code', ...lines, 'SECRET-7', '=HYPERLINK(x),y', '"=1+1,2",z'].join('\n')
  await page.getByRole('button', { name: 'Import codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import codes' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByText(/codes\.csv, \d+ KB/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.waitFor({ state: 'detached' })
  const files = page.getByRole('region', { name: 'Files of codes' })
  await files.getByText(/lines read|Waiting|new,/).waitFor()

  // Somewhere else, and in another tab, it goes on.
  await openScreen(page, 'shop')
  const other = await context.newPage()
  await openScreen(other, 'item', '', { slug })
  const seen = other.getByRole('region', { name: 'Files of codes' })
  await seen.getByText('6,000 new, 1 there already, 2 not a code').waitFor()
  await other.close()
  await openScreen(page, 'item', '', { slug })
  await files.getByText('6,000 new, 1 there already, 2 not a code').waitFor()
  await files.getByText('Line 6002: repeats the code of line 9').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const saving = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Save the refused lines' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`${slug}-refused.csv`)
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toEqual([
    '\u{feff}line,refused because,row',
    '6002,repeats the code of line 9,SECRET-7',
    `6003,has more than one column,"'=HYPERLINK(x),y"`,
    '6004,has more than one column,"""=1+1,2"",z"',
    '',
  ])

  await files.getByRole('button', { name: 'Import new codes' }).click()
  const ask = page.getByRole('dialog', { name: 'Import new codes' })
  await ask.getByText('6,000 codes come into the pool').waitFor()
  await expectAccessible(page)
  await ask.getByLabel('Why, for your colleagues').fill('Bought from the maker')
  await ask.getByRole('button', { name: 'Import new codes' }).click()
  await files.getByText('6,000 codes imported, 3 lines refused').waitFor()
  await page.getByText('6,000 to sell, 0 sold').waitFor()
  await page.getByText('Codes: 6,000 added').waitFor()
  // None of them is on the screen.
  expect(await page.content()).not.toContain('SECRET')

  await page.getByRole('button', { name: 'Take back what is unsold' }).click()
  const back = page.getByRole('dialog', { name: 'Take back what is unsold' })
  await back.getByLabel('Why, for your colleagues').fill('The wrong file')
  await back.getByRole('button', { name: 'Take back what is unsold' }).click()
  await page.getByText('0 to sell, 0 sold').waitFor()
  await files.getByRole('button', { name: 'Remove' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove' })
  await removing.getByText('The imported codes stay in the pool.').waitFor()
  await removing.getByText('Its refused lines can no longer be downloaded.').waitFor()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await files.waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a file that is being read is cancelled, one that is no file of codes says so, and one is discarded', async () => {
  const slug = await slugOf(await makeGiftCard(site, 0))
  const { page, context, consoleErrors } = await visitConsole('manager', 'Max', {
    expectedStatuses: [409, 422],
  })
  await openScreen(page, 'item', '', { slug })
  const send = async (text: string) => {
    await page.getByRole('button', { name: 'Import codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import codes' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByRole('button', { name: 'Check' }).click()
    return dialog
  }
  const refused = await send('\n\n')
  await refused.getByText('There are no codes in this file.').waitFor()
  await refused.getByRole('button', { name: 'Cancel' }).click()

  // Another has the table: the file stays where it is while it is looked at, and cancelled.
  const files = page.getByRole('region', { name: 'Files of codes' })
  await site.db.transaction().execute(async (tx) => {
    await sql`lock table shop_code_import_line in share mode`.execute(tx)
    const dialog = await send(Array.from({ length: 5_000 }, (_, at) => `X-${at}`).join('\n'))
    await dialog.waitFor({ state: 'detached' })
    await files.getByText('0 of 5,000 lines read').waitFor()
    // At nothing it has no width to be seen by.
    await files.getByRole('progressbar', { name: /^Progress of the file of/ }).waitFor({ state: 'attached' })
    await expectAccessible(page)
    await files.getByRole('button', { name: 'Cancel' }).click()
  })
  await files.waitFor({ state: 'detached' })
  expect((await sql`select from shop_code_import`.execute(site.db)).rows).toEqual([])

  await (await send('A-1\n"A-2\n')).waitFor({ state: 'detached' })
  await files.getByText('This is no CSV file: line 2: a quote is not closed').waitFor()
  const asked = async (act: string, preview: string) => {
    await files.getByRole('button', { name: act }).click()
    const dialog = page.getByRole('dialog', { name: act })
    await dialog.getByText(preview).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: act }).click()
    await files.waitFor({ state: 'detached' })
  }
  await asked('Remove', 'No codes came of it.')
  await (await send('A-1\nA-1\n')).waitFor({ state: 'detached' })
  await files.getByText('1 new, 1 there already, 0 not a code').waitFor()
  await asked('Discard', 'The one new code of this file is not imported.')
  await page.getByText('0 to sell, 0 sold').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()

  const reader = await visitConsole('read-only', 'Rea')
  await openScreen(reader.page, 'item', '', { slug })
  await reader.page.getByText('0 to sell, 0 sold').waitFor()
  expect(await reader.page.getByRole('button', { name: 'Import codes' }).count()).toBe(0)
  expect(reader.consoleErrors).toEqual([])
  await reader.context.close()
})
