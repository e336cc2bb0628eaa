import pg from 'pg'
import { expect, test } from 'vitest'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { awaitMail, createMember } from '#testing/members.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import { goOffline } from '#testing/network.ts'
import { focusedName, pressOn, tabTo, typeInto } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

// Whole ways by keyboard: some hundred steps, which a busy machine takes its time for.
const next = 'another horse 7'

test('a forgotten password: by the mailed link, with the keyboard alone, and on to where one was going', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [400] })
  await page.goto('/login?redirect=/my-campaigns')
  await typeInto(page, 'E-mail', member.email)
  await pressOn(page, 'Forgot your password?')
  await page.waitForURL('**/login/reset-password?redirect=*')
  await expect.poll(async () => await page.getByLabel('E-mail').inputValue()).toBe(member.email)
  await pressOn(page, 'Send the e-mail')
  await page.waitForURL('**/login/reset-password/sent?redirect=*')
  await page.getByText('If there’s an account with this address').waitFor()
  await page.getByText(member.email).first().waitFor()
  await expect
    .poll(async () => await page.getByRole('button', { name: /Send another e-mail in/ }).isDisabled())
    .toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])

  const { links } = await awaitMail(site, member.email, 2)
  const link = links[0]!
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  // Password managers learn whose password it is.
  await expect
    .poll(async () => await tab.locator('input[autocomplete=username]').inputValue())
    .toBe(member.email)
  await typeInto(tab, 'New password', 'short')
  await pressOn(tab, 'Set new password')
  await tab.getByText('doesn’t meet every rule').waitFor()
  await expect.poll(async () => await focusedName(tab)).toBe('New password')
  expect(await accessibilityViolations(tab)).toEqual([])
  await tab.keyboard.press('ControlOrMeta+A')
  await tab.keyboard.type(next)
  await tab.keyboard.press('Enter')
  await tab.waitForURL((url) => url.pathname === '/login')
  await tab.getByText('Your new password is set').waitFor()
  await expect.poll(async () => await tab.getByLabel('E-mail').inputValue()).toBe(member.email)
  await typeInto(tab, 'Password', next)
  await tab.keyboard.press('Enter')
  await tab.waitForURL(`${site.origin}/`)

  // Used once, it says so and leads on.
  await page.goto(link)
  await typeInto(page, 'New password', next)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Ask for a new e-mail')
  await page.getByLabel('E-mail').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('with a second factor it says what stays, and leads to where each can be removed, and then on', async () => {
  const member = await createMember(site)
  const { recoveryCodes } = await addAuthenticator(site, member)
  await site.server.inject({ method: 'POST', url: '/identity/reset/send', payload: { email: member.email } })
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [403] })
  await page.goto(`${(await awaitMail(site, member.email, 3)).links[0]!}&redirect=%2Fmy-campaigns`)
  await typeInto(page, 'New password', next)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByText('An authenticator app, as a second step').waitFor()
  await page.getByText('Recovery codes, as a second step').waitFor()
  await page.getByText('Sign in, then check what else can sign in to your account.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await typeInto(page, 'Password', next)
  await page.keyboard.press('Enter')
  await pressOn(page, 'Use a recovery code')
  await expect.poll(async () => await focusedName(page)).toBe('Recovery code')
  await page.keyboard.type(recoveryCodes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/profile')
  await page.getByText('Is everything else here yours?').waitFor()
  expect(await page.getByRole('heading', { name: 'Sign-in and security' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Remove the authenticator app' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // All at once, once it is shown what that is.
  await pressOn(page, 'Remove all')
  const dialog = page.getByRole('dialog', { name: 'Remove every other way to sign in?' })
  await dialog.getByText('An authenticator app, as a second step').waitFor()
  await dialog.getByText('Recovery codes, as a second step').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove all' }).press('Enter')
  await page.getByText('Only your password and a link by e-mail sign you in now').waitFor()
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
  await expect.poll(async () => await page.getByText('as a second step').count()).toBe(0)
  await expect.poll(async () => await focusedName(page)).toBe('Continue')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/my-campaigns')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('by the mailed code on another device; wrong codes count down, and a used one leads to a new mail', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [400] })
  await page.goto('/login/reset-password')
  await typeInto(page, 'E-mail', member.email)
  await page.keyboard.press('Enter')
  await pressOn(page, 'Enter the code')
  await page.waitForURL('**/login/reset-password?by=code')
  await expect.poll(async () => await page.getByLabel('E-mail').inputValue()).toBe(member.email)

  // Nothing typed: the first thing missing has the focus.
  await pressOn(page, 'Set new password')
  await page.getByText('Enter the six digits').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Six-digit code')
  const { code } = await awaitMail(site, member.email, 2)
  await page.keyboard.type(code === '123456' ? '654321' : '123456')
  await typeInto(page, 'New password', next)
  await page.keyboard.press('Enter')
  await page.getByText('4 tries left').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Six-digit code')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.evaluate(async (text) => await navigator.clipboard.writeText(text), ` ${code} `)
  await page.keyboard.press('ControlOrMeta+V')
  await tabTo(page, 'New password')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await page.getByText('Your new password is set').waitFor()
  await expect.poll(async () => await page.getByLabel('E-mail').inputValue()).toBe(member.email)

  await page.goto('/login/reset-password?by=code')
  await typeInto(page, 'E-mail', member.email)
  await typeInto(page, 'Six-digit code', code!)
  await typeInto(page, 'New password', next)
  await page.keyboard.press('Enter')
  await page.getByText('This code no longer works').waitFor()
  await pressOn(page, 'Ask for a new e-mail')
  await page.waitForURL('**/login/reset-password')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an unknown address looks the same, and another mail can be asked for after a minute', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.clock.install()
  await page.goto('/login/reset-password')
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('If there’s an account with this address').waitFor()
  await page.clock.runFor(20_000)
  // A reload does not forget how long it still is.
  await page.reload()
  await page.getByRole('button', { name: /in (40|[1-3]\d)\ss/ }).waitFor()
  await page.clock.runFor(41_000)
  await pressOn(page, 'Send another e-mail')
  await page.getByText('Another e-mail is on its way').waitFor()
  await page.getByRole('button', { name: /Send another e-mail in/ }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an expired link, a garbled one, and no connection each say what to do', async () => {
  const member = await createMember(site)
  const { page, context } = await visit(browser, site.origin)
  await site.server.inject({ method: 'POST', url: '/identity/reset/send', payload: { email: member.email } })
  const { links } = await awaitMail(site, member.email, 2)
  await page.goto(links[0]!)
  await page.getByLabel('New password').waitFor()
  await goOffline(page)
  await typeInto(page, 'New password', next)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('You are offline').waitFor()
  await expect.poll(async () => await page.getByLabel('New password').inputValue()).toBe(next)
  await context.setOffline(false)

  await expireLinks()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('This link has expired')

  for (const garbled of ['x', 'ü%20%00', 'a'.repeat(1900)]) {
    await page.goto(`/login/reset-password?token=${encodeURIComponent(garbled)}`)
    await page.getByLabel('New password').fill(next)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  }
  await context.close()
})

test('a new password ends the session of this browser too, in every tab', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, '/profile')
  await page.getByText(member.email).first().waitFor()
  await site.server.inject({ method: 'POST', url: '/identity/reset/send', payload: { email: member.email } })
  const { links } = await awaitMail(site, member.email, 2)
  const tab = await context.newPage()
  await tab.goto(links[0]!)
  await tab.getByLabel('New password').fill(next)
  await tab.keyboard.press('Enter')
  for (const each of [tab, page]) {
    await each.waitForURL((url) => url.pathname === '/login')
    await each.getByText('Your new password is set').waitFor()
  }
  await context.close()
})

async function expireLinks(): Promise<void> {
  const owner = new pg.Client({ connectionString: site.databaseUrl })
  await owner.connect()
  await owner.query('update identity.action_link set expires_at = now()')
  await owner.end()
}
