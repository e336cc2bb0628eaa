import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '#server/modules/ledger/public.ts'
import { pastCheckIns } from '#testing/past-check-ins.ts'
import { databaseNow, shiftClock } from '#server/platform/clock.ts'
import { localDate } from '#rules/local-date.ts'
import { utcMonth, utcMonthName } from '#rules/utc-months.ts'
import { accessibilityViolations, visit, type Visit } from '#testing/browser.ts'
import { awaitMail, completeProfile, createMember, type NewMember } from '#testing/members.ts'
import { awayFromMidnight, moveClockTo } from '#testing/midnight.ts'
import { networkQuiet } from '#testing/network.ts'
import { countTaps } from '#testing/taps.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'

openSite()

// What was checked in on one date is looked at on the same.
beforeAll(async () => await awayFromMidnight(site))
afterAll(async () => {
  expect((await reconcile(site.db)).clean).toBe(true)
})

/** A member in a browser of theirs, signed in. */
async function come(options: NewMember = {}): Promise<Visit & { uid: string; party: string }> {
  const member = await createMember(site, options)
  const seen = await visitAs(member, '/')
  await seen.page.getByRole('heading', { name: /^Check in for day/ }).waitFor()
  const { rows } = await sql<{ party: string }>`
    select party from member where uid = ${member.uid}`.execute(site.db)
  return { ...seen, uid: member.uid, party: rows[0]!.party }
}

test('today’s reward is two taps from home, and what the next day pays stands in its place', async () => {
  const { page, consoleErrors } = await come()
  const taps = await countTaps(page)
  await page.getByRole('link', { name: 'Points', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Check in · +10 today' }).click()
  await page.getByRole('status').getByText('Day 1: +10 points. You now have 10.').waitFor()
  await page.getByText('Checked in · tomorrow +15', { exact: true }).waitFor()
  expect(taps()).toBe(2)
  expect(consoleErrors).toEqual([])
})

test('a stamp is pressed, heard, counted once, and still there after a reload', async () => {
  const { page, consoleErrors } = await come()
  await page.goto('/points/daily-check-in')
  const stamp = page.getByRole('button', { name: 'Check in · +10' })
  await stamp.waitFor()
  // The live region was there before anything was said in it.
  expect(await page.getByRole('status').filter({ hasText: 'points' }).count()).toBe(0)
  await stamp.dblclick()
  await page.getByRole('status').getByText('Day 1: +10 points. You now have 10.').waitFor()
  await page.getByText(/^Checked in\. Come back/).waitFor()
  await page.getByRole('link', { name: '10 points' }).waitFor()

  await page.reload()
  await page.getByText(/^Checked in\. Come back/).waitFor()
  await page.getByText('Day 1, ', { exact: false }).first().waitFor()
  // From the number to the entry that makes it, and from there back to its reason.
  await page.getByRole('link', { name: '10 points' }).click()
  await page.waitForURL('**/points')
  const history = page.getByRole('listitem').filter({ hasText: 'Day 1 of your streak' })
  await history.getByText('+10').waitFor()
  await history.getByRole('link', { name: 'Daily check-in' }).click()
  await page.waitForURL('**/points/daily-check-in')
  expect(consoleErrors).toEqual([])
})

test('who checked in on another device meanwhile reads what the server says of it', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, undefined, { expectedStatuses: [409] })
  // This page hears of it by its own press alone.
  await page.route('**/api/v1/stream*', () => {})
  await page.goto('/points/daily-check-in')
  const stamp = page.getByRole('button', { name: 'Check in · +10' })
  await stamp.waitFor()
  const elsewhere = await site.server.inject({
    method: 'POST',
    url: '/api/v1/gamification/daily-check-in',
    headers: member.headers,
  })
  expect(elsewhere.statusCode).toBe(200)
  await stamp.click()
  await page.getByRole('status').getByText('You’ve checked in today. Come back tomorrow.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the seventh day is celebrated larger, on home too, and the figures of the streak follow', async () => {
  const { page, party, consoleErrors } = await come({ profile: { timeZone: 'UTC' } })
  const now = await databaseNow(site.db)
  const ago = (days: number) => utcDate(now.getTime() - days * dayMs)
  await pastCheckIns(site.db, party, [6, 5, 4, 3, 2, 1].map(ago))
  await sql`
    insert into streak (party, days, longest, last_date, last_at)
    values (${party}, 6, 6, ${ago(1)}, ${new Date(now.getTime() - 86_400_000)})`.execute(site.db)
  await page.reload()
  await page.getByRole('heading', { name: 'Check in for day 7' }).waitFor()
  await page.getByText('+90 points: the big one').waitFor()
  await page.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('status').getByText('Day 7: +90 points.', { exact: false }).waitFor()
  const milestone = page.getByRole('dialog', { name: '7 days in a row' })
  await milestone.getByText('+90 points', { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await milestone.getByRole('button', { name: 'Share your streak' }).click()
  const picture = page.getByRole('dialog', { name: 'Your streak', exact: true })
  const image = picture.getByRole('img', { name: '7 days in a row on Crels' })
  await image.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await picture.getByRole('button', { name: 'Save picture' }).click()
  expect((await saved).suggestedFilename()).toBe('streak-7.png')
  await picture.getByRole('button', { name: 'Close', exact: true }).click()
  await picture.waitFor({ state: 'detached' })
  await milestone.getByRole('button', { name: 'Done' }).click()
  await milestone.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Checked in today' }).waitFor()
  await page.getByRole('link', { name: 'See the streak' }).click()
  await page.getByText('Day 7, ', { exact: false }).first().waitFor()
  await page.goto('/gamification')
  const badge = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'One week' }) })
  const today = now.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/Lisbon' })
  await badge.getByText(`Earned on ${today}`).waitFor()
  expect(consoleErrors).toEqual([])
})

