import { expect, test } from 'vitest'
import { payoutReference } from '#rules/payout-file.ts'
import { payoutMismatches } from '#server/modules/redemptions/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
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
