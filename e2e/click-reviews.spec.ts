import { expect, test } from 'vitest'
import { decideClickReview, listClickReviews } from '#server/modules/conversions/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

/** A member of whose eight clicks from one address five are paid and three are under review. */
async function reviewed() {
  const member = await createMember(site)
  const campaign = await createCampaign(site, { clickMillicrels: 1_000 })
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const { link } = (await site.server.inject({ method: 'POST', url, headers: member.headers })).json()
  // All in one hour.
  const now = site.clock.now()
  if (now.getUTCMinutes() >= 45) await shiftClock(site.db, '20 minutes')
  await site.clock.follow(site.db)
  for (let version = 100; version < 108; version++) {
    const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`
    const headers = { 'user-agent': agent }
    await site.server.inject({ url: `/s/${link.code}`, headers, remoteAddress: '192.0.2.77' })
  }
  await site.clicks.flush()
  await shiftClock(site.db, '1 hour')
  await site.clock.follow(site.db)
  await site.jobs.run('pay-clicks')
  return { member, campaign }
}

test('clicks under review appear in the wallet and in the analytics with count, amount and reason, until they are decided', async () => {
  const { member, campaign } = await reviewed()
  const { page, context, consoleErrors } = await visitAs(member)
  for (const path of [
    '/crels/wallet',
    '/performance-analytics',
    `/performance-analytics?campaign=${campaign.id}`,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Clicks under review' }).waitFor()
    await page.getByText('More from one network than we pay for without checking').waitFor()
    await page.getByText('3 clicks', { exact: true }).waitFor()
    await page.getByText('up to 3 crels', { exact: true }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  }
  const [review] = await listClickReviews(site.db, { limit: 1 })
  await site.db.transaction().execute(async (tx) => {
    const decision = { reviewId: review!.id, accept: false }
    await decideClickReview(tx, { via: 'job', source: 'Olga' }, decision)
  })
  await page.goto('/crels/wallet')
  await page.getByRole('heading', { name: 'Next unlocks' }).waitFor()
  expect(await page.getByText('Clicks under review').count()).toBe(0)
  await page.goto('/my-campaigns')
  await page.getByText('3 not paid: reviewed, and we found no person').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