test('after a change of the time zone every screen says when, and none that it is done or can be had', async () => {
  const { page, party, consoleErrors } = await come()
  await pastCheckIns(site.db, party, ['2026-01-01'])
  await sql`
    insert into streak (party, days, longest, last_date, last_at)
    values (${party}, 1, 1, (crels_now() - interval '1 day')::date, crels_now() - interval '1 hour')`.execute(
    site.db,
  )
  await sql`
    insert into member_zone (party, starts_at, zone, asked_at)
    values (${party}, 'epoch', 'UTC', null),
           (${party}, crels_now() - interval '30 minutes', 'Africa/Lagos', crels_now() - interval '1 day')`.execute(
    site.db,
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Check in for day 2' }).waitFor()
  await page.getByText(/^Next check-in in/).waitFor()
  await page.goto('/points')
  await page.getByText(/^Next check-in in/).waitFor()
  for (const path of ['/gamification', '/rewards']) {
    await page.goto(path)
    await page.getByText(/^You changed your time zone\. You can check in again/).waitFor()
  }
  expect(await page.getByRole('button', { name: 'Claim Daily check-in' }).count()).toBe(0)
  await page.goto('/points/daily-check-in')
  await page.getByText(/^Next check-in in/).waitFor()
  expect(consoleErrors).toEqual([])
})

test('a month is claimed once its check-ins and the profile suffice, and what is missing is said', async () => {
  const past = site.clock.now().getUTCDate() > 10 ? 1 : 0
  await moveClockTo(site, utcMonth(site.clock.now().getTime(), past) + 9.5 * dayMs)
  const { page, party, uid, consoleErrors } = await come()
  const now = (await databaseNow(site.db)).getTime()
  const month = utcMonthName(now, -1)
  const days = Array.from({ length: 15 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)
  await pastCheckIns(site.db, party, [...days, localDate(now, 'UTC')])
  await page.goto('/points/monthly-claim')
  await page.getByText('15 check-ins').first().waitFor()
  await page.getByText(/^Closes (in|next|tomorrow).*: open until .+, \d\d:\d\d\.$/).waitFor()
  const progress = page.getByRole('meter', { name: /^Check-ins in / })
  expect(await progress.getAttribute('aria-valuetext')).toBe('1 of 5')
  await page.getByRole('link', { name: 'Complete my profile' }).waitFor()
  await sql`
    update member set full_name = ${completeProfile.fullName}, display_name = 'Ada', birthday = '1990-05-17',
      gender = 'female', country_of_residence = 'DE', industries = '{technology}',
      channels = ${JSON.stringify(completeProfile.channels)}::jsonb where uid = ${uid}`.execute(site.db)
  await page.reload()
  await page.getByRole('button', { name: 'Claim 200 points' }).click()
  await page
    .getByRole('status')
    .getByText(/^\+200 points for .+\. You now have 216\.$/)
    .waitFor()
  await page.getByText(/^Claimed 200 points on/).waitFor()
  await page.getByRole('link', { name: 'These points in your history' }).click()
  await page.waitForURL('**/points?kind=monthly-claim')
  const entry = page.getByRole('listitem').filter({ hasText: 'Monthly claim' }).filter({ hasText: '+200' })
  await entry.getByText('216 after').waitFor()
  // One way alone until everything is asked for.
  const history = page.getByRole('listitem').filter({ hasText: / after$/ })
  expect(await history.count()).toBe(1)
  await page.getByLabel('Filter by reason').selectOption('')
  await history.nth(1).waitFor()
  await page.waitForURL((url) => url.search === '')
  expect(consoleErrors).toEqual([])
})

test('no claim is held out that the days left of a month cannot reach', async () => {
  await moveClockTo(site, utcMonth(site.clock.now().getTime(), 1) - dayMs / 2)
  const { page, party, consoleErrors } = await come()
  await pastCheckIns(site.db, party, [localDate((await databaseNow(site.db)).getTime(), 'UTC')])
  await page.goto('/points/monthly-claim')
  await page.getByText(/^There aren’t enough days left this month for a claim in /).waitFor()
  const progress = page.getByRole('meter', { name: /^Check-ins in / })
  expect(await progress.getAttribute('aria-valuetext')).toBe('1 check-in')
  expect(consoleErrors).toEqual([])
})

test('west of UTC the month that counts is not over, and its last stamp opens the claim', async () => {
  const angeles = { timeZone: 'America/Los_Angeles' }
  await moveClockTo(site, utcMonth(site.clock.now().getTime(), 1) + dayMs / 48)
  const member = await createMember(site, { profile: { ...completeProfile, ...angeles } })
  const { rows } = await sql<{ party: string }>`
    select party from member where uid = ${member.uid}`.execute(site.db)
  const month = utcMonthName((await databaseNow(site.db)).getTime(), -1)
  await pastCheckIns(
    site.db,
    rows[0]!.party,
    ['01', '02', '03', '04'].map((day) => `${month}-${day}`),
  )
  const { page, consoleErrors } = await visitAs(member, '/points', angeles)
  await page.getByText(/^Today still counts for /).waitFor()
  await page.goto('/rewards')
  await page
    .getByText('Today’s check-in still counts for it. Without it there is no claim for this month.')
    .waitFor()
  await page.goto('/points/monthly-claim')
  await page
    .getByText(
      /^It’s still .+ where you are\. Check in today to reach 100 points; without it there is no claim for /,
    )
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Check in today' }).click()
  await page.getByRole('button', { name: 'Check in · +10' }).click()
  await page.getByText(/^Checked in\. Come back/).waitFor()
  await page.goto('/points/monthly-claim')
  await page.getByRole('button', { name: 'Claim 100 points' }).click()
  await page.getByText(/^Claimed 100 points on/).waitFor()
  expect(consoleErrors).toEqual([])
})

describe('in Auckland, where it is tomorrow already', () => {
  const auckland = { timeZone: 'Pacific/Auckland' }
  beforeAll(async () => {
    const { db, clock } = site
    const hour = clock.now().getUTCHours()
    if (hour < 13) await shiftClock(db, `${13 - hour} hours`)
    await clock.follow(db)
  })
  const dates = async () => {
    const now = (await databaseNow(site.db)).getTime()
    return [localDate(now, 'UTC'), localDate(now, auckland.timeZone)] as const
  }

  test('a member without a time zone reads their own midnight before the first stamp, and stamps that date', async () => {
    const member = await createMember(site)
    const [utc, there] = await dates()
    expect(there > utc).toBe(true)
    const { page, consoleErrors } = await visitAs(member, undefined, auckland)
    const read = async (path: string) => {
      const answer = page.waitForResponse((response) => response.url().includes('/daily-check-in?'))
      await page.goto(path)
      const read = await (await answer).json()
      // A second question still on its way would be taken for the next page's, and have no body there.
      await networkQuiet(page)
      return read
    }
    for (const path of ['/', '/points', '/points/daily-check-in'])
      expect(await read(path), path).toMatchObject({ date: there, timeZone: auckland.timeZone })
    await page.getByText(/in Auckland/).waitFor()
    await page.getByRole('button', { name: 'Check in · +10' }).click()
    await page.getByText(/^Checked in\. Come back/).waitFor()
    const { rows } = await sql`
      select c.date, c.zone, m.time_zone from check_in c join member m using (party)
      where m.uid = ${member.uid}`.execute(site.db)
    expect(rows).toEqual([{ date: there, zone: auckland.timeZone, time_zone: auckland.timeZone }])
    expect(consoleErrors).toEqual([])
  })

  test('a first stamp waits for the profile and for its zone: without them no other date is taken', async () => {
    const member = await createMember(site)
    const [, there] = await dates()
    const { page, consoleErrors } = await visitAs(member, undefined, {
      ...auckland,
      expectedStatuses: [503],
    })
    const stored = async () => {
      const { rows } = await sql`
        select c.date, c.zone, m.time_zone from check_in c join member m using (party)
        where m.uid = ${member.uid}`.execute(site.db)
      return rows
    }
    // The page comes without the profile, and the profile late.
    await page.route('**/points/daily-check-in', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /<script type="application\/json" id="boot-data">.*?<\/script>/s,
        '',
      )
      await route.fulfill({ response, body })
    })
    let letGo = () => {}
    const released = new Promise<void>((resolve) => (letGo = resolve))
    let isFull = true
    await page.route(`**/api/v1/users/${member.uid}`, async (route) => {
      if (route.request().method() === 'PATCH' && isFull)
        return await route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Busy',
            status: 503,
            code: 'unavailable',
            detail: 'Busy.',
          }),
        })
      if (route.request().method() === 'GET') await released
      return await route.continue()
    })
    await page.goto('/points/daily-check-in')
    const stamp = page.getByRole('button', { name: 'Check in · +10' })
    await stamp.click()
    letGo()
    await page.getByText('Busy.').waitFor()
    expect(await stored()).toEqual([])
    isFull = false
    await stamp.click()
    await page.getByText(/^Checked in\. Come back/).waitFor()
    expect(await stored()).toEqual([{ date: there, zone: auckland.timeZone, time_zone: auckland.timeZone }])
    expect(consoleErrors).toEqual([])
  })

  test('a sign-up there makes it the zone of the profile', async () => {
    const email = 'aroha@example.com'
    const { page, consoleErrors } = await visit(browser, site.origin, {
      ...auckland,
      expectedStatuses: [401],
    })
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse 9')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Six-digit code').fill((await awaitMail(site, email, 1)).code!)
    await page.getByRole('heading', { name: /^Check in for day/ }).waitFor()
    const { rows } = await sql`select time_zone from member where email = ${email}`.execute(site.db)
    expect(rows).toEqual([{ time_zone: auckland.timeZone }])
    expect(consoleErrors).toEqual([])
  })
})
