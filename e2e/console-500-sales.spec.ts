import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clickTime } from '#server/modules/clicks/public.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const members = 20
const salesEach = 25
const sales = members * salesEach
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** As many sales of each of some members, each in the moment of its click, which is too fast to be counted unseen. */
async function reportSales(): Promise<void> {
  const { id, brandId } = await createCampaign(site, { sale: { crels: 40 }, budgetCrels: 100_000 })
  const authorization = `Bearer ${await createBrandKey(site, brandId)}`
  const clickIds: string[] = []
  for (let at = 0; at < members; at += 1) {
    const { headers } = await createMember(site, { displayName: at === 0 ? 'Mallory' : `Member ${at}` })
    const url = `/api/v1/campaigns/${id}/enrolment`
    const { link } = (await site.server.inject({ method: 'POST', url, headers })).json()
    for (let sale = 0; sale < salesEach; sale += 1) {
      const visit = await site.server.inject({
        url: `/s/${link.code}`,
        headers: { 'user-agent': browser },
        remoteAddress: `198.18.${at}.${sale + 1}`,
      })
      clickIds.push(new URL(visit.headers.location as string).searchParams.get('crels_click')!)
    }
  }
  await site.clicks.flush()
  for (let from = 0; from < sales; from += 100) {
    const items = clickIds.slice(from, from + 100).map((clickId, index) => ({
      eventId: `order-${from + index}`,
      clickId,
      type: 'sale',
      amount: { currency: 'USD', minor: 20_00 },
      occurredAt: new Date(clickTime(clickId)).toISOString(),
    }))
    const url = '/api/v1/conversions'
    const answer = await site.server.inject({
      method: 'POST',
      url,
      headers: { authorization },
      payload: { items },
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from conversion group by 1`.execute(site.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Decides every row of the page that is shown: selected, decided and confirmed by keys. */
async function decideAll(page: Page, key: 'a' | 'r'): Promise<void> {
  const before = (await statuses()).under_review
  // Rows that come in meanwhile are not selected.
  await networkQuiet(page)
  await page.keyboard.press('Shift+X')
  await page.getByText(/\d+ selected/).waitFor()
  await page.keyboard.press(key)
  const dialog = page.getByRole('dialog')
  // What it touches is on screen before it can be confirmed.
  await dialog.locator('button[type=submit]:not([aria-disabled])').waitFor()
  // A reason is chosen there, where Enter opens the list.
  await page.keyboard.press(key === 'r' ? 'Control+Enter' : 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await statuses()).under_review).not.toBe(before)
}

test('500 sales under review are cleared by keyboard and in bulk within five minutes', async () => {
  await reportSales()
  expect(await statuses()).toEqual({ under_review: sales })
  const { page, context, consoleErrors } = await visitConsole('support', 'Sam')
  await openScreen(page, 'review')
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  const startedAt = performance.now()

  // One member’s are looked at by themselves, and rejected for one reason.
  const all = page.getByRole('button', { name: /^Show all/ })
  await all.focus()
  await page.keyboard.press('Enter')
  const group = page.getByRole('link', { name: /Mallory/ })
  await group.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => await rows.count()).toBe(salesEach)
  await decideAll(page, 'r')
  await page.getByText('Nothing matches these filters').first().waitFor()

  // The others page by page.
  await openScreen(page, 'review')
  let left = sales - salesEach
  while (left > 0) {
    await rows.first().waitFor()
    await decideAll(page, 'a')
    left = (await statuses()).under_review ?? 0
  }
  const seconds = (performance.now() - startedAt) / 1_000
  // What `npm run test:long -- sales` keeps.
  console.info(`${sales} sales cleared in ${Math.round(seconds)} s`)
  expect(seconds).toBeLessThan(5 * 60)
  expect(await statuses()).toEqual({ accepted: sales - salesEach, rejected: salesEach })
  const { rows: paid } = await sql<{ posts: number; crels: number }>`
    select count(*) as posts, sum(e.amount)::int as crels from txn t join entry e on e.txn_id = t.id
    where t.scope = 'earning_pending' and e.amount > 0`.execute(site.db)
  expect(paid[0]).toEqual({ posts: sales - salesEach, crels: (sales - salesEach) * 40 })
  expect(consoleErrors).toEqual([])
  await context.close()
})
