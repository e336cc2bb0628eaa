import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeCampaign } from '#server/modules/campaigns/campaigns.fixture.ts'
import { operatedCategories, operatedCategory } from '#server/modules/campaigns/public.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { expectAccessible, expectNothingToPress, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const why = 'Why, for your colleagues'
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const stored = async (slug: string) => await operatedCategory(site.db, slug)

test('a category is added, renamed, put first, retired and shown again, and each is undone or taken again', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'categories')
  await page.getByText('10 shown, 0 retired').waitFor()
  await row(page, 'Books').getByText('/campaigns/category/books · Libros · Bücher').waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'New category' }).click()
  await page.getByLabel('Name in English').fill('Pets & animals')
  expect(await page.getByLabel('Place').inputValue()).toBe('pets-animals')
  await page.getByLabel('Name in German').fill('Tiere')
  await page.getByLabel('family').check()
  await page.getByLabel(why).fill('Two brands ask for it')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pets & animals' }).waitFor()
  expect(await stored('pets-animals')).toMatchObject({
    shown: { es: { name: 'Pets & animals' }, de: { name: 'Tiere' } },
    industries: ['family'],
  })

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText('Nothing is changed yet.').waitFor()
  expect(await page.getByLabel('Place').count()).toBe(0)
  await page.getByLabel('Name in English').fill('Animals')
  await page.getByText('Its address stays /campaigns/category/pets-animals.').waitFor()
  await page.getByLabel(why).fill('Shorter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Animals' }).waitFor()
  await page.getByText('Changed: name in English').waitFor()
  await row(page, 'Pets & animals').getByRole('button', { name: 'Restore this version' }).click()
  const again = page.getByRole('dialog', { name: 'Restore this version' })
  await again.getByText('What is in force stays in the versions.').waitFor()
  await again.getByLabel(why).fill('After all')
  await again.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pets & animals' }).waitFor()
  await expectAccessible(page)

  await openScreen(page, 'categories')
  await page.getByRole('button', { name: 'Change the order' }).click()
  const up = page.getByRole('button', { name: 'Move up: Pets & animals' })
  const { length: steps } = (await operatedCategories(site.db)).items
  for (let step = 1; step < steps; step += 1) await up.click()
  expect(await up.isEnabled()).toBe(false)
  await page.getByRole('button', { name: 'Save the order' }).click()
  const order = page.getByRole('dialog', { name: 'Save the order' })
  await order.getByText('Pets & animals, Food & drink').waitFor()
  await order.getByLabel(why).fill('New')
  await order.getByRole('button', { name: 'Save the order' }).click()
  const first = async () => (await operatedCategories(site.db)).items[0]!.slug
  await expect.poll(first).toBe('pets-animals')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(first).toBe('food-drink')

  const { id } = await createCampaign(site, { category: 'pets-animals' })
  await openScreen(page, 'category', '', { slug: 'pets-animals' })
  await page.getByRole('button', { name: 'Retire' }).click()
  const retire = page.getByRole('dialog', { name: 'Retire' })
  await retire.getByText('1 campaign: 1 not over, 1 live').waitFor()
  await retire.getByText('move them to another category first').waitFor()
  await retire.getByLabel(why).fill('No brand')
  expect(await retire.getByRole('button', { name: 'Retire' }).isDisabled()).toBe(true)
  await retire.getByRole('link', { name: 'See its campaigns' }).click()
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
  await expect.poll(async () => await page.getByRole('row').count()).toBe(2)

  await closeCampaign(site.db, id, 'ended')
  await openScreen(page, 'category', '', { slug: 'pets-animals' })
  await page.getByRole('button', { name: 'Retire' }).click()
  await retire.getByText('1 campaign: 0 not over, 0 live').waitFor()
  await retire.getByText('Its address still answers').waitFor()
  await retire.getByLabel(why).fill('No brand')
  await retire.getByRole('button', { name: 'Retire' }).click()
  await page.getByText('Retired · added').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('Shown · added').waitFor()
  expect((await stored('pets-animals')).isRetired).toBe(false)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_entry where action = 'category.edit' and target = '/campaigns/category/pets-animals'`.execute(
    site.db,
  )
  expect(rows[0]!.n).toBe(5)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('of two operators the second sees what the first saved, and who may only read has nothing to press', async () => {
  const [mia, max] = [await visitConsole('manager', 'Mia'), await visitConsole('owner', 'Max')]
  for (const [{ page }, name] of [
    [mia, 'Reading'],
    [max, 'Print'],
  ] as const) {
    await openScreen(page, 'editCategory', '', { slug: 'books' })
    await page.getByLabel('Name in English').fill(name)
    await page.getByLabel(why).fill('Clearer')
  }
  await mia.page.getByRole('button', { name: 'Save' }).click()
  await mia.page.getByRole('heading', { level: 1, name: 'Reading' }).waitFor()
  await max.page.getByRole('button', { name: 'Save' }).click()
  await max.page.getByText(/Mia did category\.edit on it/).waitFor()
  await max.page.getByRole('region', { name: 'What is in force now' }).getByText('Reading').waitFor()
  expect(await max.page.getByLabel('Name in English').inputValue()).toBe('Print')
  await max.page.getByRole('button', { name: 'Save over theirs' }).click()
  await max.page.getByRole('heading', { level: 1, name: 'Print' }).waitFor()

  const { page, context } = await visitConsole('read-only', 'Rae')
  for (const [screen, params] of [
    ['categories', {}],
    ['category', { slug: 'books' }],
  ] as const) {
    await openScreen(page, screen, '', params)
    await page.getByText('Print').first().waitFor()
    await expectNothingToPress(page.getByRole('main'))
  }
  await Promise.all([mia.context.close(), max.context.close(), context.close()])
})
