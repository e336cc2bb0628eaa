import { expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createBrand, createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { awaitMail } from '#testing/members.ts'
import { countTaps } from '#testing/taps.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

/** The product's main job on real parts: a member in one browser, a follower in another, the brand's server over HTTP. */
test('from sign-up to crels in the wallet', async () => {
  const brand = await createBrand(site, { slug: 'northwind', name: 'Northwind Coffee' })
  const brandKey = await createBrandKey(site, brand.id)
  const campaign = await createCampaign(site, {
    brandId: brand.id,
    title: 'Earn 8% of every sale',
    publicTitle: 'Single-farm beans',
    sale: { bps: 800 },
    holdDays: 30,
    destinationUrl: `${site.origin}/dev/brand/northwind`,
    budgetCrels: 10_000,
    joiningBonusPoints: 40,
  })
  const { page, consoleErrors } = await visit(browser, site.origin, { withServiceWorker: true })

  // Sign up.
  await page.goto('/signup')
  await page.getByLabel('E-mail').fill('ola@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse 9')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/signup/email-verification')

  // Read the mail, type the code, land on home.
  const { code } = await awaitMail(site, 'ola@example.com', 1)
  await page.getByLabel(/code/i).first().click()
  await page.keyboard.type(code!)
  await page.waitForURL((url) => url.pathname === '/')

  const taps = await countTaps(page)
  // Find the campaign, join, copy the tracking link: four taps from home.
  await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click()
  await page
    .getByRole('link', { name: /Earn 8% of every sale/ })
    .first()
    .click()
  await page.waitForURL(`**/campaigns/${campaign.id}`)
  await page.getByText('10,000 crels · 100%').first().waitFor()
  await page.getByRole('button', { name: 'Join campaign' }).click()
  const sheet = page.getByRole('dialog', { name: 'You’re in. +40 points' })
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  await sheet.getByRole('button', { name: 'Copied' }).waitFor()
  expect(taps()).toBe(4)
  const trackingLink = await page.evaluate(() => navigator.clipboard.readText())
  expect(trackingLink).toMatch(new RegExp(`^${site.origin}/s/[a-z0-9]{7}$`))

  // What to post says brand and product, and that it is paid for.
  await sheet.getByRole('button', { name: 'Captions' }).click()
  await sheet.getByRole('button', { name: 'Copy with link' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`Have a look at Northwind Coffee: Single-farm beans. #ad ${trackingLink}`)
  await sheet.getByRole('button', { name: 'QR' }).click()
  await sheet.getByRole('img', { name: /^QR code of / }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.waitFor({ state: 'detached' })
  // The button that was pressed is gone: the focus is on what came in its place.
  const joined = page.getByRole('heading', { name: 'Your tracking link' })
  await expect.poll(() => joined.evaluate((element) => element === document.activeElement)).toBe(true)

  // A follower, in another browser, reaches the brand's page with the click in its address.
  const follower = await visit(browser, site.origin, { viewport: 'desktop' })
  await follower.page.goto(trackingLink)
  const clickId = new URL(follower.page.url()).searchParams.get('crels_click')
  expect(follower.page.url()).toContain('/dev/brand/northwind')
  expect(clickId).toMatch(/^clk_[0-9a-f]{32}$/)
  expect(follower.consoleErrors).toEqual([])

  // They think about it for half a minute, then buy for $125: 8% of 1 312.5 crels is 105.
  await shiftClock(site.db, '30 seconds')
  const sale = { eventId: 'order-1', clickId, type: 'sale', amount: { currency: 'USD', minor: 12_500 } }
  const report = await postConversion(brandKey, sale)
  expect(report.status).toBe(201)
  const accepted = (await report.json()) as { status: string; earning: { crels: number; unlocksAt: string } }
  expect(accepted, JSON.stringify(accepted)).toMatchObject({ status: 'accepted', earning: { crels: 105 } })
  // The brand repeats itself: the same conversion.
  expect((await postConversion(brandKey, sale)).status).toBe(200)

  // The member sees it pending, with the date it unlocks.
  await page.goto('/crels/wallet')
  await page.getByText('105').first().waitFor()
  const unlockDay = new Date(accepted.earning.unlocksAt).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'Europe/Lisbon',
  })
  await page.getByText(unlockDay, { exact: false }).first().waitFor()
  expect(await wallet(page)).toMatchObject({ available: 0, pending: 105, reserved: 0, debt: 0 })

  // The campaign's page has it too, with the click.
  await page.goto(`/campaigns/${campaign.id}`)
  const results = page.getByRole('group', { name: 'Your clicks and earnings here' })
  await results.getByText('105').waitFor()
  expect(await results.locator('dd').allTextContents()).toEqual(['1', '105', 'In crels', '0', 'In crels'])

  // And my campaigns how far it has come; what is shared from there says that it is paid for.
  await page.addInitScript(() => {
    const share = async (data: ShareData) => await navigator.clipboard.writeText(JSON.stringify(data))
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await page.goto('/my-campaigns')
  await page.getByRole('img', { name: /3 of 4 steps done/ }).waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      JSON.stringify({
        url: trackingLink,
        title: 'Northwind Coffee: Single-farm beans',
        text: 'Have a look at Northwind Coffee: Single-farm beans. #ad',
      }),
    )

  // The hold ends: the crels are in the wallet.
  await shiftClock(site.db, '31 days')
  await site.jobs.run('unlock-earnings')
  await page.reload()
  await page.getByText('105').first().waitFor()
  expect(await wallet(page)).toMatchObject({ available: 105, pending: 0, reserved: 0, debt: 0 })

  // From what it paid there is a way to what to post next.
  await page.goto('/crels/wallet')
  await page.getByRole('button', { name: 'How it adds up' }).click()
  await page.getByRole('link', { name: 'What to post for Northwind Coffee · Earn 8% of every sale' }).click()
  await page.waitForURL(`**/campaigns/${campaign.id}#what-to-post`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('What to post')

  // And the ledger proves every unit.
  const books = await reconcile(site.db)
  expect(books.clean).toBe(true)
  expect(consoleErrors).toEqual([])
})

async function postConversion(key: string, body: object): Promise<Response> {
  return await fetch(`${site.origin}/api/v1/conversions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The member's wallet as the API says it, asked with the page's own session. */
async function wallet(page: { evaluate<T>(work: () => Promise<T>): Promise<T> }): Promise<object> {
  return await page.evaluate(async () => {
    const session = await fetch('/identity/refresh', { method: 'POST' })
    const { accessToken } = (await session.json()) as { accessToken: string }
    const response = await fetch('/api/v1/wallet', { headers: { authorization: `Bearer ${accessToken}` } })
    return (await response.json()) as object
  })
}
