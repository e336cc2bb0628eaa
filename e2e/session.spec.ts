import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from '#testing/browser.ts'
import { networkQuiet } from '#testing/network.ts'
import { createMember, mailedCode, type TestMember } from '#testing/members.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'
import { testActor } from '#testing/operators.ts'

openSite()

/** A member's page on which, once it is there, no call is on its way and none comes by itself. */
async function openQuietPage(page: Page): Promise<void> {
  await page.goto('/my-campaigns')
  await page.getByText('Your first campaign starts here').waitFor()
  await networkQuiet(page)
}

async function fillSignIn(page: Page, member: TestMember): Promise<void> {
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a guarded page leads to sign-in and back to itself, query and all', async () => {
  const member = await createMember(site)
  const { page, context } = await visit(browser, site.origin)
  await page.goto('/campaigns/all/popular?q=tea&sort=new')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/campaigns/all/popular?q=tea&sort=new')
  await fillSignIn(page, member)
  await page.waitForURL((url) => url.pathname === '/campaigns/all/popular')
  expect(new URL(page.url()).searchParams.get('q')).toBe('tea')
  await context.close()
})

test('a personal page asks a visitor to sign in, in its place and without a call', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) calls.push(request.url())
  })
  await page.goto('/crels/wallet')
  await page.getByRole('heading', { name: 'This page is yours alone' }).waitFor()
  const link = page.getByRole('main').getByRole('link', { name: 'Sign in' })
  expect(await link.getAttribute('href')).toBe('/login?redirect=/crels/wallet')
  expect(calls).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the access token is in memory alone, and a reload keeps the session', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member)
  await page.goto('/profile')
  await page.getByText(member.email).first().waitFor()
  await page.reload()
  await page.getByText(member.email).first().waitFor()
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(stored).not.toContain('eyJ')
  expect(stored).not.toContain(member.email)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('signing out in one tab signs out the other, and both are at the sign-in screen', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member)
  const other = await context.newPage()
  await other.goto('/my-campaigns')
  await other.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/profile')
  // A call that is under way is refused as the session ends, and the browser says so.
  for (const tab of [page, other]) await networkQuiet(tab)
  await page.getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [page, other]) {
    await tab.waitForURL((url) => url.pathname === '/login')
    expect(new URL(tab.url()).search).toBe('')
  }
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'This page is yours alone' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('signing out shows a confirmation, also when a call is refused before the sign-out has its answer', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  let letStreamGo = () => {}
  const held = new Promise<void>((done) => (letStreamGo = done))
  await page.route('**/api/v1/stream?*', async (route) => {
    await held
    await route.continue()
  })
  await page.route('**/identity/sign-out', async (route) => {
    const answer = await route.fetch()
    const refused = page.waitForResponse((response) => response.status() === 401)
    letStreamGo()
    await (await refused).finished()
    await route.fulfill({ response: answer })
  })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await context.close()
})

test('three tabs whose token is due refresh it at most once each, and all continue with a new one', async () => {
  const member = await createMember(site)
  const { context, consoleErrors, page: first } = await visitAs(member)
  const tabs = [first, await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    await tab.clock.install()
    await openQuietPage(tab)
  }
  let refreshes = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/identity/refresh')) refreshes += 1
  })
  const bearerOf = async (tab: Page) => {
    const asked = tab.waitForRequest((request) => request.url().includes('/api/v1/campaigns'))
    await tab.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
    return (await asked).headers()['authorization']!
  }
  // As after a nap of an hour, when no token can be sent any more: every tab wakes at once.
  await Promise.all(tabs.map(async (tab) => await tab.clock.fastForward('59:45')))
  const sent = await Promise.all(tabs.map(bearerOf))
  // More than one where a busy machine brings the news later than the next tab waits for it: that it is one otherwise
  // is in web/platform/session-promises.test.ts.
  expect(refreshes).toBeGreaterThan(0)
  expect(refreshes).toBeLessThanOrEqual(3)
  expect(new Set(sent).size).toBeLessThanOrEqual(refreshes)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('signing in in one tab signs in the other', async () => {
  const member = await createMember(site)
  const { page, context } = await visit(browser, site.origin)
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('heading', { name: 'This page is yours alone' }).waitFor()
  await page.goto('/login')
  await fillSignIn(page, member)
  await other.getByText(member.email).first().waitFor()
  expect(new URL(other.url()).pathname).toBe('/profile')
  await context.close()
})

test('an unverified member is led to the verification, and on when it is done elsewhere', async () => {
  const member = await createMember(site, { verified: false })
  const { page, context } = await visitAs(member)
  await page.goto('/points?x=1')
  await page.waitForURL((url) => url.pathname === '/signup/email-verification')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/points?x=1')

  const other = await context.newPage()
  await other.goto('/signup/email-verification')
  await other.getByRole('textbox').fill(await mailedCode(site, member.email))
  const confirm = other.getByRole('button', { name: /verify|confirm/i })
  if (await confirm.isVisible().catch(() => false)) await confirm.click().catch(() => {})
  await page.waitForURL((url) => url.pathname === '/points')
  await context.close()
})

