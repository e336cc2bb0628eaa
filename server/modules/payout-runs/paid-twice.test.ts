import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { utcDate } from '#rules/utc-date.ts'
import { databaseNow, shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { mismatchesOf, sentAgain, settle } from './paid-twice.fixture.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'
import { payoutRun, payoutRunDetail } from './show-payout-runs.ts'
import {
  app,
  fileText,
  importResults,
  kim,
  makeFile,
  olga,
  openApp,
  referencesIn,
} from './payout-runs.fixture.ts'

openApp()
beforeAll(async () => {
  for (const { operatorId } of [olga, kim]) await giveFactor(app, operatorId)
})

const close = async (runId: string) =>
  await inTransaction(app.db, async (tx) => closePayoutRun(tx, olga, { runId }))
const retry = async (of: { runId: string; redemptionId: string }) =>
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, of))
const stateOf = async (id: string) => (await app.redemptions.show(id)).state

test('a former attempt that arrived after all waits for a person, and its run is not closed before', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  const { refused } = await says(first, 'Completed')
  expect(refused).toEqual([
    expect.stringContaining(
      'Attempt 1 was paid, and attempt 2 is on its way: settle that under Redemptions.',
    ),
  ])
  const waits = [{ said: 'twice', attempt: 1, detail: first }]
  expect(await mismatchesOf(redemptionId)).toMatchObject(waits)
  const who = await operatorBearer(app, 'finance', kim.email)
  const listed = await callOperator(app, who, { path: '/redemptions?state=mismatched' })
  expect(listed.body).toMatchObject({
    items: [{ id: redemptionId, state: 'sending', mismatch: 'twice', mismatchAttempt: 1 }],
  })
  const shown = await callOperator(app, who, { path: `/redemptions/${redemptionId}` })
  expect(shown.body).toMatchObject({
    mismatches: [
      {
        said: 'twice',
        twice: { other: { attempt: 1, reference: first }, counted: { attempt: 2, reference: second } },
      },
    ],
  })
  const home = await callOperator(app, who, { path: '/home' })
  expect(home.body).toMatchObject({
    queues: expect.arrayContaining([
      expect.objectContaining({ queue: 'payout-mismatches', count: 1 }),
    ]) as object,
  })
  // Who hands the file over takes it out before.
  const paidBefore = async () => (await payoutRunDetail(app.db, runId)).files.map((file) => file.paidBefore)
  expect(await paidBefore()).toEqual([[], [second]])
  // Nobody knows yet what is kept.
  expect(await settle(redemptionId, 'kept')).toMatchObject({ status: 409 })
  expect(await settle(redemptionId)).toMatchObject({ status: 409 })

  await says(second, 'Completed')
  expect(await stateOf(redemptionId)).toBe('paid')
  expect(await paidBefore()).toEqual([[], []])
  expect(await mismatchesOf(redemptionId)).toMatchObject(waits)
  await expect(close(runId)).rejects.toMatchObject({
    code: 'conflict',
    message:
      '$20.00 to Ada Lovelace may be paid twice: attempt 1 arrived as well. Settle that under Redemptions (Provider says otherwise), then close the run.',
  })
  expect(await settle(redemptionId, 'kept')).toMatchObject({ status: 200, body: { mismatch: null } })
  const { rows } = await sql`
    select after from audit_entry where action = 'redemption.settle-mismatch' and target = ${redemptionId}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ after: { outcome: 'kept', attempt: 1, usdCents: 20_00 } }])
  // The same report once more says nothing anew.
  expect((await says(first, 'Completed')).refused).toEqual([expect.stringContaining('that was settled')])
  expect(await mismatchesOf(redemptionId)).toEqual([])
  expect(await close(runId)).toMatchObject({ state: 'closed' })
})

test('it is so where the second was paid before, and after the run was closed', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  await says(second, 'Completed')
  await close(runId)
  const { refused } = await says(first, 'Completed')
  expect(refused).toEqual([
    expect.stringContaining('Attempt 1 was paid, and attempt 2 was paid: settle that'),
  ])
  // What came back of it is not posted back before somebody has looked.
  await expect(
    app.redemptions.return({ redemptionId, actor: kim, reason: 'The account is closed.' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await settle(redemptionId, 'came_back')).toMatchObject({ status: 200 })
  await app.redemptions.return({ redemptionId, actor: kim, reason: 'The account is closed.' })
  // The same report again says nothing new of it; one of a later day says that the member has dollars and crels.
  await shiftClock(app.db, '8 days')
  expect((await says(first, 'Completed')).refused).toEqual([expect.stringContaining('says nothing new')])
  expect(await mismatchesOf(redemptionId)).toEqual([])
  const day = utcDate(await databaseNow(app.db))
  await importResults(runId, `reference,status,date\n${first},Completed,${day}`)
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'paid', attempt: 1 }])
  expect(await settle(redemptionId, undefined, 1)).toMatchObject({ status: 200, body: { state: 'returned' } })
})

test('another attempt that arrived after the payment came back is no payment that the member keeps', async () => {
  const { redemptionId, first, second, says } = await sentAgain()
  await says(second, 'Completed')
  await app.redemptions.return({ redemptionId, actor: kim, reason: 'The account is closed.' })
  expect((await says(first, 'Completed')).refused).toEqual([
    expect.stringContaining('It came back, and its crels went back'),
  ])
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'paid', attempt: 1 }])
  expect(await settle(redemptionId, 'kept')).toMatchObject({ status: 409 })
  expect(await settle(redemptionId, undefined, 1)).toMatchObject({ status: 200, body: { state: 'returned' } })
})

test('a payment of which both attempts may have arrived is neither made again nor given up, and is paid by the one that was kept', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  const day = utcDate(await databaseNow(app.db))
  await importResults(runId, `reference,status,date,transaction id\n${first},Completed,${day},TX1`)
  await says(second, 'Failed')
  await expect(retry({ runId, redemptionId })).rejects.toMatchObject({ code: 'conflict' })
  const given = { runId, redemptionId, reason: 'It came back.' }
  await expect(inTransaction(app.db, async (tx) => giveUpPayout(tx, kim, given, {}))).rejects.toMatchObject({
    code: 'conflict',
  })
  // Said again, it is a person's to say.
  await says(first, 'Completed')
  expect(await stateOf(redemptionId)).toBe('sending')
  expect(await settle(redemptionId, 'kept')).toMatchObject({
    status: 200,
    body: { state: 'paid', reference: 'TX1', paidOn: day, mismatch: null },
  })
  await close(runId)
  expect((await payoutRun(app.db, runId)).ledgerUsdCents).toBe(20_00)
  // The attempt that came back is the other one now.
  expect((await says(second, 'Failed')).refused).toEqual([
    expect.stringContaining('Attempt 1 of this payment was paid'),
  ])
  await says(second, 'Completed')
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'twice', attempt: 2 }])
})

test('one that came back, by a person or by the same statement, goes on as before', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  const statement = `reference,status,amount\nRENT,booked,-900.00\n${first},booked,20.00\n${first},booked,-20.00`
  const { refused } = await importResults(runId, statement)
  expect(refused).toEqual(
    expect.arrayContaining([expect.stringContaining('A later file has this payment')]) as string[],
  )
  expect(await mismatchesOf(redemptionId)).toEqual([])
  await says(first, 'Completed')
  await says(second, 'Failed')
  expect(await settle(redemptionId, 'came_back')).toMatchObject({ status: 200, body: { state: 'sending' } })
  await retry({ runId, redemptionId })
  expect(await makeFile(runId)).toMatchObject({ number: 3, payouts: 1 })
})

test('where the last attempt is known to have come back, a former one that arrived is the payment', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  await says(second, 'Failed')
  expect((await says(first, 'Completed')).counts).toMatchObject({ paid: 1, refused: 0 })
  expect(await stateOf(redemptionId)).toBe('paid')
  expect(await mismatchesOf(redemptionId)).toEqual([])
  expect((await says(first, 'Completed')).counts).toMatchObject({ paid: 1, refused: 0 })
  await close(runId)
})

const sendBack = async (redemptionId: string) =>
  await app.redemptions.return({ redemptionId, actor: kim, reason: 'The account is closed.' })
const proposals = async (uid: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from pending_act where action = 'redemption.returned' and target = ${uid}`.execute(app.db)
  return rows.length
}

