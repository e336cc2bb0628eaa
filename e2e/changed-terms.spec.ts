import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { changeCampaign, readCampaignChanges } from '#server/modules/campaigns/public.ts'
import { clickIdOf, visit } from '#testing/visits.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

/** A visitor follows a link and becomes a lead a minute later, for 15 crels. */
async function bringLead(path: string, brandKey: string): Promise<void> {
  const clickId = clickIdOf(await visit(site.origin, path))
  await site.clicks.flush()
  await shiftClock(site.db, '1 minute')
  await site.clock.follow(site.db)
  const headers = { authorization: `Bearer ${brandKey}` }
  const payload = { eventId: 'lead-1', clickId, type: 'lead' }
  const { statusCode } = await site.server.inject({
    method: 'POST',
    url: '/api/v1/conversions',
    headers,
    payload,
  })
  expect(statusCode).toBe(201)
}

test('shows changed terms and asks for consent; leaving says what stays, and joining again gives the same link', async () => {
  const member = await createMember(site)
  const { id, brandId } = await createCampaign(site, { title: 'Headphones that stay' })
  const url = `/api/v1/campaigns/${id}/enrolment`
  expect((await site.server.inject({ method: 'POST', url, headers: member.headers })).statusCode).toBe(201)
  const changes = readCampaignChanges({
    reward: { clickMillicrels: 250, leadCrels: 15 },
    holdDays: 14,
    terms: '## Only leads from now on',
  })
  const change = { campaignId: id, changes, reason: 'test' }
  await site.db.transaction().execute(async (tx) => await changeCampaign(tx, testActor, change, site.config))
  await sql`
    insert into campaign_trust (campaign_id, decided, accepted, unlocked, validation_ms_median, clicks, earned_crels,
                                reversed_crels, counted_at)
    values (${id}, 40, 39, 20, 604800000, 800, 2400, 30, crels_now())`.execute(site.db)

  const { page, context, consoleErrors } = await visitAs(member)
  await page.goto(paths.myCampaigns)
  await page.getByText('The terms have changed. The ones you agreed to hold').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'See what changed' }).click()

  await page.getByRole('heading', { name: 'The terms have changed' }).waitFor()
  await page.getByRole('row', { name: /^Holding period 30 days 14 days/ }).waitFor()
  await page.getByRole('heading', { name: 'Track record' }).waitFor()
  await page.getByText('97%').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Agree to version 2' }).click()
  await page.getByRole('status').filter({ hasText: 'Agreed.' }).waitFor()
  await page.getByRole('heading', { name: 'The terms have changed' }).waitFor({ state: 'detached' })
  const { rows } = await sql`
    select terms_version, hold_days, reward_click_millicrels as click from enrolment where campaign_id = ${id}`.execute(
    site.db,
  )
  expect(rows).toEqual([{ terms_version: 2, hold_days: 14, click: 250 }])

  // Left, it says so at once and after a reload: since when, the state of the link, and the way back to the same one.
  await page.setViewportSize({ width: 390, height: 844 })
  const link = page.locator('[data-tracking-link]')
  const address = (await link.textContent())!
  await bringLead(address.slice(address.indexOf('/s/')), await createBrandKey(site, brandId))
  const menu = page.getByRole('button', { name: 'More about your membership' })
  await menu.click()
  expect(await accessibilityViolations(page)).toEqual([])
  // Escape closes the menu alone, and the focus is where it was.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave campaign' }).waitFor({ state: 'hidden' })
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true)
  await menu.click()
  await page.getByRole('button', { name: 'Leave campaign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave campaign' }).click()
  const heading = page.getByRole('heading', { name: 'You left this campaign' })
  await heading.waitFor()
  await page.reload()
  await heading.waitFor()
  await page.getByText('15 crels you earned here are pending: they stay yours and still unlock.').waitFor()
  await page.getByText(/You left on \d+ \w+\. Your tracking link has been off since then\./).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Join again' }).click()
  const sheet = page.getByRole('dialog', { name: 'You’re in' })
  expect(await sheet.locator('[data-tracking-link]').textContent()).toBe(address)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await menu.waitFor()
  expect(await link.textContent()).toBe(address)
  expect(consoleErrors).toEqual([])
  await context.close()
})
