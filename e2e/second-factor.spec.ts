import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations, signInTo, visit } from '#testing/browser.ts'
import { ageSignIns, createMember, type TestMember } from '#testing/members.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'
import { downTo, focusedName, pressOn, tabTo } from './keyboard.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

// Whole ways by keyboard: some hundred steps, which a busy machine takes its time for.
test('an authenticator app is added by its code, recovery codes are shown once, and sign-in has a second step', async () => {
  const member = await createMember(site)
  await ageSignIns(site, member)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [400, 403] })
  await openSecurity(page, context, member)
  await pressOn(page, 'Add an authenticator app')
  // Who it is comes first.
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByAltText('QR code for an authenticator app').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const secret = (await dialog.locator('#authenticator-key').textContent())!.replaceAll(' ', '')
  await tabTo(page, 'Code shown in the app')
  await page.keyboard.type(codeOf({ secret }, 50))
  await dialog.getByText('That code isn’t right').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Code shown in the app')
  await page.keyboard.type(codeOf({ secret }))

  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const codes = await page
    .getByRole('list', { name: 'Your recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(codes).toHaveLength(10)
  // They are never seen again: no key closes them without a question.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without saving your codes?' })
  await question.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await question.waitFor()
  await pressOn(page, 'Cancel')
  await question.waitFor({ state: 'detached' })
  await pressOn(page, 'I’ve saved them')
  await page.getByText('Your second factor is on').waitFor()
  await page.getByText('10 of 10 still work').waitFor()
  await page.getByText('Authenticator app added').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await context.clearCookies()
  await page.goto('/login?redirect=%2Fpoints')
  await signIn(page, member)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.getByLabel('Code from your authenticator app').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // It is found again after a reload.
  await page.reload()
  await page.getByLabel('Code from your authenticator app').fill('000000')
  await page.getByText('That code isn’t right').waitFor()
  await pressOn(page, 'Use a recovery code')
  await expect.poll(async () => await focusedName(page)).toBe('Recovery code')
  await page.keyboard.type(codes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/points')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('removing it asks for the second factor in place, and signing in is one step again', async () => {
  const member = await createMember(site)
  const authenticator = await addAuthenticator(site, member)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [403] })
  await openSecurity(page, context, member)
  await pressOn(page, 'Remove the authenticator app')
  await page.getByRole('heading', { name: 'Remove the authenticator app?' }).waitFor()
  await tabTo(page, 'Remove')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Confirm with your second factor' }).waitFor()
  const code = page.getByLabel('Code from your authenticator app')
  await code.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // Given up, nothing has happened.
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Confirm with your second factor' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Remove the authenticator app?' }).waitFor()
  // Until the first try has ended, its button takes no second one.
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true })
  await expect.poll(async () => await remove.isEnabled()).toBe(true)
  await tabTo(page, 'Remove')
  await page.keyboard.press('Enter')
  await code.fill(codeOf(authenticator))
  await page.getByText('You’ve removed the authenticator app').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Add an authenticator app')
  await page.getByText('Not set up').waitFor()

  await context.clearCookies()
  await page.goto('/login')
  await signIn(page, member)
  await page.waitForURL((url) => url.pathname === '/')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a begun sign-in that has expired says so and leads back', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/login?mode=second-step')
  await page.getByRole('heading', { name: 'This sign-in has expired' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page
    .getByRole('heading', { name: 'Sign in', exact: true })
    .or(page.getByLabel('Password', { exact: true }))
    .first()
    .waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

async function signIn(page: Page, { email, password }: TestMember): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** The profile's part about sign-in, which is fetched when it comes near. */
async function openSecurity(
  page: Page,
  context: BrowserContext,
  { email, cookie }: Pick<TestMember, 'email' | 'cookie'>,
): Promise<void> {
  await signInTo({ context }, site.origin, { cookie })
  await page.goto('/profile')
  await page.getByText('Creator ID').waitFor()
  await downTo(page, 'Second factor')
  await page.getByRole('main').getByText(email).first().waitFor()
}
