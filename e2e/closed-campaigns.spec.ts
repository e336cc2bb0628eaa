import { expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { suspendBrand } from '#server/modules/brands/public.ts'
import { closeCampaign } from '#server/modules/campaigns/campaigns.fixture.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a campaign whose brand is suspended, and one that was archived, are left on their page', async () => {
  const member = await createMember(site)
  const brand = await createBrand(site)
  const { id: suspended } = await createCampaign(site, { title: 'Tea for two', brandId: brand.id })
  const { id: archived } = await createCampaign(site, { title: 'Last winter’s coats' })
  for (const id of [suspended, archived]) {
    const url = `/api/v1/campaigns/${id}/enrolment`
    expect((await site.server.inject({ method: 'POST', url, headers: member.headers })).statusCode).toBe(201)
  }
  await inTransaction(site.db, async (tx) =>
    suspendBrand(tx, testActor, { slug: brand.slug, suspended: true }),
  )
  await closeCampaign(site.db, archived, 'archived')

  const { page, context, consoleErrors } = await visitAs(member, paths.myCampaigns, {
    expectedStatuses: [404],
  })
  await page.getByText('Paused by us').waitFor()
  await page
    .getByRole('link', { name: /Tea for two/ })
    .first()
    .click()
  await page.getByText('We’ve suspended this brand').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'More about your membership' }).click()
  await page.getByRole('button', { name: 'Leave campaign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave campaign' }).click()
  await page.getByRole('heading', { name: 'Paused by us' }).waitFor()

  // Opened by its address, as from a mail.
  await page.goto(paths.campaign(archived))
  await page.getByRole('heading', { name: 'This campaign has ended' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Leave campaign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave campaign' }).click()
  await page.getByRole('heading', { name: 'You left this campaign' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
