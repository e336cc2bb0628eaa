import { sql } from 'kysely'
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
  await banner.getByRole('button', { name: 'Dismiss the announcement' }).click()
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

  // So is an earlier one that is shown again: the one that it replaced is back with its end.
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
  await page.getByLabel('Text in English').fill('The shop is closed.')
  await page.getByLabel('Ends at (UTC)').fill(inAMonth.slice(0, 16))
  await page.getByLabel('Why, for your colleagues').fill('We count the stock')
  await page.getByRole('button', { name: 'Show it', exact: true }).click()
  const dates = async () =>
    (
      await sql<{ text: string; endsAt: Date | null }>`
        select texts ->> 'en' as text, ends_at as "endsAt" from site_banner order by id desc limit 1`.execute(
        site.db,
      )
    ).rows[0]
  await expect.poll(dates).toMatchObject({ text: 'The shop is closed.', endsAt: expect.any(Date) })
  const replaced = await dates()
  await page.getByRole('button', { name: 'Restore this version' }).last().click()
  const again = page.getByRole('dialog', { name: 'Restore this version' })
  await again.getByLabel('Why, for your colleagues').fill('As before')
  await again.getByRole('button', { name: 'Restore this version' }).click()
  await again.waitFor({ state: 'detached' })
  await expect.poll(dates).toEqual({ text: 'The shop rests on Sunday.', endsAt: null })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(dates).toEqual(replaced)
  expect([consoleErrors, visitor.consoleErrors, other.consoleErrors]).toEqual([[], [], []])
  await Promise.all([context.close(), visitor.context.close(), other.context.close()])
})