test('a server that cannot be reached at start-up, or answers without a user, ends no session', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  let server = ''
  await page.route('**/identity/refresh', (route) => {
    if (server === 'away') return route.abort()
    return server === 'broken'
      ? route.fulfill({ json: { accessToken: 'a token', expiresInSec: 3600 } })
      : route.fallback()
  })
  for (server of ['away', 'broken']) {
    await page.goto('/profile')
    await page.getByRole('heading', { name: 'We cannot reach Crels' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/profile')
  }
  server = 'well'
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(member.email).first().waitFor()
  await context.close()
})

test('a refresh that fails for a moment is asked for again at once, and what waits for it comes', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, undefined, { expectedStatuses: [503] })
  const askedAt: number[] = []
  await page.route('**/identity/refresh', async (route) => {
    askedAt.push(Date.now())
    if (askedAt.length > 2) return await route.fallback()
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { code: 'unavailable' },
    })
  })
  // With a query a page says whose it is and carries no answers: its calls wait for the token.
  await page.goto('/points?asked')
  await page.getByRole('button', { name: 'Check in · +10 today' }).waitFor()
  expect(askedAt).toHaveLength(3)
  expect(askedAt[2]! - askedAt[0]!, 'sooner than the timer').toBeLessThan(25_000)
  await context.close()
})

test('a session ended from another device ends here with the next call', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, undefined, { expectedStatuses: [401] })
  await openQuietPage(page)
  const ended = await site.server.inject({
    method: 'POST',
    url: '/identity/sign-out',
    headers: { cookie: member.cookie },
    payload: { everywhere: true },
  })
  expect(ended.statusCode).toBe(204)
  await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await context.close()
})

test('a reload that finds the session ended goes to sign-in, which says so, and keeps the way back', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  await page.goto('/crels/wallet')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await networkQuiet(page)
  await site.server.inject({
    method: 'POST',
    url: '/identity/sign-out',
    headers: { cookie: member.cookie },
    payload: { everywhere: true },
  })
  await page.reload()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByText('Your session has ended').waitFor()
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/crels/wallet')
  await fillSignIn(page, member)
  await page.waitForURL((url) => url.pathname === '/crels/wallet')
  await context.close()
})

test('a reload that finds the session ended stays on a page that is open to everyone', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  await page.goto('/my-campaigns')
  await page.getByText('Your first campaign starts here').waitFor()
  await page.goto('/faq')
  await networkQuiet(page)
  await site.server.inject({
    method: 'POST',
    url: '/identity/sign-out',
    headers: { cookie: member.cookie },
    payload: { everywhere: true },
  })
  await page.reload()
  // Forgotten: the session was found to have ended.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('crels:last-uid'))).toBeNull()
  await networkQuiet(page)
  expect(new URL(page.url()).pathname).toBe('/faq')
  await context.close()
})

test('a member without a verified e-mail finds the 404 page at an unknown address', async () => {
  const member = await createMember(site, { verified: false })
  const { page, context } = await visitAs(member, undefined, { expectedStatuses: [404] })
  await page.goto('/nothing-here')
  await page.getByRole('heading', { name: 'Page Not Found', level: 1 }).waitFor()
  await networkQuiet(page)
  expect(new URL(page.url()).pathname).toBe('/nothing-here')
  await context.close()
})

test('a member who is disabled while signed in is signed out with the reason, and sees it again when signing in', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, undefined, { expectedStatuses: [401, 403] })
  await openQuietPage(page)
  await site.members.disable(testActor, member.email, 'test')
  // Unless the stream hears of it first, the next call does.
  const campaigns = page.getByRole('link', { name: 'Campaigns', exact: true }).first()
  await campaigns.click({ timeout: 5_000 }).catch(() => {})
  await page.waitForURL((url) => url.pathname === '/login')
  // Said by the session that ended and, for a moment or longer, by the form as well.
  await page.getByText('This account has been disabled').first().waitFor()
  await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor()
  const welcome = /Welcome back|Your links kept working|right where you were going/
  expect(await page.getByText(welcome).count()).toBe(0)
  await fillSignIn(page, member)
  await page.getByRole('alert').getByText('This account has been disabled').first().waitFor()
  const help = page.getByRole('link', { name: 'write to us' }).first()
  expect(await help.getAttribute('href')).toBe('/help?topic=account')
  await context.close()
})

test('a move puts the focus on the heading and says the title; the bar hides no focus', async () => {
  const { page, context } = await visitAs(await createMember(site), '/faq')
  await page.getByRole('link', { name: 'Points', exact: true }).waitFor()
  const focusedFirst = await page.evaluateHandle(() => ({
    // In the moment in which the page is there, before anybody can press a key.
    first: new Promise<string | undefined>((done) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('main h1')?.textContent !== 'Points') return
        observer.disconnect()
        done(document.activeElement?.tagName)
      })
      observer.observe(document.body, { childList: true, subtree: true })
    }),
  }))
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/points')
  expect(await focusedFirst.evaluate(({ first }) => first)).toBe('H1')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expect.poll(() => page.locator('[aria-live="polite"]').allTextContents()).toContain('Points · Crels')

  await page.goto('/faq')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await context.close()
})
