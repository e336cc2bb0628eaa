import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signIn } from '#contracts/identity.endpoints.ts'
import { paths } from '#contracts/paths.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { viewports, visit } from '#testing/browser.ts'
import { networkQuiet } from '#testing/network.ts'
import { cookieOf, createMember } from '#testing/members.ts'
import { makeItem } from '#testing/shop.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

/** By visitor: signed out, a member with a history, a member without. */
const cookies: Record<string, string | undefined> = {}
/** Whom a browser remembers that they signed in with. */
const uids: Record<string, string | undefined> = {}
let campaigns: { joined: string; other: string }

beforeAll(async () => {
  const { email, password } = await loadDemo(site)
  const answer = await site.server.inject({ method: 'POST', url: signIn.path, payload: { email, password } })
  cookies.creator = cookieOf(answer.headers['set-cookie'])
  uids.creator = answer.json().user.uid
  await makeItem(site, { title: 'Near' })
  await makeItem(site, { title: 'Far', points: 100_000 })
  const newcomer = await createMember(site)
  cookies.newcomer = newcomer.cookie
  uids.newcomer = newcomer.uid
  const list = await site.server.inject({
    url: '/api/v1/campaigns?sort=popular',
    headers: { authorization: `Bearer ${answer.json().accessToken}` },
  })
  const items = list.json().items as { id: string; enrolment: { state: string } | null }[]
  campaigns = {
    joined: items.find(({ enrolment }) => enrolment?.state === 'active')!.id,
    other: items.find(({ enrolment }) => enrolment === null)!.id,
  }
})

const screens: [screen: string, who: string, path: () => string, on: (keyof typeof viewports)[]][] = [
  ['sign-in', 'visitor', () => paths.login, ['phone']],
  ['a campaign', 'visitor', () => paths.campaign(campaigns.other), ['phone']],
  ['home', 'creator', () => paths.home, ['phone', 'desktop']],
  ['home', 'newcomer', () => paths.home, ['phone', 'desktop']],
  ['campaigns', 'creator', () => paths.campaigns, ['desktop']],
  ['a campaign', 'creator', () => paths.campaign(campaigns.other), ['phone']],
  ['a joined campaign', 'creator', () => paths.campaign(campaigns.joined), ['phone']],
  ['the wallet', 'creator', () => paths.crels('wallet'), ['phone', 'desktop']],
  ['my campaigns', 'creator', () => paths.myCampaigns, ['phone']],
  ['the profile', 'creator', () => paths.profile, ['phone']],
  ['points', 'creator', () => paths.points, ['phone']],
  ['the shop', 'creator', () => paths.pointsShop, ['phone']],
  ['the leaderboard', 'creator', () => paths.leaderboard, ['phone']],
]

// Answers come late and one after the other, as over a slow network: what is shown stays where it is.
test.each(screens)('%s of a %s stays where it is while it loads', async (_, who, path, on) => {
  for (const viewport of on) {
    const { page, context } = await visit(browser, site.origin, { viewport, isCold: true })
    const [name, value] = cookies[who]?.split('=') ?? []
    if (name && value) await context.addCookies([{ name, value, url: site.origin, sameSite: 'Strict' }])
    const uid = uids[who]
    if (uid) await page.addInitScript((known) => localStorage.setItem('crels:last-uid', known), uid)
    await recordShifts(page)
    let asked = 0
    await page.route(/\/(api\/v1|identity)\//, async (route) => {
      asked += 1
      await new Promise((resolve) => setTimeout(resolve, 200 + 60 * (asked % 5)))
      await route.continue()
    })
    await page.goto(path())
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await networkQuiet(page)
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
    const sum = shifts.reduce((total, shift) => total + shift.value, 0)
    expect(sum, `${viewport}: ${JSON.stringify(shifts, null, 2)}`).toBeLessThan(0.05)
    await context.close()
  }
})

interface Shift {
  value: number
  moved: string[]
}

/** Notes every layout shift of the page, with the first of what moved. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[])
        shifts.push({
          value: entry.value,
          moved: entry.sources
            .slice(0, 3)
            .map(({ node, previousRect: from, currentRect: to }) =>
              [(node?.textContent ?? '').slice(0, 40), from.x, from.y, 'to', to.x, to.y].join(' '),
            ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

interface LayoutShift {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}
