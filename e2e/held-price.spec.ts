import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { addUsableDestination, createRedeemer, type Redeemer } from '#testing/redeemers.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

const cashOut = (page: Page) => page.getByRole('button', { name: 'Cash out $50.00' })

async function holdPrice(page: Page): Promise<void> {
  await page.getByLabel('You receive', { exact: true }).fill('50')
  await page.getByRole('button', { name: 'Continue' }).click()
  await cashOut(page).waitFor()
}

async function quotesOf({ party }: Redeemer) {
  const { rows } = await sql<{ isUsed: boolean }>`
    select used_at is not null as "isUsed" from exchange_quote where party = ${party} order by seq`.execute(
    site.db,
  )
  return rows.map(({ isUsed }) => isUsed)
}

test('another tab goes on with the price that is held, to the destination that is chosen there', async () => {
  const member = await createRedeemer(site)
  const second = `second.${member.email}`
  await addUsableDestination(site, member, { kind: 'paypal', email: second })
  const { page, context, consoleErrors } = await visitAs(member, '/crels/exchange')
  await holdPrice(page)
  await page.close()

  const tab = await context.newPage()
  await tab.goto('/crels/exchange')
  await cashOut(tab).waitFor()
  expect(await tab.getByRole('heading', { name: 'Is this right?' }).count()).toBe(1)
  // It was just opened: the focus is where the browser has it.
  expect(await tab.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  expect(await accessibilityViolations(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Change', exact: true }).click()
  await tab.getByRole('radio').nth(1).check()
  await tab.getByRole('button', { name: 'Continue' }).click()
  await cashOut(tab).click()
  await tab.getByRole('heading', { name: '$50.00 requested' }).waitFor()
  expect(await quotesOf(member), 'one price, and it was paid').toEqual([true])
  const { rows } = await sql<{ destinationId: string }>`
    select destination_id as "destinationId" from redemption where uid = ${member.uid}`.execute(site.db)
  expect(rows[0]!.destinationId).not.toBe(member.destinationId)

  await tab.goto('/crels/exchange')
  // It is used: the page begins with an amount.
  await tab.getByLabel('You receive', { exact: true }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the notification of its end leads back to the price, also from the page that holds it', async () => {
  const member = await createRedeemer(site)
  // On phones the chevron back takes the place of the bell here.
  const { page, context, consoleErrors } = await visitAs(member, '/crels/exchange', { viewport: 'desktop' })
  await holdPrice(page)
  await shiftClock(site.db, '7 minutes 30 seconds')
  await site.clock.follow(site.db)
  await site.jobs.run('notify-ending-quotes')
  await page.getByRole('link', { name: /^Notifications, 1 / }).click()
  // The inbox is over the step on which it was opened.
  const inbox = page.getByRole('dialog')
  await inbox.waitFor()
  await page.getByText('Is this right?').waitFor()
  await inbox.getByRole('link', { name: 'Your price is about to expire' }).click()
  await inbox.waitFor({ state: 'detached' })
  await cashOut(page).waitFor()

  // Elsewhere, without what the page had in memory.
  await page.goto('/crels/exchange')
  await cashOut(page).waitFor()
  await page
    .getByRole('timer')
    .filter({ hasText: /^[012]:\d\d left$/ })
    .waitFor()
  await page.getByRole('button', { name: 'Change the amount' }).click()
  await expect.poll(async () => await page.getByLabel('You receive', { exact: true }).inputValue()).toBe('50')
  await page.goBack()
  await cashOut(page).click()
  await page.getByRole('heading', { name: '$50.00 requested' }).waitFor()
  expect(await quotesOf(member)).toEqual([true])
  expect(consoleErrors).toEqual([])
  await context.close()
})
