import { sql } from 'kysely'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, closeVisits, openBrowser, signInTo, visit } from '#testing/browser.ts'
import { testConfig } from '#testing/config.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

/** Where visitors come from, as the proxy in front says: the law of the first wants consent. */
const germany = { 'x-forwarded-for': '217.160.0.187' }
const america = { 'x-forwarded-for': '8.8.8.8' }

let site: TestSite
let browser: Browser
beforeAll(async () => {
  const { analytics } = testConfig('postgres:///unused')
  site = await startTestSite({ analytics: { ...analytics, isOn: true }, trustProxy: ['127.0.0.1', '::1'] })
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  await site.close()
})

/** A browser from somewhere, with every request to the intake and for the library. */
async function visitFrom(
  place: Record<string, string>,
  prepare?: (context: BrowserContext) => Promise<unknown>,
) {
  const visited = await visit(browser, site.origin)
  const requests: string[] = []
  visited.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/') || /\/assets\/segment-/.test(pathname)) requests.push(pathname)
  })
  await visited.context.setExtraHTTPHeaders(place)
  await prepare?.(visited.context)
  return { ...visited, requests }
}

/** A member's profile, in a browser where nothing is asked. */
async function profileOf(member: TestMember) {
  const visited = await visitFrom(america)
  await signInTo(visited, site.origin, member)
  await visited.page.goto('/profile')
  return visited
}

const questionOn = (page: Page) => page.getByRole('region', { name: 'May we count how Crels is used?' })

const idle = async (page: Page) => await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))

/** What the library keeps in this browser. */
const keptBy = async (page: Page) =>
  await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ajs')))

interface Row {
  type: string
  name: string | null
  userId: string | null
  anonymousId: string
  at: Date
  message: { context: { page: object }; properties?: Record<string, unknown> }
}

const eventsOf = async (anonymousId: string) =>
  (
    await sql<Row>`
      select type, name, user_id as "userId", anonymous_id as "anonymousId", at, message
      from analytics_event where anonymous_id = ${anonymousId} order by at, message_id`.execute(site.db)
  ).rows

/** What a browser sent, by name: calls of one moment arrive in any order. */
const namesOf = async (anonymousId: string) =>
  (await eventsOf(anonymousId)).map(({ type, name, userId }) => name ?? `${type} ${userId}`).sort()

/** By which the library knows this browser, once it is there. */
async function browserId(page: Page): Promise<string> {
  const read = async () => await page.evaluate(() => localStorage.getItem('ajs_anonymous_id'))
  await expect.poll(read).toBeTruthy()
  return JSON.parse((await read())!) as string
}

