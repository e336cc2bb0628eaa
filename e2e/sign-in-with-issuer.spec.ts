import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startRealProvider,
  type RealProvider,
} from '#server/modules/identity/social/real-provider.fixture.ts'
import { accessibilityViolations, closeVisits, openBrowser, visit } from '#testing/browser.ts'
import { freePort } from '#testing/free-port.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

let site: TestSite
let issuer: RealProvider
let browser: Browser
beforeAll(async () => {
  const port = await freePort()
  const publicOrigin = `http://localhost:${port}`
  // At 127.0.0.1, another site than localhost: the way back is a navigation from elsewhere, as it is in the world.
  issuer = await startRealProvider([`${publicOrigin}/identity/oidc/callback`], {
    conformIdTokenClaims: false,
    issueRefreshToken: async () => true,
  })
  site = await startTestSite({ port, identity: { provider: 'oidc', ...issuer.keys } })
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  await issuer.close()
  await site.close()
})

test('a newcomer signs in with the issuer, stays so, and signs out', async () => {
  issuer.users.set('ada', { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' })
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/my-campaigns')
  await page.waitForURL(/\/login\?redirect=/)
  const enter = page.getByRole('link', { name: 'Continue with Example' })
  await enter.waitFor()
  // The issuer has the passwords, and mails for them.
  expect(await page.getByLabel('Password').count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])

  // By keyboard alone; said no to, it is said why.
  await enter.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('You came back without signing in').waitFor()
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as ada' }).click()
  await page.waitForURL('**/my-campaigns')

  await page.goto('/profile')
  await page.getByText('ada@example.com').first().waitFor()
  await page.reload()
  await page.getByText('ada@example.com').first().waitFor()
  expect(await context.cookies(site.origin)).toEqual([
    expect.objectContaining({ name: 'crels_session', sameSite: 'Strict', httpOnly: true }),
  ])
  // No credential where a script could read it.
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toMatch(/eyJ/)

  // A second tab is signed in too, and signed out with the first.
  const second = await context.newPage()
  await second.goto('/profile')
  await second.getByText('ada@example.com').first().waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login')
  await second.waitForURL('**/login')
  expect(await context.cookies(site.origin)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what wants the member in person leads to the issuer and back', async () => {
  issuer.users.set('bo', { sub: 'bo', email: 'bo@example.com', email_verified: true, name: 'Bo' })
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [401, 403] })
  await page.goto('/login?redirect=/delete-account')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as bo' }).click()
  await page.waitForURL('**/delete-account')
  const leave = async () => {
    await page.getByRole('textbox').fill('bo@example.com')
    await page.getByRole('button', { name: /^Delete/ }).click()
  }
  // The issuer was not asked to say when it asked, so this is no recent sign-in.
  await leave()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Example asks you to sign in again').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as bo' }).click()
  await page.waitForURL('**/delete-account')
  await leave()
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await context.close()
})

test('a person whom the issuer has not verified is asked to verify, and can sign out', async () => {
  issuer.users.set('cy', { sub: 'cy', email: 'cy@example.com', email_verified: false })
  const { page, context } = await visit(browser, site.origin)
  await page.goto('/signup?redirect=/points')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as cy' }).click()
  await page.waitForURL('**/signup/email-verification?redirect=*')
  await page.getByText('Example hasn’t verified yet').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  issuer.users.set('cy', { sub: 'cy', email: 'cy@example.com', email_verified: true })
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  // The issuer knows them, and asks nothing.
  await page.waitForURL('**/points')

  // Everywhere is here too.
  await page.goto('/profile')
  await page.getByText('Example manages your address and password').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/login')
  await context.close()
})

test('a forgotten password is the issuer’s', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/login/reset-password')
  await page.getByRole('heading', { name: 'Example keeps your password' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an outage of the issuer ends no session', async () => {
  issuer.users.set('di', { sub: 'di', email: 'di@example.com', email_verified: true })
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [401, 503] })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as di' }).click()
  await page.waitForURL(`${site.origin}/`)
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/identity/refresh') && response.status() === 503,
  )
  await issuer.close()
  await page.goto('/profile')
  await refused
  // Not to the sign-in screen: the page says that it cannot know just now.
  await page
    .getByRole('button', { name: /try again|retry/i })
    .first()
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile')
  await context.close()
})
