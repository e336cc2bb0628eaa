import { m } from '#messages'
import { expect, test } from 'vitest'
import { boxOf, overlap } from '#testing/boxes.ts'
import { visit } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import type { Page } from 'playwright-core'
import { goOffline } from '#testing/network.ts'
import { giveCrels, partyOf } from '#testing/redeemers.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const shots = process.env.SHOTS

test('the chosen colour scheme stays marked after a screen that has the choice twice', async () => {
  const { page, context, consoleErrors } = await visitAs(await createMember(site), '/profile', {
    viewport: 'desktop',
  })
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByTitle('Dark').click()
  await page.getByRole('link', { name: 'Points' }).first().click()
  await page.waitForURL('**/points')
  expect(await rail.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  const painted = async () =>
    await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await painted()).toBe('dark')
  await page.reload()
  await expect.poll(painted).toBe('dark')
  await rail.getByTitle(m.layout_scheme_auto()).click()
  await expect.poll(painted).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(painted).toBe('dark')
  // Where the reader's own colours replace ours: edges for buttons, and for the place one is at.
  await page.emulateMedia({ forcedColors: 'active' })
  const action = page.getByRole('button', { name: /^Check in/ }).first()
  expect(await action.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe('solid')
  const place = rail.getByRole('link', { name: 'Points' })
  expect(await place.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** A long address breaks before a dot or the @, never inside a word: words broken over two lines. */
const brokenLines = async (page: Page) =>
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const broken: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of node.nodeValue!.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (range.getClientRects().length > 1) broken.push(word)
      }
    return broken
  })

test('shows no bar while the address is being verified, as its links would lose the way back', async () => {
  const member = await createMember(site, {
    verified: false,
    email: 'a.rather.long.address.of.somebody@mail.ofsomecompany.example',
  })
  for (const viewport of ['phone', 'desktop'] as const) {
    const { page, context, consoleErrors } = await visitAs(member, '/shortlinks', { viewport })
    await page.waitForURL('**/signup/email-verification?redirect=%2Fshortlinks')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const name of ['Home', 'Campaigns', 'Points', 'Links'])
      expect(await page.getByRole('link', { name, exact: true }).filter({ visible: true }).count()).toBe(0)
    if (shots) await page.screenshot({ path: `${shots}/verify-${viewport}.png` })
    expect(await brokenLines(page)).toEqual([])
    expect(consoleErrors).toEqual([])
    await context.close()
  }
})

