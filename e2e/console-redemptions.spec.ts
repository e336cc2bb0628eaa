import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { codeOf } from '#testing/second-factors.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
test('redemptions are approved by keyboard, in bulk with one conflict, and rejected with a reason', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, async () => await createRedeemer(site)))
  const ids: string[] = []
  // One after the other: the longest wait stands first.
  for (const member of members) ids.push((await redeem(site, member)).id)
  const { page, context, consoleErrors, operatorId, secret } = await visitConsole('finance', 'Fay', {
    expectedStatuses: [403],
  })
  await openScreen(page, 'redemptions')
  await page.getByText('4 waiting · oldest').waitFor()
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(4)

  // One, by keyboard alone: the second.
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Approve' }).getByText('with the next payout run').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('1 redemption approved').waitFor()
  await expect.poll(async () => await stateOf(ids[1]!)).toBe('approved')
  await expect.poll(async () => await rows.count()).toBe(3)
  // While it closes, its keys are its own.
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // All that are left, one of which somebody else decides meanwhile.
  await page.keyboard.press('Shift+X')
  await page.getByText('3 selected').waitFor()
  const { headers } = await operatorBearer(site, 'owner', 'pavel@crels.example')
  const answer = await site.server.inject({
    method: 'POST',
    url: `/api/v1/operator/redemptions/${ids[0]}/reject`,
    headers,
    payload: { reason: 'Not theirs.' },
  })
  expect(answer.statusCode).toBe(200)
  // Their proof is old by now: they are asked once, however many they approve.
  await sql`
    update operator_session set proved_at = now() - interval '11 minutes' where operator_id = ${operatorId}`.execute(
    site.db,
  )
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  const passkey = proof.getByRole('button', { name: 'Use a passkey' })
  await expect.poll(async () => await passkey.evaluate((it) => it === document.activeElement)).toBe(true)
  await proof.getByLabel('Code from your authenticator app').fill(codeOf({ secret }))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('2 done, 1 not').waitFor()
  await proof.waitFor({ state: 'detached' })
  const refused = page.getByRole('list', { name: 'Not done' })
  // By whom, what, and when.
  await refused.getByText(/pavel did redemption\.reject on it at \d{4}-\d\d-\d\d \d\d:\d\d UTC/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()
  expect(await Promise.all(ids.map(stateOf))).toEqual(['rejected', 'approved', 'approved', 'approved'])
  await page.getByText('No redemption waits').waitFor()

  // What was decided is found by its state, and the address says so.
  await page.getByRole('combobox', { name: 'State' }).selectOption('Rejected')
  await expect.poll(async () => await rows.count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('state')).toBe('rejected')
  await page.reload()
  await expect.poll(async () => await rows.count()).toBe(1)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a gift card is paid from Home to the end: sent, opened with a reason, said to be paid', async () => {
  const to = { kind: 'gift_card', email: 'cards@example.com' }
  const { id } = await redeem(site, await createRedeemer(site, { to }))
  await site.redemptions.approve({ redemptionId: id, actor: testActor })
  const { page, context, consoleErrors } = await visitConsole('finance', 'Gil')
  await openScreen(page, 'home')
  await page.getByRole('link', { name: 'Approved, in no payout run' }).click()
  const panel = page.getByRole('article')
  const dialog = page.getByRole('dialog')
  // It is the only one that a gift card goes to; the others wait for a payout run.
  await page.getByRole('combobox', { name: 'Paid to' }).selectOption('Gift card')
  await expect.poll(async () => await page.locator('tbody tr').count()).toBe(1)
  await panel.getByRole('button', { name: 'Have it paid' }).click()
  await dialog.getByText('and then say that it is paid').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Have it paid' }).click()
  await page.getByText('1 redemption is being paid').waitFor()
  expect(await stateOf(id)).toBe('sending')

  await openScreen(page, 'redemptions', '?state=sending')
  await panel.getByRole('button', { name: 'Where to pay' }).click()
  await dialog.getByLabel('Why you open it').fill('To order the card.')
  await dialog.getByRole('button', { name: 'Where to pay' }).click()
  await panel.getByText('cards@example.com').waitFor()
  // A dialog that closes has no name any more.
  await dialog.waitFor({ state: 'detached' })
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.getByRole('button', { name: 'Paid', exact: true }).click()
  await dialog.getByLabel('Payment reference').fill('GC-17')
  const yesterday = utcDate(Date.now() - dayMs)
  await dialog.getByLabel('Paid on').fill(yesterday)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Paid', exact: true }).click()
  await page.getByText('1 redemption is paid').waitFor()
  expect(await stateOf(id)).toBe('paid')
  await openScreen(page, 'redemptions', '?state=paid')
  await panel.getByText(yesterday).waitFor()

  // The shop takes the card back: another operator approves it.
  await openScreen(page, 'redemptions', '?state=paid')
  await panel.getByRole('button', { name: 'Came back' }).click()
  await dialog.getByText('the year’s totals go without it').waitFor()
  await dialog.getByText('Another operator approves it').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Reason, for the member to read').fill('The card was blocked. Add another address.')
  await dialog.getByRole('button', { name: 'Came back' }).click()
  await page.getByText('1 return is proposed').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await stateOf(id)).toBe('paid')
  await openScreen(page, 'approvals')
  await page.getByRole('cell', { name: 'The card was blocked.' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a payout whose provider says otherwise is found from Home, and settled with what was done', async () => {
  const sent = async () => {
    const to = { kind: 'gift_card', email: 'cards@example.com' }
    const { id } = await redeem(site, await createRedeemer(site, { to }))
    const decision = { redemptionId: id, actor: testActor }
    await site.redemptions.approve(decision)
    await site.redemptions.send({ ...decision, provider: 'manual' })
    return decision
  }
  const [paid, failed] = [await sent(), await sent()]
  await site.redemptions.pay({ ...paid, reference: 'GC-1' })
  await site.redemptions.fail({ ...failed, reason: 'No answer' })
  await sql`
    insert into payout_mismatch (redemption_id, said, detail, attempt)
    values (${paid.redemptionId}, 'failed', 'Account closed', null),
      (${failed.redemptionId}, 'paid', 'PP-8', 1), (${failed.redemptionId}, 'paid', 'PP-9', null)`.execute(
    site.db,
  )
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fin')
  await openScreen(page, 'home')
  await page.getByRole('link', { name: 'Payouts whose provider says otherwise' }).click()
  const panel = page.getByRole('article')
  await panel.getByText(/^Came back after it was paid here \(.+\): Account closed\./).waitFor()
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(2)
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const dialog = page.getByRole('dialog', { name: 'Settled' })
  const settle = async (effect: string, reason: string) => {
    await panel.getByRole('button', { name: 'Settled' }).click()
    await dialog.getByText(effect).waitFor()
    const confirm = dialog.getByRole('button', { name: 'Settled' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('What was done').fill(reason)
    expect(await accessibilityViolations(page)).toEqual([])
    await confirm.click()
    await dialog.waitFor({ state: 'detached' })
  }
  await settle('the redemption stays paid, and no crels return', 'The bank’s statement has no return.')
  await expect.poll(async () => await rows.count()).toBe(1)
  // One payment after the other: each is settled by itself.
  await panel.getByText(/^Attempt 1 \(r\w+\) was paid after it had failed here \(.+\): PP-8\./).waitFor()
  await settle('Each attempt that was paid is settled by itself', 'Took the crels of the first.')
  await panel.getByText(/^Paid after it had failed here \(.+\): PP-9\./).waitFor()
  expect(await rows.count()).toBe(1)
  await settle('adjust the member’s crels on their page first', 'Took the crels of it.')
  await expect.poll(async () => await rows.count()).toBe(0)
  expect(await openMismatches()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who may not see members sees redemptions and payments without them', async () => {
  const member = await createRedeemer(site)
  const ids = [(await redeem(site, member)).id, (await redeem(site, member)).id]
  const { page, context, consoleErrors } = await visitConsole('read-only', 'Rea')
  await openScreen(page, 'redemptions')
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(2)
  expect(await rows.getByText('A member').count()).toBe(2)
  const panel = page.getByRole('article')
  await panel.getByRole('heading', { name: 'A member' }).waitFor()
  await panel.getByText(ids[0]!).waitFor()
  expect(await page.getByText(/@example\.com|Ada/).count()).toBe(0)
  await expectAccessible(page)
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

async function openMismatches(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payout_mismatch where settled_at is null`.execute(site.db)
  return rows[0]!.count
}

async function stateOf(id: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state from redemption where id = ${id}`.execute(
    site.db,
  )
  return rows[0]?.state
}
