import { expect, test } from 'vitest'
import {
  consoleHref,
  consoleRoutes,
  openConsoleScreens,
  type ConsoleScreen,
} from '#contracts/console-routes.ts'
import { visit } from '#testing/browser.ts'
import { mailsTo } from '#testing/members.ts'
import { codeOf } from '#testing/second-factors.ts'
import { expectAccessible, inviteToConsole, openScreen, visitConsole } from './console.fixture.ts'
import { browser, openSite, site } from './site.fixture.ts'
import { plugIn } from './virtual-authenticator.ts'

openSite()

// Whole ways of several screens each: a busy machine takes its time for them.
test('an invited operator makes a passkey, signs out, and signs in by it', async () => {
  const { url } = await inviteToConsole('owner', 'Olga')
  const { page, context, consoleErrors } = await visit(browser, site.origin, { viewport: 'desktop' })
  await plugIn(page)
  await page.goto(url)
  await page.getByRole('heading', { name: 'Welcome, Olga' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')

  // The session is the cookie's: another page of this browser finds it.
  await openScreen(page, 'account')
  await page.getByText('this browser').waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === consoleHref('home'))
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page
    .getByRole('heading', { level: 1 })
    .and(page.getByText(/Home|Your account/))
    .waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('codes of a mail and of an authenticator app sign in, where a wrong one does not', async () => {
  const { email, url } = await inviteToConsole('support', 'Sam')
  const { page, context, consoleErrors } = await visit(browser, site.origin, {
    viewport: 'desktop',
    // 401: what Home still asks for when the session ends.
    expectedStatuses: [400, 401],
  })
  await page.goto(url)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const secret = (await page.locator('code').textContent())!
  await expectAccessible(page)
  await page.getByLabel('Code from your authenticator app').fill(codeOf({ secret }, -1))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.getByLabel('E-mail address').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('we sent a code').waitFor()
  await expect.poll(async () => (await mailsTo(site, email))[0]?.code).toMatch(/^\d{6}$/)
  const [mail] = await mailsTo(site, email)
  await page.getByLabel('Code from the e-mail').fill(mail!.code!)
  const code = codeOf({ secret })
  await page.getByLabel('Code from your authenticator app').fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Code from your authenticator app').fill(codeOf({ secret }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** Those that are there without a row to be opened. */
const screens = Object.entries(consoleRoutes)
  .filter(([screen, path]) => !path.includes(':') && !openConsoleScreens.includes(screen as ConsoleScreen))
  .map(([screen]) => screen as ConsoleScreen)

// In halves: all of them take a slow machine minutes.
test.each([0, 1])(
  'every screen opens for an owner in both schemes, accessible and without an error, half %i',
  { timeout: 300_000 },
  async (half) => {
    const { page, context, consoleErrors } = await visitConsole('owner', 'Oda')
    for (const screen of screens.filter((_, index) => index % 2 === half)) {
      await openScreen(page, screen)
      await expectAccessible(page)
      expect(await page.getByText('could not be loaded').count(), screen).toBe(0)
    }
    expect(consoleErrors).toEqual([])
    await context.close()
  },
)

test('every screen fits a phone', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Ona')
  expect(screens.length).toBeGreaterThan(1)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const screen of screens) {
    await openScreen(page, screen)
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(overflows, screen).toBe(false)
  }
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the menu of a phone, and a dialog over a screen, leave the page one banner', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Mia')
  await page.setViewportSize({ width: 390, height: 844 })
  await openScreen(page, 'home')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Economy' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).waitFor()
  // What is typed next is searched for, also where the search was not loaded yet.
  const focused = async () => await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('Search')
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a button under the pointer, and a link that looks like one, can be read', async () => {
  const { page, context } = await visitConsole('owner', 'Ivo')
  await openScreen(page, 'account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).hover()
  await expectAccessible(page)
  await openScreen(page, 'ledger')
  const link = page.getByRole('main').getByRole('link', { name: 'All accounts' })
  await link.hover()
  await expectAccessible(page)
  const [colour, ofText] = await link.evaluate((element) => {
    const { color } = getComputedStyle(element)
    element.style.color = 'var(--accent)'
    return [color, getComputedStyle(element).color]
  })
  expect(colour).not.toBe(ofText)
  await context.close()
})
