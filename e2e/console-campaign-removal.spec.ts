import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import {
  expectAccessible,
  expectNothingToPress,
  expectToFit,
  openScreen,
  visitConsole,
} from './console.fixture.ts'
import { focusedName } from './keyboard.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('a member is removed from a campaign, once what that touches is seen', async () => {
  const member = await createMember(site)
  const { id } = await createCampaign(site, { title: 'Mugs for winter' })
  const url = `/api/v1/campaigns/${id}/enrolment`
  await site.server.inject({ method: 'POST', url, headers: member.headers })
  const { page, context, consoleErrors } = await visitConsole('support', 'Sam')
  await openScreen(page, 'member', '', { uid: member.uid })
  const campaigns = page.getByRole('region', { name: 'Campaigns' })
  await campaigns.getByRole('button', { name: 'Remove from Mugs for winter' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove' })
  await dialog.getByText('out of “Mugs for winter” for good').waitFor()
  expect(await dialog.locator('dl > div').allTextContents()).toEqual([
    'Links that stop1',
    expect.stringMatching(/^Available, stays theirs0/),
    expect.stringMatching(/^Pending, stays theirs0/),
  ])
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('Bought clicks.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The member is removed from the campaign').waitFor()
  await campaigns.getByText('removed').and(campaigns.getByText('Reason: Bought clicks.')).waitFor()
  await expectNothingToPress(campaigns)
  // The button is gone with what it did.
  await expect.poll(async () => await focusedName(page)).toBe('Campaigns')
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})
