import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setEconomy } from '#server/modules/economy/public.ts'
import { accessibilityViolations, signInTo, visit, type Visit } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'
import { testActor } from '#testing/operators.ts'

openSite()

beforeAll(async () => {
  // A friend is done with the profile: check-ins have a test of their own.
  const change = {
    settings: [{ path: 'friendInvitation.checkIns', value: 0 }],
    reason: 'test',
  }
  await site.db.transaction().execute(async (tx) => await setEconomy(tx, testActor, change))
})

const documentOf = async ({ uid, headers }: TestMember) =>
  (await site.server.inject({ url: `/api/v1/users/${uid}`, headers })).json<{
    shortId: string
    shownToInvited: boolean
    gamification: { invitedBy: string | null }
  }>()

/** Opens a member's invitation in a new browser, then signs in there as a member who is new. */
async function arriveBy(shortId: string, friend: TestMember, expectedStatuses: number[] = []) {
  const opened = await visit(browser, site.origin, { expectedStatuses })
  const { page } = opened
  await page.addInitScript(() => {
    addEventListener('crels:analytics', (event) => {
      const { call, event: name, uid } = (event as CustomEvent<Record<string, string>>).detail
      const tracked = JSON.parse(sessionStorage.getItem('tracked') ?? '[]') as unknown[]
      if (call === 'track') sessionStorage.setItem('tracked', JSON.stringify([...tracked, name]))
      if (call === 'identify') sessionStorage.setItem('identified', uid!)
    })
  })
  await page.goto(`/signup?invitedBy=${shortId}`)
  await page.getByText('A creator invited you').waitFor()
  await signInTo(opened, site.origin, friend)
  const answered = page.waitForResponse((response) => response.url().includes('/friend-invitation'))
  await page.goto('/profile')
  const response = await answered
  await expect.poll(async () => await storedBy(page)).toBeNull()
  const tracked = async () => await page.evaluate(() => sessionStorage.getItem('tracked'))
  return { ...opened, status: response.status(), tracked }
}

