import { expect, test } from 'vitest'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

test('a search that could not look through the questions says so, and finds them once they are there', async () => {
  const { page, context } = await visit(browser, site.origin)
  await page.route('**/api/v1/public/faq', async (route) => await route.abort())
  await page.goto(paths.doc('get-started'))
  await page.getByRole('button', { name: m.docs_search_heading(), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('missed a day streak gone')
  const partial = dialog.getByText(m.docs_search_partial(), { exact: true })
  await partial.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.unroute('**/api/v1/public/faq')
  await dialog.getByRole('button', { name: m.common_retry(), exact: true }).click()
  await dialog.getByRole('link', { name: /Is my streak gone/ }).waitFor()
  expect(await partial.count()).toBe(0)
  await context.close()
})
