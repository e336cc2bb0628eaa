import pg from 'pg'
import { expect, test } from 'vitest'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { awaitMail, createMember, type TestMember } from '#testing/members.ts'
import { focusedName, pressOn, typeInto } from './keyboard.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

// Whole ways by keyboard: some hundred steps, which a busy machine takes its time for.
test('a link by mail: one click, the tab that asked goes on too, and it works once', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [400] })
  await page.goto('/login?redirect=/my-campaigns')
  // Without an address the field says so and has the focus.
  await pressOn(page, 'E-mail me a sign-in link')
  await page.getByText('Enter your e-mail address').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('E-mail')
  await page.keyboard.type(member.email)
  await pressOn(page, 'E-mail me a sign-in link')
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Check your inbox')
  await page.getByText(member.email).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const link = (await awaitMail(site, member.email, 2)).links[0]!
  await fetch(link)
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByText(member.email).waitFor()
  expect(await tab.getByRole('textbox').count()).toBe(0)
  expect(await accessibilityViolations(tab)).toEqual([])
  await pressOn(tab, 'Sign in')
  for (const each of [tab, page]) await each.waitForURL('**/my-campaigns')
  const kept = await tab.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toContain(member.email)

  await tab.goto(link)
  await typeInto(tab, 'E-mail', member.email)
  await tab.keyboard.press('Enter')
  await tab.getByText('This link does not work for this address').waitFor()
  expect(await accessibilityViolations(tab)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('on another device it asks for the address, and a wrong one opens nothing', async () => {
  const member = await createMember(site)
  const link = await mailedSignIn(member, '/points')
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [400] })
  await page.goto(link)
  await page.getByText('This device did not ask for the link').waitFor()
  await typeInto(page, 'E-mail', 'somebody@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('This link does not work for this address').waitFor()
  await typeInto(page, 'E-mail', member.email)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/points')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a link with a foreign redirect leads home; an expired one to a new mail', async () => {
  const member = await createMember(site)
  const link = new URL(await mailedSignIn(member))
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [400] })
  link.searchParams.set('redirect', 'https://evil.example/')
  await expireLinks()
  await page.goto(link.href)
  await typeInto(page, 'E-mail', member.email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('This link has expired')
  await pressOn(page, 'Ask for a new link')
  await page.waitForURL('**/login')
  await expect.poll(async () => await page.getByLabel('E-mail').inputValue()).toBe(member.email)

  const other = await createMember(site)
  const safe = new URL(await mailedSignIn(other))
  safe.searchParams.set('redirect', '//evil.example')
  await page.goto(safe.href)
  await typeInto(page, 'E-mail', other.email)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.origin}/`)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a changed address is confirmed by its link, and the old owner takes the account back', async () => {
  const member = await createMember(site)
  const next = `next-${member.email}`
  const changed = await site.server.inject({
    method: 'POST',
    url: '/identity/email/change',
    headers: member.headers,
    payload: { email: next },
  })
  expect(changed.json()).toEqual({ pendingEmail: next })
  const attacker = await visit(browser, site.origin, { expectedStatuses: [400, 403] })
  await attacker.page.goto((await awaitMail(site, next, 1)).links[0]!)
  await pressOn(attacker.page, 'Verify my e-mail')
  await typeInto(attacker.page, 'Password', member.password)
  await attacker.page.keyboard.press('Enter')
  await attacker.page.getByRole('heading', { name: 'Your e-mail is verified' }).waitFor()

  const owner = await visit(browser, site.origin, { expectedStatuses: [400] })
  const { page } = owner
  const recover = (await awaitMail(site, member.email, 2)).links[0]!
  await page.goto(recover)
  await page.getByText('Everyone is signed out').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Take my account back')
  await page.waitForURL('**/login/reset-password?token=*')
  await page.getByText(`Your account has the address ${member.email} again`).waitFor()
  await expect
    .poll(async () => await page.locator('input[autocomplete=username]').inputValue())
    .toBe(member.email)
  await typeInto(page, 'New password', 'mine again 1')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await expect.poll(async () => await page.getByLabel('E-mail').inputValue()).toBe(member.email)
  await typeInto(page, 'Password', 'mine again 1')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.origin}/`)

  await page.goto(recover)
  await pressOn(page, 'Take my account back')
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect([...attacker.consoleErrors, ...owner.consoleErrors]).toEqual([])
  await attacker.context.close()
  await owner.context.close()
})

async function mailedSignIn({ email }: TestMember, redirect?: string): Promise<string> {
  await site.server.inject({ method: 'POST', url: '/identity/link/send', payload: { email, redirect } })
  return (await awaitMail(site, email, 2)).links[0]!
}

async function expireLinks(): Promise<void> {
  const owner = new pg.Client({ connectionString: site.databaseUrl })
  await owner.connect()
  await owner.query('update identity.action_link set expires_at = now()')
  await owner.end()
}
