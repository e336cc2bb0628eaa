import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, closeVisits, openBrowser, visit } from '#testing/browser.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { startFirebaseStandIn, type FirebaseStandIn } from './firebase-stand-in.fixture.ts'
import { testActor } from '#testing/operators.ts'

/** The browser SDK itself; it talks to a replacement of Google's services. */
let site: TestSite
let firebase: FirebaseStandIn
let browser: Browser
beforeAll(async () => {
  firebase = await startFirebaseStandIn()
  site = await startTestSite({ identity: firebase.identity })
  browser = await openBrowser()
})
afterEach(() => {
  firebase.isAway = false
  firebase.signedInAgoSec = 0
})
afterAll(async () => {
  await closeVisits(browser)
  await firebase.close()
  await site.close()
})

const password = 'correct horse 1'

/** The mailed link, as the project's action page is configured to build it. */
function linkTo(email: string): string {
  const { requestType, oobCode, continueUrl = '' } = firebase.mailed(email)
  const modes: Record<string, string> = {
    VERIFY_EMAIL: 'verifyEmail',
    PASSWORD_RESET: 'resetPassword',
    EMAIL_SIGNIN: 'signIn',
    VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  }
  const search = new URLSearchParams({
    mode: modes[requestType]!,
    oobCode,
    apiKey: 'key-for-tests',
    continueUrl,
  })
  return `/login?${search.toString()}`
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup?redirect=/faq')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const terms = page.getByRole('checkbox')
  if (await terms.count()) await terms.first().check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/signup/email-verification?redirect=*')
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('signs up, verifies by the mailed link, stays signed in over a reload, and signs out in every tab', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await signUp(page, 'ada@example.com')
  // By a link alone.
  await page.getByText('Open the link in it').waitFor()
  expect(await page.getByLabel('Six-digit code').count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])

  const second = await context.newPage()
  await second.goto(linkTo('ada@example.com'))
  // The screen takes the token out of its address at once.
  await second.waitForURL('**/signup/email-verification*')
  await second
    .getByRole('button')
    .filter({ hasText: /verify|confirm/i })
    .first()
    .click()
  await page.waitForURL('**/faq')

  await page.goto('/profile')
  await page.getByText('ada@example.com').first().waitFor()
  await page.reload()
  await page.getByText('ada@example.com').first().waitFor()
  // No cookie of ours: the session is the SDK's.
  expect(await context.cookies(site.origin)).toEqual([])
  await second.goto('/profile')
  await second.getByText('ada@example.com').first().waitFor()
  // A stranger has a copy of the token.
  const copied = await page.evaluate(async () => {
    const opened = indexedDB.open('firebaseLocalStorageDb')
    await new Promise((done) => (opened.onsuccess = done))
    const asked = opened.result
      .transaction('firebaseLocalStorage')
      .objectStore('firebaseLocalStorage')
      .getAll()
    await new Promise((done) => (asked.onsuccess = done))
    return asked.result[0].value.stsTokenManager.accessToken as string
  })
  const headers = { authorization: `Bearer ${copied}` }
  const whose = async () => (await site.server.inject({ url: '/identity/user', headers })).json()
  expect(await whose()).toMatchObject({ email: 'ada@example.com' })
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login')
  await second.waitForURL('**/login')
  expect(await whose()).toMatchObject({ code: 'user_token_expired' })
  await page.goto('/my-campaigns')
  await page.waitForURL(/\/login/)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('shows a wrong password at its field; the mailed link signs in on another device', async () => {
  firebase.addAccount('bo@example.com', password)
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [400] })
  await signIn(page, 'bo@example.com', 'wrong horse 1')
  await page.getByText('That e-mail address or password isn’t right').waitFor()
  await page.getByRole('button', { name: /link/i }).click()
  await expect.poll(() => firebase.mailed('bo@example.com')?.requestType).toBe('EMAIL_SIGNIN')
  await context.close()

  const other = await visit(browser, site.origin)
  await other.page.goto(linkTo('bo@example.com'))
  await other.page.waitForURL('**/login?mode=link&token=*')
  await other.page.getByLabel('E-mail').fill('bo@example.com')
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.waitForURL(`${site.origin}/`)
  expect(other.consoleErrors).toEqual([])
  await other.context.close()
})

test('a forgotten password is chosen anew by the mailed link', async () => {
  firebase.addAccount('cy@example.com', password)
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [400] })
  await page.goto('/login/reset-password')
  await page.getByLabel('E-mail').fill('cy@example.com')
  await page
    .getByRole('button')
    .filter({ hasText: /send|mail/i })
    .first()
    .click()
  await page.waitForURL('**/login/reset-password/sent**')
  await page.getByText('we’ve sent a link').waitFor()
  await page.goto(linkTo('cy@example.com'))
  await page.waitForURL('**/login/reset-password?token=*')
  await page.getByLabel('New password').fill('another horse 2')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await page.waitForURL(/\/login$/)
  await signIn(page, 'cy@example.com', 'another horse 2')
  await page.waitForURL(`${site.origin}/`)
  await context.close()
})

test('what wants the member in person asks for the password again; deleted, the account there is gone too', async () => {
  firebase.addAccount('di@example.com', password)
  firebase.signedInAgoSec = 3600
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [401, 403] })
  await signIn(page, 'di@example.com')
  await page.waitForURL(`${site.origin}/`)
  await page.goto('/delete-account')
  await page.getByRole('textbox').fill('di@example.com')
  await page.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  firebase.signedInAgoSec = 0
  await dialog.locator('button[type=submit]').click()
  await page.waitForURL('**/login')
  await expect.poll(() => firebase.account('di@example.com')).toBeUndefined()
  await context.close()
})

test('an outage of the service ends no session; a disabled account sees the reason', async () => {
  firebase.addAccount('ed@example.com', password)
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [400, 401, 403] })
  await signIn(page, 'ed@example.com')
  await page.waitForURL(`${site.origin}/`)
  firebase.isAway = true
  await page.goto('/profile')
  await page.getByText('ed@example.com').first().waitFor()
  firebase.isAway = false
  await site.members.disable(testActor, 'ed@example.com', 'test')
  await page.goto('/my-campaigns')
  await page.waitForURL(/\/login/)
  await signIn(page, 'ed@example.com')
  await page
    .getByText(/disabled/i)
    .first()
    .waitFor()
  await context.close()
})

test('nothing of the SDK is loaded where it is not set up', async () => {
  const plain = await startTestSite()
  const { page, context } = await visit(browser, plain.origin)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(loaded.filter((url) => /firebase|google/i.test(url))).toEqual([])
  const policy = (await plain.server.inject('/login')).headers['content-security-policy']
  expect(policy).not.toMatch(/google/)
  await context.close()
  await plain.close()
})
