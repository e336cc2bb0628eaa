import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, noticesTo } from '#testing/members.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
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

/** A member in a campaign of this title, in which there is a place for them alone. */
async function joined(title: string) {
  const member = await createMember(site)
  const { id } = await createCampaign(site, { title, memberLimit: 1 })
  const url = `/api/v1/campaigns/${id}/enrolment`
  const { headers } = member
  const answer = (await site.server.inject({ method: 'POST', url, headers })).json()
  return { member, campaignId: id, enrolmentId: answer.id as string, code: answer.link.code as string }
}

const answerOf = async (code: string) => (await site.server.inject(`/s/${code}`)).statusCode
const buttonsIn = async (area: Locator) =>
  (await area.getByRole('button').allTextContents()).filter((text) => text !== 'Export CSV')

test('a member is removed from a campaign, once what that touches is seen, and Undo takes it back', async () => {
  const { member, code } = await joined('Mugs for winter')
  const { page, context, consoleErrors } = await visitConsole('support', 'Sam')
  await openScreen(page, 'member', '', { uid: member.uid })
  const campaigns = page.getByRole('region', { name: 'Campaigns' })
  await campaigns.getByRole('button', { name: 'Remove from Mugs for winter' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove' })
  await dialog.getByText('cannot join it again unless an operator lets them back in').waitFor()
  await dialog.getByText('If you undo it, they are notified again.').waitFor()
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
  // The button is gone with what it did.
  await expect.poll(async () => await focusedName(page)).toBe('Campaigns')
  await expect.poll(async () => await answerOf(code)).toBe(410)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('Undone').waitFor()
  await campaigns.getByRole('button', { name: 'Remove from Mugs for winter' }).waitFor()
  expect(await buttonsIn(campaigns)).toEqual(['Remove'])
  expect(await campaigns.getByText('Bought clicks.').count()).toBe(0)
  await expect.poll(async () => await answerOf(code)).toBe(302)
  const subjects = (await noticesTo(site, member)).map(({ subject }) => subject.replace(/^Brand \d+ /, ''))
  expect(subjects.toSorted()).toEqual([
    'let you back into “Mugs for winter”',
    'removed you from “Mugs for winter”',
  ])
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('another operator lets them back in later, once what that touches is seen', async () => {
  const { member, campaignId, enrolmentId, code } = await joined('Mugs for spring')
  const olga = await operatorBearer(site, 'owner')
  const path = `/members/${member.uid}/campaigns/${enrolmentId}/removal`
  const payload = { reason: 'Bought clicks.' }
  expect((await callOperator(site, olga, { method: 'POST', path, payload })).status).toBe(204)
  const { page, context, consoleErrors } = await visitConsole('support', 'Sam')
  await openScreen(page, 'member', '', { uid: member.uid })
  const campaigns = page.getByRole('region', { name: 'Campaigns' })
  await campaigns.getByText('Reason: Bought clicks.').waitFor()
  expect(await buttonsIn(campaigns)).toEqual(['Let back in'])
  await expectToFit(page)
  const begin = campaigns.getByRole('button', { name: 'Let back into Mugs for spring' })
  await begin.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Let back in' })
  await dialog.getByText('is in “Mugs for spring” again as before').waitFor()
  expect(await dialog.locator('dl > div').allTextContents()).toEqual(['Links that work again1'])
  await expectAccessible(page)
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // Where it cannot be done it says why, in place of what it touches.
  const other = await createMember(site)
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  await site.server.inject({ method: 'POST', url, headers: other.headers })
  await begin.press('Enter')
  await dialog.getByRole('alert').getByText('The campaign is full').waitFor()
  await dialog.getByRole('textbox').fill('It was another member.')
  await expectAccessible(page)
  const confirm = dialog.getByRole('button', { name: 'Let back in' })
  expect(await confirm.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await site.server.inject({ method: 'DELETE', url, headers: other.headers })
  await begin.press('Enter')
  await dialog.getByText('Links that work again').waitFor()
  await dialog.getByRole('textbox').fill('It was another member.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The member is back in the campaign').waitFor()
  await campaigns.getByRole('button', { name: 'Remove from Mugs for spring' }).waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Campaigns')
  await expect.poll(async () => await answerOf(code)).toBe(302)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who may only read has nothing to press', async () => {
  const { member, enrolmentId } = await joined('Mugs for autumn')
  const olga = await operatorBearer(site, 'owner')
  const path = `/members/${member.uid}/campaigns/${enrolmentId}/removal`
  await callOperator(site, olga, { method: 'POST', path, payload: { reason: 'Bought clicks.' } })
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'member', '', { uid: member.uid })
  const campaigns = page.getByRole('region', { name: 'Campaigns' })
  await campaigns.getByText('Reason: Bought clicks.').waitFor()
  await expectNothingToPress(campaigns)
  expect(consoleErrors).toEqual([])
  await context.close()
})
