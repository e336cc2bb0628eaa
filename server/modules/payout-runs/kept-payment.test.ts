import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { utcDate } from '#rules/utc-date.ts'
import {
  paidYears,
  reconcileRedemptions,
  yearlyPayouts,
  yearlyTotals,
} from '#server/modules/redemptions/public.ts'
import { databaseNow, shiftClock } from '#server/platform/clock.ts'
import { sentAgain, settle } from './paid-twice.fixture.ts'
import { app, importResults, openApp } from './payout-runs.fixture.ts'

openApp()

/** The year that ends while the payments of these tests are made. */
let year: number
const until = async (day: string) =>
  await shiftClock(
    app.db,
    `${Date.parse(`${day}T12:00:00Z`) - new Date(await databaseNow(app.db)).getTime()} milliseconds`,
  )

beforeAll(async () => {
  year = new Date(await databaseNow(app.db)).getUTCFullYear()
  await until(`${year}-12-29`)
})

const report = async (runId: string, [reference, status, day, payment]: [string, string, string?, string?]) =>
  await importResults(
    runId,
    `reference,status,date,transaction id\n${reference},${status},${day ?? ''},${payment ?? ''}`,
  )
const shown = async (id: string) => {
  const { state, reference, paidOn } = await app.redemptions.show(id)
  return { state, reference, paidOn }
}
const paidIn = async (of: number, uid: string) =>
  (await yearlyPayouts(app.db, { year: of, after: '', limit: 100 }))
    .find((one) => one.uid === uid)
    ?.quarters.map(({ usdCents }) => usdCents)

test('a kept payment has its own reference and day, and counts in the year of that', async () => {
  const { redemptionId, runId, first, second, member } = await sentAgain()
  await until(`${year + 1}-01-05`)
  await report(runId, [second, 'Completed', `${year + 1}-01-04`, 'TX2'])
  await report(runId, [first, 'Completed', `${year}-12-30`, 'TX1'])
  expect(await settle(redemptionId, 'kept')).toMatchObject({ status: 200 })
  const before = { state: 'paid', reference: 'TX2', paidOn: `${year + 1}-01-04` }
  expect(await shown(redemptionId)).toEqual(before)
  expect(await paidIn(year + 1, member.uid)).toEqual([20_00, 0, 0, 0])

  expect((await report(runId, [second, 'Failed'])).refused).toEqual([
    expect.stringContaining('the member keeps attempt 1'),
  ])
  const after = { state: 'paid', reference: 'TX1', paidOn: `${year}-12-30` }
  expect(await shown(redemptionId)).toEqual(after)
  expect([await paidIn(year, member.uid), await paidIn(year + 1, member.uid)]).toEqual([
    [0, 0, 0, 20_00],
    undefined,
  ])
  expect(await yearlyTotals(app.db, year)).toMatchObject([{ uid: member.uid, usdCents: 20_00 }])
  expect(await yearlyTotals(app.db, year + 1)).toEqual([])
  expect(await paidYears(app.db)).toEqual([{ year, members: 1, payouts: 1, usdCents: 20_00 }])
  expect(await reconcileRedemptions(app.db)).toEqual([])
  // The log says what it was, and what it is.
  const { rows } = await sql`
    select before, after from audit_entry where action = 'redemption.paid' and target = ${redemptionId} order by seq`.execute(
    app.db,
  )
  expect(rows).toEqual([
    { before: { state: 'sending' }, after: { state: 'paid', reference: 'TX2', paidOn: `${year + 1}-01-04` } },
    { before: { ...before, attempt: 2 }, after: { ...after, attempt: 1 } },
  ])
  // Nothing else moves the day.
  for (const day of [`${year}-12-31`, `${year + 1}-01-04`])
    await expect(
      sql`update redemption set paid_on = ${day} where id = ${redemptionId}`.execute(app.db),
    ).rejects.toThrow(/keeps the day of its payment/)
})

test('a kept payment of which a report names no day, or one that cannot be, has the day on which it said so', async () => {
  for (const [name, day] of [['Ada Lovelace'], ['Grace Hopper', `${year - 1}-12-30`]]) {
    const { redemptionId, runId, first, second } = await sentAgain(name)
    const said = utcDate(await databaseNow(app.db))
    await report(runId, [first, 'Completed', day])
    await report(runId, [second, 'Failed'])
    await shiftClock(app.db, '2 days')
    expect(await settle(redemptionId, 'kept')).toMatchObject({ status: 200 })
    expect(await shown(redemptionId)).toEqual({ state: 'paid', reference: first, paidOn: said })
  }
})
