import { beforeAll, expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { closePayoutRun } from './close-payout-run.ts'
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
  expect(await settle(redemptionId, 'kept')).toMatchObject({ status: 200, body: { mismatch: 'failed' } })
  expect((await approveAct(stale!.id)).status).toBe(409)
  expect((await says(second, 'Failed')).refused).toEqual([
    expect.stringContaining('Attempt 2 came back, and the member keeps attempt 1'),
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
  expect((await says(first, 'Failed')).refused).toEqual([expect.stringContaining('keeps attempt 2')])
  await importResults(runId, `reference,status,transaction id\n${first},Completed,TX2`)
  expect(await settle(redemptionId, 'kept', 1)).toMatchObject({ status: 200 })
  expect((await says(second, 'Failed')).refused).toEqual([expect.stringContaining('keeps attempt 1')])
  expect(await approveAct(stale!.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('This changed since it was proposed.') as string },
  })
  expect([await stateOf(redemptionId), await mismatchesOf(redemptionId)]).toEqual(['paid', []])
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
