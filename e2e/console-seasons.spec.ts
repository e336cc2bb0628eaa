import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seasonBounds, seasonOf } from '#rules/season.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { seasonInReview } from '#testing/seasons.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('a season is reviewed: a member is taken out and let in again, then its prizes are approved', async () => {
  // The month before: none of those between is frozen meanwhile.
  const month = seasonOf(new Date(seasonBounds(seasonOf(site.clock.now())).startsAt.getTime() - 1))
  const [ada, bea] = [await createRedeemer(site), await createRedeemer(site)]
  await sql`update member set display_name = 'Bea' where uid = ${bea.uid}`.execute(site.db)
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'seasons')
  await page.getByText('No month is over yet', { exact: false }).waitFor()
  await seasonInReview(site, month, [
    { party: ada.party, points: 1_300 },
    { party: bea.party, points: 200 },
  ])
  // Home leads to what waits.
  await openScreen(page, 'home')
  await page.getByRole('link', { name: 'Season prizes to approve' }).click()
  const places = page.getByRole('region', { name: 'First places' })
  await places.getByText('1,300 points earned · prize 500 points').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1_280, height: 900 })

  const dialog = page.getByRole('dialog')
  await places.getByRole('listitem').first().getByRole('button', { name: 'Take out' }).click()
  await dialog
    .getByText(`Ada loses place 1 (500 points) in every ranking of ${month}`, { exact: false })
    .waitFor()
  await dialog.getByText('If you undo it, the member is notified again').waitFor()
  await dialog.getByRole('textbox').fill('Two accounts.')
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await places.getByText('1. Bea').waitFor()
  const decisions = page.getByRole('region', { name: 'Decisions of the review' })
  await decisions.getByText('Olga: Two accounts.').waitFor()
  await decisions.getByRole('button', { name: 'Let in again' }).click()
  await dialog.getByText('There is no Undo: if you take them out again').waitFor()
  await dialog.getByRole('textbox').fill('They are two.')
  await dialog.getByRole('button', { name: 'Let in again' }).click()
  await places.getByText('2. Bea').waitFor()

  await page.getByRole('button', { name: 'Approve the prizes' }).click()
  await dialog.getByText(`2 places of ${month} are paid 700 points together`, { exact: false }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Approve the prizes' }).click()
  await page.getByText('Approved. The prizes are paid').waitFor()
  await places.getByText(/^Approved .+ by Olga/).waitFor()
  expect(await page.getByRole('button', { name: 'Take out' }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})
