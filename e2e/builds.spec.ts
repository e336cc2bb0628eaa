import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { accessibilityViolations, signInTo, viewports } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { goOffline, networkQuiet, watchNetwork } from '#testing/network.ts'
import { downTo } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

/** A context whose requests all reach `route()`: none goes through the service worker. */
async function withoutServiceWorker(): Promise<BrowserContext> {
  return await browser.newContext({
    baseURL: site.origin,
    viewport: viewports.phone,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
}

test('a chunk that fails reloads at the address asked for, once; the second failure is the error page', async () => {
  const context = await withoutServiceWorker()
  watchNetwork(context)
  const page = await context.newPage()
  let loads = 0
  let fails = true
  page.on('load', () => (loads += 1))
  await page.route('**/assets/login-*.js', (route) => (fails ? route.abort() : route.fallback()))
  await page.goto('/faq')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Before the app has taken the page over, the link loads another.
  await networkQuiet(page)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Internal Server Error', exact: true, level: 1 }).waitFor()
  expect(await page.title()).toBe('Internal Server Error')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(loads).toBe(2)
  expect(await accessibilityViolations(page)).toEqual([])

  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await context.close()
})

test('a chunk that fails reloads also while a part is on its way that no screen waits for', async () => {
  const { page, context } = await visitAs(await createMember(site))
  let isCut = true
  await page.route('**/assets/moments-*.js', () => {})
  await page.route('**/assets/leaderboard-*.js', (route) => (isCut ? route.abort() : route.fallback()))
  const isOnItsWay = page.waitForRequest('**/assets/moments-*.js')
  await page.goto('/points')
  await isOnItsWay
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isCut = false
  })
  await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().click()
  await expect.poll(() => isCut).toBe(false)
  await page.getByRole('heading', { level: 1, name: /leaderboard/i }).waitFor()
  await context.close()
})

test('a chunk that does not load without a connection leaves the screen, and comes when it is back', async () => {
  const { page, context } = await visitAs(await createMember(site), '/points')
  await page.getByText('Ways to earn').first().waitFor()
  await page.evaluate('window.isSamePage = true')
  await goOffline(page)
  await page.evaluate("dispatchEvent(new Event('vite:preloadError', { cancelable: true }))")
  await page.route('**/assets/profile-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/profile')

  await page.unroute('**/assets/profile-*.js')
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Me' }).waitFor()
  await context.close()
})

test('a fault of a screen is one without a connection too', async () => {
  const { page, context } = await visitAs(await createMember(site))
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })")
  await page.route('**/api/v1/gamification/public/leaderboard*', (route) => route.fulfill({ json: {} }))
  await page.goto('/leaderboard')
  await page.getByRole('heading', { name: 'Internal Server Error', exact: true, level: 1 }).waitFor()
  expect(await page.getByRole('heading', { name: 'You are offline' }).count()).toBe(0)
  await context.close()
})

test('a part that does not load without a connection says so in its place, and the screen stays', async () => {
  const { page, context } = await visitAs(await createMember(site))
  const chunk = '**/assets/security-section-*.js'
  let isCut = false
  await page.route(chunk, async (route) => {
    // It is on its way when the connection goes; the screen is there.
    await page.getByText('Creator ID').waitFor()
    await goOffline(page)
    await route.abort()
    isCut = true
  })
  await page.goto('/profile')
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return isCut
    })
    .toBe(true)
  const alerts = page.getByRole('alert')
  await alerts.last().waitFor()
  expect(await page.getByText('Creator ID').isVisible()).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])

  // What else did not load comes by itself; a file does with the page.
  await page.unroute(chunk)
  await context.setOffline(false)
  await alerts.filter({ hasText: 'This did not load' }).last().waitFor()
  await expect.poll(async () => await alerts.count()).toBe(1)
  await alerts.getByRole('button', { name: 'Try again' }).click()
  await downTo(page, 'Where you are signed in')
  await context.close()
})

test('the error page of a chunk that the server refuses names the request', async () => {
  const context = await withoutServiceWorker()
  const page = await context.newPage()
  const refused: string[] = []
  await page.route('**/assets/login-*.js', (route) =>
    route.continue({ url: `${site.origin}/assets/none.js` }),
  )
  page.on('response', async (response) => {
    if (/\/assets\/(login-|none)/.test(response.url())) {
      refused.push((await response.allHeaders())['x-request-id'] ?? 'none')
    }
  })
  await page.goto('/faq')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Internal Server Error', exact: true, level: 1 }).waitFor()
  const shown = await page.getByText(/^Request /).innerText()
  // The headers of what is shown may be read a moment later.
  await expect.poll(() => refused.map((id) => m.layout_error_request({ id }))).toContain(shown)
  await context.close()
})

test('asks for the latest build every hour, and offers a new one', async () => {
  const context = await withoutServiceWorker()
  const page = await context.newPage()
  const asked: string[] = []
  let latest = ''
  await page.route('**/builds/latest.json?*', async (route) => {
    asked.push(new URL(route.request().url()).search)
    if (latest) await route.fulfill({ json: { id: latest } })
    else await route.fallback()
  })
  await page.clock.install()
  await page.goto('/faq')
  // The page is there before the app, which has to take it over: what it waits for begins then.
  await expect
    .poll(() => page.evaluate("Object.keys(document.getElementById('root')).join()"))
    .toContain('__react')
  expect(asked).toEqual([])

  await page.clock.fastForward(3_600_000)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toMatch(/^\?\d{13}$/)
  expect(await page.getByText('A new version of Crels is ready.').count()).toBe(0)

  latest = 'another-build'
  await page.clock.fastForward(3_600_000)
  await page.getByText('A new version of Crels is ready.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Later' }).click()
  expect(await page.getByText('A new version of Crels is ready.').count()).toBe(0)

  // In the background for more than an hour: the first focus asks.
  await page.clock.setFixedTime(Date.now() + 4 * 3_600_000)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByText('A new version of Crels is ready.').waitFor()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update' }).click()
  await reloaded
  await context.close()
})

test.each<[string, string, () => string, string]>([
  ['a password', paths.signup, m.auth_password, 'correct horse'],
  ['a name', paths.signup, m.auth_display_name, 'Ada'],
  ['an address to shorten', paths.shortlinks, m.shortlinks_destination, 'https://shop.example/long'],
  ['who is to be deleted', paths.deleteAccount, m.account_deletion_confirm_label, 'ada@example.com'],
])('the offer of a new build waits for a form that holds %s', async (_, path, label, text) => {
  const context = await withoutServiceWorker()
  if (path !== paths.signup) await signInTo({ context }, site.origin, await createMember(site))
  const page = await context.newPage()
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'another-build' } }))
  await page.clock.install()
  await page.goto(path)
  const field = page.getByLabel(label(), { exact: true })
  await field.fill(text)
  const asked = page.waitForResponse('**/builds/latest.json?*')
  await page.clock.fastForward(3_600_000)
  await asked
  await page.clock.runFor(1000)
  expect(await page.getByText(m.layout_update_ready(), { exact: true }).count()).toBe(0)
  await field.fill('')
  await page.getByText(m.layout_update_ready(), { exact: true }).waitFor()
  await context.close()
})
