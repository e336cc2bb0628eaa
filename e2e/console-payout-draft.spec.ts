import { expect, test } from 'vitest'
import { addOperator } from '#server/modules/operators/public.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { giveFactor, testActor } from '#testing/operators.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('whom a run pays is said before it is drafted, and that it waits; the draft says until when', async () => {
  const member = await createRedeemer(site, { crels: 10_000 })
  const { id } = await redeem(site, member)
  await site.redemptions.approve({ redemptionId: id, actor: testActor })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  const pat = await site.db
    .transaction()
    .execute(
      async (tx) => await addOperator(tx, testActor, { email: member.email, name: 'Pat', role: 'finance' }),
    )
  await giveFactor(site, pat.id)
  await openScreen(page, 'payouts')
  await page.getByRole('button', { name: 'New run' }).click()
  const dialog = page.getByRole('dialog', { name: 'New run' })
  await dialog.getByText('1 payment, $').waitFor()
  await dialog.getByText('This run pays Pat, who therefore cannot approve it.').waitFor()
  await dialog.getByText('Nobody else can approve it: it waits 24 hours, then you can.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Draft the run' }).click()
  await page.getByText('This run pays Pat').waitFor()
  await page.getByText('Nobody but Olga can approve this run: Olga can from').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})
