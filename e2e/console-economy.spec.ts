import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { currentEconomy, setEconomy } from '#server/modules/economy/public.ts'
import { setCurrencyRates } from '#server/modules/exchange/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { latestBirthday } from '#rules/minimum-age.ts'
import { utcDate } from '#rules/utc-date.ts'
import { completeProfile, createMember } from '#testing/members.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
test('settings are changed after a look at what that costs, and versions compared', async () => {
  const member = await createMember(site)
  await site.server.inject({
    method: 'POST',
    url: '/api/v1/gamification/daily-check-in',
    headers: member.headers,
  })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga', { expectedStatuses: [422] })
  await openScreen(page, 'economy')
  const base = page.getByLabel('Points of a day’s check-in.')
  await base.fill('0')
  await page.getByRole('button', { name: 'What would it cost?' }).click()
  await page.getByRole('alert').waitFor()
  await base.fill('1060')
  // A look that gets no answer has done nothing that is to be looked for.
  await page.route('**/economy/simulations', async (route) => await route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'What would it cost?' }).click()
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor()
  consoleErrors.length = 0
  await page.getByRole('button', { name: 'What would it cost?' }).click()
  const cost = page.getByRole('region', { name: 'What it costs' })
  await cost.getByText('+$1.00').first().waitFor()
  await expectAccessible(page)
  expect((await currentEconomy(site.db)).checkIn.basePoints).toBe(10)
  await page.getByRole('textbox', { name: 'Reason, kept with the version' }).fill('A louder month')
  await page.getByRole('button', { name: 'Set as version 1' }).click()
  await page.getByText('Version 1 is in force').waitFor()
  expect((await currentEconomy(site.db)).checkIn.basePoints).toBe(1_060)
  await page.getByText('checkIn.basePoints 10 → 1,060').first().waitFor()
  await expectToFit(page)
  await page.setViewportSize({ width: 1_280, height: 900 })

  // The settings of before are filled in, looked at, and set as another version.
  await page.getByRole('rowheader', { name: '0', exact: true }).click()
  await page.getByRole('button', { name: 'Restore these settings' }).click()
  await page.getByText('filled in as version 0 had them').waitFor()
  expect(await base.inputValue()).toBe('10')
  expect((await currentEconomy(site.db)).checkIn.basePoints).toBe(1_060)
  await page.getByRole('button', { name: 'What would it cost?' }).click()
  await cost.waitFor()
  await page.getByRole('textbox', { name: 'Reason, kept with the version' }).fill('It was too loud')
  await page.getByRole('button', { name: 'Set as version 2' }).click()
  await page.getByText('Version 2 is in force').waitFor()
  expect((await currentEconomy(site.db)).checkIn.basePoints).toBe(10)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a version that came after the look ends the look, and leaves what is typed', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Odile', { expectedStatuses: [409] })
  await openScreen(page, 'economy')
  const base = page.getByLabel('Points of a day’s check-in.')
  const cost = page.getByRole('region', { name: 'What it costs' })
  const look = page.getByRole('button', { name: 'What would it cost?' })
  await base.fill('77')
  await look.click()
  await cost.waitFor()
  const setMeanwhile = async (path: string, value: number, reason: string) =>
    await site.db
      .transaction()
      .execute(async (tx) => await setEconomy(tx, testActor, { settings: [{ path, value }], reason }))
  await setMeanwhile('checkIn.stepPoints', 6, 'Meanwhile')
  // Another act has the screen read anew.
  await pause('Creating links')
  await page.getByText('Meanwhile').first().waitFor()
  await cost.waitFor({ state: 'detached' })
  const theirs = page.getByRole('region', { name: 'What is in force now' })
  await theirs.getByText('Another operator changed other fields meanwhile.').waitFor()
  expect(await base.inputValue()).toBe('77')
  expect((await currentEconomy(site.db)).checkIn).toMatchObject({ stepPoints: 6 })
  expect((await currentEconomy(site.db)).checkIn.basePoints).not.toBe(77)
  await expectAccessible(page)

  // A version that comes between the look and the setting is refused, and shown where both changed the same.
  await look.click()
  await cost.waitFor()
  await setMeanwhile('checkIn.basePoints', 66, 'Once more')
  await page.getByRole('textbox', { name: 'Reason, kept with the version' }).fill('A louder month')
  await page.getByRole('button', { name: /^Set as version/ }).click()
  await theirs.getByText('66', { exact: true }).waitFor()
  await cost.waitFor({ state: 'detached' })
  expect(await base.inputValue()).toBe('77')
  await look.click()
  await cost.waitFor()
  const reason = page.getByRole('textbox', { name: 'Reason, kept with the version' })
  expect(await reason.inputValue()).toBe('A louder month')
  await page.getByRole('button', { name: /^Set as version/ }).click()
  await theirs.waitFor({ state: 'detached' })
  await page.getByText('checkIn.basePoints 66 → 77').first().waitFor()
  expect((await currentEconomy(site.db)).checkIn).toMatchObject({ basePoints: 77, stepPoints: 6 })
  expect(consoleErrors).toEqual([])
  await context.close()

  async function pause(feature: string): Promise<void> {
    await page.getByRole('button', { name: `Pause: ${feature}` }).click()
    const dialog = page.getByRole('dialog', { name: `Pause: ${feature}` })
    await dialog.getByRole('textbox').fill('A wave of spam')
    await dialog.getByRole('button', { name: `Pause: ${feature}` }).click()
    await page.getByRole('button', { name: `Open again: ${feature}` }).waitFor()
  }
})

