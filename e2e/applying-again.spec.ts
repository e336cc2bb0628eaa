import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

async function enrol({ headers }: TestMember, campaignId: string, method: 'POST' | 'DELETE'): Promise<void> {
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const { statusCode, body } = await site.server.inject({ method, url, headers })
  expect(statusCode, body).toBeLessThan(300)
}

const setApproval = async (campaignId: string, approval: 'open' | 'application') =>
  await sql`update campaign set approval = ${approval} where id = ${campaignId}`.execute(site.db)

test('who left and applies again reads what that does, keeps results and claims, and is promised no second bonus', async () => {
  const member = await createMember(site)
  const { id, title } = await createCampaign(site, { joiningBonusPoints: 100 })
  await enrol(member, id, 'POST')
  await enrol(member, id, 'DELETE')
  await setApproval(id, 'application')

  const { page, context, consoleErrors } = await visitAs(member, paths.campaign(id))
  await page.getByRole('heading', { name: 'You left this campaign' }).waitFor()
  const leftOn = page.getByText(/^You left on /)
  const said = (await leftOn.textContent())!
  await page.getByText('Apply again. If the brand approves you, your old links').waitFor()
  expect(await page.getByText('100 points for joining').count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send application' }).click()
  await page.getByRole('status').filter({ hasText: 'Application sent.' }).waitFor()

  // While it waits, what they had is there.
  await page.goto(`${paths.myCampaigns}?tab=pending`)
  await page.getByRole('group', { name: new RegExp(`${title}.*: results`) }).waitFor()
  await page.getByRole('heading', { name: 'Is a sale missing?' }).waitFor()

  // Withdrawn, they left when they left.
  await enrol(member, id, 'DELETE')
  await page.goto(paths.campaign(id))
  await leftOn.waitFor()
  expect(await leftOn.textContent()).toBe(said)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who withdrew before they were paid is promised the bonus still, and reads it when they join', async () => {
  const member = await createMember(site)
  const { id } = await createCampaign(site, { joiningBonusPoints: 100, approval: 'application' })
  await enrol(member, id, 'POST')
  await enrol(member, id, 'DELETE')
  await setApproval(id, 'open')
  const { page, context, consoleErrors } = await visitAs(member, paths.campaign(id))
  await page.getByText('100 points for joining').waitFor()
  await page.getByRole('button', { name: 'Join again' }).click()
  await page
    .getByRole('dialog', { name: 'You’re in. +100 points' })
    .getByRole('button', { name: 'Done' })
    .click()
  await page.getByText('100 points for joining').waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})
