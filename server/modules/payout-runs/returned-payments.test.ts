import { expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import type { PendingActDetail } from '#contracts/pending-acts.schemas.ts'
import { payoutReference } from '#rules/payout-file.ts'
import { payoutMismatches, yearlyPayouts } from '#server/modules/redemptions/public.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { noticesTo } from '#testing/members.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { createRedeemer, type Redeemer } from '#testing/redeemers.ts'
import { applyPayoutResults } from './apply-payout-results.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { app, approved, kim, olga, openApp, sentRun } from './payout-runs.fixture.ts'
import { payoutRun } from './show-payout-runs.ts'

openApp()

const robot: OperatorActor = { via: 'job', source: 'test' }
const importResults = async (runId: string, csv: string, by: OperatorActor = olga) => {
  const { importId } = await inTransaction(app.db, async (tx) => importPayoutResults(tx, by, { runId, csv }))
  return await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)
}
const wallet = async ({ headers }: Redeemer) =>
  (await app.server.inject({ url: '/api/v1/wallet', headers })).json() as { available: number }
const reportOf = (ids: string[], status: string, reason = '') =>
  ['reference,status,reason', ...ids.map((id) => `${payoutReference(id, 1)},${status},${reason}`)].join('\n')
const waiting = async () => {
  const owner = await operatorBearer(app, 'owner', olga.email)
  const { body } = await callOperator(app, owner, { path: '/pending-acts?state=waiting' })
  return (body as { items: PendingActView[] }).items
}
const approve = async (email: string, id: string) => {
  const who = await operatorBearer(app, 'finance', email)
  return await callOperator(app, who, { method: 'POST', path: `/pending-acts/${id}/approval` })
}

test('what a bank returns after the run was closed waits for a second person, and then comes back whole', async () => {
  await giveFactor(app, olga.operatorId)
  await giveFactor(app, kim.operatorId)
  const member = await createRedeemer(app)
  const [back, kept] = await approved(2, member)
  const runId = await sentRun([back!, kept!])
  await importResults(runId, reportOf([back!, kept!], 'executed'))
  await inTransaction(app.db, async (tx) => closePayoutRun(tx, olga, { runId }))
  const paid = await wallet(member)
  const year = new Date().getUTCFullYear()
  const paidIn = async () =>
    (await yearlyPayouts(app.db, { year, after: '', limit: 100 }))
      .find(({ uid }) => uid === member.uid)
      ?.quarters.reduce((sum, { usdCents }) => sum + usdCents, 0)
  expect(await paidIn()).toBe(40_00)

  const report = reportOf([back!], 'returned', 'Account closed')
  expect(await importResults(runId, report)).toMatchObject({ exceptions: 1, refused: 0 })
  expect(await importResults(runId, report)).toMatchObject({ exceptions: 1, refused: 0 })
  expect((await app.redemptions.show(back!)).state).toBe('paid')
  const mismatch = { redemptionId: back, said: 'failed', detail: 'Account closed' }
  expect(await payoutMismatches(app.db)).toMatchObject([mismatch])
  const acts = await waiting()
  expect(acts).toMatchObject([
    {
      action: 'redemption.returned',
      memberUid: member.uid,
      input: { redemptionId: back },
      reason: 'Account closed',
      proposedBy: { name: 'olga' },
    },
  ])
  const { id } = acts[0]!
  const { crels } = await app.redemptions.show(back!)
  const shown = await callOperator(app, await operatorBearer(app, 'finance', kim.email), {
    path: `/pending-acts/${id}`,
  })
  const before = { available: paid.available, debt: 0, points: 0 }
  expect((shown.body as PendingActDetail).effect).toEqual({
    kind: 'balance',
    asset: 'crels',
    before,
    after: { ...before, available: paid.available + crels },
  })
  expect((await approve(olga.email, id)).status).toBe(403)
  expect((await approve(kim.email, id)).status).toBe(200)
  expect((await approve(kim.email, id)).status).toBe(409)

  const row = await app.redemptions.show(back!)
  expect(row).toMatchObject({ state: 'returned', reason: 'Account closed' })
  expect(await payoutMismatches(app.db)).toEqual([])
  expect(await wallet(member)).toMatchObject({ available: paid.available + row.crels })
  expect(await paidIn()).toBe(20_00)
  expect((await noticesTo(app, member)).map(({ subject }) => subject)).toContain('Your payout came back')
  // The run says what is so, and keeps with what it was closed.
  expect(await payoutRun(app.db, runId)).toMatchObject({
    state: 'closed',
    ledgerUsdCents: 40_00,
    byState: { paid: { count: 1, usdCents: 20_00 }, returned: { count: 1, usdCents: 20_00 } },
  })
  // The same report once more says nothing new.
  expect(await importResults(runId, report)).toMatchObject({ exceptions: 1, refused: 0 })
  expect(await waiting()).toEqual([])
})

