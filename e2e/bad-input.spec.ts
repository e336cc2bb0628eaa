import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { visit } from '#testing/browser.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { goOffline, networkQuiet } from '#testing/network.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const settled = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await networkQuiet(page)
  expect(await page.getByRole('alert').allInnerTexts(), path).toEqual([])
}
const linksOf = async ({ headers }: TestMember) =>
  ((await site.server.inject({ url: '/api/v1/shortlinks', headers })).json() as { items: object[] }).items

const refused = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError') } })`
const full = `Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }`

test.each([
  ['refuses storage', refused],
  ['has no room left', full],
])('in a browser that %s everything works, and a choice lasts as long as the page', async (_, script) => {
  const visited = await visitAs(await createMember(site))
  const { page, context, consoleErrors } = visited
  await context.addInitScript(script)
  for (const path of [paths.campaigns, paths.faq]) await settled(page, path)
  await settled(page, paths.profile)
  await page.getByTitle(m.layout_scheme_dark()).filter({ visible: true }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['colourScheme'])).toBe('dark')
  await settled(page, paths.home)
  await page.getByRole('button', { name: m.check_in_home_button() }).click()
  await page.getByRole('heading', { name: m.check_in_home_done() }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a browser that refuses cookies reads public pages, is warned at sign-in, and gets in', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.addInitScript('Object.defineProperty(navigator, "cookieEnabled", { get: () => false })')
  for (const path of [paths.faq, paths.docs, paths.leaderboard, paths.signup]) await settled(page, path)
  const refused = page.getByText(m.auth_cookies_refused(), { exact: true })
  await refused.waitFor()
  await page.goto(`${paths.login}?redirect=${paths.shortlinks}`)
  await refused.waitFor()
  await page.getByLabel(m.auth_email(), { exact: true }).fill(member.email)
  await page.getByLabel(m.auth_password(), { exact: true }).fill(member.password)
  await page.getByRole('button', { name: m.auth_login_submit(), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: m.pages_shortlinks() }).waitFor()
  await page.getByRole('textbox', { name: m.shortlinks_destination() }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test.each([86_400_000, -86_400_000])(
  'a browser whose clock is %i ms off stays signed in and counts down as the server does',
  async (off) => {
    const member = await createMember(site)
    const right = await visitAs(member, paths.leaderboard)
    const ends = (page: Page) => page.getByText(/^Ends (in|tomorrow|today)/).first()
    const text = await ends(right.page).innerText()
    await right.context.close()

    const { page, context, consoleErrors } = await visitAs(member)
    await page.clock.install({ time: Date.now() + off })
    let refreshes = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/identity/refresh') refreshes += 1
    })
    await page.goto(paths.leaderboard)
    await page.getByText(text, { exact: true }).first().waitFor()
    await page.goto(paths.dailyCheckIn)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Check in/ })
      .click()
    const status = async () =>
      (
        await site.server.inject({ url: '/api/v1/gamification/daily-check-in', headers: member.headers })
      ).json()
    await expect.poll(async () => (await status()) as object).toMatchObject({ isCheckedIn: true, streak: 1 })
    // Once for each page that was loaded: a token is not taken for expired, nor for good for ever.
    expect(refreshes).toBeLessThanOrEqual(2)
    expect(consoleErrors).toEqual([])
    await context.close()
  },
)

test('what is typed when the connection goes stays, is said not to be sent, and is sent once when it is back', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, paths.shortlinks)
  const address = page.getByRole('textbox', { name: m.shortlinks_destination() })
  await address.fill('https://shop.example/on-the-train')
  await goOffline(page)
  const send = page.getByRole('button', { name: m.shortlinks_submit(), exact: true })
  await send.click()
  await page.getByRole('main').getByRole('alert').first().waitFor()
  expect(await address.inputValue()).toBe('https://shop.example/on-the-train')
  await context.setOffline(false)
  await send.click()
  await page.getByRole('heading', { level: 2, name: /\/s\/[2-9a-z]{7}$/ }).waitFor()
  expect((await linksOf(member)).length).toBe(1)
  await context.close()
})

