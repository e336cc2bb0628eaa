import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { clickTime } from '#server/modules/clicks/public.ts'
import { settleShares } from '#server/modules/shares/settle-shares.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

async function post(url: string, headers: Record<string, string>, payload: object = {}) {
  const answer = await site.server.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to use
  return answer.json() as any
}

let networks = 0

/** Sales of one member, each in the moment of its click, which go under review; their ids. */
async function underReview(eventIds: string[], crels: number): Promise<string[]> {
  networks += 1
  const { headers } = await createMember(site)
  const { id, brandId } = await createCampaign(site, { sale: { crels }, budgetCrels: 100_000 })
  const { link } = await post(`/api/v1/campaigns/${id}/enrolment`, headers)
  const authorization = `Bearer ${await createBrandKey(site, brandId)}`
  const items: object[] = []
  for (const eventId of eventIds) {
    const visit = await site.server.inject({
      url: `/s/${link.code}`,
      headers: { 'user-agent': agent },
      remoteAddress: `198.18.${networks}.${items.length + 1}`,
    })
    const clickId = new URL(visit.headers.location as string).searchParams.get('crels_click')!
    const occurredAt = new Date(clickTime(clickId)).toISOString()
    items.push({ eventId, clickId, occurredAt, type: 'sale', amount: { currency: 'USD', minor: 20_00 } })
  }
  await site.clicks.flush()
  await post('/api/v1/conversions', { authorization }, { items })
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from conversion where event_id = any (${eventIds}::text[])`.execute(site.db)
  expect(rows.map(({ status }) => status)).toEqual(eventIds.map(() => 'under_review'))
  return rows.map(({ id: made }) => made)
}

const statusOf = async (id: string) =>
  (await sql<{ status: string }>`select status from conversion where id = ${id}`.execute(site.db)).rows[0]
    ?.status

test('Decide on a conversion opens that one, also behind the first page, and no other once it is decided', async () => {
  const [small] = await underReview(['order-small'], 10)
  // More than a page that are worth more.
  const large = await underReview(
    Array.from({ length: 51 }, (_, at) => `order-large-${at}`),
    500,
  )
  const { page, context, consoleErrors } = await visitConsole('support', 'Dee', {
    expectedStatuses: [404],
  })
  const details = page.getByRole('complementary', { name: 'Details' })
  await openScreen(page, 'conversion', '', { id: small! })
  await page.getByRole('link', { name: 'Decide' }).click()
  await details.getByRole('heading', { name: 'order-small' }).waitFor()
  await expect.poll(async () => await page.locator('tbody tr').count()).toBe(50)
  expect(await page.locator('tbody').getByText('order-small').count()).toBe(0)
  await networkQuiet(page)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Accept' })
  await dialog.getByText('order-small').waitFor()
  await dialog.getByText('Accepts 1: 10 crels').waitFor()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('1 accepted').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await statusOf(small!)).toBe('accepted')
  expect(new Set(await Promise.all(large.map(statusOf)))).toEqual(new Set(['under_review']))

  // By its address it is still shown, and nothing can be done to it.
  await openScreen(page, 'review', `?kind=conversions&open=${small}`)
  await details.getByRole('heading', { name: 'order-small' }).waitFor()
  await details.getByText('no longer waiting').waitFor()
  await networkQuiet(page)
  expect(await details.getByRole('button', { name: /Accept|Reject|Ask/ }).count()).toBe(0)
  await page.keyboard.press('a')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expectAccessible(page)

  await openScreen(page, 'review', `?kind=conversions&open=cnv_${'0'.repeat(32)}`)
  await details.getByText('was not found').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('groups that are not answered say so, and are asked for again', async () => {
  const { page, context } = await visitConsole('support', 'Gus')
  await page.route('**/api/v1/operator/reviews/groups?*', async (route) => await route.abort())
  await openScreen(page, 'review')
  const failed = page.getByRole('alert')
  await failed.waitFor({ timeout: 30_000 })
  await expectAccessible(page)
  await page.unroute('**/api/v1/operator/reviews/groups?*')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await page
    .getByRole('link', { name: /too fast/ })
    .first()
    .waitFor()
  await context.close()
})

test('a share under review is shown with its link, its visitors and how much they look alike', async () => {
  const member = await createMember(site)
  const { id: campaignId } = await createCampaign(site)
  const { share } = await post('/api/v1/gamification/social-share', member.headers, {
    network: 'x',
    campaignId,
  })
  for (let version = 130; version < 134; version += 1)
    await site.server.inject({
      url: new URL(share.url as string).pathname,
      headers: { 'user-agent': agent.replace('140', `${version}`) },
      remoteAddress: '203.0.113.50',
    })
  await site.clicks.flush()
  await settleShares(site.db, { log: pino({ level: 'silent' }), limits: site.config.clickLimits })
  await sql`update member set full_name = 'Shari S.', display_name = 'Shari S.' where uid = ${member.uid}`.execute(
    site.db,
  )
  const { page, context, consoleErrors } = await visitConsole('support', 'Sal')
  await openScreen(page, 'review', '?kind=shares')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText(new URL(share.url as string).pathname).waitFor()
  await details.getByText('all from one network').waitFor()
  const fact = (name: string) =>
    details.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
  expect(await fact('Earns').textContent()).toBe('30 points')
  expect(await fact('Visitors').textContent()).toBe('4')
  expect(await fact('Count as different people').textContent()).toBe('1')
  expect(await fact('Do not count').textContent()).toBe('3')
  await details.getByRole('list', { name: 'From the share to its review' }).getByText('Shared').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await details.getByText(new URL(share.url as string).pathname).waitFor()

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog.getByText('30 points less for Shari S.').waitFor()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('1 rejected').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('friends of one inviter are one group, which leads to all of them, and all are rejected at once', async () => {
  const inviter = await createMember(site)
  const friends = [await createMember(site), await createMember(site), await createMember(site)]
  for (const { headers } of [inviter, ...friends])
    await site.server.inject({ url: '/api/v1/users/me', headers })
  await sql`update member set full_name = 'Ina V.' where uid = ${inviter.uid}`.execute(site.db)
  await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at, under_review_at)
    select f.uid, f.party, i.uid, i.party, 'under_review', 'shared_device', crels_now(), crels_now()
    from member f, member i where f.uid = any (${friends.map(({ uid }) => uid)}) and i.uid = ${inviter.uid}`.execute(
    site.db,
  )
  const { page, context, consoleErrors } = await visitConsole('support', 'Ivo')
  await openScreen(page, 'review', '?kind=invitations')
  await page.getByRole('heading', { name: 'By reason and inviter' }).waitFor()
  await page.getByRole('link', { name: 'shared device · Ina V.' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Id of the inviter' }).inputValue())
    .toBe(inviter.uid)
  await page.getByRole('columnheader', { name: 'Invited by' }).waitFor()
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.getByRole('link', { name: 'Ina V.' }).count()).toBe(3)
  expect(await rows.getByRole('link', { name: 'Ina V.' }).first().getAttribute('href')).toContain(inviter.uid)
  await expectAccessible(page)
  await networkQuiet(page)
  await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog.getByText('3 members').waitFor()
  await dialog.getByRole('textbox').fill('not_genuine')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('3 rejected').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(
    (
      await sql<{ state: string; count: number }>`
        select state, count(*)::int as count from friend_invitation where inviter_uid = ${inviter.uid} group by 1`.execute(
        site.db,
      )
    ).rows,
  ).toEqual([{ state: 'refused', count: 3 }])
  expect(consoleErrors).toEqual([])
  await context.close()
})
