import { beforeAll, expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import { databaseNow, shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { settleMismatch } from '#server/modules/redemptions/public.ts'
import type { PersonActor } from '#server/modules/operators/public.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { applyResult } from './apply-result.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { mismatchesOf, sentAgain, settle } from './paid-twice.fixture.ts'
import { app, importResults, kim, olga, openApp } from './payout-runs.fixture.ts'

openApp()

beforeAll(async () => {
  await giveFactor(app, olga.operatorId)
  await giveFactor(app, kim.operatorId)
})

const stateOf = async (id: string) => (await app.redemptions.show(id)).state
const waitingFor = async (redemptionId: string) => {
  const who = await operatorBearer(app, 'owner', olga.email)
  const { body } = await callOperator(app, who, { path: '/pending-acts?state=waiting' })
  return (body as { items: PendingActView[] }).items.filter(
    ({ input }) => (input as { redemptionId?: string }).redemptionId === redemptionId,
  )
}
const setDisabled = async ({ operatorId }: PersonActor, isDisabled: boolean) =>
  await askServer(app.databaseUrl, 'update operator set disabled_at = $2 where id = $1', {
    values: [operatorId, isDisabled ? '2026-01-01' : null],
  })
const saysNothing = { payment: null, reason: null, amount: null, paidOn: null, isCredit: false }
const propose = async (redemptionId: string) =>
  await callOperator(app, await operatorBearer(app, 'owner', olga.email), {
    method: 'POST',
    path: `/redemptions/${redemptionId}/returned`,
    payload: { reason: 'The account is closed.' },
  })
const approveAct = async (id: string) =>
  await callOperator(app, await operatorBearer(app, 'finance', kim.email), {
    method: 'POST',
    path: `/pending-acts/${id}/approval`,
  })

test('what came back while the other attempt was not settled waits, and is proposed once that is', async () => {
  const { redemptionId, first, second, says } = await sentAgain()
  await says(second, 'Completed')
  await says(first, 'Completed')
  expect((await says(second, 'Returned')).counts).toMatchObject({ exceptions: 1, refused: 0 })
  const failed = { said: 'failed', detail: 'Returned' }
  expect(await mismatchesOf(redemptionId)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ said: 'twice', attempt: 1 }),
      expect.objectContaining(failed),
    ]),
  )
  expect(await waitingFor(redemptionId)).toEqual([])
  expect(await propose(redemptionId)).toMatchObject({ status: 409 })
  expect(await settle(redemptionId, 'came_back')).toMatchObject({ status: 200, body: { mismatch: 'failed' } })
  expect(await mismatchesOf(redemptionId)).toMatchObject([failed])
  const proposed = await propose(redemptionId)
  expect(proposed.status).toBe(202)
  expect((await approveAct((proposed.body as PendingActView).id)).status).toBe(200)
  expect([await stateOf(redemptionId), await mismatchesOf(redemptionId)]).toEqual(['returned', []])
})

test('once the kept one is the payment, nothing of the other one that came back is left to be posted back', async () => {
  const { redemptionId, first, second, says } = await sentAgain()
  await says(second, 'Completed')
  await says(second, 'Failed')
  const [stale] = await waitingFor(redemptionId)
  await says(first, 'Completed')
  expect(await settle(redemptionId, 'kept')).toMatchObject({
    status: 200,
    body: { state: 'paid', reference: first, mismatch: null },
  })
  expect((await says(second, 'Failed')).refused).toEqual([
    expect.stringContaining('Attempt 1 of this payment was paid'),
  ])
  expect([await stateOf(redemptionId), await mismatchesOf(redemptionId)]).toEqual(['paid', []])
  expect(await approveAct(stale!.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Another attempt of it is the payment now.') as string },
  })
  // That the kept one comes back, in the same words, is no repetition of what was said of the other.
  expect((await says(first, 'Failed')).counts).toMatchObject({ exceptions: 1, refused: 0 })
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'failed', detail: 'Failed' }])
  expect((await approveAct(stale!.id)).status).toBe(409)
  const anew = (await waitingFor(redemptionId)).find(({ id }) => id !== stale!.id)
  expect((await approveAct(anew!.id)).status).toBe(200)
  expect([await stateOf(redemptionId), await mismatchesOf(redemptionId)]).toEqual(['returned', []])
})

