import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reconcile } from '#server/modules/ledger/public.ts'
import { changeItem, readItemChanges } from '#server/modules/shop/public.ts'
import { accessibilityViolations, openTab, visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { goOffline } from '#testing/network.ts'
import { testActor } from '#testing/operators.ts'
import { buyer, callShop, homeAddress, makeGiftCard, makeItem, stocker } from '#testing/shop.ts'
import { focusedName, pressOn, typeInto } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const shop = '/points/points-shop'

/** Opens an item from the shelves and goes as far as the button that pays. */
async function toPay(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: /^Buy for / }).click()
  await page.getByRole('button', { name: /^Pay / }).waitFor()
}

async function ordersOf({ uid }: { uid: string }): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from shop_order join member using (party) where uid = ${uid}`.execute(
    site.db,
  )
  return rows[0]!.orders
}

async function change(item: string, changes: Record<string, unknown>): Promise<void> {
  await site.db
    .transaction()
    .execute(
      async (tx) => await changeItem(tx, testActor, { ...stocker, item, changes: readItemChanges(changes) }),
    )
}

test('a visitor looks around and signs in to buy; the address leads back to the item', async () => {
  const item = await makeItem(site, { title: 'Visitors’ mug', memberLimit: 2, stock: 5 })
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/') && request.headers().authorization) asked.push(request.url())
  })
  await page.goto(shop)
  await page.getByRole('heading', { name: 'Visitors’ mug' }).waitFor()
  expect(await page.getByRole('button', { name: 'I can afford it' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Visitors’ mug' }).click()
  const sheet = page.getByRole('dialog', { name: 'Visitors’ mug' })
  await sheet.getByText('2 per member').waitFor()
  await sheet.getByText('5 left').waitFor()
  const signIn = await sheet.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href')
  expect(decodeURIComponent(signIn!)).toBe(`/login?redirect=${shop}?item=${item}`)
  expect(await accessibilityViolations(page)).toEqual([])
  // The browser's back closes it, and so does its own cross; a link to the item opens it.
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  await page.goto(`${shop}?item=${item}`)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL((url) => url.pathname === shop && url.search === '')
  await page.goto(`${shop}?view=orders`)
  await page.getByText('Sign in to see your orders').waitFor()
  expect(asked).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a gift card is bought once by a double tap and two tabs; its code is hidden until it is asked for', async () => {
  await makeGiftCard(site, 5, { title: 'Book card', points: 300 })
  await makeItem(site, { title: 'Far away', points: 1_120 })
  const member = await buyer(site, 1_000)
  const { page, context, consoleErrors } = await visitAs(member, shop)
  const titles = page.getByRole('heading', { level: 2 })
  await page.getByText('120 to go').waitFor()
  const shown = await titles.allTextContents()
  expect(shown.indexOf('Book card')).toBeLessThan(shown.indexOf('Far away'))
  await page.getByRole('button', { name: 'I can afford it' }).click()
  await page.waitForURL('**?affordable=1')
  await page.getByRole('heading', { name: 'Far away' }).waitFor({ state: 'detached' })
  expect(await accessibilityViolations(page)).toEqual([])

  const other = await openTab({ context })
  await other.page.goto(shop)
  await toPay(page, 'Book card')
  await toPay(other.page, 'Book card')
  const sheet = page.getByRole('dialog')
  await sheet.getByText(/expire soonest are spent first: 300 of them would expire by/).waitFor()
  await sheet.getByRole('listitem').filter({ hasText: 'Your balance afterwards' }).getByText('700').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await Promise.all([
    page.getByRole('button', { name: 'Pay 300 points' }).dblclick(),
    other.page.getByRole('button', { name: 'Pay 300 points' }).click(),
  ])
  for (const tab of [page, other.page]) {
    await tab.getByRole('status').getByText('It’s yours').waitFor()
    await tab.getByText('700 points left.').waitFor()
  }
  expect(await ordersOf(member)).toBe(1)

  await page.getByRole('button', { name: 'Show the code' }).click()
  const said = page.getByRole('status').filter({ hasText: 'The code is shown: ' })
  const code = (await said.textContent())!.replace('The code is shown: ', '')
  await page.getByRole('button', { name: 'Copy the code' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'See my orders' }).click()
  const order = page.getByRole('article', { name: /^Book card, ordered / })
  await order.getByText('Delivered').waitFor()
  expect(await page.getByText(code).count()).toBe(0)
  await order.getByRole('button', { name: 'Show the code' }).click()
  await order.getByText(code).first().waitFor()
  const { id } = (await callShop(site, member, 'GET', '/orders')).body.items[0]
  const help = await order.getByRole('link', { name: 'Problem with this order?' }).getAttribute('href')
  expect(help).toBe(`/help?topic=order&ref=${id}`)
  expect(await accessibilityViolations(page)).toEqual([])
  // The next purchase is another one.
  await page.goto(shop)
  await toPay(page, 'Book card')
  await page.getByRole('button', { name: 'Pay 300 points' }).click()
  await page.getByText('400 points left.').waitFor()
  expect(await ordersOf(member)).toBe(2)
  expect([...consoleErrors, ...other.consoleErrors]).toEqual([])
  await context.close()
})

test('another price is shown and asked for anew, and what sold out meanwhile charges nothing', async () => {
  const item = await makeItem(site, { kind: 'streak_freeze', title: 'Dearer freeze', points: 300, stock: 1 })
  const member = await buyer(site, 1_000)
  const { page, context, consoleErrors } = await visitAs(member, shop, { expectedStatuses: [409] })
  await toPay(page, 'Dearer freeze')
  await change(item, { points: 350 })
  await page.getByRole('button', { name: 'Pay 300 points' }).click()
  await page
    .getByRole('alert')
    .getByText('Nothing was charged. The price has changed: it is 350 points now.')
    .waitFor()
  await page.getByRole('button', { name: 'Pay 350 points' }).waitFor()
  const faster = await buyer(site, 1_000)
  const bought = await callShop(site, faster, 'POST', '/orders', { itemId: item, points: 350 })
  expect(bought.status).toBe(201)
  await page.getByRole('button', { name: 'Pay 350 points' }).click()
  await page.getByRole('alert').getByText('Nothing was charged. Someone was faster').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Notify me when it is back' }).click()
  await page.getByText('We’ll notify you when you can buy it.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Don’t notify me' }).click()
  await page.getByText('You won’t be notified about this item.').waitFor()
  await page.getByRole('button', { name: 'Notify me when it is back' }).waitFor()
  await page.goto(shop)
  await page.getByRole('article').filter({ hasText: 'Dearer freeze' }).getByText('Sold out').waitFor()
  expect(await ordersOf(member)).toBe(0)
  // What is left of what was chosen can be bought at once.
  const card = await makeGiftCard(site, 3, { title: 'Three cards' })
  await page.reload()
  await page.getByRole('link', { name: 'Three cards' }).click()
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Buy for 300 points' }).click()
  await page.getByRole('button', { name: 'Pay 300 points' }).waitFor()
  expect((await callShop(site, faster, 'POST', '/orders', { itemId: card, points: 100 })).status).toBe(201)
  await page.getByRole('button', { name: 'Pay 300 points' }).click()
  await page.getByRole('alert').getByText('Someone was faster').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Buy for 200 points' }).click()
  await page.getByRole('button', { name: 'Pay 200 points' }).click()
  await page.getByText('800 points left.').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an answer that is lost is asked for again and is one order; offline says so, and stays on screen', async () => {
  await makeItem(site, { kind: 'streak_freeze', title: 'Lost freeze', points: 200 })
  const member = await buyer(site, 1_000)
  const { page, context } = await visitAs(member, shop)
  await toPay(page, 'Lost freeze')
  await goOffline(page)
  await page.getByRole('button', { name: 'Pay 200 points' }).click()
  await page.getByRole('alert').getByText('We don’t know whether this arrived.').waitFor()
  await page.getByText('You are offline').first().waitFor()
  await context.setOffline(false)
  let answers = 0
  await page.route('**/api/v1/orders', async (route) => {
    const answer = await route.fetch()
    // The order is there; its answer gets lost once.
    if ((answers += 1) === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: 'Pay 200 points' }).click()
  await expect.poll(async () => await ordersOf(member)).toBe(1)
  await page.getByRole('alert').getByText('you won’t be charged twice').waitFor()
  await page.getByRole('button', { name: 'Pay 200 points' }).click()
  await page.getByRole('status').getByText('You have one more streak freeze').waitFor()
  expect(await ordersOf(member)).toBe(1)
  await page.getByRole('link', { name: 'Go to my streak' }).click()
  await page.getByRole('link', { name: '2 freezes' }).waitFor()
  await page.getByRole('link', { name: 'Get a freeze' }).click()
  await page.waitForURL('**?kind=streak_freeze')
  await context.close()
})

test('after a lost answer another quantity is no second order; a sheet closed while paying says how it ends', async () => {
  await makeGiftCard(site, 9, { title: 'Twice card' })
  const member = await buyer(site, 1_000)
  const { page, context } = await visitAs(member, shop)
  await toPay(page, 'Twice card')
  let then: 'lost' | 'answered' | Promise<void> = 'lost'
  await page.route('**/api/v1/orders', async (route) => {
    const answer = await route.fetch()
    if (then === 'lost') return await route.abort()
    await then
    await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: 'Pay 100 points' }).click()
  await page.getByRole('alert').getByText('We don’t know whether this arrived.').waitFor()
  then = 'answered'
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Buy for 200 points' }).click()
  await page.getByRole('button', { name: 'Pay 200 points' }).click()
  await page.getByRole('alert').getByText('Your earlier order went through after all').waitFor()
  expect(await ordersOf(member)).toBe(1)
  const answered = Promise.withResolvers<void>()
  then = answered.promise
  await page.getByRole('button', { name: 'Pay 200 points' }).click()
  await expect.poll(async () => await ordersOf(member)).toBe(2)
  await page.keyboard.press('Escape')
  await page.getByRole('status').getByText('Your payment is still going through.').waitFor()
  answered.resolve()
  await page.getByRole('status').getByText('Your order went through.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await context.close()
})

test('by keyboard: a mug to an address, with each mistake at its field, then cancelled for its points', async () => {
  await makeItem(site, { title: 'Keyboard mug', points: 500, stock: 3, countries: ['DE', 'PT'] })
  const member = await buyer(site, 600)
  const { page, context, consoleErrors } = await visitAs(member, shop, { viewport: 'desktop' })
  await page.getByRole('heading', { name: 'Keyboard mug' }).waitFor()
  await pressOn(page, 'Keyboard mug')
  await pressOn(page, 'Buy for 500 points')
  await page.getByRole('group', { name: 'Where should we send it?' }).waitFor()
  await pressOn(page, 'Continue')
  // The first that is missing has the focus.
  await expect.poll(async () => await focusedName(page)).toBe('Name')
  expect(await page.getByText('Fill this in').count()).toBe(3)
  await page.getByText('Choose a country').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.type(homeAddress.name)
  await typeInto(page, 'Street and number', homeAddress.street)
  await typeInto(page, /^Postcode/, homeAddress.postcode)
  await typeInto(page, 'Town or city', homeAddress.city)
  await typeInto(page, /^Phone/, 'none')
  await typeInto(page, 'Country', 'Germ')
  await page.keyboard.press('Enter')
  await pressOn(page, 'Continue')
  await page.getByText('We couldn’t accept this. Check it').waitFor()
  await typeInto(page, /^Phone/, '+49 30 1234567')
  await pressOn(page, 'Continue')
  await page.getByRole('group', { name: 'Is this right?' }).getByText('10115 Berlin').waitFor()
  await page.getByText('You can cancel until it is sent.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Pay 500 points')
  await page.getByRole('status').getByText('Thank you, we’re on it').waitFor()
  await expect
    .poll(async () => await page.evaluate(() => document.activeElement?.getAttribute('role')))
    .toBe('group')
  await pressOn(page, 'See my orders')

  const order = page.getByRole('article', { name: /^Keyboard mug/ })
  await order.getByText('We’re getting it ready. You can still cancel.').waitFor()
  await pressOn(page, 'Cancel this order')
  await page
    .getByRole('dialog')
    .getByText(/^You’ll get back 500 points, with the original expiry date: 1 Jan 2099, 00:00\./)
    .waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).waitFor()
  await pressOn(page, 'Cancel this order')
  await order.getByText('Cancelled', { exact: true }).waitFor()
  expect(await focusedName(page)).toBe('Keyboard mug')
  await order
    .getByText(/^500 points came back to your balance on .+, expiring on 1 Jan 2099, 00:00\.$/)
    .waitFor()
  await page.getByRole('link', { name: '600 points' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a boost is on where points are earned, and what is not to be had says why and what helps', async () => {
  await makeItem(site, { kind: 'boost', title: 'Double day', points: 400 })
  await makeItem(site, { title: 'One each', points: 10, memberLimit: 1 })
  const member = await buyer(site, 1_000)
  const bought = async (title: string, points: number, more: object = {}) => {
    const { items } = (await callShop(site, null, 'GET', '/shop?limit=100')).body
    const itemId = items.find((item: { title: string }) => item.title === title).id
    expect((await callShop(site, member, 'POST', '/orders', { itemId, points, ...more })).status).toBe(201)
  }
  await bought('One each', 10, { address: homeAddress })
  const { page, context, consoleErrors } = await visitAs(member, shop)
  await toPay(page, 'Double day')
  await page.getByRole('button', { name: 'Pay 400 points' }).click()
  await page.getByText(/^Check-ins and shares pay double until /).waitFor()
  await page.getByRole('link', { name: 'Go to my streak' }).click()
  await page.getByText('100 extra points left in this boost.').waitFor()
  await page.goto('/points/social-share')
  await page.getByText('100 extra points left in this boost.').waitFor()
  await page.goto(shop)
  const card = (title: string) => page.getByRole('article').filter({ hasText: title })
  await card('Double day').getByText('Your boost runs until').waitFor()
  await card('One each').getByText('You have bought all you can of this').waitFor()
  await page.getByRole('link', { name: 'One each' }).click()
  await page.getByRole('dialog').getByText('You have bought all you can of this').waitFor()
  await page.keyboard.press('Escape')
  await sql`
    with sent as (
      update shop_order set state = 'fulfilled', carrier = 'DHL', tracking_url = 'https://parcel.example/7'
      where title = 'One each' returning id, party, state
    )
    insert into shop_order_event (order_id, party, state, author) select id, party, state, 'test' from sent`.execute(
    site.db,
  )
  await page.getByRole('link', { name: 'My orders' }).click()
  const parcel = page.getByRole('article', { name: /^One each/ })
  await parcel.getByText(/^Sent with DHL on /).waitFor()
  const track = parcel.getByRole('link', { name: 'Track the parcel' })
  expect(await track.getAttribute('href')).toBe('https://parcel.example/7')
  expect(await parcel.getByRole('button', { name: 'Cancel this order' }).count()).toBe(0)
  await page.goto('/points')
  await page.getByRole('heading', { name: 'In the shop' }).waitFor()
  await page.getByRole('link', { name: 'See all' }).click()
  await page.waitForURL(`**${shop}`)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a shop that does not answer says so with Retry, keeps what was there, and a lost item leads back', async () => {
  await makeItem(site, { title: 'Still here' })
  const { page, context, consoleErrors } = await visitAs(await createMember(site), shop, {
    expectedStatuses: [422, 500, 404],
  })
  await page.getByRole('heading', { name: 'Still here' }).waitFor()
  await page.goto(`${shop}?item=itm_00000000000000000000000000000000`)
  await page.getByRole('dialog', { name: 'This item is no longer in the shop' }).waitFor()
  await page.getByRole('button', { name: 'Back to the shop' }).click()
  await page.waitForURL(`**${shop}`)
  await page.route('**/api/v1/shop?*', async (route) => await route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByText('The shop did not load').waitFor()
  await page.unroute('**/api/v1/shop?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Still here' }).waitFor()
  await page.goto(`${shop}?view=orders`)
  await page.getByText('No orders yet').waitFor()
  expect((await reconcile(site.db)).clean).toBe(true)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a part that cannot be drawn says that it is our fault, also without a connection', async () => {
  const { page, context } = await visitAs(await createMember(site))
  await page.route('**/api/v1/orders?*', async (route) => {
    await goOffline(page)
    await route.fulfill({ json: { items: [{ id: 'ord_1' }], nextCursor: null } })
  })
  await page.goto(`${shop}?view=orders`)
  await page.getByRole('alert').getByText('Internal Server Error').waitFor()
  expect(await page.getByRole('alert').getByText('You are offline').count()).toBe(0)
  // The rest of the page stays.
  expect(await page.getByRole('link', { name: 'My orders' }).isVisible()).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await context.close()
})
