import { beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { signIn } from '#contracts/identity.endpoints.ts'
import { paths } from '#contracts/paths.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { createMember, cookieOf } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { heldScripts } from './held-scripts.fixture.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

let maya: { cookie: string }
/** What a screen shows of Maya's, by address. */
let screens: [path: string, text: RegExp][]

beforeAll(async () => {
  const { email, password } = await loadDemo(site)
  const answer = await site.server.inject({ method: 'POST', url: signIn.path, payload: { email, password } })
  maya = { cookie: cookieOf(answer.headers['set-cookie']) }
  const list = await site.server.inject({
    url: '/api/v1/campaigns?sort=popular',
    headers: { authorization: `Bearer ${answer.json().accessToken}` },
  })
  const { items } = list.json<{ items: { id: string; brand: { name: string } }[] }>()
  screens = [
    [paths.home, /Hi, Maya/],
    [paths.campaigns, /crels/],
    [paths.campaign(items[0]!.id), new RegExp(items[0]!.brand.name)],
    [paths.crels('wallet'), /Available crels/],
    [paths.points, /Check in/],
  ]
})

test.each(['phone', 'desktop'] as const)(
  'on a %s a member’s first screens are read before any script, and the app takes them over as they are',
  async (viewport) => {
    const { page, context, consoleErrors } = await visitAs(maya, undefined, { viewport })
    for (const [path, text] of screens) {
      const run = await heldScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      const main = page.getByRole('main')
      const heading = main.getByRole('heading', { level: 1 })
      await heading.waitFor()
      expect(await main.innerText(), path).toMatch(text)
      await heading.evaluate((element) => element.setAttribute('data-seen', ''))
      run()
      await page.waitForLoadState()
      await networkQuiet(page)
      expect(await page.locator('h1[data-seen]').count(), `${path}, ${viewport}`).toBe(1)
      const drawnAnew = await page.evaluate(() =>
        performance
          .getEntriesByName('crels:drawn-anew')
          .map((mark) => (mark as PerformanceMark).detail as string),
      )
      expect(drawnAnew, `${path}, ${viewport}`).toEqual([])
      // Its styles came with it: the app's loader finds their links, and fetches none.
      const sheets = await page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
        const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
        return links.filter(({ disabled }) => disabled).map(({ href }) => fetched.has(href))
      })
      expect(sheets.length, path).toBeGreaterThan(3)
      expect(sheets, path).not.toContain(true)
      await page.unrouteAll({ behavior: 'wait' })
    }
    expect(consoleErrors).toEqual([])
    await context.close()
  },
)

test('a screen is drawn once as the app takes it over, and what only the browser knows does not draw all of it again', async () => {
  const { page, context, consoleErrors } = await visitAs(maya, undefined, { viewport: 'phone' })
  // Each card asks for it whenever it is drawn.
  await page.addInitScript(() => {
    const asked = matchMedia.bind(window)
    Object.assign(window, {
      drawnCards: 0,
      matchMedia: (query: string) => {
        if (query.includes('prefers-reduced-motion'))
          (window as unknown as { drawnCards: number }).drawnCards += 1
        return asked(query)
      },
    })
  })
  for (const path of [paths.home, paths.campaigns]) {
    await page.goto(path)
    await networkQuiet(page)
    const cards = await page.getByRole('main').locator('article').count()
    expect(cards, path).toBeGreaterThan(2)
    expect(await page.evaluate('drawnCards'), path).toBe(cards)
  }
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what is tapped, typed or chosen before the scripts are there is done when they are', async () => {
  const member = await createMember(site, { profile: { timeZone: 'Europe/Lisbon' } })
  const { page, context, consoleErrors } = await visitAs(member, undefined, { viewport: 'phone' })
  let run = await heldScripts(page)
  await page.goto(paths.points, { waitUntil: 'commit' })
  // The browser's offer to install is kept for after the first reward.
  await page.waitForFunction(() => {
    const prompt = async () => ({ outcome: 'dismissed' })
    const event = new Event('beforeinstallprompt', { cancelable: true })
    return !dispatchEvent(Object.assign(event, { prompt }))
  })
  await page.getByRole('button', { name: 'Check in' }).click()
  const done = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('check-in'),
  )
  run()
  expect((await done).status()).toBe(200)
  await page.getByRole('region', { name: m.install_heading() }).waitFor()
  await networkQuiet(page)
  await page.unrouteAll({ behavior: 'wait' })

  run = await heldScripts(page)
  await page.goto(paths.campaigns, { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('tea')
  run()
  await page.waitForURL('**/campaigns/all?q=tea')
  expect(await page.getByRole('searchbox').inputValue()).toBe('tea')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a browser in another zone than the profile’s draws the screen in its own', async () => {
  const member = await createMember(site, { profile: { timeZone: 'Pacific/Auckland' } })
  const { page, context, consoleErrors } = await visitAs(member, paths.points)
  await page.getByRole('heading', { level: 1, name: 'Points' }).waitFor()
  await networkQuiet(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})
