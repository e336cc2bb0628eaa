import { beforeAll, expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { mismatchesOf, sentAgain, settle } from './paid-twice.fixture.ts'
import { app, kim, olga, openApp } from './payout-runs.fixture.ts'

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
