import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { awaitMail, createMember } from '#testing/members.ts'
import { goOffline } from '#testing/network.ts'
import { focusedName, pressOn } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const password = 'correct horse 9'

describe('a newcomer', () => {
  test('signs up, mistypes the code, gets in, signs out and back in to where they were going', async () => {
    const { page, context, consoleErrors } = await visit(browser, site.origin, {
      expectedStatuses: [400, 401, 404],
    })
    await page.goto('/signup?redirect=/my-campaigns&invitedBy=k7m2qw9d')
    await page.getByText('A creator invited you').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('crels:invited-by'))).toBe('k7m2qw9d')

    // Nothing is published that they would agree to: their age alone.
    await page.getByText('By creating an account you confirm that you’re at least 13 years old.').waitFor()

    // A password that lacks something shows the error before it is sent, and its field gets the focus.
    await page.getByLabel('E-mail').fill('ola@example.com')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('doesn’t meet every rule').waitFor()
    await expect.poll(async () => await focusedLabel(page)).toBe('Password')
    expect(await describedBy(page)).toContain('doesn’t meet every rule')

    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Display name').fill('Ola')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/signup/email-verification?redirect=*')
    await page.getByText('ola@example.com').waitFor()
    await page.getByRole('button', { name: /Send a new code in/ }).waitFor()

    // Every page leads back here until the address is verified, and still knows where to go on to.
    await page.goto('/points')
    await page.waitForURL('**/signup/email-verification?redirect=*')
    await page.goto('/signup/email-verification?redirect=/my-campaigns')

    const { code } = await newestMail('ola@example.com')
    await page.getByLabel('Six-digit code').fill(code === '123456' ? '654321' : '123456')
    await page.getByText('4 tries left').waitFor()
    await expect.poll(async () => await page.getByLabel('Six-digit code').inputValue()).toBe('')
    // Pasted as in the mail, with a space.
    await page.getByLabel('Six-digit code').click()
    await page.evaluate(
      async (text) => await navigator.clipboard.writeText(text),
      `${code.slice(0, 3)} ${code.slice(3)}`,
    )
    await page.keyboard.press('Control+V')
    await page.waitForURL('**/my-campaigns')

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await page.getByText('You are signed out').waitFor()

    await page.goto('/campaigns/all')
    await page.waitForURL('**/login?redirect=/campaigns/all')
    await signIn(page, 'ola@example.com', 'not the password')
    await page.getByText('isn’t right').waitFor()
    await expect.poll(async () => await focusedLabel(page)).toBe('Password')
    expect(await accessibilityViolations(page)).toEqual([])
    await signIn(page, 'ola@example.com', password)
    await page.waitForURL('**/campaigns/all')
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('a leaked password shows an error under the field, and what was typed stays', async () => {
    const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [422] })
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill('leaked@example.com')
    await page.getByText('no common or leaked password').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill('Sunshine')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('on lists that attackers try first').waitFor()
    await expect.poll(async () => await focusedLabel(page)).toBe('Password')
    expect(await describedBy(page)).toContain('on lists that attackers try first')
    expect(await page.getByLabel('E-mail').inputValue()).toBe('leaked@example.com')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('leaked@example.com')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This is too easy to guess').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('sunshine in autumn')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/signup/email-verification')
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('a name with a hidden character says so; what only the server can judge is not called missing', async () => {
    const { page, context, consoleErrors } = await visit(browser, site.origin)
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill('hidden@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    const rules = page.getByRole('list').getByRole('listitem')
    await rules.filter({ hasText: 'Not yet: no common or leaked password' }).waitFor()
    await page.getByLabel('Display name').fill('Ola \u202eabc')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('There’s a hidden character in this.').waitFor()
    await expect.poll(async () => await focusedLabel(page)).toBe('Display name')
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('with an address that has an account is led to sign-in, which knows it', async () => {
    const member = await createMember(site, { password })
    const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [409] })
    await page.goto('/signup?redirect=/points')
    await page.getByLabel('E-mail').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('link', { name: 'Sign in instead' }).click()
    await page.waitForURL('**/login?redirect=%2Fpoints')
    await expect.poll(async () => await page.getByLabel('E-mail').inputValue()).toBe(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/points')
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})

test('without a connection sign-in says so, keeps what was typed, and works when it is back', async () => {
  const member = await createMember(site, { password })
  const { page, context } = await visit(browser, site.origin)
  await page.goto('/login')
  await page.getByLabel('E-mail').waitFor()
  await goOffline(page)
  await signIn(page, member.email, password)
  await page.getByRole('alert').getByText('You are offline').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${site.origin}/`)
  await context.close()
})

describe('the link in the mail', () => {
  test('needs a click, and the window of the sign-up goes on by itself', async () => {
    const { page, context, consoleErrors } = await visit(browser, site.origin)
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/signup/email-verification')

    const { link } = await newestMail('ada@example.com')
    // A mail scanner opens the link: nothing happens.
    await fetch(link)
    const tab = await context.newPage()
    await tab.goto(link)
    await tab.getByRole('button', { name: 'Verify my e-mail' }).waitFor()
    expect(await accessibilityViolations(tab)).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/signup/email-verification')
    await tab.getByRole('button', { name: 'Verify my e-mail' }).click()
    await tab.waitForURL((url) => url.pathname === '/')
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByText('Welcome to Crels').waitFor()
    await page.getByRole('heading', { name: 'Your first crels in three steps' }).waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('works in another browser, once, and the first one notices when it is looked at', async () => {
    const first = await visit(browser, site.origin)
    await first.page.goto('/signup')
    await first.page.getByLabel('E-mail').fill('mika@example.com')
    await first.page.getByLabel('Password', { exact: true }).fill(password)
    await first.page.getByRole('button', { name: 'Create account' }).click()
    await first.page.waitForURL('**/signup/email-verification')

    const { link } = await newestMail('mika@example.com')
    const other = await visit(browser, site.origin, { expectedStatuses: [400, 403, 409] })
    await other.page.goto(link)
    await other.page.getByRole('button', { name: 'Verify my e-mail' }).click()
    await other.page.getByRole('heading', { name: 'Enter your password' }).waitFor()
    expect(await accessibilityViolations(other.page)).toEqual([])
    await other.page.getByLabel('Password', { exact: true }).fill(password)
    await other.page.keyboard.press('Enter')
    await other.page.getByRole('heading', { name: 'Your e-mail is verified' }).waitFor()
    await other.page.goto(link)
    await other.page.getByRole('button', { name: 'Verify my e-mail' }).click()
    await other.page.getByRole('heading', { name: /does not work|verified already/ }).waitFor()

    await first.page.evaluate(() => dispatchEvent(new Event('focus')))
    await first.page.waitForURL((url) => url.pathname === '/')
    expect([...first.consoleErrors, ...other.consoleErrors]).toEqual([])
    await first.context.close()
    await other.context.close()
  })
})

describe('an address that is not verified yet', () => {
  test('is corrected where the code is typed; the old code and link no longer act', async () => {
    const { page, context, consoleErrors } = await visit(browser, site.origin, {
      expectedStatuses: [400, 409],
    })
    const taken = await createMember(site)
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill('mistyped@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/signup/email-verification')
    const old = await newestMail('mistyped@example.com')

    await pressOn(page, 'Change the address')
    await expect.poll(async () => await focusedName(page)).toBe('Correct address')
    await page.keyboard.type(taken.email)
    await page.keyboard.press('Enter')
    await page.getByText('already an account with this address').waitFor()
    await expect.poll(async () => await focusedName(page)).toBe('Correct address')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('right@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('A new code is on its way to right@example.com').waitFor()
    await expect.poll(async () => await focusedName(page)).toBe('Six-digit code')
    await page.getByRole('button', { name: /Send a new code in/ }).waitFor()
    await page.keyboard.type(old.code)
    await page.getByText(/isn’t the code/).waitFor()
    await page.keyboard.type((await newestMail('right@example.com')).code)
    await page.waitForURL(`${site.origin}/`)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('verified on another device, the page that waits notices by itself', async () => {
    const { page, context, consoleErrors } = await visit(browser, site.origin)
    await page.clock.install()
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill('two-devices@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/signup/email-verification')
    const [asked, ended] = [new Set<Request>(), new Set<Request>()]
    page.on('request', (request) => {
      if (request.url().endsWith('/identity/refresh')) asked.add(request)
    })
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => asked.has(request) && ended.add(request))
    // Ever more seldom: within ten minutes it asks fewer times than it would every half a minute.
    for (let minute = 0; minute < 10; minute += 1) {
      await page.clock.runFor(60_000)
      // It asks one at a time, and a minute of this clock is none for the server.
      await expect.poll(() => asked.size - ended.size, { interval: 10 }).toBe(0)
    }
    expect(asked.size).toBeGreaterThan(5)
    expect(asked.size).toBeLessThan(20)
    const { link } = await newestMail('two-devices@example.com')
    const token = new URL(link).searchParams.get('token')
    await site.server.inject({
      method: 'POST',
      url: '/identity/verification/confirm',
      payload: { token, password },
    })
    await page.clock.runFor(61_000)
    await page.waitForURL(`${site.origin}/`)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('leaves contact, sign-out and deletion within reach', async () => {
    const member = await createMember(site, { verified: false })
    const { page, context, consoleErrors } = await visitAs(member)
    for (const [link, path] of [
      ['Need help? Write to us', '/help'],
      ['Delete this account', '/delete-account'],
    ] as const) {
      await page.goto('/signup/email-verification')
      await pressOn(page, link)
      await page.waitForURL((url) => url.pathname === path)
    }
    await page.goto('/signup/email-verification')
    await pressOn(page, 'Sign out')
    await page.waitForURL('**/login')
    await page.getByText('You are signed out').waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})

describe('a redirect that leaves the site', () => {
  // Every other form of it is in contracts/safe-redirect.test.ts.
  const elsewhere = ['//evil.example', '/%09/evil.example']

  test('leads home after signing in, and at once for a member who is signed in', async () => {
    const member = await createMember(site, { password })
    const { page, context, consoleErrors } = await visit(browser, site.origin)
    const left: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== site.origin) left.push(request.url())
    })
    await page.goto(`/login?redirect=${encodeURIComponent('https://evil.example/')}`)
    await signIn(page, member.email, password)
    await page.waitForURL(`${site.origin}/`)
    for (const target of elsewhere) {
      const encoded = target.includes('%09') ? target : encodeURIComponent(target)
      await page.goto(`/login?redirect=${encoded}`)
      await page.waitForURL(`${site.origin}/`)
    }
    expect(left).toEqual([])
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The label of the field that has the focus. */
async function focusedLabel(page: Page): Promise<string | undefined> {
  return await page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent)
}

/** What a screen reader says of the focused field after its label. */
async function describedBy(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  })
}

async function newestMail(to: string): Promise<{ code: string; link: string }> {
  const { code, links } = await awaitMail(site, to, 1)
  return { code: code!, link: links.find((address) => address.includes('token='))! }
}
