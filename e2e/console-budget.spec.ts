import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('a reduction says which clicks nothing is reserved for, and when the rest does not cover them', async () => {
  const { id } = await createCampaign(site, { clickMillicrels: 21_000, budgetCrels: 210 })
  const member = await createMember(site)
  const joined = await site.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${id}/enrolment`,
    headers: member.headers,
  })
  expect(joined.statusCode).toBe(201)
  const review = `crv_${'1'.repeat(32)}`
  await sql`
    insert into click_review (id, enrolment_id, reason, clicks, click_millicrels, first_at, last_at)
    values (${review}, ${joined.json().id}, 'hosting_network', 5, 21000, crels_now(), crels_now())`.execute(
    site.db,
  )
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda')
  await openScreen(page, 'campaign', '', { id })
  await page.getByRole('button', { name: 'Reduce budget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reduce budget' })
  await dialog
    .getByText('Reserved for sales and leads under review, and not free: 0 crels ($0.00).')
    .waitFor()
  await dialog.getByText('Not reserved: 5 clicks under review, worth up to 105 crels ($10.00).').waitFor()
  await expectAccessible(page)
  const short = dialog.getByText('The rest does not cover these clicks')
  await dialog.getByLabel('Crels').fill('105')
  await dialog.getByText('105 crels ($10.00) will be left.').waitFor()
  expect(await short.count()).toBe(0)
  await dialog.getByLabel('Crels').fill('106')
  await short.waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
