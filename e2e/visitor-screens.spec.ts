import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { visit } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { networkQuiet } from '#testing/network.ts'
import { heldScripts } from './held-scripts.fixture.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

let campaign: string
beforeAll(async () => {
  campaign = paths.campaign((await createCampaign(site, { publicTitle: 'Loose tea' })).id)
})

const isInert = async (page: Page) =>
  await page.locator('#root').evaluate((root) => (root as HTMLElement).inert)

test('a campaign is read before any script, and the app takes it over as it is', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin, { viewport: 'phone' })
  const run = await heldScripts(page)
  await page.goto(campaign, { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((element) => element.setAttribute('data-seen', ''))
  run()
  await page.getByRole('link', { name: m.layout_join_free() }).first().waitFor()
  await networkQuiet(page)
  expect(await page.locator('h1[data-seen]').count()).toBe(1)
  expect(await page.evaluate(() => performance.getEntriesByName('crels:drawn-anew').length)).toBe(0)
  // The answers came with the page.
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(asked.filter((name) => name.includes('/api/v1/public/campaigns/'))).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a campaign that has stood open for a minute before its scripts is asked for anew', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin, { viewport: 'phone' })
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 61_000
  })
  await page.goto(campaign)
  await page.getByRole('link', { name: m.layout_join_free() }).first().waitFor()
  await networkQuiet(page)
  expect(await page.evaluate(() => performance.getEntriesByName('crels:drawn-anew').length)).toBe(0)
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(asked.filter((name) => name.includes('/api/v1/public/campaigns/'))).toHaveLength(1)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the form of the way in cannot be typed into before it keeps what is typed', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin, { viewport: 'phone' })
  for (const [path, name] of [
    [paths.login, m.auth_login_heading()],
    [paths.home, m.auth_newcomer_heading()],
    [paths.signup, m.auth_signup_heading()],
  ] as const) {
    const run = await heldScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('h1', { hasText: name }).waitFor()
    expect(await isInert(page), path).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    run()
    await page.getByLabel(m.auth_email()).fill('ada@example.com')
    expect(await isInert(page), path).toBe(false)
    await networkQuiet(page)
    expect(await page.getByLabel(m.auth_email()).inputValue(), path).toBe('ada@example.com')
    await page.unrouteAll({ behavior: 'wait' })
  }
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a browser that remembers a member shows them no visitor’s screen', async () => {
  const { page, context } = await visit(browser, site.origin, { viewport: 'phone' })
  await page.addInitScript(() => localStorage.setItem('crels:last-uid', 'usr_somebody'))
  const run = await heldScripts(page)
  await page.goto(campaign, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-visitor-screen'))
  expect(await page.locator('#root').innerHTML()).toBe('')
  expect(await page.locator('#splash').isVisible()).toBe(true)
  run()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
})