test('shows the name of a member who allows it to visitors of their link', async () => {
  const inviter = await createMember(site, { displayName: 'Ada' })
  const mine = await visitAs(inviter, '/points/referral')
  const shown = mine.page.getByRole('switch', { name: 'Show my name and picture' })
  expect(await shown.isChecked()).toBe(false)
  await shown.click()
  await expect.poll(async () => (await documentOf(inviter)).shownToInvited).toBe(true)
  expect(await shown.isChecked()).toBe(true)
  expect(await accessibilityViolations(mine.page)).toEqual([])
  const { shortId } = await documentOf(inviter)
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto(`/signup?invitedBy=${shortId}`)
  await page.getByText('Ada invited you to Crels.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect([...consoleErrors, ...mine.consoleErrors]).toEqual([])
  await context.close()
  await mine.context.close()
})

test('an invitation that was opened before signing up is completed by itself, and both see it paid', async () => {
  const inviter = await createMember(site, { displayName: 'Ada' })
  const { shortId } = await documentOf(inviter)
  const friend = await createMember(site, { displayName: 'Bea' })
  const theirs = await arriveBy(shortId, friend)
  expect(theirs.status).toBe(200)
  expect(await theirs.tracked()).toBe(JSON.stringify(['friend_invitation_complete']))
  expect(await theirs.page.evaluate(() => sessionStorage.getItem('identified'))).toBe(friend.uid)
  expect((await documentOf(friend)).gamification.invitedBy).toBe(shortId)
  expect(theirs.consoleErrors).toEqual([])
  await theirs.context.close()

  const mine = await visitAs(inviter)
  const { page } = mine
  await page.goto('/points/referral')
  await page.getByText(`/signup?invitedBy=${shortId}`).first().waitFor()
  await page.getByText('Their profile isn’t complete yet.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(
    `${site.origin}/signup?invitedBy=${shortId}`,
  )
  await page.getByRole('button', { name: 'QR code' }).click()
  await page.getByRole('img', { name: /^QR code of/ }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await site.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${friend.uid}`,
    headers: friend.headers,
    payload: completeProfile,
  })
  await page.reload()
  await page.getByRole('status').filter({ hasText: '+200' }).waitFor()
  await page.getByText('Paid', { exact: true }).waitFor()
  expect(mine.consoleErrors).toEqual([])
  // Said once.
  await page.reload()
  await page.getByText('Paid', { exact: true }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: '+200' }).count()).toBe(0)
  await mine.context.close()
})

test.each<
  [string, (opened: Pick<Visit, 'page' | 'context'>, friend: TestMember, to: string) => Promise<unknown>]
>([
  [
    'a sign-in that leads to',
    async ({ page }, friend, to) => {
      await page.goto(`/login?redirect=${to}`)
      await page.getByLabel('E-mail').fill(friend.email)
      await page.getByLabel('Password', { exact: true }).fill(friend.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    },
  ],
  [
    'a member who opens',
    async (opened, friend, to) => {
      await signInTo(opened, site.origin, friend)
      await opened.page.goto(to)
    },
  ],
])('%s a page that is open to everyone completes it there', async (_, arrive) => {
  const { shortId } = await documentOf(await createMember(site))
  const { id } = await createCampaign(site)
  for (const to of [`/campaigns/${id}`, '/faq']) {
    const friend = await createMember(site)
    const { page, context, consoleErrors } = await visit(browser, site.origin)
    await page.goto(`/signup?invitedBy=${shortId}`)
    await page.getByText('A creator invited you').waitFor()
    await arrive({ page, context }, friend, to)
    await page.waitForURL(`**${to}`)
    await expect.poll(async () => (await documentOf(friend)).gamification.invitedBy).toBe(shortId)
    expect(consoleErrors).toEqual([])
    await context.close()
  }
})

test('forgets an invitation that is refused for good, and says why until that is read', async () => {
  const friend = await createMember(site)
  const { status, tracked, page, context, consoleErrors } = await arriveBy('k7m2qw9d', friend, [404])
  expect(status).toBe(404)
  expect(await tracked()).toBeNull()
  expect((await documentOf(friend)).gamification.invitedBy).toBeNull()
  const notice = page.getByText('Your invitation doesn’t count')
  await notice.waitFor()
  await page.getByText('This invitation doesn’t exist. Ask your friend for their link again.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // On whatever page they go on to.
  await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
  await notice.waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await notice.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
  expect(await notice.count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

const storedBy = async (page: Page) => await page.evaluate(() => localStorage.getItem('crels:invited-by'))

/** A new member in the browser in which they opened an invitation, whose server is too busy to complete it. */
async function arriveAtBusyServer(shortId: string, friend: TestMember) {
  const opened = await visit(browser, site.origin, { expectedStatuses: [503] })
  const { page } = opened
  await page.goto(`/signup?invitedBy=${shortId}`)
  await page.getByText('A creator invited you').waitFor()
  await signInTo(opened, site.origin, friend)
  const problem = {
    type: 'about:blank',
    title: '',
    status: 503,
    detail: '',
    code: 'unavailable',
    requestId: 'r',
  }
  await page.route('**/friend-invitation', async (route) => {
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    })
  })
  const refused = page.waitForResponse('**/friend-invitation')
  await page.goto('/profile')
  expect((await refused).status()).toBe(503)
  expect(await storedBy(page)).toBe(shortId)
  return opened
}

test('a server in trouble keeps it for the next time', async () => {
  const { shortId } = await documentOf(await createMember(site))
  const friend = await createMember(site)
  const { page, context, consoleErrors } = await arriveAtBusyServer(shortId, friend)
  await page.unroute('**/friend-invitation')
  const answered = page.waitForResponse('**/friend-invitation')
  await page.reload()
  expect((await answered).status()).toBe(200)
  await expect.poll(async () => (await documentOf(friend)).gamification.invitedBy).toBe(shortId)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what a member did not use is not left to who signs up in the same browser after them', async () => {
  const { shortId } = await documentOf(await createMember(site))
  const { page, context, consoleErrors } = await arriveAtBusyServer(shortId, await createMember(site))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await expect.poll(async () => await storedBy(page)).toBeNull()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who was invited before leaves nothing of another invitation', async () => {
  const [first, second] = [await createMember(site), await createMember(site)]
  const friend = await createMember(site)
  const once = await arriveBy((await documentOf(first)).shortId, friend)
  await once.page.evaluate(
    (id) => localStorage.setItem('crels:invited-by', id),
    (await documentOf(second)).shortId,
  )
  await once.page.reload()
  await expect.poll(async () => await storedBy(once.page)).toBeNull()
  expect((await documentOf(friend)).gamification.invitedBy).toBe((await documentOf(first)).shortId)
  expect(once.consoleErrors).toEqual([])
  await once.context.close()
})
