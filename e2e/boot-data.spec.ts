import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { m } from '#messages'
import type { BootData } from '#contracts/boot-data.ts'
import { listMoments } from '#contracts/gamification.endpoints.ts'
import { paths } from '#contracts/paths.ts'
import { streamTopics } from '#contracts/stream.constants.ts'
import { visit } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

/** The zone of the browsers of `visitAs`. */
const profile = { ...completeProfile, timeZone: 'Europe/Lisbon' }

/** Calls that a screen may make beside those its page carries: a new part of it need not be carried at once. */
const othersMax = 2

test('the first screen of a page asks for nothing that the page carries, nor when the stream has connected', async () => {
  const member = await createMember(site, { profile })
  await celebrateAll(member)
  const campaign = await createCampaign(site)
  const screens = [
    paths.home,
    paths.campaigns,
    paths.campaign(campaign.id),
    paths.points,
    paths.crels('wallet'),
  ]
  const { page, context, consoleErrors } = await visitAs(member)
  const asked = callsOf(page)
  for (const path of screens) {
    const streams = page.waitForRequest('**/api/v1/stream?topics=*')
    const answer = await page.goto(path)
    const [, json = ''] = /id="boot-data">(.*?)<\/script>/s.exec(await answer!.text()) ?? []
    const carried = Object.keys((JSON.parse(json) as BootData).answers)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await (await streams).response()
    await networkQuiet(page)
    const calls = asked.splice(0)
    expect(calls.filter((url) => carried.includes(url))).toEqual([])
    const others = `${path} makes calls that server/boot-data.ts does not name: ${calls.join(' ')}`
    expect(calls.length, others).toBeLessThanOrEqual(othersMax)
    // Single use: it is gone from the page.
    expect(await page.locator('#boot-data').count()).toBe(0)
  }
  // The second time a screen is shown, it asks.
  const again = page.waitForRequest('**/api/v1/wallet')
  await page.goto(paths.points)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await again
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** Nothing is left to celebrate: a moment that is taken has the list of them read again. */
async function celebrateAll({ headers }: TestMember): Promise<void> {
  const url = listMoments.path
  const { items } = (await site.server.inject({ url, headers })).json<{ items: { moment: string }[] }>()
  expect(items).toMatchObject([{ moment: 'profile_complete' }])
  for (const { moment } of items) {
    const { statusCode } = await site.server.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'idempotency-key': moment },
      body: { moment },
    })
    expect(statusCode).toBe(200)
  }
}

test('a second tab hears what changed since its page was written, though the first tab reads the stream', async () => {
  const member = await createMember(site, { profile })
  const { page, context } = await visitAs(member)
  const streams = page.waitForRequest('**/api/v1/stream?topics=*')
  await page.goto(paths.points)
  await (await streams).response()
  const second = await context.newPage()
  const caughtUp = second.waitForResponse('**/api/v1/stream?since=*')
  await second.goto(paths.points)
  // What else changed meanwhile does not make it read everything again.
  const { changed } = (await (await caughtUp).json()) as { changed: string[] }
  expect(changed.length).toBeLessThan(streamTopics.length)
  await context.close()
})

test('the service worker keeps a member’s page and what it carries out of every cache', async () => {
  const member = await createMember(site, { profile })
  const { page, context } = await visitAs(member, paths.home, { withServiceWorker: true })
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const kept = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (request.url.endsWith('.woff2')) continue
        texts.push(request.url + (await (await cache.match(request))!.text()))
      }
    }
    return texts.join('\n')
  })
  expect(kept).toContain('/index.html')
  expect(kept).not.toContain(member.uid)
  expect(kept).not.toContain('id="boot-data"')
  await context.close()
})

test('a session that ended while its page was loaded leads to sign-in, and Back shows nothing of the member', async () => {
  const member = await createMember(site, { profile })
  const { page, context } = await visitAs(member, undefined, { expectedStatuses: [401] })
  // The page is written, then the session ends elsewhere, then the browser asks who is signed in.
  await page.route('**/identity/refresh', async (route) => {
    await site.server.inject({
      method: 'POST',
      url: '/identity/sign-out',
      headers: { cookie: member.cookie },
      payload: { everywhere: true },
    })
    await route.fallback()
  })
  await page.goto(paths.home)
  await page.waitForURL((url) => url.pathname === paths.login)
  await page.unrouteAll()
  await page.goto(paths.points)
  await page.getByRole('heading', { name: 'This page is yours alone' }).waitFor()
  await page.goBack()
  await page.waitForURL((url) => url.pathname === paths.login)
  expect(await page.content()).not.toContain(member.email)
  await context.close()
})

test('a sign-out in another tab takes a page that carried its data to sign-in', async () => {
  const member = await createMember(site, { profile })
  const { page, context } = await visitAs(member, paths.home)
  const other = await context.newPage()
  await other.goto(paths.profile)
  await other.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === paths.login)
  await page.goto(paths.crels('wallet'))
  await page.getByRole('heading', { name: 'This page is yours alone' }).waitFor()
  await context.close()
})

test('a public page is read before its scripts are there, or without any, and they take it over as it is', async () => {
  const reader = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  const plain = await reader.newPage()
  await plain.goto(paths.faq)
  await plain.getByRole('heading', { level: 1 }).waitFor()
  expect(await plain.getByRole('link', { name: 'Sign in', exact: true }).isVisible()).toBe(true)
  // The others say what they are about, and lead to what can be read.
  const { id } = await createCampaign(site)
  for (const path of [paths.campaign(id), paths.help, paths.home]) {
    expect((await plain.goto(path))?.status(), path).toBe(200)
    const main = plain.getByRole('main')
    expect(await main.getByRole('heading', { level: 1 }).innerText()).not.toBe('')
    // A campaign is there whole; scripts are needed to join it.
    const needed = path === paths.campaign(id) ? m.layout_noscript_to_act : m.layout_noscript
    await main.getByText(needed(), { exact: true }).click({ trial: true })
    expect(await main.getByRole('link').count()).toBe(4)
  }
  await plain.getByRole('link', { name: m.layout_docs(), exact: true }).click()
  await plain.getByRole('heading', { level: 1, name: m.pages_docs(), exact: true }).waitFor()
  await reader.close()

  const { page, context, consoleErrors } = await visit(browser, site.origin)
  let run = () => {}
  const held = new Promise<void>((resolve) => (run = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.fallback()
  })
  for (const path of [paths.faq, paths.docs]) {
    await page.goto(path, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    await heading.evaluate((element) => element.setAttribute('data-seen', ''))
    run()
    await page.waitForLoadState()
    await networkQuiet(page)
    expect(await page.locator('h1[data-seen]').count()).toBe(1)
  }
  // It is an app by now: the next page comes without a load.
  await page.evaluate('wasHere = true')
  await page.locator('a[href="/"]').first().click()
  await page.waitForURL((url) => url.pathname !== paths.docs)
  expect(await page.evaluate('wasHere')).toBe(true)
  // One whom this browser remembers has other places around the same page.
  await page.evaluate(`localStorage.setItem('crels:last-uid', 'someone')`)
  await page.goto(paths.faq)
  await networkQuiet(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** The calls that a page makes from now on, but for the stream. */
function callsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/v1/') && pathname !== '/api/v1/stream' && request.method() === 'GET')
      asked.push(pathname + search)
  })
  return asked
}