test('where the member keeps one of two and the other one comes back, the kept one is the payment and no crels go back', async () => {
  const { redemptionId, runId, first, second, says, member } = await sentAgain()
  await says(second, 'Completed')
  await says(first, 'Completed')
  expect(await settle(redemptionId, 'kept')).toMatchObject({ status: 200 })
  await close(runId)
  // By hand nobody gives the crels back either.
  await expect(sendBack(redemptionId)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The member keeps attempt 1 of this payment') as string,
  })
  const { counts, refused } = await says(second, 'Failed')
  expect([counts.exceptions, refused]).toEqual([
    0,
    [expect.stringContaining('Attempt 2 came back, and the member keeps attempt 1')],
  ])
  expect(await stateOf(redemptionId)).toBe('paid')
  expect([await mismatchesOf(redemptionId), await proposals(member.uid)]).toEqual([[], 0])
  // The same report once more is of the other attempt now.
  expect((await says(second, 'Failed')).refused).toEqual([
    expect.stringContaining('Attempt 1 of this payment was paid'),
  ])
  // Once the kept one comes back too, nothing is left of it.
  expect((await says(first, 'Failed')).counts).toMatchObject({ exceptions: 1, refused: 0 })
  expect(await proposals(member.uid)).toBe(1)
  expect(await sendBack(redemptionId)).toMatchObject({ state: 'returned' })
})

test('one that came back since is not the payment again', async () => {
  const { redemptionId, first, second, says } = await sentAgain()
  await says(second, 'Completed')
  await says(first, 'Completed')
  await settle(redemptionId, 'kept')
  await says(second, 'Failed')
  await says(second, 'Completed')
  expect(await settle(redemptionId, 'kept', 2)).toMatchObject({ status: 200 })
  expect((await says(first, 'Failed')).refused).toEqual([expect.stringContaining('keeps attempt 2')])
  expect((await says(second, 'Failed')).counts).toMatchObject({ exceptions: 1, refused: 0 })
})

test('settling names the attempt: said again, it settles no other that is open', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  await says(second, 'Failed')
  await retry({ runId, redemptionId })
  await makeFile(runId)
  const [third] = referencesIn(await fileText(runId, 3))
  await says(third!, 'Completed')
  await says(first, 'Completed')
  await says(second, 'Completed')
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ attempt: 1 }, { attempt: 2 }])
  expect(await settle(redemptionId, 'kept', 2)).toMatchObject({ status: 409 })
  expect(await settle(redemptionId, 'kept', 1)).toMatchObject({ status: 200, body: { mismatchAttempt: 2 } })
  expect(await settle(redemptionId, 'kept', 1)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('attempt 2 of this payment is next') as string },
  })
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ attempt: 2 }])
  expect(await settle(redemptionId, 'came_back', 2)).toMatchObject({ status: 200, body: { mismatch: null } })
})