test('another minimum age says whom it refuses and what of theirs waits before it can be set', async () => {
  const birthday = latestBirthday(utcDate(site.clock.now()), 20)
  const young = await createRedeemer(site, { profile: { ...completeProfile, birthday }, crels: 2_100 })
  await redeem(site, young, { usdCents: 20_00 })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Ole')
  await openScreen(page, 'economy')
  await page.getByLabel('Years that a member must be old').fill('21')
  await page.getByLabel('Whose tax forms').fill('"us"')
  await page.getByLabel('Years after their last year with a payout').fill('1')
  expect(await page.getByRole('button', { name: /^Set as version/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'What would it cost?' }).click()
  const cost = page.getByRole('region', { name: 'What it costs' })
  const cells = async (name: string) =>
    await cost.getByRole('row').filter({ hasText: name }).getByRole('cell').allTextContents()
  await cost.getByRole('heading', { name: 'Who is paid' }).waitFor()
  expect(await cells('refused by age')).toEqual(['0', '1'])
  expect(await cells('What they have')).toEqual(['0 crels', '2,100 crels'])
  expect(await cells('in dollars, before fees')).toEqual(['$0.00', '$200.00'])
  expect(await cells('will be refused')).toEqual(['0, $0.00', '1, $20.00'])
  await cost.getByText(/given no birthday or no country/).waitFor()
  await cost.getByRole('heading', { name: 'Tax forms' }).waitFor()
  expect(await cells('for their next payout')).toEqual(['0', '0'])
  await cost.getByText('0 tax forms of members who left are kept.', { exact: false }).waitFor()
  await page.getByRole('button', { name: /^Set as version/ }).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('fewer cancellations say who reaches the limit, and what holds from now on says so before it is set', async () => {
  const often = await createRedeemer(site, { crels: 3_000 })
  const { headers } = often
  const { id } = await redeem(site, often, { usdCents: 20_00 })
  const url = `/api/v1/redemptions/${id}/cancel`
  expect((await site.server.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
  await redeem(site, often, { usdCents: 20_00 })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda')
  await openScreen(page, 'economy')
  await page.getByLabel('Payouts that a member may take back').fill('1')
  await page.getByLabel('Hours before the first destination').fill('48')
  await page.getByLabel('Minutes for which a quote holds').fill('5')
  await page.getByLabel('Points earned in a lifetime').fill('[0, 100]')
  await page.getByRole('button', { name: 'What would it cost?' }).click()
  const cost = page.getByRole('region', { name: 'What it costs' })
  await cost.getByRole('heading', { name: 'Cancelled payouts' }).waitFor()
  const cells = async (name: string) =>
    await cost.getByRole('row').filter({ hasText: name }).getByRole('cell').allTextContents()
  expect(await cells('have reached the limit')).toEqual(['0', '1'])
  expect(await cells('could cancel otherwise')).toEqual(['0, $0.00', '1, $20.00'])
  await cost.getByText('1 member who can cancel now cannot from then on.', { exact: false }).waitFor()
  await cost.getByRole('heading', { name: 'When it takes effect' }).waitFor()
  for (const sentence of [
    'those that hold now keep their time',
    'those added before can be used at the time their member was given',
    'members can rise or fall without a notification',
  ])
    await cost.getByRole('definition').filter({ hasText: sentence }).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('before payouts are paused it is said what will wait and what it pays, as it is at that look', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Orla')
  await openScreen(page, 'economy')
  const dialog = page.getByRole('dialog', { name: 'Pause: Payouts' })
  const look = async () => await page.getByRole('button', { name: 'Pause: Payouts' }).click()
  await look()
  await dialog.getByText('No approved payout and no open payout run is waiting now.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const approved = async (usdCents: number) => {
    const to = { kind: 'paypal', email: 'one@example.com' }
    const { id } = await redeem(site, await createRedeemer(site, { to }), { usdCents })
    await site.redemptions.approve({ redemptionId: id, actor: testActor })
    return id
  }
  const redemptionIds = [await approved(20_00)]
  await approved(30_00)
  await approved(40_00)
  const run = await callOperator(site, await operatorBearer(site, 'owner'), {
    method: 'POST',
    path: '/payout-runs',
    payload: { format: 'paypal', redemptionIds },
  })
  expect(run.status).toBe(201)
  await look()
  await dialog
    .getByText('2 approved payouts worth $70.00 and 1 open payout run worth $20.00 will wait.')
    .waitFor()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test.each([
  ['manager', 'Mona', 'Redemptions'],
  ['support', 'Sol', 'Sign-up'],
] as const)('who may pause and not open again is offered no undo: %s', async (role, name, feature) => {
  const { page, context, consoleErrors } = await visitConsole(role, name)
  await openScreen(page, 'home')
  await page.getByRole('navigation').getByRole('link', { name: 'Economy', exact: true }).click()
  await page.getByRole('button', { name: `Pause: ${feature}` }).waitFor()
  const base = page.getByLabel('Points of a day’s check-in.')
  await base.waitFor()
  // What is about money is not for support, and nothing on the screen fails for it.
  const isMoney = role !== 'support'
  expect(await page.getByRole('region', { name: 'Other currencies' }).count()).toBe(isMoney ? 1 : 0)
  expect(await page.getByRole('heading', { name: 'Rate', exact: true }).count()).toBe(isMoney ? 1 : 0)
  expect(await base.isEditable()).toBe(isMoney)
  expect(await page.getByRole('alert').count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Pause: ${feature}` }).click()
  const dialog = page.getByRole('dialog', { name: `Pause: ${feature}` })
  await dialog.getByRole('textbox').fill('A look at it')
  await dialog.getByRole('button', { name: `Pause: ${feature}` }).click()
  await page.getByText('Done. It holds from now on.').waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: `Open again: ${feature}` }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
  if (role === 'support') {
    const path = '/pauses/sign-up/resumption'
    const owner = await operatorBearer(site, 'owner')
    const payload = { reason: 'It is over' }
    expect((await callOperator(site, owner, { method: 'POST', path, payload })).status).toBe(200)
  }
})

test('sign-up is paused and opened again; the member’s form says so', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Otto', { expectedStatuses: [409] })
  await openScreen(page, 'economy')
  await page.getByRole('button', { name: 'Pause: Sign-up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause: Sign-up' })
  await dialog.getByText('No one new can sign up').waitFor()
  await dialog.getByRole('textbox').fill('A wave of bots')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Pause: Sign-up' }).click()
  await page.getByRole('button', { name: 'Open again: Sign-up' }).waitFor()
  await page.getByText('A wave of bots').waitFor()
  const refused = await site.server.inject({
    method: 'POST',
    url: '/identity/sign-up',
    payload: { email: 'new@example.com', password: 'a secret horse' },
  })
  expect(refused.json().code).toBe('sign_up_paused')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Pause: Sign-up' }).waitFor()
  const letIn = await site.server.inject({
    method: 'POST',
    url: '/identity/sign-up',
    payload: { email: 'new@example.com', password: 'a secret horse' },
  })
  expect(letIn.statusCode, letIn.body).toBe(201)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('another rate says what it makes of what members have, and waits for a second person', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oskar')
  await openScreen(page, 'economy')
  await page.getByRole('button', { name: 'Propose another rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose another rate' })
  await dialog.getByLabel('Crels for $1').fill('21')
  await dialog.getByText('is worth').waitFor()
  await dialog.getByText('a change of more than 10%').waitFor()
  await dialog.getByLabel('Reason, kept with the rate').fill('The market moved')
  const submit = dialog.getByRole('button', { name: 'Propose another rate' })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel('The same rate again').fill('12')
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel('The same rate again').fill('21')
  await dialog.getByRole('button', { name: 'Propose another rate' }).click()
  await page.getByText('Proposed. It waits under Approvals.').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

async function statesOf(action: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from pending_act where action = ${action} order by proposed_at`.execute(site.db)
  return rows.map(({ state }) => state)
}

test('a currency gets a rate by another operator, and a proposal is taken back', async () => {
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fitz')
  const kim = await visitConsole('owner', 'Kim')
  await openScreen(page, 'economy')
  const card = page.getByRole('region', { name: 'Other currencies' })
  const dialog = page.getByRole('dialog')
  await card.getByText('No currency has a rate').waitFor()
  const propose = async (value: string) => {
    await card.getByRole('button', { name: 'Propose a currency' }).click()
    await dialog.getByLabel('Code of the currency').fill('eur')
    await dialog.getByLabel('US dollars for one unit').fill(value)
    await dialog.getByText('it has no rate now').waitFor()
    await dialog.getByLabel('Reason, kept with the rate').fill('By the list of the bank')
    await dialog.getByRole('button', { name: 'Propose a currency' }).click()
    await page.getByText('Proposed. It waits under Approvals.').last().waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  await propose('1.8')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => await statesOf('currency.set')).toEqual(['rejected'])
  await propose('1.08')
  await card.getByText('No currency has a rate').waitFor()

  await openScreen(kim.page, 'approvals', '?state=waiting')
  await kim.page.getByRole('row', { name: /Another rate of a currency/ }).click()
  const details = kim.page.getByRole('complementary', { name: 'Details' })
  await details.getByText('1 EUR is $1.08 for what is reported from now on; it has no rate now.').waitFor()
  await expectAccessible(kim.page)
  await details.getByRole('button', { name: 'Approve' }).click()
  const asked = kim.page.getByRole('dialog')
  await asked.getByText('1 EUR is $1.08').waitFor()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await kim.page.getByText('1 act approved').waitFor()

  await page.reload()
  await card.getByText('1 EUR is $1.08').waitFor()
  await card.getByRole('button', { name: 'Propose another rate' }).click()
  await dialog.getByLabel('US dollars for 1 EUR').fill('1.25')
  await dialog.getByText('1 EUR changes from $1.08 to $1.25').waitFor()
  await dialog.getByText('a change of more than 10%').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await inTransaction(site.db, async (tx) =>
    setCurrencyRates(tx, testActor, { rates: [{ currency: 'EUR', day, usdPerUnit: '1.3' }] }),
  )
  await page.reload()
  const coming = card.getByRole('listitem').filter({ hasText: '1 EUR is $1.3' })
  await coming.getByText('holds from').waitFor()
  await card.getByRole('listitem').filter({ hasText: '1 EUR is $1.08' }).getByText('holds until').waitFor()
  await expectAccessible(page)
  await coming.getByRole('button', { name: 'Propose to withdraw' }).click()
  await dialog.getByText('1 EUR does not change on').waitFor()
  await dialog.getByLabel('Reason, kept with the rate').fill('A slip')
  await dialog.getByRole('button', { name: 'Propose to withdraw' }).click()
  await page.getByText('Proposed. It waits under Approvals.').waitFor()
  await expectToFit(page)
  expect([...consoleErrors, ...kim.consoleErrors]).toEqual([])
  await Promise.all([context.close(), kim.context.close()])
})
