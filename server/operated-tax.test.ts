import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaxYear } from '#contracts/operator-tax.schemas.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { allCsvRows } from './platform/csv-rows.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { askForTaxForms, certify, dac7 } from '#testing/tax.ts'

let app: TestApp
let finn: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  finn = await operatorBearer(app, 'finance')
  await askForTaxForms(app, 'dac7', 1_000_000_00)
})
afterAll(() => app.close())

const reason = 'The report of the year.'

async function paid(member: Redeemer, usdCents: number): Promise<void> {
  const { id: redemptionId } = await redeem(app, member, { usdCents })
  const decision = { redemptionId, actor: testActor }
  await app.redemptions.approve(decision)
  await app.redemptions.send({ ...decision, provider: 'manual' })
  await app.redemptions.pay({ ...decision, reference: `PP ${redemptionId}` })
}

const entriesOf = async (action: string) =>
  (
    await sql<{ text: string; target: string }>`
      select e::text as text, target from audit_entry e where action = ${action} order by seq`.execute(app.db)
  ).rows

const year = () => app.clock.now().getUTCFullYear()
async function report(of = year()) {
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator/tax-years/${of}/report`,
    payload: { reason },
    headers: finn.headers,
  })
  const [header, ...rows] = (await allCsvRows(response.body)).map(({ cells }) => cells)
  return {
    response,
    rows: rows.map((cells) => Object.fromEntries(header!.map((name, at) => [name, cells[at]!]))),
  }
}

test('finance sees the last signs, and opens the form by an act with a sealed reason; others do neither', async () => {
  const member = await createRedeemer(app)
  const path = `/members/${member.uid}/tax-form`
  expect((await callOperator(app, finn, { path })).body).toMatchObject({ regime: 'dac7', form: null })
  const open = async (by: TestOperator) =>
    await callOperator(app, by, { method: 'POST', path: `${path}/opening`, payload: { reason } })
  expect((await open(finn)).status).toBe(404)
  await certify(app, member, dac7)
  const { body: seen } = await callOperator(app, finn, { path })
  expect(seen.form).toEqual({
    form: 'dac7',
    taxIdHint: '…4843',
    certifiedAt: expect.any(String),
    isUsable: true,
    endsOn: null,
  })
  expect(JSON.stringify(seen)).not.toContain('Taxable')
  expect(await entriesOf('tax.open')).toEqual([])
  expect((await open(finn)).body).toMatchObject({
    legalName: 'Ada Taxable',
    taxId: 'PT 501964843',
    birthDate: '1990-05-17',
  })
  const [entry] = await entriesOf('tax.open')
  expect(entry!.text).not.toMatch(/report of the year|Taxable|501964843/)
  for (const role of ['manager', 'support', 'read-only'] as const) {
    const other = await operatorBearer(app, role)
    expect([(await callOperator(app, other, { path })).status, (await open(other)).status]).toEqual([
      403, 403,
    ])
  }
  await sql`update operator_session set proved_at = now() - interval '11 minutes'`.execute(app.db)
  expect((await open(finn)).status).toBe(403)
  finn = await operatorBearer(app, 'finance')
})

test('the file of a year has who was paid, by quarter, with their form, and no formula', async () => {
  const [member, without, unpaid] = [
    await createRedeemer(app),
    await createRedeemer(app),
    await createRedeemer(app),
  ]
  await certify(app, member, { ...dac7, address: { ...dac7.address, street: '=1+1', city: 'Porto, Norte' } })
  await certify(app, unpaid, dac7)
  await paid(member, 100_00)
  await paid(member, 25_00)
  await paid(without, 30_00)
  await redeem(app, unpaid)
  const { response, rows } = await report()
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    expect.stringMatching(/^text\/csv/),
  ])
  expect(rows.map((row) => row.member).sort()).toEqual([member.uid, without.uid].sort())
  const row = rows.find((one) => one.member === member.uid)!
  const quarter = Math.floor(app.clock.now().getUTCMonth() / 3) + 1
  expect(row).toMatchObject({
    year: String(year()),
    form: 'dac7',
    legal_name: 'Ada Taxable',
    street: "'=1+1",
    city: 'Porto, Norte',
    tax_id: 'PT 501964843',
    vat_id: 'PT501964843',
    payouts: '2',
    paid_usd_cents: '12500',
    [`q${quarter}_payouts`]: '2',
    [`q${quarter}_paid_usd_cents`]: '12500',
    [`q${(quarter % 4) + 1}_paid_usd_cents`]: '0',
  })
  // 3 % of 1,050 crels and 5 % of 263, rounded up, at 10.5 for a dollar.
  expect(Number(row.fee_usd_cents)).toBe(Math.round(3200 / 10.5) + Math.round(1400 / 10.5))
  expect(rows.find((one) => one.member === without.uid)).toMatchObject({ tax_id: '', paid_usd_cents: '3000' })
  expect((await report(year() - 1)).rows).toEqual([])
  const entries = await entriesOf('tax.report')
  expect(entries.map(({ target }) => target)).toEqual([`tax-year-${year()}`, `tax-year-${year() - 1}`])
  expect(entries[0]!.text).not.toMatch(/Taxable|501964843/)
  expect((await callOperator(app, finn, { path: '/tax-years' })).body.items).toEqual([
    { year: year(), members: 2, withoutForm: 1, payouts: 3, usdCents: 155_00 },
  ])
  const unreasoned = await callOperator(app, finn, {
    method: 'POST',
    path: `/tax-years/${year()}/report`,
    payload: { reason: ' ' },
  })
  expect(unreasoned.status).toBe(422)
})

test('who left is in the file of their year, under the ledger’s name', async () => {
  const member = await createRedeemer(app)
  await certify(app, member, { ...dac7, legalName: 'Ada Gone' })
  await paid(member, 40_00)
  const left = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${member.uid}`,
    headers: member.headers,
    payload: { confirmation: member.email },
  })
  expect(left.statusCode).toBe(202)
  await sql`update deletion set requested_at = requested_at - interval '1 hour'`.execute(app.db)
  await eraseMembers(app.accountDeletion)
  const { rows } = await report()
  expect(rows.find((row) => row.member === member.party)).toMatchObject({
    legal_name: 'Ada Gone',
    paid_usd_cents: '4000',
  })
  expect(rows.find((row) => row.member === member.uid)).toBeUndefined()
})

// Last: a year passes.
test('the file of a year goes by the forms that were asked for in it, whatever is asked for later', async () => {
  const member = await createRedeemer(app)
  await certify(app, member, dac7)
  await paid(member, 50_00)
  const last = year()
  await shiftClock(app.db, '366 days')
  await app.clock.follow(app.db)
  await askForTaxForms(app, 'us', 1_000_000_00)
  finn = await operatorBearer(app, 'finance')
  expect((await report(last)).rows.find((row) => row.member === member.uid)).toMatchObject({ form: 'dac7' })
  const { items } = (await callOperator(app, finn, { path: '/tax-years' })).body as { items: TaxYear[] }
  expect(items.find((one) => one.year === last)).toMatchObject({ withoutForm: 1 })
})
