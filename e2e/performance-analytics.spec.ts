import { expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('figures, charts and lists of what links brought, as numbers too; what is chosen is in the address', async () => {
  const member = await createMember(site)
  const campaign = await createCampaign(site, { title: 'Autumn mugs' })
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const joined = await site.server.inject({ method: 'POST', url, headers: member.headers })
  const { link } = joined.json()
  const { page, context, consoleErrors } = await visitAs(member, '/performance-analytics')
  await page.getByText('Needs 1 click').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  for (const digit of [1, 2])
    await site.server.inject({
      url: `/s/${link.code}`,
      headers: {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
        referer: 'https://video.example/watch',
      },
      remoteAddress: `198.51.100.${digit}`,
    })
  await site.clicks.flush()
  await page.reload()
  const figures = page.getByRole('list', { name: 'Statistics of the period' })
  await figures.getByText('2 unique').waitFor()
  await page.getByRole('figure', { name: /^Clicks over time: 2 in all/ }).waitFor()
  await page.getByRole('rowheader', { name: /Autumn mugs/ }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.getByRole('application').count(), 'the table is for the keyboard').toBe(0)

  await page.getByRole('link', { name: 'Table' }).click()
  await page.getByRole('table').first().getByRole('columnheader', { name: 'Unique visitors' }).waitFor()
  await page.getByRole('combobox', { name: 'Break down by' }).selectOption('Referrers')
  await page.getByRole('rowheader', { name: 'video.example' }).waitFor()
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Today')
  await page.waitForURL(/view=table/)
  const search = new URL(page.url()).searchParams
  expect(Object.fromEntries(search)).toEqual({ view: 'table', by: 'referrer', range: 'today' })
  await page.reload()
  await page.getByRole('rowheader', { name: 'video.example' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).last().click()
  expect((await download).suggestedFilename()).toMatch(/^crels-by-referrer-\d{4}-/)

  await page.goto(`/shortlinks?link=${link.id}`)
  await page.getByRole('img', { name: 'Clicks by day: 2 in all' }).waitFor()
  await page.getByRole('link', { name: 'All statistics for this link' }).click()
  await page.getByRole('button', { name: 'Show all links' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
