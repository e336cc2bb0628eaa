import { expect, test } from 'vitest'
import { payoutReference } from '#rules/payout-file.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import { payoutMismatches, settleRestoredPayout } from '#server/modules/redemptions/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import {
  app,
  approved,
  fileText,
  importResults,
  kim,
  makeFile,
  openApp,
  referencesIn,
  sentRun,
} from './payout-runs.fixture.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'

openApp()

const mismatchesOf = async (id: string) =>
  (await payoutMismatches(app.db)).filter(({ redemptionId }) => redemptionId === id)

/** Calls about a redemption, as the console does. */
async function call(id: string, path = '', payload?: object) {
  const who = await operatorBearer(app, 'finance', kim.email)
  return await callOperator(app, who, {
    method: payload ? 'POST' : 'GET',
    path: `/redemptions/${id}${path}`,
    payload,
  })
}

const settle = async (id: string, more: object = {}) =>
  await call(id, '/settle-mismatch', { reason: 'Took the crels of it.', ...more })

/** A payment of a run that was said to have failed twice, and was given up: its attempts by their references. */
async function givenUp() {
  const [redemptionId] = (await approved(1)) as [string]
  const runId = await sentRun([redemptionId])
  const [first] = referencesIn(await fileText(runId)) as [string]
  const fails = async (reference: string) =>
    await importResults(runId, `reference,status\n${reference},Failed`)
  await fails(first)
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId }))
  await makeFile(runId)
  const second = payoutReference(redemptionId, 2)
  await fails(second)
  const given = { runId, redemptionId, reason: 'It came back.' }
  await inTransaction(app.db, async (tx) => giveUpPayout(tx, kim, given, {}))
  return { redemptionId, runId, first, second }
}

test('of what was given up, each attempt that was paid after all waits, and is settled by itself', async () => {
  const { redemptionId, runId, first, second } = await givenUp()
  const statement = `reference,status,transaction id\n${first},executed,TX1\n${second},executed,TX2`
  expect((await importResults(runId, statement)).counts).toMatchObject({ paid: 0, refused: 2 })
  const [one, two] = [
    { said: 'paid', attempt: 1, detail: 'TX1', state: 'failed' },
    { said: 'paid', attempt: 2, detail: 'TX2', state: 'failed' },
  ]
  expect(await mismatchesOf(redemptionId)).toMatchObject([one, two])
  // The same statement once more says nothing anew.
  await importResults(runId, statement)
  expect(await mismatchesOf(redemptionId)).toHaveLength(2)
  expect((await call(redemptionId)).body).toMatchObject({
    mismatch: 'paid',
    mismatchAttempt: 1,
    mismatches: [
      { said: 'paid', detail: 'TX1', attempt: { attempt: 1, reference: first }, twice: null },
      { said: 'paid', detail: 'TX2', attempt: { attempt: 2, reference: second }, twice: null },
    ],
  })

  // Which one is settled is named, the first that is open; a command that is repeated settles no other.
  expect(await settle(redemptionId)).toMatchObject({ status: 409 })
  expect(await settle(redemptionId, { attempt: 2 })).toMatchObject({ status: 409 })
  expect(await settle(redemptionId, { attempt: 1, outcome: 'kept' })).toMatchObject({ status: 409 })
  expect(await mismatchesOf(redemptionId)).toHaveLength(2)
  expect(await settle(redemptionId, { attempt: 1 })).toMatchObject({
    status: 200,
    body: { state: 'failed', mismatch: 'paid', mismatchAttempt: 2 },
  })
  expect(await settle(redemptionId, { attempt: 1 })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('attempt 2 of this payment is next') as string },
  })
  expect(await mismatchesOf(redemptionId)).toMatchObject([two])
  expect(await settle(redemptionId, { attempt: 2 })).toMatchObject({ status: 200, body: { mismatch: null } })
  expect(await settle(redemptionId, { attempt: 2 })).toMatchObject({ status: 409 })
  // Nor does it, where both were settled.
  await importResults(runId, statement)
  expect(await mismatchesOf(redemptionId)).toEqual([])
})

const cameBack = async (redemptionId: string) => {
  await app.redemptions.return({ redemptionId, actor: kim, reason: 'The account is closed.' })
}

