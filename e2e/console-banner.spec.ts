import { expect, test } from 'vitest'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

// A whole way over two apps: a busy machine takes its time for it.
test('a banner is written, stands above the pages of a visitor, is put away, taken off and undone', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'banner')
  await page.getByText('There was none yet').waitFor()
  await page.getByLabel('Text in English').fill('The shop rests on Sunday.')
  await page.getByLabel('Page it leads to').fill('/faq')
  await page.getByText('Shown above every page to visitors and').waitFor()
  await page.getByLabel('Why, for your colleagues').fill('We move')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.getByText('The banner is set').waitFor()
  await page.getByRole('button', { name: 'Take it off' }).waitFor()

  const visitor = await visit(browser, site.origin)
  const banner = visitor.page.getByRole('region', { name: 'Announcement' })
  for (const path of ['/help', '/']) {
    await visitor.page.goto(path)
    await banner.getByText('The shop rests on Sunday.').waitFor()
  }
  // Nothing of the page lies on it.
  await banner.getByText('The shop rests on Sunday.').click({ trial: true })
  const [under, corner] = await Promise.all([
    banner.boundingBox(),
    visitor.page.getByRole('button', { name: 'Español' }).boundingBox(),
  ])
  expect(corner!.y).toBeGreaterThan(under!.y + under!.height)
  for (const width of [390, 1280]) {
    await visitor.page.setViewportSize({ width, height: 844 })
    expect(await accessibilityViolations(visitor.page, { isAgain: width > 390 })).toEqual([])
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  }
  await banner.getByRole('link', { name: 'Read more' }).click()
  await visitor.page.waitForURL('**/faq')
  await banner.getByRole('button', { name: 'Put the announcement away' }).click()
  await banner.waitFor({ state: 'detached' })
  await visitor.page.reload()
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await banner.count()).toBe(0)

  // Off for everybody, and undone; one that ends goes by itself.
  const other = await visit(browser, site.origin)
  const seen = other.page.getByRole('region', { name: 'Announcement' })
  await page.getByRole('button', { name: 'Take it off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take it off' })
  await dialog.getByLabel('Why, for your colleagues').fill('Moved')
  await dialog.getByRole('button', { name: 'Take it off' }).click()
  await page.getByRole('button', { name: 'Show it again' }).first().waitFor()
  await other.page.goto('/help')
  await other.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await seen.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Take it off' }).waitFor()
  await other.page.goto('/help')
  await seen.waitFor()
  expect([consoleErrors, visitor.consoleErrors, other.consoleErrors]).toEqual([[], [], []])
  await Promise.all([context.close(), visitor.context.close(), other.context.close()])
})
