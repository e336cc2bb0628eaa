import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addOperator } from '#server/modules/operators/public.ts'
import { setCurrencyRates } from '#server/modules/exchange/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { callOperator, giveFactor, operatorBearer, testActor } from '#testing/operators.ts'
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
  await dialog.getByText('No one else can approve it: after 24 hours you can.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Draft the run' }).click()
  await page.getByText('This run pays Pat').waitFor()
  await page.getByText('Only Olga can approve this run, from').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who approves a run in euros sees what the bank pays, at which rate and from which account', async () => {
  const day = new Date().toISOString().slice(0, 10)
  await inTransaction(site.db, async (tx) =>
    setCurrencyRates(tx, testActor, { rates: [{ currency: 'EUR', day, usdPerUnit: '1.0842' }] }),
  )
  const to = { kind: 'bank', holder: 'Zoë O’Neil', iban: 'DE89370400440532013000' }
  const redemptionIds: string[] = []
  for (let made = 0; made < 2; made += 1) {
    const { id } = await redeem(site, await createRedeemer(site, { to }), { usdCents: 20_00 })
    await site.redemptions.approve({ redemptionId: id, actor: testActor })
    redemptionIds.push(id)
  }
  const pavel = await operatorBearer(site, 'owner', 'pavel@crels.example')
  const payer = { name: 'Crels GmbH', iban: 'DE02 1203 0000 0000 2020 51' }
  const { body } = await callOperator(site, pavel, {
    method: 'POST',
    path: '/payout-runs',
    payload: { format: 'sepa', redemptionIds, payer },
  })
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'payout', '', { id: body.run.id as string })
  // Each payment is rounded, as in the file: $40.00 at once would be €36.89.
  const bank = page.getByRole('region', { name: 'What the bank pays' })
  await expect.poll(async () => await bank.locator('dd').allTextContents()).toEqual(shown)
  await expect.poll(async () => await page.getByRole('cell', { name: '€18.45' }).count()).toBe(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await expect.poll(async () => await dialog.locator('dd').allTextContents()).toEqual(shown)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Approve' }).click()

  // Who makes the file sees the same before it is made.
  await page.getByRole('button', { name: 'Create the file' }).click()
  const making = page.getByRole('dialog', { name: 'Create the file' })
  await making.getByText('Puts 2 payments of $40.00 on their way.').waitFor()
  expect(await making.locator('dd').allTextContents()).toEqual(shown)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // One that a process left half made is finished here.
  const runId = body.run.id as string
  await sql`insert into payout_file (run_id, number, made_by) values (${runId}, 1, 'Fay')`.execute(site.db)
  await sql`update payout_run set state = 'sent' where id = ${runId}`.execute(site.db)
  await page.reload()
  await page.getByRole('button', { name: 'Finish the file' }).click()
  const finishing = page.getByRole('dialog', { name: 'Finish the file' })
  await finishing.getByText('Creating file 1 was interrupted.').waitFor()
  expect(await finishing.locator('dd').allTextContents()).toEqual(shown)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

const shown = ['€36.90', '1 EUR is $1.0842', 'Crels GmbH, DE02 1203 0000 0000 2020 51']
