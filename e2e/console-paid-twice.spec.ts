import { expect, test } from 'vitest'
import { payoutReference } from '#rules/payout-file.ts'
import { applyPayoutResults } from '#server/modules/payout-runs/apply-payout-results.ts'
import { approvePayoutRun } from '#server/modules/payout-runs/approve-payout-run.ts'
import { draftPayoutRun } from '#server/modules/payout-runs/draft-payout-run.ts'
import { importPayoutResults } from '#server/modules/payout-runs/import-payout-results.ts'
import { makePayoutFile } from '#server/modules/payout-runs/make-payout-file.ts'
import { retryPayout } from '#server/modules/payout-runs/settle-exceptions.ts'
import { addOperator, operatorActing } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

/** A run with one payment that was sent twice, and that both its reports say was paid. */
async function paidTwice(): Promise<{ runId: string; redemptionId: string }> {
  const person = async (name: string) => {
    const email = `${name}@crels.example`
    await inTransaction(site.db, async (tx) => addOperator(tx, testActor, { email, name, role: 'owner' }))
    return await operatorActing(site.db, email)
  }
  const [olga, kim] = [await person('olga'), await person('kim')]
  const { id: redemptionId } = await redeem(site, await createRedeemer(site))
  await site.redemptions.approve({ redemptionId, actor: kim })
  const { runId } = await inTransaction(site.db, async (tx) =>
    draftPayoutRun(tx, olga, { format: 'paypal', redemptionIds: [redemptionId] }, site.payoutRunDeps),
  )
  await inTransaction(site.db, async (tx) => approvePayoutRun(tx, kim, { runId }))
  const report = async (attempt: number, status: string) => {
    const csv = `reference,status\n${payoutReference(redemptionId, attempt)},${status}`
    const { importId } = await inTransaction(site.db, async (tx) =>
      importPayoutResults(tx, olga, { runId, csv }),
    )
    await applyPayoutResults(site.db, { importId }, site.payoutRunDeps)
  }
  await makePayoutFile(site.db, olga, { runId }, site.payoutRunDeps)
  await report(1, 'Failed')
  await inTransaction(site.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId }))
  await makePayoutFile(site.db, olga, { runId }, site.payoutRunDeps)
  await report(1, 'Completed')
  await report(2, 'Completed')
  return { runId, redemptionId }
}

test('a payment made twice keeps its run open until somebody says what became of the other one', async () => {
  const { runId, redemptionId } = await paidTwice()
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay', { expectedStatuses: [409] })
  const close = async () => {
    await openScreen(page, 'payout', '', { id: runId })
    await page.locator('#content').getByRole('button', { name: 'Close', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Close' })
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    return dialog
  }
  await (
    await close()
  )
    .getByRole('alert')
    .getByText(/may be paid twice: attempt 1 arrived as well\./)
    .waitFor()

  await openScreen(page, 'home')
  await page.getByRole('link', { name: 'Payouts whose provider says otherwise' }).click()
  const panel = page.getByRole('article')
  const [first, second] = [1, 2].map((attempt) => payoutReference(redemptionId, attempt))
  await panel.getByText(`Paid twice: attempt 1 (${first}) arrived after all`).waitFor()
  await panel.getByText(`Attempt 2 (${second}) is for the same money.`).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.getByRole('button', { name: 'Settled' }).click()
  const settle = page.getByRole('dialog', { name: 'Settled' })
  await settle.getByText('the other payment is back with you').waitFor()
  await settle.getByLabel('What became of the other payment').selectOption('kept')
  await settle.getByText('If the last attempt arrived too, the member has the money twice').waitFor()
  await expectAccessible(page)
  await settle.getByLabel('What was done').fill('The bank cannot recall it; she agreed to an adjustment.')
  await settle.getByRole('button', { name: 'Settled' }).click()
  await settle.waitFor({ state: 'detached' })
  await close()
  await page.getByText('Run closed: it agrees with the ledger').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
