import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { consoleHref } from '#contracts/console-routes.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** A campaign with a member, clicks and a sale each. */
async function sell(title: string, visitors: number): Promise<void> {
  const campaign = await createCampaign(site, { title })
  const key = await createBrandKey(site, campaign.brandId)
  const { headers } = await createMember(site)
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const { link } = (await site.server.inject({ method: 'POST', url, headers })).json()
  for (let visitor = 1; visitor <= visitors; visitor++)
    await site.server.inject({
      url: `/s/${link.code}`,
      headers: { 'user-agent': browserAgent },
      remoteAddress: `198.51.${visitors}.${visitor}`,
    })
  await site.clicks.flush()
  const { rows } = await sql<{ id: string }>`select id from click where link_id = ${link.id} limit 1`.execute(
    site.db,
  )
  const report = await site.server.inject({
    method: 'POST',
    url: '/api/v1/conversions',
    headers: { authorization: `Bearer ${key}` },
    payload: {
      eventId: title,
      clickId: rows[0]!.id,
      type: 'sale',
      amount: { currency: 'USD', minor: 100_00 },
    },
  })
  expect(report.statusCode, report.body).toBeLessThan(300)
}

async function fileOf(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

// Once, so that a second try counts the same.
beforeAll(async () => {
  await sell('Mugs', 3)
  await sell('=Hats', 2)
})

test('says that nothing is counted, rather than zero', async () => {
  await sql`delete from insight_count`.execute(site.db)
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'insight')
  await page.getByRole('heading', { name: 'Not counted yet' }).waitFor()
  await expectAccessible(page)
  await site.jobs.run('count-insight')
  await openScreen(page, 'insight', '?from=2020-01-01&to=2020-01-31')
  await page.getByRole('heading', { name: 'Nothing is counted of these days' }).waitFor()
  expect(await page.getByText(/\bNaN\b/).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('shows a period in figures, charts and tables, and keeps it in the address', async () => {
  await site.jobs.run('count-insight')
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mona')
  await openScreen(page, 'home')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Insight' }).click()
  await page.getByText(/^Counted /).waitFor()
  await page.getByRole('figure', { name: 'Clicks: 5 in all' }).waitFor()
  await expectAccessible(page)
  // Told apart without their colours; nothing without a name takes the focus.
  const forms = await page
    .locator('figure [data-form]')
    .evaluateAll((marks) =>
      marks.map((mark) => [mark.parentElement!.textContent, mark.getAttribute('data-form')]),
    )
  expect(forms.slice(0, 3)).toEqual([
    ['Clicks', 'area'],
    ['Refused clicks', 'dotted'],
    ['Sign-ups', 'bar'],
  ])
  expect(await page.getByRole('application').count()).toBe(0)

  const campaigns = page.getByRole('region', { name: 'By campaign' })
  await campaigns.getByRole('link', { name: /Mugs/ }).waitFor()
  await campaigns.getByRole('button', { name: 'Clicks' }).click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'clicks')
  await campaigns.locator('th[aria-sort=descending]', { hasText: 'Clicks' }).waitFor()
  const first = async () => await campaigns.locator('tbody tr').first().textContent()
  await expect.poll(first).toContain('Mugs')
  await campaigns.getByRole('button', { name: 'Clicks' }).press('Enter')
  await expect.poll(first).toContain('=Hats')
  await campaigns.locator('th[aria-sort=ascending]', { hasText: 'Clicks' }).waitFor()

  await page.getByText('7 days').click()
  await page.waitForURL((url) => url.searchParams.get('range') === '7d')
  await page.getByRole('radio', { name: '7 days', checked: true }).waitFor({ state: 'attached' })
  await page.getByText('Table', { exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('view') === 'table')
  await page.reload()
  const table = page.getByRole('region', { name: 'Table' })
  await table.locator('tbody tr').nth(6).waitFor()
  await expect.poll(async () => await table.getByRole('rowheader').count()).toBe(7)
  expect(await table.locator('thead th:not([scope=col])').count()).toBe(0)
  await expectAccessible(page)

  const byCampaign = await fileOf(page, async () =>
    page.getByRole('button', { name: 'Export CSV' }).last().click(),
  )
  expect(byCampaign.name).toMatch(/^insight-campaigns-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d-.*\.csv$/)
  expect(byCampaign.text).toContain("'=Hats")
  const byDay = await fileOf(page, async () =>
    page.getByRole('region', { name: 'By day' }).getByRole('button', { name: 'Export CSV' }).click(),
  )
  expect(byDay.text.trim().split('\r\n')).toHaveLength(8)
  const activation = await fileOf(page, async () =>
    page.getByRole('region', { name: 'Activation' }).getByRole('button', { name: 'Export CSV' }).click(),
  )
  expect(activation.text).toContain('Joined a campaign,')

  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('years are shown by month, from the first day that is counted', async () => {
  await site.jobs.run('count-insight')
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fran')
  await openScreen(page, 'insight')
  await page.getByText('12 months', { exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('range') === 'year')
  const byMonth = page.getByRole('region', { name: 'By month' })
  await byMonth.getByRole('figure', { name: 'Clicks: 5 in all' }).waitFor()
  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('region', { name: 'Table' }).locator('tbody tr').nth(11).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  const file = await fileOf(page, async () => byMonth.getByRole('button', { name: 'Export CSV' }).click())
  expect(file.name).toMatch(/^insight-months-\d{4}-\d\d-01-/)
  expect(file.text.trim().split('\r\n')).toHaveLength(13)

  await page.getByText('All time', { exact: true }).click()
  await page.getByRole('region', { name: 'By day' }).waitFor()
  await page.getByRole('region', { name: 'By campaign' }).getByRole('link', { name: /Mugs/ }).waitFor()
  // From – to begins with days that can be typed.
  await page.getByText('From – to').click()
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toMatch(/^\d{4}-\d\d-01$/)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('is found by ⌘K, and is not for support', async () => {
  const { page, context } = await visitConsole('support', 'Sam', { expectedStatuses: [403] })
  await page.goto(consoleHref('insight'))
  await page.getByRole('heading', { name: 'Your role does not include this' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Console' }).getByText('Insight').count()).toBe(0)
  await context.close()
  const { page: owners, context: another } = await visitConsole('owner', 'Oda')
  await openScreen(owners, 'home')
  await owners.keyboard.press('ControlOrMeta+k')
  await owners.getByRole('combobox', { name: 'Search' }).fill('insi')
  await owners.keyboard.press('Enter')
  await owners.getByRole('heading', { name: 'Insight', level: 1 }).waitFor()
  await another.close()
})
