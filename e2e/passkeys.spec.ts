import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations, signInTo, visit } from '#testing/browser.ts'
import { ageSignIns, createMember, type TestMember } from '#testing/members.ts'
import { goOffline } from '#testing/network.ts'
import { downTo, focusedName, pressOn, tabTo } from './keyboard.ts'
import { browser, openSite, site } from './site.fixture.ts'
import { plugIn } from './virtual-authenticator.ts'
import { testActor } from '#testing/operators.ts'

openSite()

// Whole ways by keyboard: some hundred steps, which a busy machine takes its time for.
test('a passkey is added, renamed, and signs in by itself', async () => {
  const member = await createMember(site)
  await ageSignIns(site, member)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [403] })
  await plugIn(page)
  await openSecurity(page, context, member)
  await pressOn(page, 'Add a passkey')
  // Who it is comes first.
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await pressOn(page, 'I’ve saved them')
  await page.getByText('You can sign in with it alone').waitFor()
  await page.getByText('10 of 10 still work').waitFor()
  await page.getByText('Passkey added').waitFor()
  const list = page.getByRole('list', { name: 'Passkeys' })
  expect(await list.getByRole('listitem').count()).toBe(1)
  expect(await accessibilityViolations(page)).toEqual([])

  await list.getByRole('button', { name: 'Rename passkey' }).press('Enter')
  await expect.poll(async () => await focusedName(page)).toBe('Name')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a name.').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My phone')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await list.getByText('My phone').waitFor()

  await context.clearCookies()
  await page.goto('/login?redirect=%2Fpoints')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Sign in with a passkey')
  await page.waitForURL((url) => url.pathname === '/points')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('it finishes a sign-in by password, and proves both for its own removal', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [403] })
  await plugIn(page)
  await openSecurity(page, context, member)
  await pressOn(page, 'Add a passkey')
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await pressOn(page, 'I’ve saved them')

  await context.clearCookies()
  await page.goto('/login?redirect=%2Fprofile')
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.getByLabel('Recovery code', { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Use a passkey')
  await page.waitForURL((url) => url.pathname === '/profile')

  await ageSignIns(site, member)
  await nearSecurity(page, member)
  const list = page.getByRole('list', { name: 'Passkeys' })
  await list.getByRole('button', { name: 'Remove passkey' }).press('Enter')
  await page.getByRole('heading', { name: /^Remove “/ }).waitFor()
  await tabTo(page, 'Remove')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Is it you?' })
  await asked.getByRole('button', { name: 'Use a passkey' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.getByText(/^You’ve removed “/).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Passkeys')
  expect(await list.count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what goes wrong is said: no passkey on the device, one that was removed, and offline', async () => {
  const member = await createMember(site)
  // 401: every session ends with the second factors.
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [400, 401, 403] })
  const device = await plugIn(page)
  await openSecurity(page, context, member)
  await pressOn(page, 'Add a passkey')
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await pressOn(page, 'I’ve saved them')
  // The same device makes no second one.
  await pressOn(page, 'Add a passkey')
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.getByText('already has a passkey').waitFor()
  await site.members.removeSecondFactors(testActor, member.email, 'phone lost')

  await context.clearCookies()
  await page.goto('/login')
  await pressOn(page, 'Sign in with a passkey')
  await page.getByText('This passkey was not accepted').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await device.refuse()
  await pressOn(page, 'Sign in with a passkey')
  await page.getByText('No passkey was used').waitFor()
  await goOffline(page)
  await pressOn(page, 'Sign in with a passkey')
  await page.getByText('You are offline').first().waitFor()
  await context.close()
})

/** The profile's part about sign-in, which is fetched when it comes near. */
async function openSecurity(page: Page, context: BrowserContext, member: TestMember): Promise<void> {
  await signInTo({ context }, site.origin, member)
  await page.goto('/profile')
  await nearSecurity(page, member)
}

async function nearSecurity(page: Page, { email }: TestMember): Promise<void> {
  await page.getByText('Creator id').waitFor()
  await downTo(page, 'Passkeys')
  await page.getByRole('main').getByText(email).first().waitFor()
}