test('a long address breaks at its dots wherever it is shown', async () => {
  const domain = 'mail.ofsomecompany.example'
  const member = await createMember(site, { email: `another.rather.long.address.of.somebody@${domain}` })
  const { headers } = member
  const post = async (url: string, payload: object) =>
    await site.server.inject({ method: 'POST', url, payload, headers })
  const pending = `one.more.rather.long.address.of.somebody@${domain}`
  expect((await post('/identity/email/change', { email: pending })).statusCode).toBe(200)
  await post('/api/v1/payout-destinations', { kind: 'paypal', email: `a@${'pay.'.repeat(9)}${domain}` })
  const { page, context, consoleErrors } = await visitAs(member, '/profile?review=%2F', { viewport: 'phone' })
  await page.getByText('stays your address').waitFor()
  expect(await brokenLines(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep the old address' }).click()
  await page.getByText('Your address stays').waitFor()
  expect(await brokenLines(page)).toEqual([])
  await page.goto('/crels/redemptions')
  await page.getByText('PayPal').waitFor()
  expect(await brokenLines(page)).toEqual([])
  await page.goto('/delete-account')
  const confirmation = page.getByLabel('Type your e-mail address')
  await confirmation.fill('other@example.com')
  await confirmation.press('Enter')
  await page.getByText('That isn’t your e-mail address').waitFor()
  expect(await brokenLines(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()

  // A link of the sign-up, opened where no session is.
  const newcomer = `newcomer.with.a.long.address.of.somebody@${domain}`
  await createMember(site, { email: newcomer, verified: false })
  const link = (await mailsTo(site, newcomer))[0]!.links[0]!
  const elsewhere = await visit(browser, site.origin, { viewport: 'phone', expectedStatuses: [403] })
  await elsewhere.page.goto(link)
  await elsewhere.page.getByRole('button', { name: 'Verify my e-mail' }).click()
  await elsewhere.page.getByRole('heading', { name: 'Enter your password' }).waitFor()
  expect(await brokenLines(elsewhere.page)).toEqual([])
  await elsewhere.page.getByRole('button', { name: 'I don’t know it' }).click()
  await elsewhere.page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(await brokenLines(elsewhere.page)).toEqual([])
  await elsewhere.context.close()
})

test('“Saved” appears beside its field and does not cover it', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, '/profile/info')
  for (const [group, choice] of [
    ['Industries', page.getByLabel('Technology')],
    ['Notifications', page.getByRole('switch').first()],
  ] as const) {
    await choice.click({ force: true })
    const saved = page.getByRole('status').filter({ hasText: 'Saved' }).last()
    await saved.waitFor()
    const box = await boxOf(saved)
    for (const text of await page.locator('p, legend > *, h2').filter({ visible: true }).all()) {
      const words = await text.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { x, y, width, height } = range.getBoundingClientRect()
        return { x, y, width, height }
      })
      expect(overlap(box, words), `${group}: on “${await text.textContent()}”`).toBe(false)
    }
    if (shots) await page.screenshot({ path: `${shots}/saved-${group}.png`, fullPage: true })
  }
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('without a connection the chip covers no heading', async () => {
  const { page, context } = await visitAs(await createMember(site), '/points')
  await page.getByText('Ways to earn').first().waitFor()
  await goOffline(page)
  const chip = page.getByText('You are offline').first()
  await chip.waitFor()
  const heading = page.getByRole('heading', { level: 1 })
  expect(overlap(await boxOf(chip), await boxOf(heading))).toBe(false)
  if (shots) await page.screenshot({ path: `${shots}/offline.png` })
  await context.close()
})

test('points say nothing of a day of the streak before they know it', async () => {
  const { page, context } = await visitAs(await createMember(site))
  await page.route('**/gamification/**', () => {})
  await page.goto('/points')
  await page.getByText('Invite a friend').first().waitFor()
  expect(await page.getByText(/Day 1/).count()).toBe(0)
  await context.close()
})

test('pages of short links have the fonts of the brand', async () => {
  const { page, context } = await visit(browser, site.origin, { expectedStatuses: [404] })
  await page.goto('/s/nothing2here')
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
  expect(loaded.map((family) => family.replaceAll('"', ''))).toEqual(
    expect.arrayContaining(['Figtree Variable', 'Bricolage Grotesque Variable']),
  )
  if (shots) await page.screenshot({ path: `${shots}/unknown-link.png` })
  await context.close()
})

test('who has no crels yet is led to a campaign, and to cashing out once there are some', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, '/crels/redemptions')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Find a campaign' }).waitFor()
  expect(await main.getByRole('link', { name: 'Cash out' }).count()).toBe(0)
  await giveCrels(site, await partyOf(site, member), 3_000)
  await page.reload()
  await main.getByRole('link', { name: 'Cash out' }).waitFor()
  expect(await main.getByRole('link', { name: 'Find a campaign' }).count()).toBe(0)
  await context.close()
})

test('what crels are worth is explained by a sum that comes out even', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/crels/about')
  await page.getByText('1,050 crels are worth $100.00, and you get $97.00 after the fee of 3%.').waitFor()
  if (shots) await page.screenshot({ path: `${shots}/about.png` })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the dates of the statement’s filter stay beside each other within a phone’s page', async () => {
  // By its address, since an empty statement has nothing to filter.
  const address = '/crels/wallet?kind=earning_unlocked'
  const { page, context, consoleErrors } = await visitAs(await createMember(site), address, {
    viewport: 'phone',
  })
  const field = async (label: string) => await boxOf(page.getByLabel(label, { exact: true }))
  const [kind, from, to] = [await field('What happened'), await field('From'), await field('To')]
  expect(overlap(from, to)).toBe(false)
  expect(to.x + to.width).toBeLessThanOrEqual(kind.x + kind.width + 0.5)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the terms of a campaign show no marks of their Markdown, scrolled to or not', async () => {
  const { id } = await createCampaign(site, {
    terms: '## What counts\nEvery **sale**, see [the list](https://brand.example/list).',
  })
  const { page, context, consoleErrors } = await visitAs(await createMember(site), `/campaigns/${id}`)
  const terms = page.locator('#terms')
  await terms.waitFor()
  expect((await terms.textContent())!).toMatch(/What counts\s*Every sale, see the list\./)
  await terms.scrollIntoViewIfNeeded()
  await terms.getByRole('link', { name: 'the list' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
