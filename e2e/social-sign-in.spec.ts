import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import {
  startRealProvider,
  type RealProvider,
} from '#server/modules/identity/social/real-provider.fixture.ts'
import { accessibilityViolations, closeVisits, openBrowser, visit } from '#testing/browser.ts'
import { freePort } from '#testing/free-port.ts'
import { createMember, mailedCode, mailsTo } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { focusedName, pressOn } from './keyboard.ts'

// Whole ways by keyboard: some hundred steps, which a busy machine takes its time for.
let site: TestSite
let provider: RealProvider
let browser: Browser
beforeAll(async () => {
  const port = await freePort()
  const publicOrigin = `http://localhost:${port}`
  // At 127.0.0.1, another site than localhost: the way back is a navigation from elsewhere, as it is in the world.
  provider = await startRealProvider([`${publicOrigin}/identity/social/oidc/callback`])
  const { social } = readConfig({ NODE_ENV: 'test' })
  site = await startTestSite({ port, social: { ...social, oidc: provider.keys } })
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  await provider.close()
  await site.close()
})

test('a newcomer cancels, comes back, goes on where they were going, and stays signed in', async () => {
  const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' }
  provider.users.set('ada', claims)
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/login?redirect=/my-campaigns')
  await page.getByRole('link', { name: 'Continue with Example' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  // By keyboard alone.
  await page.getByRole('link', { name: 'Continue with Example' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('You came back without signing in').waitFor()
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/my-campaigns')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as ada' }).click()
  await page.waitForURL('**/my-campaigns')
  await page.goto('/profile')
  await page.getByText('ada@example.com').waitFor()
  await page.reload()
  await page.getByText('ada@example.com').waitFor()
  expect(await context.cookies(site.origin)).toEqual([
    expect.objectContaining({ name: 'crels_session', sameSite: 'Strict', httpOnly: true }),
    expect.objectContaining({ name: 'crels_device', httpOnly: true, sameSite: 'Lax' }),
  ])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an address that the provider has not verified is verified here, from the sign-up screen', async () => {
  provider.users.set('bo', { sub: 'bo', email: 'bo@example.com', email_verified: false, name: 'Bo' })
  const { page, context } = await visit(browser, site.origin)
  await page.goto('/signup?redirect=/points')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as bo' }).click()
  await page.waitForURL('**/signup/email-verification?redirect=*')
  await page.getByLabel('Six-digit code').fill(await mailedCode(site, 'bo@example.com'))
  await page.waitForURL('**/points')
  await context.close()
})

test('refuses a social sign-in with the address of an existing account, and shows how to sign in', async () => {
  const member = await createMember(site)
  provider.users.set('claim', { sub: 'claim', email: member.email, email_verified: false })
  const { page, context } = await visit(browser, site.origin)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('link', { name: 'Continue as claim' }).click()
  await page.getByText('There is already an account with this address').waitFor()
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await context.close()
})

test('a member without a password proves their identity at the provider, and continues what they began', async () => {
  const claims = { sub: 'cy', email: 'cy@example.com', email_verified: true, name: 'Cy' }
  provider.users.set('cy', claims)
  provider.users.set('dee', { sub: 'dee', email: 'dee@example.com', email_verified: true, name: 'Dee' })
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [403] })
  const asWhom = async (name: string) => {
    await page.getByRole('link', { name }).waitFor()
    await pressOn(page, name)
  }
  await page.goto('/login?redirect=/profile')
  await pressOn(page, 'Continue with Example')
  await asWhom('Continue as cy')
  await page.getByText('None yet. You sign in with').waitFor()
  await age('cy@example.com')

  // Another account proves nothing, nor does a sign-in without one. The form keeps what was typed each time.
  await pressOn(page, 'Change your e-mail')
  await page.getByRole('dialog').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('New e-mail')
  await page.keyboard.type('cy-next@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.getByRole('link', { name: 'Continue with Example' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Continue with Example')
  await asWhom('Continue as dee')
  await page.getByText('isn’t the account that is linked here').waitFor()
  await pressOn(page, 'Continue with Example')
  await asWhom('Cancel')
  await page.getByText('You came back without signing in').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Continue with Example')
  await asWhom('Continue as cy')
  await page.getByText('A link is on its way to cy-next@example.com').waitFor()
  expect(new URL(page.url()).search).toBe('')

  // Unlinked: the list and a mail say so.
  await pressOn(page, 'Unlink Example')
  await page.getByRole('dialog').waitFor()
  await pressOn(page, 'Unlink')
  await expect.poll(async () => await focusedName(page)).toBe('Change your e-mail')
  await page.getByText('You can no longer sign in with Example').waitFor()
  await page.getByText('Another account unlinked').waitFor()
  expect((await mailsTo(site, 'cy@example.com')).map(({ subject }) => subject)).toContain(
    'You can no longer sign in with Example',
  )
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** As if the member had signed in an hour ago. */
async function age(email: string): Promise<void> {
  const owner = new pg.Client({ connectionString: site.databaseUrl })
  await owner.connect()
  await owner.query(
    `update identity.auth_session set created_at = created_at - interval '1 hour'
     where user_id = (select id from identity.auth_user where email = $1)`,
    [email],
  )
  await owner.end()
}
