import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  guardAt,
  matchPage,
  pageRoutes,
  titleKey,
  type PageId,
  type PageRoute,
} from '#contracts/page-routes.ts'
import { m } from '#messages'
import {
  accessibilityViolations,
  launchBrowser,
  visit,
  type PageOptions,
  type Visit,
} from '#testing/browser.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

let site: TestSite
let browser: Browser
let member: TestMember
let samples: Record<string, string>

beforeAll(async () => {
  site = await startTestSite()
  browser = await launchBrowser()
  member = await createMember(site)
  const brand = await createBrand(site)
  const campaign = await createCampaign(site, { brandId: brand.id })
  samples = { id: campaign.id, category: 'food-drink', slug: 'wallet' }
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** The catalogue by key, as titles are looked up. */
const texts = m as unknown as Record<string, (() => string) | undefined>

const routes = Object.entries(pageRoutes) as [PageId, PageRoute][]

// Both widths and both schemes, each route as a visitor and as a member: two visits a route, not eight.
describe('a visitor on a phone, light', () => {
  test.each(routes)('%s has its status, title and layout, and nothing to complain of', async (id, route) => {
    const path = pathOf(route)
    const guarded = guardAt(route, matchPage(path)!.params) === 'auth'
    const seen = await open(path, { viewport: 'phone', colorScheme: 'light' })
    if (guarded) {
      await seen.page.waitForURL((url) => url.pathname === '/login')
      expect(new URL(seen.page.url()).searchParams.get('redirect')).toBe(path)
    } else await expectPage(seen, id, route)
    await expectSound(seen)
  })
})

describe('a member on a wide screen, dark', () => {
  test.each(routes.filter(([id]) => !['login', 'signup', 'emailVerification'].includes(id)))(
    '%s has its title and layout, and nothing to complain of',
    async (id, route) => {
      const seen = await open(pathOf(route), { viewport: 'desktop', colorScheme: 'dark' }, member)
      await expectPage(seen, id, route)
      await expectSound(seen)
    },
  )
})

test.each([
  '/nothing-here',
  '/campaigns/cmp_00000000000000000000000000000000',
  '/campaigns/category/none',
  '/crels/none',
  '/Docs',
  '/points/<b>',
])('%s is a real 404 that names the path', async (path) => {
  const seen = await open(
    path,
    { expectedStatuses: [404] },
    path.startsWith('/campaigns/category') ? member : undefined,
  )
  expect(seen.status).toBe(404)
  await seen.page.getByRole('heading', { name: 'Page Not Found', exact: true, level: 1 }).waitFor()
  expect(await seen.page.title()).toBe('Page Not Found')
  await seen.page.getByText(`Page not found: ${path}`, { exact: true }).waitFor()
  await expectSound(seen)
})

function pathOf(route: PageRoute): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? 'none')
}

async function open(
  path: string,
  options: PageOptions,
  as?: TestMember,
): Promise<Visit & { status: number }> {
  const seen = await visit(browser, site.origin, options)
  if (as) await signIn(seen.context, as)
  const response = await seen.page.goto(path)
  await seen.page.getByRole('heading', { level: 1 }).first().waitFor()
  await seen.page.waitForLoadState('networkidle')
  return { ...seen, status: response!.status() }
}

async function signIn(context: BrowserContext, as: TestMember) {
  const [name, value] = as.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: 'Strict' }])
}

async function expectPage({ page, status }: Visit & { status: number }, id: PageId, route: PageRoute) {
  expect(status).toBe(200)
  expect(new URL(page.url()).pathname).toBe(pathOf(route))
  expect(await page.locator('body').getAttribute('data-layout')).toBe(route.layout)
  const title = texts[titleKey(id)]?.() ?? ''
  if (!route.path.includes(':')) expect(await page.title()).toContain(title)
  expect(await page.title()).not.toBe('')
}

async function expectSound({ page, context, complaints }: Visit) {
  expect(await accessibilityViolations(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
}
