import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { m } from '#messages'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { endPushServices, startPushService, SubscribedBrowser } from '#server/modules/push/push.fixture.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { goOffline } from '#testing/network.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()
endPushServices()

const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}
const about = { campaignId: 'cmp_1', brand: 'Nordlys', reason: 'The campaign has enough members.' }
const removedFrom = async ({ uid }: TestMember, ...titles: string[]) => {
  for (const title of titles)
    await site.db.transaction().execute(async (tx) => {
      await notifyMembers(tx, [uid], { kind: 'removed', facts: { ...about, title } })
    })
}
const titled = (title: string) => m.mail_removed_subject({ title, brand: about.brand })
const bell = (page: Page, unread: number) =>
  page.getByRole('link', {
    name: unread === 0 ? m.notifications_bell() : m.notifications_bell_unread({ count: unread }),
    exact: true,
  })
const inbox = (page: Page) => page.getByRole('dialog', { name: m.notifications_heading() })

test('what is new is on home and behind the bell, by day, comes by itself and is read once', async () => {
  const member = await createMember(site)
  const titles = Array.from({ length: 24 }, (_, index) => `Campaign ${index + 1}`)
  await removedFrom(member, ...titles)
  await sql`
    update notification set created_at = created_at - interval '1 day'
    where uid = ${member.uid} and id not in (select id from notification where uid = ${member.uid} order by id desc limit 2)`.execute(
    site.db,
  )
  const { page, context, consoleErrors } = await visitAs(member, '/')
  const news = page.getByRole('heading', { name: m.notifications_new() }).locator('../..')
  await news.getByRole('link', { name: titled('Campaign 24') }).waitFor()
  expect(await news.getByRole('listitem').count()).toBe(3)
  await bell(page, 24).waitFor()
  await shoot(page, 'home-news-phone')
  expect(await accessibilityViolations(page)).toEqual([])

  // By keyboard: open, mark, close, with the focus back where it was.
  await bell(page, 24).focus()
  await page.keyboard.press('Enter')
  await inbox(page).waitFor()
  expect(new URL(page.url()).search).toBe('?inbox=')
  await inbox(page).getByRole('heading', { name: m.notifications_yesterday() }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await shoot(page, 'inbox-phone')
  await inbox(page).getByRole('button', { name: m.notifications_more() }).scrollIntoViewIfNeeded()
  await inbox(page)
    .getByRole('link', { name: titled('Campaign 1') })
    .waitFor()
  await inbox(page).getByRole('button', { name: m.notifications_read_all() }).click()
  await inbox(page).getByRole('button', { name: m.notifications_read_all() }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await inbox(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await bell(page, 0).waitFor()
  await news.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup')))
    .toBe('dialog')

  // Another comes while one looks on; opening it reads it.
  await removedFrom(member, 'Sauna')
  await bell(page, 1).click()
  await inbox(page)
    .getByRole('link', { name: titled('Sauna') })
    .click()
  await page.waitForURL('**/crels/wallet')
  await inbox(page).waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      const url = '/api/v1/notifications?limit=1'
      return (await site.server.inject({ url, headers: member.headers })).json().unread
    })
    .toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the inbox has an address, says that it is empty or offline, and stays over its page', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, '/profile?inbox', {
    viewport: 'desktop',
    colorScheme: 'dark',
  })
  await inbox(page).getByText(m.notifications_empty()).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await shoot(page, 'inbox-empty-desktop-dark')
  await page.getByRole('button', { name: m.common_close() }).click()
  await inbox(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/profile')
  await removedFrom(member, 'Sauna', 'Headphones')
  const rail = page.getByRole('navigation', { name: m.layout_main_navigation() })
  await rail.getByRole('link', { name: m.notifications_bell_unread({ count: 2 }) }).click()
  await inbox(page)
    .getByRole('link', { name: titled('Sauna') })
    .waitFor()
  await shoot(page, 'inbox-desktop-dark')
  await page.goBack()
  await inbox(page).waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()

  const second = await visitAs(member, undefined, { expectedStatuses: [503] })
  await second.page.route('**/api/v1/notifications*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await second.page.goto('/profile?inbox')
  await inbox(second.page).getByText(m.notifications_failed()).waitFor()
  await second.page.unroute('**/api/v1/notifications*')
  await goOffline(second.page)
  await inbox(second.page).getByText(m.common_offline_title()).waitFor()
  await shoot(second.page, 'inbox-offline-phone')
  await second.context.setOffline(false)
  await inbox(second.page)
    .getByRole('link', { name: titled('Sauna') })
    .waitFor()
  await second.context.close()
})

test('a push becomes a notification of the browser, which opens its page and no other site', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, '/points', { withServiceWorker: true })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const worker = context.serviceWorkers()[0]!
  // Headless Chromium refuses notifications to every site, whatever is granted: what would be shown is kept.
  await worker.evaluate(() => {
    const scope = self as unknown as {
      shown: unknown[][]
      registration: Pick<ServiceWorkerRegistration, 'showNotification'>
    }
    scope.shown = []
    scope.registration.showNotification = async (title, { body, tag, data } = {}) =>
      void scope.shown.push([title, body, tag, (data as { path: string }).path])
  })
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${site.origin}/`)
      if (found) resolve(found.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = async (data: string) =>
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.origin, registrationId, data })
  const shown = async () => await worker.evaluate(() => (self as unknown as { shown: unknown[][] }).shown)
  await push(
    JSON.stringify({
      title: 'Your claim was accepted',
      body: 'By Nordlys',
      path: '/my-campaigns',
      tag: 'ntf_1',
    }),
  )
  await expect.poll(shown).toEqual([['Your claim was accepted', 'By Nordlys', 'ntf_1', '/my-campaigns']])
  // What is not of ours is shown too, as browsers want it, and leads home.
  await push(JSON.stringify({ title: 'Prize', path: 'https://evil.example/', tag: 'evil' }))
  await push('not json')
  await expect.poll(shown).toEqual([
    ['Your claim was accepted', 'By Nordlys', 'ntf_1', '/my-campaigns'],
    ['Prize', '', 'evil', '/'],
    ['Crels', '', 'crels', '/'],
  ])
  // As a press on one: the page that is open goes there, without being loaded again.
  let loads = 0
  page.on('load', () => (loads += 1))
  const press = async (path: string) =>
    await worker.evaluate((to) => {
      const notification = { close: () => {}, data: { path: to } }
      const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} })
      self.dispatchEvent(event)
    }, path)
  await press('/my-campaigns')
  await page.waitForURL('**/my-campaigns')
  await press('//evil.example/x')
  await page.waitForURL(`${site.origin}/`)
  await press('/.//evil.example/x')
  await page.waitForURL(`${site.origin}/evil.example/x`)
  // A page that is none of the application's, such as one that a mail opened, is left alone.
  const other = await context.newPage()
  await other.goto(`${site.origin}/unsubscribe`)
  await other.bringToFront()
  await press('/my-campaigns')
  await page.waitForURL('**/my-campaigns')
  expect(loads).toBe(0)
  await context.close()
})

/** A browser whose push service is ours: Chromium's own is out of reach of a test, and its permission is refused there. */
const pretendPush = (subscription: { endpoint: string }) => {
  const kept = localStorage as unknown as { permission?: NotificationPermission; subscribed?: string }
  const made = () =>
    ({
      endpoint: subscription.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => subscription,
      unsubscribe: async () => delete kept.subscribed,
    }) as unknown as PushSubscription
  Object.defineProperty(Notification, 'permission', { get: () => kept.permission ?? 'default' })
  Notification.requestPermission = async () => (kept.permission = 'granted')
  ServiceWorkerRegistration.prototype.getNotifications = async () => [
    { close: () => (localStorage.closed = 'yes') } as unknown as Notification,
  ]
  PushManager.prototype.getSubscription = async () => (kept.subscribed ? made() : null)
  PushManager.prototype.subscribe = async (options) => {
    kept.subscribed = options?.applicationServerKey as string
    return made()
  }
}

test('a browser is asked at the press alone, then gets what its member is notified of, until they sign out', async () => {
  const member = await createMember(site)
  const { headers } = member
  const service = await startPushService()
  const own = new SubscribedBrowser(service)
  const { page, context, consoleErrors } = await visitAs(member, undefined, {
    viewport: 'desktop',
    colorScheme: 'dark',
    withServiceWorker: true,
    // Of a call that is under way while they sign out.
    expectedStatuses: [401],
  })
  await page.addInitScript(pretendPush, own.subscription)
  const kept = async () =>
    await page.evaluate(() => [localStorage.permission ?? null, 'subscribed' in localStorage])
  const url = '/api/v1/push-subscriptions'
  const listed = async () => (await site.server.inject({ url, headers })).json().items.length
  await page.goto('/profile/info#notifications')
  const allow = page.getByRole('button', { name: m.notifications_device_allow() })
  await allow.waitFor()
  expect([await kept(), await listed()]).toEqual([[null, false], 0])
  await allow.click()
  await page.getByRole('button', { name: m.notifications_device_stop() }).waitFor()
  expect([await kept(), await listed()]).toEqual([['granted', true], 1])
  expect(await accessibilityViolations(page)).toEqual([])
  await shoot(page, 'choices-desktop-dark')

  // No quiet hours: whatever time it is here.
  const choices = `/api/v1/users/${member.uid}/notification-choices`
  const payload = { quietHours: { from: 0, until: 0 } }
  expect((await site.server.inject({ method: 'PATCH', url: choices, headers, payload })).statusCode).toBe(200)
  await removedFrom(member, 'Sauna')
  await site.jobs.run('send-notifications')
  await vi.waitFor(() => expect(service.received).toHaveLength(1), 20_000)
  expect(own.messages(service)).toMatchObject([{ title: titled('Sauna'), path: '/crels/wallet' }])

  // The server forgot it: the next visit says it again, without asking.
  await sql`delete from push_subscription where uid = ${member.uid}`.execute(site.db)
  await page.reload()
  await expect.poll(listed).toBe(1)

  // It asks the server at each visit: signed out meanwhile it would be refused.
  const asked = page.waitForResponse(`**${url}`)
  await page.goto('/profile')
  await asked
  await page.getByRole('button', { name: m.profile_sign_out() }).click()
  await page.waitForURL('**/login**')
  await expect.poll(kept).toEqual(['granted', false])
  // The next at this device reads nothing of theirs.
  await expect.poll(() => page.evaluate(() => localStorage.closed as string)).toBe('yes')
  const { rows } = await sql`select from push_subscription where uid = ${member.uid}`.execute(site.db)
  expect([rows, consoleErrors]).toEqual([[], []])
  await context.close()
})