test('what was proposed of an attempt is not done once it was kept and is the payment again', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  await says(second, 'Completed')
  await says(first, 'Completed')
  await settle(redemptionId, 'kept')
  await says(second, 'Failed')
  await says(first, 'Failed')
  const [stale] = await waitingFor(redemptionId)
  await says(second, 'Completed')
  expect(await settle(redemptionId, 'kept', 2)).toMatchObject({ status: 200 })
  // The first one had come back: the second is the payment at once.
  expect((await says(first, 'Failed')).refused).toEqual([
    expect.stringContaining('Attempt 2 of this payment was paid'),
  ])
  await importResults(runId, `reference,status,transaction id\n${first},Completed,TX2`)
  expect(await settle(redemptionId, 'kept', 1)).toMatchObject({ status: 200 })
  expect((await says(second, 'Failed')).refused).toEqual([expect.stringContaining('keeps attempt 1')])
  expect(await approveAct(stale!.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('This changed since it was proposed.') as string },
  })
  expect([await stateOf(redemptionId), await mismatchesOf(redemptionId)]).toEqual(['paid', []])
})

test('what was proposed by a report that was wrong is not done once that is settled', async () => {
  const { redemptionId, second, says } = await sentAgain()
  await says(second, 'Completed')
  await says(second, 'Returned')
  const [stale] = await waitingFor(redemptionId)
  expect(await settle(redemptionId)).toMatchObject({ status: 200, body: { state: 'paid', mismatch: null } })
  expect(await approveAct(stale!.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('It was settled since that it did not come back.') as string },
  })
  const proposed = await propose(redemptionId)
  expect(proposed.status).toBe(202)
  expect((await approveAct((proposed.body as PendingActView).id)).status).toBe(200)
  expect(await stateOf(redemptionId)).toBe('returned')
})

test('what a lone operator proposed by a report that was wrong is not done by itself', async () => {
  const { redemptionId, second, says } = await sentAgain()
  await says(second, 'Completed')
  await setDisabled(kim, true)
  await says(second, 'Returned')
  expect(await waitingFor(redemptionId)).toMatchObject([{ runsAt: expect.any(String) as string }])
  await inTransaction(app.db, async (tx) =>
    settleMismatch(tx, olga, { redemptionId, reason: 'The bank was wrong.' }, app.payoutRunDeps),
  )
  await askServer(
    app.databaseUrl,
    `update pending_act set proposed_at = proposed_at - interval '25 hours', runs_at = runs_at - interval '25 hours'
     where runs_at is not null`,
  )
  await app.jobs.run('run-pending-acts')
  expect([await stateOf(redemptionId), await waitingFor(redemptionId)]).toEqual(['paid', []])
  await setDisabled(kim, false)
})

test('a later return in the same words waits, whenever the one before was settled', async () => {
  const { redemptionId, runId, second, says } = await sentAgain()
  await says(second, 'Completed')
  const back = async (days: number) => {
    const day = utcDate((await databaseNow(app.db)).getTime() + days * dayMs)
    await importResults(runId, `reference,status,date\n${second},Returned,${day}`)
  }
  await back(0)
  await settle(redemptionId)
  await shiftClock(app.db, '3 days')
  await back(-3)
  expect(await mismatchesOf(redemptionId)).toEqual([])
  await back(0)
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'failed', detail: 'Returned' }])
})

test('what a report says waits where its proposal is refused', async () => {
  const { redemptionId, runId, second, says } = await sentAgain()
  await says(second, 'Completed')
  // Who imported it may import, and is disabled before they propose.
  const { importId } = await inTransaction(app.db, async (tx) =>
    importPayoutResults(tx, olga, { runId, csv: `reference,status\n${second},Returned` }),
  )
  await setDisabled(olga, true)
  const row = { ...saysNothing, place: 1, redemptionId, reference: second!, status: 'Returned' }
  expect(
    await inTransaction(app.db, async (tx) =>
      applyResult(tx, olga, { runId, importId }, row, app.payoutRunDeps),
    ),
  ).toBe('exceptions')
  await setDisabled(olga, false)
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'failed', detail: 'Returned' }])
  expect(await waitingFor(redemptionId)).toEqual([])
})

test('a run is not closed while a report says that a payment of it came back', async () => {
  const { redemptionId, runId, first, second, says } = await sentAgain()
  const close = async () => await inTransaction(app.db, async (tx) => closePayoutRun(tx, olga, { runId }))
  await says(second, 'Completed')
  await says(first, 'Completed')
  await says(second, 'Returned')
  await expect(close()).rejects.toMatchObject({
    message: expect.stringContaining('$20.00 to Ada Lovelace may be paid twice') as string,
  })
  await settle(redemptionId, 'came_back')
  expect(await mismatchesOf(redemptionId)).toMatchObject([{ said: 'failed' }])
  await expect(close()).rejects.toMatchObject({
    code: 'conflict',
    message:
      'A report says that $20.00 to Ada Lovelace came back. Under Redemptions (Provider says otherwise), say “Came back”, or “Settled” where the report is wrong, then close the run.',
  })
  await app.redemptions.return({ redemptionId, actor: kim, reason: 'The account is closed.' })
  expect(await close()).toMatchObject({ state: 'closed', paidUsdCents: 0, ledgerUsdCents: 0 })
})