test('a payment of which somebody said that it was paid and came back waits where a report first says paid then', async () => {
  const [redemptionId] = (await approved(1)) as [string]
  const runId = await sentRun([redemptionId])
  await askServer(app.databaseUrl, 'select mark_restored(now())')
  await inTransaction(app.db, async (tx) =>
    settleRestoredPayout(tx, { redemptionId, actor: kim, payment: { reference: 'by telephone' } }),
  )
  await askServer(app.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  await cameBack(redemptionId)
  const first = payoutReference(redemptionId)
  const day = utcDate(await databaseNow(app.db))
  const report = `reference,status,date,transaction id\n${first},executed,${day},TX1`
  // A statement that has its return as well says nothing otherwise.
  const both = ['reference,status,date,amount', `RENT,booked,${day},-9.00`, `${first},booked,${day},-20.00`]
  await importResults(runId, [...both, `${first},booked,${day},20.00`].join('\n'))
  expect(await mismatchesOf(redemptionId)).toEqual([])
  expect((await importResults(runId, report)).refused).toEqual([
    expect.stringContaining('It came back, and its crels went back: settle what the report says'),
  ])
  const waits = { said: 'paid', attempt: 1, detail: 'TX1', state: 'returned' }
  expect(await mismatchesOf(redemptionId)).toMatchObject([waits])
  expect((await call(redemptionId)).body).toMatchObject({
    state: 'returned',
    mismatches: [{ said: 'paid', attempt: { attempt: 1, reference: first } }],
  })
  expect(await settle(redemptionId, { attempt: 1 })).toMatchObject({
    status: 200,
    body: { state: 'returned', mismatch: null },
  })
  expect((await importResults(runId, report)).refused).toEqual([expect.stringContaining('nothing new')])
  expect(await mismatchesOf(redemptionId)).toEqual([])
})

test('a report of the payment that came back says nothing new, and one of a later day or of another payment waits', async () => {
  const [later, other] = (await approved(2)) as [string, string]
  const runId = await sentRun([later, other])
  const now = await databaseNow(app.db)
  const [today, tomorrow] = [utcDate(now), utcDate(new Date(now).getTime() + dayMs)]
  const report = async (id: string, day: string, payment: string) =>
    (
      await importResults(
        runId,
        `reference,status,date,transaction id\n${payoutReference(id)},executed,${day},${payment}`,
      )
    ).refused
  for (const id of [later, other]) {
    await report(id, today, `TX-${id}`)
    await cameBack(id)
    for (const [day, payment] of [
      [today, `TX-${id}`],
      ['', `TX-${id}`],
      [today, ''],
    ] as const)
      expect(await report(id, day, payment)).toEqual([
        expect.stringContaining('This payment came back since: the report says nothing new of it.'),
      ])
  }
  expect(await payoutMismatches(app.db)).toEqual([])
  await report(later, tomorrow, '')
  await report(other, today, 'TX-9')
  expect(await payoutMismatches(app.db)).toMatchObject([
    { redemptionId: later, said: 'paid', attempt: 1, detail: payoutReference(later) },
    { redemptionId: other, said: 'paid', attempt: 1, detail: 'TX-9' },
  ])
})

test('of an attempt that the member kept, and that came back too, its own report is the older one', async () => {
  const [redemptionId] = (await approved(1)) as [string]
  const runId = await sentRun([redemptionId])
  const first = payoutReference(redemptionId)
  const second = payoutReference(redemptionId, 2)
  const says = async (reference: string, status: string, payment: string) =>
    await importResults(runId, `reference,status,transaction id\n${reference},${status},${payment}`)
  await says(first, 'Failed', '')
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId }))
  await makeFile(runId)
  await says(second, 'Completed', 'TX2')
  await says(first, 'Completed', 'TX1')
  await settle(redemptionId, { attempt: 1, outcome: 'kept' })
  await says(second, 'Failed', '')
  await says(first, 'Failed', '')
  await cameBack(redemptionId)
  expect((await says(first, 'Completed', 'TX1')).refused).toEqual([
    expect.stringContaining('nothing new of it'),
  ])
  expect(await mismatchesOf(redemptionId)).toEqual([])
  await says(first, 'Completed', 'TX3')
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'paid', attempt: 1, detail: 'TX3' }])
})
