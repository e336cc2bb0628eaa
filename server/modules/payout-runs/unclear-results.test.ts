import { expect, test } from 'vitest'
import { payoutReference } from '#rules/payout-file.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { applyPayoutResults } from './apply-payout-results.ts'
import { applyResult } from './apply-result.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { mismatchesOf, sentAgain, settle } from './paid-twice.fixture.ts'
import { rowsOf } from './payout-rows.fixture.ts'
import {
  app,
  approved,
  fileText,
  importResults,
  kim,
  olga,
  openApp,
  referencesIn,
  sentRun,
} from './payout-runs.fixture.ts'
import { giveUpPayout } from './settle-exceptions.ts'
import { payoutsOf } from './show-payout-runs.ts'

openApp()

/** A run with one payment, and its reference. */
async function sentOne() {
  const [redemptionId] = (await approved(1)) as [string]
  const runId = await sentRun([redemptionId])
  const [reference] = referencesIn(await fileText(runId)) as [string]
  return { redemptionId, runId, reference }
}

/** A statement of a bank, whose debits have a minus. */
const statement = (...rows: string[]) =>
  ['reference,status,amount', 'RENT-7,booked,-900.00', ...rows].join('\n')

const waitingActs = async () => {
  const owner = await operatorBearer(app, 'owner', olga.email)
  const { body } = await callOperator(app, owner, { path: '/pending-acts?state=waiting' })
  return (body as { items: object[] }).items
}

test.each([
  ['a bank’s return less its fee', 'booked,17.50', 'The bank sent it back: 17.50', 'amount is not that'],
  ['money that came in under a word that is not known', 'Recalled,20.00', 'Recalled: 20.00', 'not known'],
  ['a failure with another amount', 'Failed,-17.50', 'Failed: -17.50', 'amount is not that'],
])('%s of a payment that is paid is refused, and waits for a person', async (_, row, detail, refusal) => {
  const { redemptionId, runId, reference } = await sentOne()
  await importResults(runId, statement(`${reference},booked,-20.00`))
  const { counts, refused } = await importResults(runId, statement(`${reference},${row}`))
  expect(counts).toMatchObject({ exceptions: 0, refused: 2 })
  expect(refused[1]).toContain(refusal)
  expect(refused[1]).toContain('It says that the payment came back: settle that under Redemptions.')
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'failed', detail, state: 'paid' }])
  expect(await waitingActs()).toEqual([])
  const close = async () => await inTransaction(app.db, async (tx) => closePayoutRun(tx, olga, { runId }))
  await expect(close()).rejects.toThrow('came back')
  await settle(redemptionId)
  expect(await close()).toMatchObject({ state: 'closed' })
})

test('a wrong amount waits for nobody where it says nothing of a payment that is paid', async () => {
  const { redemptionId, runId, reference } = await sentOne()
  const wrong = async (row: string) =>
    (await importResults(runId, statement(`${reference},${row}`))).refused[1]
  expect(await wrong('booked,17.50')).toMatch(/The amount is not that of the payment\.$/)
  await importResults(runId, statement(`${reference},booked,-20.00`))
  expect(await wrong('booked,-17.50')).toMatch(/The amount is not that of the payment\.$/)
  expect(await mismatchesOf(redemptionId)).toEqual([])
})

test('a statement with the debit and the return of a payment that was given up says nothing new', async () => {
  const { redemptionId, runId, reference } = await sentOne()
  await importResults(runId, `reference,status\n${reference},Failed`)
  const given = { runId, redemptionId, reason: 'It came back.' }
  await inTransaction(app.db, async (tx) => giveUpPayout(tx, kim, given, {}))
  const { refused } = await importResults(
    runId,
    statement(`${reference},booked,20.00`, `${reference},booked,-20.00`),
  )
  expect(refused).toContainEqual(
    expect.stringContaining('It was given up, and the report says that it came back: nothing new.'),
  )
  expect(await mismatchesOf(redemptionId)).toEqual([])
  // The debit alone waits, and once it is settled the same one says so.
  const debit = statement(`${reference},booked,-20.00`)
  expect((await importResults(runId, debit)).refused[1]).toContain('settle what the report says')
  await settle(redemptionId, undefined, 1)
  expect((await importResults(runId, debit)).refused[1]).toContain('was settled under Redemptions.')
  expect(await mismatchesOf(redemptionId)).toEqual([])
})

test('a worker that is late with a row changes nothing: another one has taken it', async () => {
  const { redemptionId, runId, first, second } = await sentAgain()
  await importResults(runId, `reference,status\n${second},Failed`)
  const csv = statement(`${first},booked,-20.00`, `${first},booked,20.00`)
  const { importId } = await inTransaction(app.db, async (tx) =>
    importPayoutResults(tx, olga, { runId, csv }),
  )
  const [late] = await rowsOf(runId, importId)
  const work = async () => await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)
  const done = { rows: 3, rowsDone: 3, paid: 0, refused: 3 }
  expect(await work()).toMatchObject(done)
  // It cannot see any more that this payment came back.
  expect(
    await inTransaction(app.db, async (tx) =>
      applyResult(tx, olga, { runId, importId }, late!, app.payoutRunDeps),
    ),
  ).toBeUndefined()
  expect((await app.redemptions.show(redemptionId)).state).toBe('sending')
  expect(await work()).toMatchObject(done)
})

test('what a report says was paid twice under one reference is taken once, and refused the second time', async () => {
  const ids = (await approved(4)) as [string, string, string, string]
  const [twice, again, fee, plain] = ids
  const runId = await sentRun(ids)
  const row = (id: string, status: string, payment: string, amount = '-20.00') =>
    `${payoutReference(id)},${status},${payment},${amount}`
  const { counts, refused } = await importResults(
    runId,
    [
      'reference,status,transaction id,amount',
      row(twice, 'booked', 'TX1'),
      row(twice, 'booked', 'TX2'),
      // Returned once and made anew, which the report has in any order.
      row(again, 'booked', 'TX3'),
      row(again, 'booked', 'TX4', '20.00'),
      row(again, 'booked', 'TX5'),
      row(fee, 'booked', 'TX6', '-0.35'),
      row(fee, 'booked', 'TX7'),
      row(plain, 'booked', 'TX8'),
      row(plain, 'settled', 'TX8'),
      row(plain, 'settled', ''),
    ].join('\n'),
  )
  expect(refused).toEqual([
    expect.stringMatching(
      /Paid again under another name in this report: TX2\. Ask your bank whether it paid twice\.$/,
    ),
    expect.stringContaining('The amount is not that of the payment.'),
  ])
  expect(counts).toMatchObject({ paid: 7, exceptions: 1, refused: 2 })
  const references = await Promise.all(ids.map(async (id) => (await app.redemptions.show(id)).reference))
  expect(references).toEqual(['TX1', 'TX3', 'TX7', 'TX8'])
})

test('the list of payments has the reference of the attempt that was paid', async () => {
  const { runId, first, second, says } = await sentAgain()
  const references = async () => {
    const { items } = await payoutsOf(app.db, { runId, limit: 10 }, { isNamed: true })
    return items.map(({ reference, attempt, payment }) => ({ reference, attempt, payment }))
  }
  expect(await references()).toEqual([{ reference: second, attempt: 2, payment: null }])
  await says(second, 'Failed')
  await says(first, 'Completed')
  expect(await references()).toEqual([{ reference: first, attempt: 2, payment: first }])
})
