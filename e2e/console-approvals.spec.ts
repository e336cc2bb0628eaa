import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { currentRate, setRate } from '#server/modules/exchange/public.ts'
import { listOperators, operate, operatorById } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { giveFactor, testActor } from '#testing/operators.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import {
  expectAccessible,
  expectToFit,
  inviteToConsole,
  openScreen,
  visitConsole,
} from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const rate = async () => (await currentRate(site.db)).usdToCrels

/** Opens the proposal of an act by what it is called, and answers its details. */
async function openAct(page: Page, act: string) {
  await openScreen(page, 'approvals', '?state=waiting')
  await page.getByRole('row', { name: new RegExp(act) }).click()
  return page.getByRole('complementary', { name: 'Details' })
}

test('a rate and a role are proposed by one operator, and approved by another who read what they do', async () => {
  await createRedeemer(site, { crels: 10_500 })
  const olga = await visitConsole('owner', 'Olga')
  const kim = await visitConsole('owner', 'Kim')
  const sam = await inviteToConsole('support', 'Sam')

  await openScreen(olga.page, 'economy')
  await olga.page.getByRole('button', { name: 'Propose another rate' }).click()
  const proposal = olga.page.getByRole('dialog')
  await proposal.getByLabel('Crels for $1').fill('10')
  await proposal.getByText('$1,050.00').waitFor()
  await proposal.getByLabel('Reason, kept with the rate').fill('The market moved')
  await proposal.getByRole('button', { name: 'Propose another rate' }).click()
  await olga.page.getByText('Proposed. It waits under Approvals.').waitFor()

  await openScreen(olga.page, 'operators')
  await olga.page.getByRole('row', { name: new RegExp(sam.email) }).click()
  await olga.page.getByRole('button', { name: 'Change role' }).click()
  const role = olga.page.getByRole('dialog')
  await role.getByLabel('Role').selectOption('manager')
  await role.getByLabel('Reason').fill('She runs campaigns now')
  await role.getByRole('button', { name: 'Propose it' }).click()
  await olga.page.getByText('Another role for Sam is proposed').waitFor()

  // Who proposed it reads what it does, and cannot approve it.
  const own = await openAct(olga.page, 'Another rate')
  await own.getByText('$1,050.00').waitFor()
  await own.getByRole('button', { name: 'Reject' }).waitFor()
  expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  // Who may reject, but not this act, is offered neither.
  const mo = await visitConsole('manager', 'Mo')
  const others = await openAct(mo.page, 'Another rate')
  await others.getByRole('heading', { name: 'What it would do' }).waitFor()
  expect(await others.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0)
  expect(mo.consoleErrors).toEqual([])
  await mo.context.close()

  const asked = kim.page.getByRole('dialog')
  const seen = await openAct(kim.page, 'Another rate')
  await seen.getByText('$1 changes from 10.5 to 10 crels.').waitFor()
  await seen.getByText(/is worth \$1,000\.00 now and \$1,050\.00 at the new rate: \$50\.00 more/).waitFor()
  await expectAccessible(kim.page)
  await expectToFit(kim.page)
  await kim.page.setViewportSize({ width: 1_280, height: 900 })
  await seen.getByRole('button', { name: 'Approve' }).click()
  await asked.getByText(/\$50\.00 more/).waitFor()
  await expectAccessible(kim.page)
  expect(await rate()).toBe('10.5')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await kim.page.getByText('1 act approved').waitFor()
  expect(await rate()).toBe('10')

  const changed = await openAct(kim.page, 'Another role')
  await changed.getByText('Support → Manager').waitFor()
  await changed.getByText(sam.email).waitFor()
  await changed.getByRole('button', { name: 'Approve' }).click()
  await asked.getByText('Support → Manager').waitFor()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await kim.page.getByText('1 act approved').waitFor()
  const operators = await listOperators(site.db)
  expect(operators.find(({ id }) => id === sam.operatorId)!.role).toBe('manager')
  expect([...olga.consoleErrors, ...kim.consoleErrors]).toEqual([])
  await Promise.all([olga.context.close(), kim.context.close()])
})

test('a rate that changed since a proposal says so, before it is approved and after', async () => {
  const kim = await visitConsole('owner', 'Kim', { expectedStatuses: [409] })
  const finn = await inviteToConsole('finance', 'Finn')
  await giveFactor(site, finn.operatorId)
  const olga = await visitConsole('owner', 'Olga')
  await openScreen(olga.page, 'economy')
  await olga.page.getByRole('button', { name: 'Propose another rate' }).click()
  const proposal = olga.page.getByRole('dialog')
  await proposal.getByLabel('Crels for $1').fill('10.3')
  await proposal.getByText('is worth').waitFor()
  await proposal.getByLabel('Reason, kept with the rate').fill('The market moved')
  await proposal.getByRole('button', { name: 'Propose another rate' }).click()
  await olga.page.getByText('Proposed. It waits under Approvals.').waitFor()
  const before = await rate()
  await inTransaction(
    site.db,
    async (tx) => await setRate(tx, testActor, { usdToCrels: '10.2', reason: 'Said by telephone' }),
  )
  const seen = await openAct(kim.page, 'Another rate')
  await seen.getByText(`The rate was ${before} crels for $1 and is 10.2 now.`).waitFor()
  await seen.getByRole('button', { name: 'Approve' }).click()
  const asked = kim.page.getByRole('dialog')
  await asked.getByRole('alert').getByText('and is 10.2 now.').waitFor()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await asked.getByRole('alert').getByText('test did rate.set on it', { exact: false }).waitFor()
  await expectAccessible(kim.page)
  expect(await rate()).toBe('10.2')
  expect([...olga.consoleErrors, ...kim.consoleErrors]).toEqual([])
  await Promise.all([olga.context.close(), kim.context.close()])
})

test('disabling an operator says what it ends and what it leaves, and is undone', async () => {
  const olga = await visitConsole('owner', 'Olga')
  const fay = await inviteToConsole('finance', 'Fay')
  const { page } = olga
  const { usdToCrels } = await currentRate(site.db)
  await inTransaction(site.db, async (tx) => {
    const { id: operatorId, name, email, role } = (await operatorById(tx, fay.operatorId))!
    const actor = { via: 'console', operatorId, name, email, role } as const
    await operate(tx, actor, { action: 'act.propose', target: 'rate' })
    await sql`
      insert into pending_act (action, target, input, seen, reason, proposed_by, expires_at)
      values ('rate.set', 'rate', '{"usdToCrels": "10.9"}', ${JSON.stringify({ usdToCrels })}::jsonb, 'It moved', ${operatorId}, now() + interval '7 days')`.execute(
      tx,
    )
  })
  await sql`
    insert into support_request (id, reference, uid, topic, assigned_to, assigned_at)
    values ('sup_' || md5('1'), 'qqqqqqqx', 'usr_x', 'other', ${fay.operatorId}, crels_now())`.execute(
    site.db,
  )
  await openScreen(page, 'operators')
  const row = page.getByRole('row', { name: new RegExp(fay.email) })
  await row.click()
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('is rejected for good: 1 act').waitFor()
  await dialog.getByText('These stay with Fay until someone takes them over:').waitFor()
  await dialog.getByText('1 open support request').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('She left')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await row.getByText('Disabled').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByText('Active').waitFor()
  expect(olga.consoleErrors).toEqual([])
  await olga.context.close()
})
