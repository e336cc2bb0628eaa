import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOperator, operatorActing, type PersonActor } from '#server/modules/operators/public.ts'
import { applyPayoutResults } from '#server/modules/payout-runs/apply-payout-results.ts'
import { approvePayoutRun } from '#server/modules/payout-runs/approve-payout-run.ts'
import { draftPayoutRun } from '#server/modules/payout-runs/draft-payout-run.ts'
import { importPayoutResults } from '#server/modules/payout-runs/import-payout-results.ts'
import { makePayoutFile } from '#server/modules/payout-runs/make-payout-file.ts'
import { payoutFileText } from '#server/modules/payout-runs/payout-file-queries.ts'
import { retryPayout } from '#server/modules/payout-runs/settle-exceptions.ts'
import { payoutsOf } from '#server/modules/payout-runs/show-payout-runs.ts'
import { OpenSanctionsStandIn } from '#server/modules/redemptions/screening/opensanctions.fixture.ts'
import { shiftClock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'

const lists = new OpenSanctionsStandIn()
let app: TestApp
let olga: PersonActor
let kim: PersonActor
beforeAll(async () => {
  const { apiKey, dataset } = lists
  app = await startTestApp({ sanctions: { origin: await lists.open(), apiKey, dataset } })
  ;[olga, kim] = [await owner('olga'), await owner('kim')]
})
afterAll(async () => {
  await app.close()
  await lists.close()
})

const act = async <T>(work: (tx: Tx) => Promise<T>) => await inTransaction(app.db, work)
const screen = async () => await app.jobs.run('screen-redemptions')

async function owner(name: string): Promise<PersonActor> {
  const email = `${name}@crels.example`
  await act(async (tx) => await addOperator(tx, testActor, { email, name, role: 'owner' }))
  return await operatorActing(app.db, email)
}

/** A run whose one payment came back unpaid. */
async function unpaid(): Promise<{ runId: string; redemptionId: string }> {
  const { id: redemptionId } = await redeem(app, await createRedeemer(app))
  await screen()
  await app.redemptions.approve({ redemptionId, actor: kim })
  const { runId } = await act(async (tx) =>
    draftPayoutRun(tx, olga, { format: 'paypal', redemptionIds: [redemptionId] }, app.payoutRunDeps),
  )
  await act(async (tx) => await approvePayoutRun(tx, kim, { runId }))
  expect(await makeFile(runId)).toMatchObject({ number: 1, payouts: 1, left: [] })
  const { text } = await payoutFileText(app.db, { runId, number: 1 }, app.payoutRunDeps)
  const reference = text.split('\r\n')[1]!.split(',')[3]!
  const csv = `reference,status,reason\n${reference},Failed,Account is limited`
  const { importId } = await act(async (tx) => await importPayoutResults(tx, olga, { runId, csv }))
  expect(await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)).toMatchObject({ exceptions: 1 })
  return { runId, redemptionId }
}

const makeFile = async (runId: string) => await makePayoutFile(app.db, olga, { runId }, app.payoutRunDeps)
const retry = async (payout: { runId: string; redemptionId: string }) =>
  await act(async (tx) => await retryPayout(tx, olga, payout))
const exceptions = async (runId: string) =>
  (await payoutsOf(app.db, { runId, state: 'exception', limit: 10 }, { isNamed: true })).items

test('a payment that is tried again after 8 days waits for the lists to be asked again, and is then paid', async () => {
  const payout = await unpaid()
  await shiftClock(app.db, '8 days')
  await retry(payout)
  const { redemptionId, runId } = payout
  expect(await makeFile(runId)).toMatchObject({
    payouts: 0,
    left: [{ redemptionId, why: expect.stringContaining('have not been checked yet') as string }],
  })
  // Why it came back stays what PayPal said.
  expect(await exceptions(runId)).toMatchObject([{ redemptionId, reason: 'Account is limited' }])
  expect(await screen()).toEqual({ screened: 1, unanswered: [] })
  await retry(payout)
  expect(await makeFile(runId)).toMatchObject({ payouts: 1, left: [] })
  expect(await exceptions(runId)).toEqual([])
})

test('whom the lists name meanwhile is not paid by trying again', async () => {
  const payout = await unpaid()
  const { redemptionId, runId } = payout
  await shiftClock(app.db, '8 days')
  lists.listed.push({ id: 'NK-1', caption: 'Ada Example', datasets: ['eu_fsf'] })
  await screen()
  lists.listed.length = 0
  await retry(payout)
  expect(await makeFile(runId)).toMatchObject({ payouts: 0, left: [{ redemptionId }] })
  expect(await exceptions(runId)).toMatchObject([{ redemptionId, reason: 'Account is limited' }])
})
