import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clickTime } from '#server/modules/clicks/public.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** A sale under review; answers the slug of its brand. */
async function saleUnderReview(eventId: string): Promise<string> {
  const { headers } = await createMember(site)
  const { id, brandId } = await createCampaign(site, { title: 'Mugs', sale: { crels: 84 } })
  const joined = await site.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${id}/enrolment`,
    headers,
  })
  const url = `/s/${joined.json().link.code}`
  const visit = await site.server.inject({ url, headers: { 'user-agent': agent } })
  const clickId = new URL(visit.headers.location as string).searchParams.get('crels_click')!
  await site.clicks.flush()
  const reported = await site.server.inject({
    method: 'POST',
    url: '/api/v1/conversions',
    headers: { authorization: `Bearer ${await createBrandKey(site, brandId)}` },
    payload: {
      eventId,
      clickId,
      type: 'sale',
      amount: { currency: 'USD', minor: 100_00 },
      occurredAt: new Date(clickTime(clickId)).toISOString(),
    },
  })
  expect(reported.json().status).toBe('under_review')
  const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(site.db)
  return rows[0]!.slug
}

test('a brand gets its contact, is asked about a sale, and its answer is taken down', async () => {
  const slug = await saleUnderReview('order-41')
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'brand', '', { slug })
  await page.getByText('the brand cannot be asked').waitFor()
  await page.getByRole('button', { name: 'Contact', exact: true }).click()
  const contact = page.getByRole('dialog', { name: 'Contact' })
  await contact.getByLabel('E-mail address').fill('orders@mugs.example')
  await contact.getByRole('button', { name: 'Contact', exact: true }).click()
  await page.getByText('orders@mugs.example').waitFor()
  await contact.waitFor({ state: 'detached' })
  await expectAccessible(page)

  await openScreen(page, 'review')
  const row = page.locator('tbody tr', { hasText: 'order-41' })
  await row.waitFor()
  await page.keyboard.press('b')
  const ask = page.getByRole('dialog', { name: 'Ask the brand' })
  await ask.getByText('Nothing of the member.').waitFor()
  expect(await ask.getByRole('button', { name: 'Ask the brand' }).isDisabled()).toBe(true)
  await ask.getByText(/^Is this order real and paid/).click()
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Ask the brand' }).click()
  await row.getByText(/^asked .+ ago$/).waitFor()
  const [mail] = await mailsTo(site, 'orders@mugs.example')
  expect(mail!.text).toContain('Is this order real and paid')
  expect(mail!.text).toContain('order-41')

  const filter = page.getByRole('combobox', { name: 'Asked the brand' })
  await filter.selectOption('Not asked')
  await page.getByText('Nothing matches these filters').first().waitFor()
  await filter.selectOption('Waiting for the brand')
  await row.waitFor()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText(/^Mia asked, Q-/).waitFor()
  expect(await details.getByRole('button', { name: 'Ask the brand' }).count()).toBe(0)
  await details.getByRole('button', { name: 'Brand’s answer' }).click()
  const answer = page.getByRole('dialog', { name: 'Brand’s answer' })
  await answer.getByLabel('What the brand answered').fill('Paid and delivered.')
  await answer.getByRole('button', { name: 'Brand’s answer' }).click()
  await page.getByText('Nothing matches these filters').first().waitFor()
  await filter.selectOption('Answered')
  await row.getByText('answered', { exact: true }).waitFor()
  await details.getByText('Paid and delivered.').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})
