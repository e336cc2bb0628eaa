import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { grantAward, newParty } from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { moveClockTo } from '#testing/midnight.ts'
import { goOffline } from '#testing/network.ts'
import { inAYear } from '#testing/points.ts'
import { focusedName, pressOn } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

/** Twelve by name, 1,200 points for the first, 1,100 for the second and so on; Mia is ninth with 438. */
const others: { uid: string; party: string; name: string }[] = []
let mia: TestMember & { party: string }
let month: string

beforeAll(async () => {
  // Well within a month and a week, so that neither ends while these tests run.
  const now = site.clock.now()
  const target = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 8, 12))
  while (target.getUTCDay() !== 3) target.setUTCDate(target.getUTCDate() + 1)
  await moveClockTo(site, target.getTime())
  month = target.toISOString().slice(0, 7)

  for (let at = 1; at <= 12; at += 1)
    others.push({ uid: newId('member'), party: newParty(), name: `Creator ${at}` })
  await sql`
    insert into member (uid, iss, sub, party, short_id, email, display_name)
    select uid, 'crels', uid, party, right(uid, 20), uid || '@example.com', name
    from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as m (uid text, party text, name text)`.execute(
    site.db,
  )
  for (const [at, { party }] of others.entries()) await earn(party, 1200 - at * 100)

  const member = await createMember(site, { displayName: 'Mia' })
  await site.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  const { rows } = await sql<{ party: string }>`
    select party from member where uid = ${member.uid}`.execute(site.db)
  mia = { ...member, party: rows[0]!.party }
  await earn(mia.party, 438)
})

beforeEach(async () => {
  // What was earned is counted by the worker, a moment later.
  await vi.waitFor(async () => expect((await ranking()).members).toBe(13), {
    timeout: 30_000,
  })
})

test('a visitor finds the podium and the list by keyboard, other rankings in the address, and a way to take part', async () => {
  await sql`update member set hidden_on_leaderboard = true where uid = ${others[1]!.uid}`.execute(site.db)
  for (const viewport of ['phone', 'desktop'] as const) {
    const { page, context, consoleErrors } = await visit(browser, site.origin, { viewport })
    await page.goto('/leaderboard')
    const podium = page.getByRole('list', { name: 'The first three' })
    await podium.waitFor()
    expect(await podium.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Place 1[^]*Creator 1[^]*1.200 points/),
      expect.stringMatching(/Place 2[^]*A creator[^]*1.100 points/),
      expect.stringMatching(/Place 3[^]*Creator 3[^]*1.000 points/),
    ])
    expect(await rows(page)).toEqual(ranks(4, 13))
    await page.getByText(/^Ends in \d+ days$/).waitFor()
    await page.getByText('Places 4–10').waitFor()
    expect(await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      '/signup?redirect=%2Fleaderboard',
    )
    expect(await page.getByText('Hide my name').count()).toBe(0)
    expect(await page.locator('main [aria-current=true]').count()).toBe(0)
    await expectAccessible(page)

    await pressOn(page, 'This week')
    await page.waitForURL('**/leaderboard?period=week')
    await page.getByText(/the week ends in/).waitFor()
    expect(await focusedName(page)).toBe('This week')
    await pressOn(page, 'Invitations')
    await page.waitForURL('**/leaderboard?period=week&metric=invitations')
    await page.getByRole('status').getByText('Loading').waitFor({ state: 'detached' })
    await page.getByText('No one is ranked yet').waitFor()
    await expectAccessible(page)
    expect(consoleErrors).toEqual([])
    await context.close()
  }
})

