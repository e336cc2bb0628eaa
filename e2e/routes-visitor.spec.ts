import { beforeAll, describe, expect, test } from 'vitest'
import { pageRoutes, type PageId } from '#contracts/page-routes.ts'
import { loginPath, paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { signInTo, visit, type Visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import {
  addresses,
  differsForMembers,
  makeSamples,
  oneOfEachKind,
  pathOf,
  type Address,
} from './route-addresses.fixture.ts'
import { complete, expectPage, expectSound, expectTitle, go, goWithin } from './route-looks.fixture.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

let samples: { campaignId: string }
let visitor: Visit
let member: Visit

beforeAll(async () => {
  samples = await makeSamples(site)
  visitor = await visit(browser, site.origin)
  member = await visit(browser, site.origin)
  await signInTo(member, site.origin, await createMember(site))
  await Promise.all([visitor.page.goto(paths.login), member.page.goto(paths.home)])
})

/** Open pages that are another thing for a member: those have a visit in routes-member.spec.ts. */
const differ = new Set<PageId>([
  'login',
  'signup',
  'loginTutorial',
  'emailVerification',
  ...differsForMembers,
])

const named = addresses.map((address) => [address.path, address] as const)
const isSame = ({ id, guard }: Address) => guard === 'open' && !differ.has(id)

describe('a visitor', () => {
  const words = new Map<Address, string>()

  const led = named.filter(([, { guard }]) => guard === 'auth')

  test.each(led)('is led from %s to sign in', async (_, address) => {
    const path = pathOf(address, samples)
    await goWithin(visitor, { ...address, path, endsAt: loginPath(path) })
    await expectTitle(visitor, m.pages_login())
  })

  test.each(oneOfEachKind(led))('is led there when %s is what they open first', async (_, address) => {
    const path = pathOf(address, samples)
    // The home page has the newcomer's sign-in in it.
    const layout = address.id === 'home' ? pageRoutes.login.layout : address.layout
    await go(visitor, { ...address, path, layout, endsAt: loginPath(path) })
    await expectTitle(visitor, m.pages_login())
  })

  test.each(named.filter(([, { guard }]) => guard !== 'auth'))(
    'finds at %s its page, and nothing to complain of',
    async (_, address) => {
      const expected = { ...address, path: pathOf(address, samples) }
      await go(visitor, expected)
      await expectPage(visitor, expected)
      const isCard = address.guard === 'personal'
      expect(await visitor.page.getByText(m.layout_sign_in_title(), { exact: true }).count()).toBe(
        isCard ? 1 : 0,
      )
      words.set(address, await visitor.page.getByRole('main').innerText())
      await expectSound(visitor, addresses.indexOf(address))
    },
  )

  test.each(named.filter(([, address]) => isSame(address)))(
    'is shown at %s what a member is shown',
    async (_, address) => {
      await goWithin(member, address)
      await complete(member.page)
      expect(await member.page.getByRole('main').innerText()).toBe(words.get(address))
      expect(member.consoleErrors).toEqual([])
    },
  )
})

describe('no page', () => {
  test.each([
    ['/nothing-here', 'default', 0],
    ['/Docs', 'default', 1],
    ['/points/<b>', 'default', 2],
    [paths.campaign('cmp_00000000000000000000000000000000'), 'bottom-navbar', 0],
    [paths.campaignCategory('none'), 'default', 3],
    ['/crels/none', 'bottom-navbar', 1],
  ])('%s is a real 404 that names the path', async (path, layout, turn) => {
    const seen = await visit(browser, site.origin, { expectedStatuses: [404] })
    if (path.startsWith('/campaigns/category')) await signInTo(seen, site.origin, await createMember(site))
    const expected = { path, status: 404, title: m.pages_not_found(), layout }
    await go(seen, expected)
    await seen.page.getByRole('heading', { name: m.pages_not_found(), exact: true, level: 1 }).waitFor()
    await seen.page.getByText(m.layout_not_found_detail({ path }), { exact: true }).waitFor()
    await expectPage(seen, expected)
    await expectSound(seen, turn)
    await seen.context.close()
  })
})

test('the 404 page searches the campaigns, by way of signing in', async () => {
  const member = await createMember(site)
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [404] })
  await page.goto('/nothing-here')
  await page.getByRole('searchbox', { name: m.layout_not_found_search() }).fill('green tea')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === paths.login)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${paths.campaigns}?q=green+tea`)
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === paths.campaigns)
  expect(new URL(page.url()).searchParams.get('q')).toBe('green tea')
  await context.close()
})