test('where the law wants consent nothing is sent before it, nor after a refusal, which is remembered', async () => {
  const { page, context, requests, consoleErrors } = await visitFrom(germany)
  await page.goto('/login')
  const banner = questionOn(page)
  await banner.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const buttons = banner.getByRole('button')
  const [one, other] = await buttons.evaluateAll((found) =>
    found.map((button) => {
      const { width, height } = button.getBoundingClientRect()
      return {
        width: Math.round(width),
        height: Math.round(height),
        colour: getComputedStyle(button).backgroundColor,
      }
    }),
  )
  expect(one).toEqual(other)
  await banner.getByRole('button', { name: 'Decline' }).press('Enter')
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Your choice is saved', { exact: true }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.goto('/leaderboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await idle(page)
  expect(await banner.count()).toBe(0)
  expect(requests).toEqual([])
  expect(await keptBy(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a visitor who allows it is counted by patterns and ids alone, from before the choice on', async () => {
  const { page, context, requests, consoleErrors } = await visitFrom(germany)
  await page.goto('/login?redirect=/points&token=very-secret')
  const banner = questionOn(page)
  await banner.getByRole('button', { name: 'Allow' }).click()
  const id = await browserId(page)
  await expect.poll(() => namesOf(id)).toEqual(['login', 'session_start'])
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect.poll(() => namesOf(id)).toEqual(['login', 'session_start', 'signup'])
  const rows = await eventsOf(id)
  expect(rows[1]!.message.properties).toMatchObject({
    path: '/login',
    url: `${site.origin}/login`,
  })
  expect(rows[1]!.message.context).toMatchObject({ consent: { version: 1 } })
  expect(JSON.stringify(rows)).not.toMatch(/very-secret|redirect|217\.160/)
  expect(requests.filter((path) => path.startsWith('/v1/')).sort()).toEqual([
    '/v1/p',
    '/v1/p',
    '/v1/projects/crels/settings',
    '/v1/t',
  ])
  expect(await context.cookies()).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('elsewhere the question does not come; a member is identified, and forgotten here at sign-out', async () => {
  const member = await createMember(site, { displayName: 'Ada' })
  const { page, context, consoleErrors } = await profileOf(member)
  const id = await browserId(page)
  await expect
    .poll(() => namesOf(id), { timeout: 30_000 })
    .toEqual([`identify ${member.uid}`, 'profile', 'session_start'])
  expect(await questionOn(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  const next = await browserId(page)
  expect(next).not.toBe(id)
  await expect.poll(() => namesOf(next)).toEqual(['login'])
  expect((await eventsOf(next))[0]!.userId).toBeNull()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a link that was copied and whether a page helped are counted', async () => {
  const { page, context, consoleErrors } = await profileOf(await createMember(site))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await browserId(page)
  await page.goto('/points/referral')
  await page.getByRole('button', { name: 'Copy link', exact: true }).first().click()
  const said = async (name: string) =>
    (await eventsOf(id)).filter((row) => row.name === name).map(({ message }) => message.properties)
  await expect.poll(() => said('link_copied')).toEqual([{ link: 'friend_invitation' }])
  await page.goto('/docs/get-started')
  await page.getByRole('group', { name: 'Was this helpful?' }).getByRole('button', { name: 'No' }).click()
  await expect
    .poll(() => said('doc_rated'), { timeout: 30_000 })
    .toEqual([{ page: 'get-started', isHelpful: false }])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what happens offline, by a clock that is wrong by a day, arrives later and once, where it happened', async () => {
  const { page, context } = await visitFrom(america)
  await page.clock.setSystemTime(Date.now() + 86_400_000)
  await page.goto('/login')
  const id = await browserId(page)
  await expect.poll(() => namesOf(id)).toEqual(['login', 'session_start'])
  await context.setOffline(true)
  await page.evaluate(() => {
    const detail = { call: 'track', event: 'short_link_created', properties: {} }
    dispatchEvent(new CustomEvent('crels:analytics', { detail }))
  })
  await idle(page)
  expect(await namesOf(id)).toEqual(['login', 'session_start'])
  await context.setOffline(false)
  await expect
    .poll(() => namesOf(id), { timeout: 30_000 })
    .toEqual(['login', 'session_start', 'short_link_created'])
  for (const { at } of await eventsOf(id)) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(300_000)
  await context.close()
})

test('settings that could not be had are asked for again, and what happened meanwhile arrives', async () => {
  const { page, context, requests } = await visitFrom(america)
  await page.clock.install()
  let isAway = true
  await page.route('**/v1/projects/*/settings', (route) => (isAway ? route.abort() : route.fallback()))
  const asked = page.waitForRequest('**/v1/projects/*/settings')
  await page.goto('/login')
  await asked
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/signup')
  isAway = false
  await page.clock.runFor(20_000)
  expect(requests.filter((path) => path.endsWith('/settings'))).toHaveLength(1)
  await page.clock.runFor(10_000)
  const id = await browserId(page)
  await expect.poll(() => namesOf(id)).toEqual(['login', 'session_start', 'signup'])
  await context.close()
})

test.each<[string, (context: BrowserContext) => Promise<unknown>]>([
  [
    'Global Privacy Control',
    (context) =>
      context.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })'),
  ],
  [
    'Do Not Track',
    (context) => context.addInitScript('Object.defineProperty(navigator, "doNotTrack", { value: "1" })'),
  ],
])('%s: the question does not come, and nothing is loaded or sent', async (_, prepare) => {
  for (const place of [germany, america]) {
    const { page, context, requests, consoleErrors } = await visitFrom(place, prepare)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.waitForURL('**/signup')
    await idle(page)
    expect(await questionOn(page).count()).toBe(0)
    expect([requests, consoleErrors]).toEqual([[], []])
    await context.close()
  }
})

test('where storage is forbidden it is sent all the same, without an error', async () => {
  const { page, context, requests, consoleErrors } = await visitFrom(america, (to) =>
    to.addInitScript(
      'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError") } })',
    ),
  )
  await page.goto('/login')
  await expect.poll(() => requests.includes('/v1/p')).toBe(true)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member changes it later in their profile', async () => {
  const member = await createMember(site, { displayName: 'Bea' })
  const { page, context, requests } = await profileOf(member)
  await browserId(page)
  const choice = page.getByRole('switch', { name: 'Count how I use Crels in this browser' })
  await choice.click()
  expect(await choice.isChecked()).toBe(false)
  await expect.poll(() => keptBy(page)).toEqual([])
  requests.length = 0
  await page.reload()
  await choice.waitFor()
  await idle(page)
  expect(requests).toEqual([])
  await choice.click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  const id = await browserId(page)
  await expect.poll(() => namesOf(id)).toEqual(['profileInfo'])
  await context.close()
})