test('my own row stays in sight, says what is missing, follows what others earn without moving the page, and can be hidden', async () => {
  const { page, context, consoleErrors } = await visitAs(mia, '/leaderboard')
  const mine = page.getByRole('region', { name: 'Your place' })
  await mine.getByText('63 to the next').waitFor()
  expect(await mine.innerText()).toMatch(/^Place 9/)
  // The stream says that ranks changed; nothing is pressed.
  await page.evaluate(() => scrollTo(0, 300))
  const before = await page.evaluate(() => scrollY)
  await earn(mia.party, 100)
  await mine.getByText('63 to the next').waitFor()
  await mine.getByText('Place 8').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.getByRole('status').getByText('You are now number 8').waitFor({ state: 'attached' })

  await pressOn(page, 'Show my place in the list')
  const focused = page.locator('li:focus')
  expect(await focused.innerText()).toMatch(/Place 8[^]*You/)
  expect(await isHidden(page, 'li:focus')).toBe(false)
  // Nothing that the keyboard reaches lies behind the row or the bar.
  for (const name of ['Season', 'Past seasons', 'Hide my name']) {
    await page.getByRole('link', { name, exact: true }).focus()
    expect(await isHidden(page, 'a:focus'), name).toBe(false)
  }
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Hide my name' }).click()
  const hide = page.getByRole('switch', { name: 'Hide me on the leaderboard' })
  await hide.click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Leaderboard', exact: true }).click()
  await mine.getByText('name hidden').waitFor()
  const seen = (await ranking()).items.find(({ rank }) => rank === 8)
  expect(seen).toMatchObject({ displayName: null, photoURL: null, value: 538 })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member without a place reads how to get one, by each way to be ranked', async () => {
  const { page, context, consoleErrors } = await visitAs(await createMember(site), '/leaderboard')
  const wayIn = page.getByRole('main').getByRole('link')
  await page.getByText('You have no place in this ranking yet').waitFor()
  expect(await wayIn.getByText('Check in').count()).toBe(1)
  await page.getByRole('link', { name: 'Earnings' }).click()
  await wayIn.filter({ hasText: 'Find a campaign' }).waitFor()
  await page.getByRole('link', { name: 'Invitations' }).click()
  await wayIn.filter({ hasText: 'Invite a friend' }).click()
  await page.waitForURL('**/points/referral')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('far down, my place is shown with its neighbours, and the list goes on by itself to its end', async () => {
  const { page, context, consoleErrors } = await visitAs(mia)
  await inShortPages(page)
  await page.goto('/leaderboard')
  const around = page.getByRole('list', { name: 'Around you' })
  await around.waitFor()
  expect(await around.getByRole('listitem').count()).toBe(5)
  await page.getByText(/^Place [89] of 13$/).waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return await rows(page)
    })
    .toEqual(ranks(4, 13))
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show my place in the list' }).click()
  expect(await around.locator('li:focus').innerText()).toContain('You')
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what did not load says so and is asked for again; what was there stays', async () => {
  const opened = await visit(browser, site.origin, { expectedStatuses: [500] })
  const { page, context } = opened
  const path = '**/api/v1/gamification/public/leaderboard*'
  await page.route(path, (route) => route.abort())
  await page.goto('/leaderboard')
  const alert = page.getByRole('alert')
  await alert.getByText('The ranking did not load').waitFor()
  await page.unroute(path)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Creator 1', { exact: true }).waitFor()

  await goOffline(page)
  await page.getByRole('link', { name: 'Earnings' }).click()
  await alert.getByText('You are offline').waitFor()
  await context.setOffline(false)
  await page.getByText('No one is ranked yet').waitFor()
  expect(await alert.count()).toBe(0)
  await context.close()

  // A page that fails is asked for by a button alone.
  const second = await visit(browser, site.origin)
  await inShortPages(second.page)
  await second.page.route(/leaderboard\?.*cursor=/, (route) => route.abort())
  await second.page.goto('/leaderboard')
  await second.page.getByRole('alert').getByText('The next places did not load').waitFor()
  await second.page.unroute(/leaderboard\?.*cursor=/)
  await second.page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rows(second.page)).toEqual(expect.arrayContaining(['6']))
  await second.context.close()
})

test('seasons that are over have a list and a page each, with podium, prizes and how far the review is', async () => {
  const { page, context, consoleErrors } = await visitAs(mia)
  const path = '**/api/v1/gamification/public/seasons*'
  await page.route(path, (route) => route.fulfill({ json: { items: [], nextCursor: null } }))
  await page.goto('/leaderboard?season=past')
  await page.getByText('No season has ended yet').waitFor()
  await page.unroute(path)
  await settleAfter('31 days')
  await page.reload()
  const name = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
  await page.getByText(/13 creators ranked · We’re reviewing the results until \d/).waitFor()
  await page.getByText(/^Prize: 2.000$/).waitFor()
  expect(await page.getByText(/^Prize: 1.000$/).count()).toBe(2)
  await expectAccessible(page)
  await page.getByRole('link', { name: `${name} season` }).click()
  await page.waitForURL(`**/leaderboard?season=${month}`)
  await page.getByRole('heading', { name: `${name} season`, level: 1 }).waitFor()
  await page.getByRole('heading', { name: /^We’re reviewing the results until/ }).waitFor()
  const mine = page.getByRole('region', { name: 'Your place' })
  expect(await mine.innerText()).toMatch(/^Place [89]/)
  expect(await mine.getByText('to the next').count()).toBe(0)
  expect(await page.getByText('Prize: 500').count()).toBeGreaterThan(0)
  await expectAccessible(page)

  await settleAfter('31 days')
  await page.reload()
  await page.getByRole('heading', { name: 'Results are final' }).waitFor()
  await page.goto('/points')
  await page.getByRole('link', { name: 'Season prize', exact: true }).waitFor()
  await page.goto(`/leaderboard?season=${month}`)

  await page.getByRole('link', { name: 'Current season' }).click()
  await page.waitForURL('**/leaderboard')
  await page.getByText('No one is ranked yet').waitFor()
  await page.goto('/leaderboard?season=1999-01')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  expect(consoleErrors.filter((error) => !error.includes('404'))).toEqual([])
  await context.close()
})

/** Nothing to complain of, once the colours of what was chosen have changed. */
async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => accessibilityViolations(page)).toEqual([])
}

/** Lets time pass, and the job do what is due with the seasons. */
async function settleAfter(interval: string): Promise<void> {
  await shiftClock(site.db, interval)
  await site.clock.follow(site.db)
  await site.jobs.run('settle-seasons')
}

let awards = 0
async function earn(party: string, points: number): Promise<void> {
  const award = { party, program: 'test', period: String((awards += 1)), points, expiresAt: inAYear() }
  await inTransaction(site.db, async (tx) => await grantAward(tx, award))
}

async function ranking(): Promise<{ members: number; items: { rank: number }[] }> {
  return (await site.server.inject({ url: '/api/v1/gamification/public/leaderboard' })).json()
}

/** Pages of five places instead of fifty. */
async function inShortPages(page: Page): Promise<void> {
  await page.route('**/public/leaderboard?*', async (route) => {
    await route.continue({ url: route.request().url().replace('limit=50', 'limit=5') })
  })
}

/** The ranks of the list below the podium, from top to bottom. */
async function rows(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Points, Season' })
  return (await list.getByRole('listitem').allInnerTexts()).map((text) => /Place (\d+)/.exec(text)![1]!)
}

function ranks(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
}

/** Whether the middle of an element lies behind something else, or outside the screen. */
async function isHidden(page: Page, selector: string): Promise<boolean> {
  return await page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return !there || !(element.contains(there) || there.contains(element))
  })
}
