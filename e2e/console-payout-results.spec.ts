import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setCurrencyRates } from '#server/modules/exchange/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, giveFactor, operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('a run of SEPA transfers is paid out and closed by what an operator reads on the statement', async () => {
  const runId = await approvedRun()
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'payout', '', { id: runId })
  await act(page, 'Create the file', 'The file is being created')
  const states = async () => await page.locator('tbody tr td:nth-child(4)').allTextContents()
  await expect.poll(states).toEqual(['Sent', 'Sent', 'Sent'])
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 1_000 })

  // One came back, by its key; of the others the bank says that they arrived.
  await page.keyboard.press('b')
  const returning = page.getByRole('dialog', { name: 'Came back' })
  await returning.getByText('1 payment of $20.00 came back unpaid').waitFor()
  await returning.getByLabel('Why, as the bank says it').fill('=AC04, "account\nclosed"')
  await expectAccessible(page)
  await returning.getByRole('button', { name: 'Came back' }).click()
  await page.getByText('1 payment came back').waitFor()
  await expect.poll(states).toEqual(['Came back', 'Sent', 'Sent'])
  await page.getByText('=AC04, "account closed"').waitFor()

  await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check()
  await page.getByRole('button', { name: 'Arrived' }).click()
  const arriving = page.getByRole('dialog', { name: 'Arrived' })
  await arriving.getByText('2 payments of $40.00 arrived').waitFor()
  await expectAccessible(page)
  await arriving.getByRole('button', { name: 'Arrived' }).click()
  await page.getByText('2 payments paid').waitFor()
  await expect.poll(states).toEqual(['Came back', 'Paid', 'Paid'])
  await page.getByText('2 paid · 0 came back · 0 pending · 0 refused').waitFor()
  const results = page.getByRole('region', { name: 'Results' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    results.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`payout-results-${runId}.csv`)
  const [header, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(header).toBe(
    '\u{feff}Imported,Imported by,Finished,Rows,Rows done,Paid,Came back,Pending,Refused rows,ID',
  )
  expect(lines.map((line) => line.split(',').slice(3, 9).join())).toEqual(
    expect.arrayContaining(['1,1,0,1,0,0', '2,2,2,0,0,0']),
  )

  // Another operator has it tried again, and it arrives.
  await tryAgain(page)
  await page.getByText('You said that this payment failed: another operator has it tried again').waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const other = await visitConsole('finance', 'Uma')
  await openScreen(other.page, 'payout', '', { id: runId })
  await other.page.getByText('=AC04, "account closed"').waitFor()
  await tryAgain(other.page)
  await other.page.getByText('1 payment goes into the next file').waitFor()
  await other.context.close()
  await openScreen(page, 'payout', '', { id: runId })
  await expect.poll(states).toEqual(['Goes into the next file', 'Paid', 'Paid'])
  // Until then it can be given up all the same.
  await page.keyboard.press('g')
  await page.getByRole('dialog', { name: 'Give up' }).getByText('1 payment ($20.00)').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await act(page, 'Create the next file', 'The file is being created')
  await expect.poll(states).toEqual(['Sent', 'Paid', 'Paid'])
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Arrived' }).getByRole('button', { name: 'Arrived' }).click()
  await page.getByText('1 payment paid').waitFor()
  await act(page, 'Close', 'Run closed: it agrees with the ledger')
  expect(consoleErrors).toEqual([])
  await context.close()
})

async function tryAgain(page: Page): Promise<void> {
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Try again' }).getByRole('button', { name: 'Try again' }).click()
}

test('selected redemptions are drafted into SEPA transfers from an account that is typed', async () => {
  const redemptionIds = await approvedTransfers()
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fitz')
  await openScreen(page, 'redemptions', '?state=approved&run=none')
  await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check()
  await page.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Payout run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payout run' })
  await dialog.getByText('in 3 redemptions').waitFor()
  const iban = dialog.getByLabel('IBAN that pays')
  expect(await iban.count()).toBe(0)
  await dialog.getByLabel('File').selectOption('Bank, SEPA pain.001')
  await iban.fill('DE02 1203 0000 0000 2020 51')
  await expectAccessible(page)
  const submit = dialog.getByRole('button', { name: 'Payout run' })
  expect(await submit.isEnabled()).toBe(false)
  await dialog.getByLabel('Account holder').fill('Crels Two GmbH')
  await submit.click()
  await page.getByText('3 redemptions are in a new payout run').waitFor()
  const { rows } = await sql<{ payer: string }>`
    select distinct r.payer->>'name' as payer from payout_run r join payout p on p.run_id = r.id
    where p.redemption_id = any (${redemptionIds})`.execute(site.db)
  expect(rows).toEqual([{ payer: 'Crels Two GmbH' }])
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** A run of three transfers of $20.00, which another operator approved. */
async function approvedRun(): Promise<string> {
  const day = new Date().toISOString().slice(0, 10)
  await inTransaction(site.db, async (tx) =>
    setCurrencyRates(tx, testActor, { rates: [{ currency: 'EUR', day, usdPerUnit: '1.0842' }] }),
  )
  const redemptionIds = await approvedTransfers()
  const payer = { name: 'Crels GmbH', iban: 'DE02 1203 0000 0000 2020 51' }
  const { body } = await callOperator(site, await operatorBearer(site, 'owner', 'pavel@crels.example'), {
    method: 'POST',
    path: '/payout-runs',
    payload: { format: 'sepa', redemptionIds, payer },
  })
  const { id } = body.run as { id: string }
  const kim = await operatorBearer(site, 'owner', 'kim@crels.example')
  await giveFactor(site, kim.operatorId)
  const approved = await callOperator(site, kim, { method: 'POST', path: `/payout-runs/${id}/approve` })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  return id
}

/** Three redemptions to a bank account, of $20.00 each. */
async function approvedTransfers(): Promise<string[]> {
  const to = { kind: 'bank', holder: 'Zoë O’Neil', iban: 'DE89370400440532013000' }
  const redemptionIds: string[] = []
  for (let made = 0; made < 3; made += 1) {
    const { id } = await redeem(site, await createRedeemer(site, { to }), { usdCents: 20_00 })
    await site.redemptions.approve({ redemptionId: id, actor: testActor })
    redemptionIds.push(id)
  }
  return redemptionIds
}

/** Does an act of the run, and waits until it is done and its dialog gone. */
async function act(page: Page, name: string, said: string): Promise<void> {
  await page.locator('#content').getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name, exact: true }).last().click()
  await page.getByText(said).last().waitFor()
  await dialog.waitFor({ state: 'detached' })
}
