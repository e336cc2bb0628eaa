import { beforeAll, describe, expect, test } from 'vitest'
import type { PageId } from '#contracts/page-routes.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { m } from '#messages'
import type { Visit } from '#testing/browser.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import {
  addresses,
  differsForMembers,
  makeSamples,
  oneOfEachKind,
  pathOf,
  type Address,
} from './route-addresses.fixture.ts'
import { expectPage, expectSound, expectTitle, go, goWithin } from './route-looks.fixture.ts'
import { makeEarner } from './route-earner.fixture.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

let samples: { campaignId: string; brandKey: string }
const visits = {} as Record<'earner' | 'newcomer' | 'unverified', Visit>

beforeAll(async () => {
  samples = await makeSamples(site)
  const open = async (member: TestMember) => {
    return await visitAs(member)
  }
  visits.earner = await open(await makeEarner(site, samples))
  visits.newcomer = await open(await createMember(site))
  visits.unverified = await open(await createMember(site, { verified: false }))
  await visits.unverified.page.goto(paths.emailVerification)
})

const named = addresses.map((address) => [address.path, address] as const)
const isFor = ({ id, guard }: Address) => guard !== 'open' || differsForMembers.has(id)
const entries = new Set<PageId>(['login', 'signup', 'emailVerification'])

/** Where it matters whether there is anything yet. */
const emptyAtFirst = new Set<PageId>(['home', 'campaign', 'myCampaigns', 'crels', 'profile', 'profileInfo'])

describe.each([
  ['earned something', 'earner', named.filter(([, address]) => isFor(address))],
  ['nothing yet', 'newcomer', named.filter(([, address]) => isFor(address) && emptyAtFirst.has(address.id))],
] as const)('a member who has %s', (_, who, rows) => {
  test.each(rows)('finds at %s their page, and nothing to complain of', async (_path, address) => {
    const expected = { ...address, path: pathOf(address, samples) }
    await go(visits[who], expected)
    await expectPage(visits[who], expected)
    expect(await visits[who].page.getByText(m.layout_sign_in_title(), { exact: true }).count()).toBe(0)
    // The other turn than a visitor's, where both have the page.
    await expectSound(visits[who], addresses.indexOf(address) + (who === 'earner' ? 1 : 0))
  })
})

test.each(named.filter(([, { id }]) => entries.has(id)))('%s sends a member home', async (_, address) => {
  await go(visits.newcomer, { ...address, endsAt: paths.home })
  await expectTitle(visits.newcomer, m.pages_home())
})

describe('a member without a verified e-mail', () => {
  const led = named.filter(([, { route }]) => !route.unverified)
  const goal = (path: string) => {
    const isEntry = path === paths.home || /^\/(login|signup)/.test(path)
    return withQuery(paths.emailVerification, { redirect: isEntry ? undefined : path })
  }

  test.each(led)('is led from %s to verify it', async (_, address) => {
    const path = pathOf(address, samples)
    await goWithin(visits.unverified, { ...address, path, endsAt: goal(path) })
    await expectTitle(visits.unverified, m.pages_email_verification())
  })

  test.each(oneOfEachKind(led))('is led there when %s is what they open first', async (_, address) => {
    const path = pathOf(address, samples)
    await go(visits.unverified, { ...address, path, endsAt: goal(path) })
    await expectTitle(visits.unverified, m.pages_email_verification())
  })

  test.each(named.filter(([, { route }]) => route.unverified))('may stay at %s', async (_, address) => {
    await go(visits.unverified, address)
    await expectPage(visits.unverified, address)
    await expectSound(visits.unverified, addresses.indexOf(address))
  })
})
