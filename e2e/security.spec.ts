import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { accessibilityViolations, signInTo, visit } from '#testing/browser.ts'
import { ageSignIns, awaitMail, createMember, tokenOf, type TestMember } from '#testing/members.ts'
import { goOffline } from '#testing/network.ts'
import { downTo, focusedName, pressOn, tabTo, typeInto } from './keyboard.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

// Whole ways by keyboard: some hundred steps, which a busy machine takes its time for.
let owner: pg.Pool
beforeAll(async () => {
  owner = new pg.Pool({ connectionString: site.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
})

test('another address: the dialog asks who it is and resumes, or leaves all as it was', async () => {
  const member = await createMember(site)
  await ageSignIns(site, member)
  const next = `next-${member.email}`
  const { page, context, consoleErrors } = await visit(browser, site.origin, {
    expectedStatuses: [401, 403, 409],
  })
  await openSecurity(page, context, member)
  const taken = await createMember(site)

  await pressOn(page, 'Change your e-mail')
  await page.getByRole('dialog').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('New e-mail')
  await page.keyboard.type(next)
  await page.keyboard.press('Enter')

  // Given up: the first dialog is unchanged, and nothing has happened.
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Password')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor({ state: 'hidden' })
  await expect.poll(async () => await page.getByLabel('New e-mail').inputValue()).toBe(next)
  await tabTo(page, 'New e-mail')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Password')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('That isn’t your password').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Password')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await page.getByText(`A link is on its way to ${next}`).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Change your e-mail')
  await page.getByText('Waiting for you to follow the link').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  // Proved just now, it is not asked again.
  await pressOn(page, 'Change your e-mail')
  await expect.poll(async () => await focusedName(page)).toBe('New e-mail')
  await page.keyboard.type(taken.email)
  await page.keyboard.press('Enter')
  await page.getByText('There is already an account with this address').waitFor()
  await page.keyboard.press('Escape')
  // What was typed is still there when it is opened again.
  await pressOn(page, 'Change your e-mail')
  await expect.poll(async () => await page.getByLabel('New e-mail').inputValue()).toBe(taken.email)
  await page.keyboard.press('Escape')
  await pressOn(page, 'Keep the old address')
  await page.getByText(`Your address stays ${member.email}`).waitFor()
  await page.getByText('Waiting for you to follow the link').waitFor({ state: 'hidden' })
  await expect.poll(async () => await focusedName(page)).toBe('Change your e-mail')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('another address: its link confirms it, in the other tab too', async () => {
  const member = await createMember(site)
  const next = `next-${member.email}`
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await openSecurity(page, context, member)
  await pressOn(page, 'Change your e-mail')
  await expect.poll(async () => await focusedName(page)).toBe('New e-mail')
  await page.keyboard.type(next)
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for you to follow the link').waitFor()
  const tab = await context.newPage()
  await tab.goto((await awaitMail(site, next, 1)).links[0]!)
  await pressOn(tab, 'Verify my e-mail')
  await tab.getByRole('heading', { name: 'Your e-mail is verified' }).waitFor()
  await tab.goto('/profile')
  await scrollToSecurity(tab)
  await tab.getByText('E-mail changed').waitFor()
  await page.getByRole('main').getByText(next).first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a new password keeps this device and ends the others; a wrong one and a weak one show an error', async () => {
  const member = await createMember(site)
  await signInElsewhere(member)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [401] })
  await openSecurity(page, context, member)
  await page.getByRole('button', { name: /^Sign out Chrome on/ }).waitFor()

  await pressOn(page, 'Change your password')
  await expect.poll(async () => await focusedName(page)).toBe('Current password')
  await page.keyboard.type('not the password')
  await typeInto(page, 'New password', 'short')
  // A password is no draft: closing asks, and staying loses nothing.
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Close without changing it?' }).waitFor()
  await pressOn(page, 'Cancel')
  await expect.poll(async () => await focusedName(page)).toBe('New password')
  await page.keyboard.press('Enter')
  await page.getByText('doesn’t meet every rule').waitFor()
  await expect
    .poll(async () => await page.locator('dialog[open] input[autocomplete=username]').inputValue())
    .toBe(member.email)
  await expect.poll(async () => await focusedName(page)).toBe('New password')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('my new horse 5')
  await page.keyboard.press('Enter')
  await page.getByText('That isn’t your password').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Current password')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await page.getByText('Your new password is set').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Change your password')
  await page.getByText('Password changed').waitFor()
  await page.getByRole('button', { name: /^Sign out Chrome on/ }).waitFor({ state: 'hidden' })
  await page.reload()
  await scrollToSecurity(page)
  await page.getByText('This device').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('signs out one device, then all others; a device that is signed out shows why', async () => {
  const member = await createMember(site)
  await signInElsewhere(member, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  const other = await visit(browser, site.origin, { expectedStatuses: [401] })
  const { cookie } = await signInElsewhere(member)
  await signInTo(other, site.origin, { cookie })
  await other.page.goto('/profile')
  await other.page.getByText('Creator ID').waitFor()

  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await openSecurity(page, context, member)
  await page.getByText('Firefox on Linux').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Sign out Firefox on Linux')
  await page.getByRole('heading', { name: 'Sign out Firefox on Linux?' }).waitFor()
  await pressOn(page, 'Cancel')
  await pressOn(page, 'Sign out Firefox on Linux')
  await tabTo(page, 'Sign out')
  await page.keyboard.press('Enter')
  await page.getByText('Firefox on Linux is signed out').waitFor()
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).waitFor({ state: 'hidden' })
  await expect.poll(async () => await focusedName(page)).toBe('Where you are signed in')

  await pressOn(page, 'Sign out everywhere else')
  await page.getByRole('heading', { name: 'Sign out everywhere else?' }).waitFor()
  await tabTo(page, 'Sign out')
  await page.keyboard.press('Enter')
  await page.getByText('Every other device is signed out').waitFor()
  await other.page.getByRole('main').getByRole('link', { name: 'My campaigns' }).click()
  await other.page.waitForURL((url) => url.pathname === '/login')
  await other.page.getByText('Your session has ended').waitFor()
  expect(consoleErrors).toEqual([])
  await other.context.close()
  await context.close()
})

test('a member without a password proves their identity by the mailed link in another tab, and sets one', async () => {
  const { email } = await createMember(site, { verified: false })
  await site.server.inject({ method: 'POST', url: '/identity/link/send', payload: { email } })
  const signedIn = await site.server.inject({
    method: 'POST',
    url: '/identity/link/confirm',
    payload: { email, token: tokenOf(await awaitMail(site, email, 2)) },
  })
  await ageSignIns(site, { uid: signedIn.json().user.uid })
  const cookie = [signedIn.headers['set-cookie']].flat()[0]!.split(';')[0]!
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [403] })
  await openSecurity(page, context, { email, cookie })
  await page.getByText('None yet').waitFor()
  await pressOn(page, 'Choose a password')
  await expect.poll(async () => await focusedName(page)).toBe('New password')
  await page.keyboard.type('my first horse 1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  // The last link was mailed a moment ago.
  await owner.query(`update identity.action_code set sent_at = sent_at - interval '2 minutes'`)
  await pressOn(page, 'E-mail me a sign-in link')
  await page.getByText('Open it in this browser').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const tab = await context.newPage()
  await tab.goto((await awaitMail(site, email, 3)).links[0]!)
  await pressOn(tab, 'Sign in')
  await tab.waitForURL('**/profile')
  await page.getByText('Your new password is set').waitFor()
  await page.getByText('You sign in with a password').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('without a connection each of them says so and keeps what was typed', async () => {
  const member = await createMember(site)
  const { page, context } = await visit(browser, site.origin)
  await openSecurity(page, context, member)
  await pressOn(page, 'Change your password')
  await page.getByLabel('Current password').fill(member.password)
  await goOffline(page)
  await typeInto(page, 'New password', 'my new horse 5')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('You are offline').waitFor()
  await expect.poll(async () => await page.getByLabel('New password').inputValue()).toBe('my new horse 5')
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await page.getByText('Your new password is set').waitFor()
  await context.close()
})

/** The profile's part about sign-in, with the focus on nothing. */
async function openSecurity(
  page: Page,
  context: BrowserContext,
  { email, cookie }: Pick<TestMember, 'email' | 'cookie'>,
): Promise<void> {
  await signInTo({ context }, site.origin, { cookie })
  await page.goto('/profile')
  await scrollToSecurity(page)
  await page.getByRole('main').getByText(email).first().waitFor()
}

/** It is fetched when it comes near. */
async function scrollToSecurity(page: Page): Promise<void> {
  await page.getByText('Creator ID').waitFor()
  await downTo(page, 'Where you are signed in')
}

async function signInElsewhere(
  { email, password }: TestMember,
  agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
): Promise<{ cookie: string }> {
  const response = await site.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    headers: { 'user-agent': agent },
    payload: { email, password },
  })
  return { cookie: [response.headers['set-cookie']].flat()[0]!.split(';')[0]! }
}
