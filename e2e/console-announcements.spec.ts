import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const inboxOf = async ({ headers }: TestMember) => {
  const { items } = (await site.server.inject({ url: '/api/v1/notifications', headers })).json()
  return (items as { title: string }[]).map(({ title }) => title)
}

// A whole way over several dialogs: a busy machine takes its time for it.
test('news is written beside how members see it, sent once it is said to how many, and withdrawn', async () => {
  const [ada, bob] = [await createMember(site), await createMember(site)]
  expect([await inboxOf(ada), await inboxOf(bob)]).toEqual([[], []])
  const campaign = await createCampaign(site, { title: 'Linen for summer' })
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  await site.server.inject({ method: 'POST', url, headers: ada.headers, payload: {} })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'announcements')
  await page.getByText('Nothing has been announced yet').waitFor()
  await page.getByRole('link', { name: 'New announcement' }).click()
  await page.getByRole('heading', { level: 1, name: 'New announcement' }).waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Title' }).fill('Samples are on their way')
  await page.getByRole('textbox', { name: 'Text' }).fill('They leave on Monday.\n\nTell us how they look.')
  const seen = page.getByRole('complementary', { name: 'As members see it' })
  await seen.getByText('Samples are on their way').waitFor()
  expect(await seen.getByRole('article').getByRole('paragraph').allTextContents()).toEqual([
    'They leave on Monday.',
    'Tell us how they look.',
  ])
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  // To everybody, then to those in a campaign.
  const dialog = page.getByRole('dialog', { name: 'Send' })
  await page.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText(/goes to 2 members, which is everyone/).waitFor()
  await dialog.getByText('It is mailed too', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  const to = page.getByRole('combobox', { name: 'To' }).or(page.getByRole('textbox', { name: 'To' }))
  await to.fill('linen')
  await page.getByRole('option', { name: 'Linen for summer' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText(/goes to 1 member of Linen for summer/).waitFor()
  await expectAccessible(page)
  // Pressed twice it is sent once.
  await dialog.getByRole('button', { name: 'Send' }).dblclick()
  await page.getByText('The announcement is on its way').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Announcements' }).waitFor()
  const rows = page.getByRole('table').getByRole('row')
  await rows.getByText('Samples are on their way').waitFor()
  expect(await rows.count()).toBe(2)
  await site.jobs.run('send-announcements')
  expect([await inboxOf(ada), await inboxOf(bob)]).toEqual([['Samples are on their way'], []])

  await openScreen(page, 'announcements')
  await page.getByRole('cell', { name: 'Sent', exact: true }).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await rows.getByText('Samples are on their way').click()
  await page.getByRole('button', { name: 'Withdraw' }).first().click()
  const asked = page.getByRole('dialog', { name: 'Withdraw' })
  await asked.getByText('Inboxes it leaves').waitFor()
  expect(await asked.locator('dd').allTextContents()).toEqual(['1', '0'])
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('1 announcement is withdrawn').waitFor()
  expect(await inboxOf(ada)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what was just sent is taken back by Undo', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'newAnnouncement')
  await page.getByRole('textbox', { name: 'Title' }).fill('Too early')
  await page.getByRole('textbox', { name: 'Text' }).fill('Nobody should read this.')
  await page.getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send' })
  await dialog.getByText('what was read, mailed or pushed by then stays').waitFor()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('row', { name: /Too early/ })
    .getByText('Withdrawn')
    .waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
