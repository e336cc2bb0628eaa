import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** A sale of $100 that named an unknown click, or what `wrong` makes of the right one, and the click that it was for. */
async function rejectedSale(
  eventId: string,
  {
    reason,
    wrong,
  }: {
    reason: string
    wrong: (click: { id: string; at: Date }) => { clickId: string; occurredAt?: string }
  } = {
    reason: 'click_unknown',
    wrong: () => ({ clickId: `clk_${'0'.repeat(32)}` }),
  },
): Promise<{ id: string; clickId: string; clickedAt: Date }> {
  const campaign = await createCampaign(site, { title: 'Mugs' })
  const key = await createBrandKey(site, campaign.brandId)
  const { headers } = await createMember(site)
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const { link } = (await site.server.inject({ method: 'POST', url, headers })).json()
  await site.server.inject({ url: `/s/${link.code}`, headers: { 'user-agent': browserAgent } })
  await site.clicks.flush()
  const { rows } = await sql<{
    id: string
    at: Date
  }>`select id, at from click where link_id = ${link.id}`.execute(site.db)
  const report = await site.server.inject({
    method: 'POST',
    url: '/api/v1/conversions',
    headers: { authorization: `Bearer ${key}` },
    payload: {
      eventId,
      ...wrong(rows[0]!),
      type: 'sale',
      amount: { currency: 'USD', minor: 100_00 },
    },
  })
  expect(report.json()).toMatchObject({ status: 'rejected', reason })
  return { id: report.json().id, clickId: rows[0]!.id, clickedAt: rows[0]!.at }
}

test('a rejected sale is found by its order id, put right by adding, and taken back', async () => {
  const { clickId } = await rejectedSale('order-17')
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia', { expectedStatuses: [409] })
  await openScreen(page, 'conversions')
  await page.getByText('click unknown').waitFor()
  await expectAccessible(page)
  await openScreen(page, 'home')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('order-17')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /order-17/ })
    .click()
  await page.getByRole('heading', { name: 'order-17', level: 1 }).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct' })
  await dialog.getByText(/would earn nothing|not_found|no such|unknown/i).waitFor()
  await dialog.getByLabel('Amount, such as 49.90').fill('49.999')
  await dialog.getByText('That is not an amount in this currency.').waitFor()
  await dialog.getByLabel('Amount, such as 49.90').fill('100.00')
  await dialog.getByLabel('Click', { exact: true }).fill(clickId)
  await dialog.getByText(/Adds a conversion in its place that earns .*84/).waitFor()
  await dialog.getByLabel('Reason, for the books').fill('The shop sent the wrong click')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText('Accepted', { exact: true }).waitFor()
  await page.getByText('The shop sent the wrong click').waitFor()

  await page.getByRole('button', { name: 'Take back' }).click()
  const back = page.getByRole('dialog', { name: 'Take back' })
  await back.getByText(/Takes back .*84/).waitFor()
  await back.getByText('duplicate', { exact: true }).click()
  await back.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('region', { name: 'Refunds' }).getByText('$100.00').waitFor()
  expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(0)
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a sale that a slow clock dated before its click is put right with its time', async () => {
  const hourMs = 3_600_000
  const { id, clickId, clickedAt } = await rejectedSale('order-slow', {
    reason: 'before_click',
    wrong: (click) => ({
      clickId: click.id,
      occurredAt: new Date(click.at.getTime() - hourMs).toISOString(),
    }),
  })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia', { expectedStatuses: [409] })
  await openScreen(page, 'conversion', '', { id })
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct' })
  await dialog.getByText(/before_click|would earn nothing/).waitFor()
  const happened = dialog.getByLabel('Happened (UTC)')
  const secondOf = (ms: number) => new Date(ms).toISOString().slice(0, 19)
  expect(Date.parse(`${await happened.inputValue()}Z`)).toBe(
    Date.parse(`${secondOf(clickedAt.getTime() - hourMs)}Z`),
  )
  await happened.fill('')
  await dialog.getByLabel('Reason, for the books').fill('The shop’s clock was an hour slow')
  expect(await dialog.getByRole('button', { name: 'Correct', exact: true }).isDisabled()).toBe(true)
  // Just after the click; a browser leaves the seconds of a full minute out.
  const after = clickedAt.getTime() + 1_000
  const right = secondOf(new Date(after).getUTCSeconds() === 0 ? after + 1_000 : after)
  await happened.fill(right)
  await dialog.getByText(/Adds a conversion in its place that earns .*84/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText('Accepted', { exact: true }).waitFor()
  const { rows } = await sql<{ occurredAt: Date; clickId: string }>`
    select occurred_at as "occurredAt", click_id as "clickId" from conversion
    where status = 'accepted' and click_id = ${clickId}`.execute(site.db)
  expect(rows).toEqual([{ occurredAt: new Date(`${right}Z`), clickId }])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('support reads a conversion and is offered nothing to do', async () => {
  await rejectedSale('order-18')
  const { page, context } = await visitConsole('support', 'Sam')
  await openScreen(page, 'conversions', '?status=rejected')
  await page.getByText('order-18').click()
  await page.getByRole('heading', { name: 'order-18', level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'Correct', exact: true }).count()).toBe(0)
  await expectToFit(page)
  await context.close()
})
