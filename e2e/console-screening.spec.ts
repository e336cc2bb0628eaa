import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { OpenSanctionsStandIn } from '#server/modules/redemptions/screening/opensanctions.fixture.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

const lists = new OpenSanctionsStandIn()
openSite(async () => {
  const { apiKey, dataset } = lists
  return { sanctions: { origin: await lists.open(), apiKey, dataset } }
})
afterAll(async () => await lists.close())

test('who a list names is not paid before an operator has compared them, and says why they are somebody else', async () => {
  const member = await createRedeemer(site)
  const { id } = await redeem(site, member)
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'redemptions')
  const row = page.locator('tbody tr')
  await row.getByText('sanctions: not checked yet').waitFor()

  lists.listed.push({ id: 'NK-7', caption: 'ADA Example', datasets: ['us_ofac_sdn'] })
  await site.jobs.run('screen-redemptions')
  await page.reload()
  await row.getByText('sanctions: 1 match').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  const approve = page.getByRole('dialog', { name: 'Approve' })
  await approve.getByText('1 of them has something to look at twice.').waitFor()
  await approve.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('A sanctions list names someone like this member.').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // While it closes it has no name, and its keys are its own.
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Enter')
  await page.getByText('ADA Example, 97% match, listed by us_ofac_sdn').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Clear the match' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear the match' })
  await dialog.getByText('Compare each entry with what you know of').waitFor()
  await dialog.getByRole('textbox').fill('Born in 1950, and a man; ours was born in 1990.')
  await dialog.getByRole('button', { name: 'Clear the match' }).click()
  await page.getByText('Match cleared').waitFor()
  await page.getByText('Fay found these entries to be someone else').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('1 redemption approved').waitFor()
  const { rows } = await sql<{ state: string }>`select state from redemption where id = ${id}`.execute(
    site.db,
  )
  expect(rows).toEqual([{ state: 'approved' }])
  expect(consoleErrors).toEqual([])
  await context.close()
})