test('where answers are slow and every first one is lost, a screen comes, and a press that is repeated is one link', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  const asked = new Map<string, number>()
  await page.route('**/api/v1/**', async (route) => {
    const name = `${route.request().method()} ${route.request().url()}`
    const times = (asked.get(name) ?? 0) + 1
    asked.set(name, times)
    if (times > 1 || name.includes('/stream')) return await route.fallback()
    // It arrives, and its answer does not.
    if (name.startsWith('POST')) await route.fetch()
    await route.abort('connectionreset')
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const slow = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 90_000 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.goto(`${paths.shortlinks}?asked`)
  const address = page.getByRole('textbox', { name: m.shortlinks_destination() })
  await address.fill('https://shop.example/slow')
  const send = page.getByRole('button', { name: m.shortlinks_submit(), exact: true })
  await send.click()
  await page.getByRole('main').getByRole('alert').first().waitFor()
  await send.click()
  await page.getByRole('heading', { level: 2, name: /\/s\/[2-9a-z]{7}$/ }).waitFor()
  expect((await linksOf(member)).length).toBe(1)
  expect(asked.get(`POST ${site.origin}/api/v1/shortlinks`)).toBe(2)
  for (const [name, times] of asked) expect(times, name).toBeLessThanOrEqual(4)
  await context.close()
})

test('a hostile name and title are text in every place that shows them, and what cannot be shown is refused', async () => {
  const name = `<img src=x onerror=hit=1>"&amp;${'Z\u0351\u0352\u0353\u0354'.repeat(3)} שלום👩‍👩‍👧`
  const member = await createMember(site, { displayName: name, profile: { fullName: name } })
  const { uid, headers } = member
  await site.server.inject({ method: 'POST', url: '/api/v1/gamification/daily-check-in', headers })
  const destinationUrl = 'https://shop.example/<script>hit=1</script>'
  const made = { method: 'POST', url: '/api/v1/shortlinks', headers } as const
  expect((await site.server.inject({ ...made, payload: { destinationUrl, title: name } })).statusCode).toBe(
    201,
  )
  // Letters that turn the line around, and more than a name has.
  for (const displayName of ['Ada\u202Egpj.exe', 'Ada\u2066', 'x'.repeat(10_000)])
    expect(
      (
        await site.server.inject({
          method: 'PATCH',
          url: `/api/v1/users/${uid}`,
          headers,
          payload: { displayName },
        })
      ).statusCode,
    ).toBe(422)
  const me = await site.server.inject({ url: `/api/v1/users/${uid}`, headers })
  const { shortId } = me.json() as { shortId: string }

  const harm = async (page: Page) =>
    await page.evaluate(() => ({
      hit: 'hit' in window,
      pictures: document.querySelectorAll('img[src=x]').length,
      isWide: document.scrollingElement!.scrollWidth > innerWidth,
    }))
  const none = { hit: false, pictures: 0, isWide: false }
  const { page, context, consoleErrors } = await visitAs(member)
  const q = encodeURIComponent(name)
  for (const path of [
    paths.leaderboard,
    paths.profileInfo,
    `${paths.shortlinks}?q=${q}`,
    `${paths.faq}?q=${q}`,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await networkQuiet(page)
    expect(await harm(page), path).toEqual(none)
  }
  await page.goto(paths.shortlinks)
  await page.getByText(name).first().waitFor()
  await context.close()

  const other = await visit(browser, site.origin)
  await other.page.goto(`${paths.signup}?invitedBy=${shortId}`)
  await other.page.getByRole('heading', { level: 1 }).waitFor()
  await networkQuiet(other.page)
  expect(await harm(other.page)).toEqual(none)
  expect([...consoleErrors, ...other.consoleErrors]).toEqual([])
  await other.context.close()
})
