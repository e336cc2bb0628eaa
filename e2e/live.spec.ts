import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { housePromotion, memberAvailable, move, post } from '#server/modules/ledger/public.ts'
import type { Visit } from '#testing/browser.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { awayFromMidnight } from '#testing/midnight.ts'
import { goOffline } from '#testing/network.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a balance changes on screen by itself: in every tab, on every device, after a lost connection', async () => {
  const member = await createMember(site)
  const [phone, laptop] = [await openWallet(member), await openWallet(member)]
  const streams: string[] = []
  phone.context.on('request', (request) => {
    if (request.headers()['accept']?.includes('text/event-stream')) streams.push(request.url())
  })
  const secondTab = await phone.context.newPage()
  await secondTab.goto('/crels/wallet')
  const everywhere = [phone.page, secondTab, laptop.page]
  for (const page of everywhere) await page.getByText('0', { exact: true }).first().waitFor()

  await credit(member, 37)
  for (const page of everywhere) await page.getByText('37', { exact: true }).first().waitFor()
  // One connection serves both tabs of the phone; it may have opened before it was counted here.
  expect(streams.length).toBeLessThanOrEqual(1)

  // Away while it happens, with nothing on screen that would make anybody look.
  await goOffline(phone.page)
  await laptop.page.close()
  await credit(member, 5)
  await phone.context.setOffline(false)
  for (const page of [phone.page, secondTab]) await page.getByText('42', { exact: true }).first().waitFor()

  // The tab that read for both is closed: the other reads on.
  await phone.page.close()
  await credit(member, 8)
  await secondTab.getByText('50', { exact: true }).first().waitFor()
  await phone.context.close()
  await laptop.context.close()
})

test('a check-in on one device is stamped on the other, in a tab too that did not listen yet', async () => {
  await awayFromMidnight(site)
  const member = await createMember(site)
  const laptop = await visitAs(member, '/points/daily-check-in')
  const streams = laptop.page.waitForRequest('**/api/v1/stream?topics=*')
  await laptop.page.getByRole('button', { name: 'Check in · +10' }).waitFor()
  await (await streams).response()
  const late = await laptop.context.newPage()
  let listen = () => {}
  const held = new Promise<void>((resolve) => (listen = resolve))
  await late.route('**/assets/read-stream-*', async (route) => {
    await held
    await route.fallback()
  })
  await late.goto('/points/daily-check-in')
  await late.getByRole('button', { name: 'Check in · +10' }).waitFor()
  const url = '/api/v1/gamification/daily-check-in'
  const answer = await site.server.inject({ method: 'POST', url, headers: member.headers })
  expect(answer.json()).toMatchObject({ granted: 10 })
  await laptop.page.getByText('10 points').first().waitFor()
  await laptop.page.getByRole('button', { name: 'Check in · +10' }).waitFor({ state: 'detached' })
  listen()
  await late.getByRole('button', { name: 'Check in · +10' }).waitFor({ state: 'detached' })
  await laptop.context.close()
})

test('an invited friend appears on their inviter’s screen by themselves', async () => {
  const [ada, bea] = [await createMember(site), await createMember(site, { displayName: 'Bea' })]
  const { page, context } = await visitAs(ada, '/points/referral')
  await page.getByRole('heading', { name: 'No friends yet' }).waitFor()
  const { shortId } = (
    await site.server.inject({ url: `/api/v1/users/${ada.uid}`, headers: ada.headers })
  ).json()
  const url = '/api/v1/gamification/friend-invitation'
  const payload = { inviterShortId: shortId }
  const answer = await site.server.inject({ method: 'POST', url, headers: bea.headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  await page.getByText('Bea', { exact: true }).first().waitFor()
  await page.getByText('0 of 7 check-ins, and their profile isn’t complete yet.').first().waitFor()
  await context.close()
})

test('where the part that listens did not load, the page stays and what changed is read all the same', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  let loads = 0
  page.on('load', () => (loads += 1))
  const cut = Promise.withResolvers<void>()
  await page.route('**/assets/read-stream-*.js', async (route) => {
    // It is on its way when the connection goes; the screen is there.
    await page.getByText('0', { exact: true }).first().waitFor()
    await goOffline(page)
    await route.abort()
    cut.resolve()
  })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/read-stream-'))
  await page.goto('/crels/wallet')
  await Promise.all([failed, cut.promise])
  await page.getByText('You are offline').first().waitFor()
  await page.getByText('0', { exact: true }).first().waitFor()

  await context.setOffline(false)
  await credit(member, 61)
  await page.getByText('61', { exact: true }).first().waitFor()
  await credit(member, 9)
  await page.getByText('70', { exact: true }).first().waitFor()
  expect(loads).toBe(1)
  await context.close()
})

async function openWallet(member: TestMember): Promise<Visit> {
  return await visitAs(member, '/crels/wallet', { withServiceWorker: true })
}

let credits = 0
async function credit({ uid }: TestMember, crels: number): Promise<void> {
  await site.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(tx)
    const lines = move(housePromotion, memberAvailable(rows[0]!.party), crels)
    await post(tx, { kind: 'test', scope: 'live', idem: String((credits += 1)), lines })
  })
}