test('of a statement with signed debits, what came in again is no payment but its return', async () => {
  const [back, kept, early] = await approved(3)
  const runId = await sentRun([back!, kept!, early!])
  const row = (id: string, amount: string) => `${payoutReference(id, 1)},booked,${amount}`
  const statement = [row(back!, '-20.00'), row(kept!, '-20.00'), row(back!, '20.00'), row(early!, '+20.00')]
  expect(
    await importResults(runId, ['reference,status,amount', ...statement].join('\n'), robot),
  ).toMatchObject({ paid: 2, exceptions: 1, refused: 1 })
  const said = { redemptionId: back, said: 'failed', detail: 'The bank sent it back.' }
  expect(await payoutMismatches(app.db)).toMatchObject([said])
  expect((await app.redemptions.show(kept!)).state).toBe('paid')
  expect((await payoutRun(app.db, runId)).byState).toMatchObject({
    paid: { count: 2 },
    sent: { count: 1 },
  })
  // A later statement has the return alone, beside debits of others.
  const later = ['reference,status,amount', 'RENT-7,booked,-900.00', row(kept!, '20.00')].join('\n')
  expect(await importResults(runId, later, robot)).toMatchObject({ exceptions: 1, refused: 1 })
  expect(await payoutMismatches(app.db)).toHaveLength(2)
  // Where no debit has a minus, the sign says nothing.
  const unsigned = ['reference,status,amount', row(early!, '20.00')].join('\n')
  expect(await importResults(runId, unsigned, robot)).toMatchObject({ paid: 1 })
  for (const redemptionId of [back!, kept!])
    await app.redemptions.return({ redemptionId, actor: kim, reason: 'The account is closed.' })
})

test('a run is closed with what came back before that', async () => {
  const [back, kept] = await approved(2)
  const runId = await sentRun([back!, kept!])
  await importResults(runId, reportOf([back!, kept!], 'executed'))
  await app.redemptions.return({ redemptionId: back!, actor: kim, reason: 'The account is closed.' })
  expect(await inTransaction(app.db, async (tx) => closePayoutRun(tx, olga, { runId }))).toMatchObject({
    paidUsdCents: 20_00,
    ledgerUsdCents: 20_00,
  })
  expect((await payoutRun(app.db, runId)).byState).toMatchObject({
    paid: { count: 1, usdCents: 20_00 },
    returned: { count: 1, usdCents: 20_00 },
  })
})

test('what came back from where who imports it was paid themselves waits for another to propose it', async () => {
  const to = { kind: 'paypal', email: 'shared-returns@example.com' }
  const [member, own] = [
    await createRedeemer(app, { to }),
    await createRedeemer(app, { to, email: olga.email }),
  ]
  const [back] = await approved(1, member)
  const runId = await sentRun([back!])
  await approved(1, own)
  await importResults(runId, reportOf([back!], 'executed'))
  const report = reportOf([back!], 'returned', 'Account closed')
  const outcome = { exceptions: 1, refused: 0 }
  expect(await importResults(runId, report)).toMatchObject(outcome)
  expect(await payoutMismatches(app.db)).toMatchObject([{ redemptionId: back, said: 'failed' }])
  expect(await waiting()).toEqual([])
  expect(await importResults(runId, report, kim)).toMatchObject(outcome)
  expect(await waiting()).toMatchObject([{ action: 'redemption.returned', proposedBy: { name: 'kim' } }])
})
