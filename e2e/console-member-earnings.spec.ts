import { expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** A member in a campaign that pays a crel for each click. */
async function join(member: TestMember, title: string): Promise<{ code: string }> {
  const { id } = await createCampaign(site, { title, clickMillicrels: 1_000 })
  const url = `/api/v1/campaigns/${id}/enrolment`
  const { link } = (await site.server.inject({ method: 'POST', url, headers: member.headers })).json()
  return link as { code: string }
}

let visitors = 0

/** So many people come, and their hour ends. */
async function visits(code: string, count: number): Promise<void> {
  // None is cut in two by the end of an hour.
  if (site.clock.now().getUTCMinutes() >= 55) await advance('10 minutes')
  for (let visit = 0; visit < count; visit += 1) {
    visitors += 1
    await site.server.inject({
      url: `/s/${code}`,
      headers: { 'user-agent': browserAgent },
      remoteAddress: `198.18.${visitors}.7`,
    })
  }
  await site.clicks.flush()
  await advance('1 hour')
  await site.jobs.run('pay-clicks')
}

async function advance(interval: string): Promise<void> {
  await shiftClock(site.db, interval)
  await site.clock.follow(site.db)
}

test('what clicks were paid is chosen, seen as it would be, and taken back', async () => {
  const member = await createMember(site)
  const { code } = await join(member, 'Linen for summer')
  await visits(code, 3)
  await visits(code, 2)
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'member', '', { uid: member.uid })
  await page.getByRole('link', { name: 'Earnings in campaigns' }).click()
  await page.getByRole('heading', { level: 1, name: 'Earnings' }).waitFor()
  const table = page.getByRole('table')
  await table.getByText('3 clicks').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const box of await table.getByRole('checkbox').all()) if (!(await box.isChecked())) await box.check()
  await page.getByText('5 crels').waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back' })
  await dialog.getByText('5 crels, then 0 crels').waitFor()
  await dialog.getByText('This cannot be undone').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('not_genuine')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('2 earnings are taken back').waitFor()
  await table.getByText('Taken back').nth(2).waitFor()
  const { pending } = (
    await site.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  ).json() as { pending: number }
  expect(pending).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})
