import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { setEconomy } from '#server/modules/economy/public.ts'
import { grantAward, housePromotion, memberAvailable, move, post } from '#server/modules/ledger/public.ts'
import { pastCheckIns } from '#testing/past-check-ins.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { utcMonthName } from '#rules/utc-months.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { goOffline, networkQuiet } from '#testing/network.ts'
import { inAYear } from '#testing/points.ts'
import { openSite, site, visitAs } from './site.fixture.ts'
import { testActor } from '#testing/operators.ts'

openSite()

beforeAll(async () => {
  const platforms = [{ platform: 'youtube', url: 'https://youtube.example/' }]
  const settings = [{ path: 'socialFollow.platforms', value: platforms }]
  await site.db
    .transaction()
    .execute(async (tx) => await setEconomy(tx, testActor, { settings, reason: 'a test' }))
})

test('level, badges and the next best action; following a platform is celebrated aloud, and listed', async () => {
  const member = await createMember(site, { displayName: 'Ada' })
  await missedRewards(member)
  const opened = await visitAs(member)
  const { page, context, consoleErrors } = opened
  // The platform is another company's site: what matters is that it is opened first.
  await context.route('https://youtube.example/**', async (route) => await route.fulfill({ body: 'YouTube' }))
  await page.goto('/gamification')
  await page.getByRole('heading', { name: '245 points to level 2' }).waitFor()
  await page.getByRole('heading', { name: 'Check in for today' }).waitFor()
  await page.getByRole('meter', { name: 'Progress towards One week' }).waitFor()
  const rewards = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Rewards' }) })
  for (const reward of ['Daily check-in', 'Holder prize', 'Invite a friend', 'Follow us'])
    await rewards.getByText(reward, { exact: true }).first().waitFor()
  await page.getByText(/^Your account is still new\. You can get the first prize from \d/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const popup = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Follow on YouTube' }).click()
  await (await popup).close()
  await page.getByRole('button', { name: /^Claim 50/ }).click()
  await page.getByRole('status').filter({ hasText: '+50 points' }).waitFor()
  await page.getByText('1 of 1 done', { exact: true }).waitFor()
  await page.getByRole('heading', { name: '195 points to level 2' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto('/rewards')
  await page.getByText('Following us').waitFor()
  await page.getByRole('heading', { name: 'Expired and refused' }).waitFor()
  await page.getByText(/^Expired on .+: you didn’t claim it in time\.$/).waitFor()
  await page.getByText(/^Refused on .+: we reviewed it, and it doesn’t count\.$/).waitFor()
  await page.getByRole('button', { name: 'Claim Daily check-in' }).waitFor()
  await page
    .getByText('You need more crels, held for longer.')
    .or(page.getByText(/your account is still new/))
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])

  // What does not load says so in its place; Retry asks again, and the notice of being offline disappears by itself.
  await page.route('**/api/v1/rewards*', (route) => route.abort())
  await page.reload()
  const alert = page.getByRole('alert')
  const retry = alert.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await goOffline(page)
  await alert.getByText('You are offline').waitFor()
  await context.setOffline(false)
  await alert.getByText('You are offline').waitFor({ state: 'detached' })
  await expect.poll(async () => await retry.getAttribute('aria-busy')).toBe(null)
  await page.unroute('**/api/v1/rewards*')
  await retry.click()
  await page.getByText('Following us').waitFor()
  await context.close()
})

/** A month that was not claimed in time, and a friend whom a person refused. */
async function missedRewards({ uid, headers }: TestMember): Promise<void> {
  await site.server.inject({ url: `/api/v1/users/${uid}`, headers })
  const { rows } = await sql<{ party: string; now: Date }>`
    select party, crels_now() as now from member where uid = ${uid}`.execute(site.db)
  const { party, now } = rows[0]!
  const month = utcMonthName(now.getTime(), -3)
  await pastCheckIns(
    site.db,
    party,
    [1, 2, 3, 4, 5].map((day) => `${month}-0${day}`),
  )
  const friend = `friend of ${uid}`
  await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, accepted_at, look_again_at)
    values (${friend}, ${friend}, ${uid}, ${party}, ${now}, ${now})`.execute(site.db)
  await sql`update friend_invitation set state = 'refused', reason = 'one_person', look_again_at = null, decided_at = ${now}
    where friend_uid = ${friend}`.execute(site.db)
}

test('pays the prize for crels held thirty days, announces it, and lists it in the points history', async () => {
  const member = await createMember(site)
  await site.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  await site.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      party: string
    }>`select party from member where uid = ${member.uid}`.execute(tx)
    const lines = move(housePromotion, memberAvailable(rows[0]!.party), 150)
    await post(tx, { kind: 'test', scope: 'test', idem: 'held', lines })
    // What is missing to the second level.
    await grantAward(tx, {
      party: rows[0]!.party,
      program: 'test',
      period: 'once',
      points: 240,
      expiresAt: inAYear(),
    })
  })
  await shiftClock(site.db, '31 days')
  await site.clock.follow(site.db)

  const opened = await visitAs(member)
  const { page, context, consoleErrors } = opened
  await page.goto('/gamification')
  await page.getByText('You’ve held at least 150 crels for 30 days.').waitFor()
  await page.locator('#holder-prize').getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('status').filter({ hasText: '+20 points' }).waitFor()
  // The level that came with it is announced once.
  await page.getByText('You reached level 2!', { exact: true }).waitFor()
  await page.getByText(/^You’ve claimed this one/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/points')
  await page.getByRole('link', { name: 'Holder prize', exact: true }).first().waitFor()
  await networkQuiet(page)
  expect(await page.getByText('You reached level 2!').count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})
