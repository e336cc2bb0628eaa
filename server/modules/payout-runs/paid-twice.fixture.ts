import { sql } from 'kysely'
import { payoutMismatches } from '#server/modules/redemptions/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import {
  app,
  approved,
  fileText,
  importResults,
  kim,
  makeFile,
  referencesIn,
  sentRun,
} from './payout-runs.fixture.ts'
import { retryPayout } from './settle-exceptions.ts'

/** A run with one payment that was said to have failed, and went out again: its attempts by their references. */
export async function sentAgain(name = 'Ada Lovelace') {
  const member = await createRedeemer(app)
  await sql`update member set full_name = ${name} where uid = ${member.uid}`.execute(app.db)
  const [redemptionId] = await approved(1, member)
  const runId = await sentRun([redemptionId!])
  const [first] = referencesIn(await fileText(runId))
  const says = async (reference: string, status: string) =>
    await importResults(runId, `reference,status\n${reference},${status}`)
  await says(first!, 'Failed')
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId: redemptionId! }))
  await makeFile(runId)
  const [second] = referencesIn(await fileText(runId, 2))
  return { redemptionId: redemptionId!, runId, first: first!, second: second!, says, member }
}

/** What waits of a redemption whose provider says otherwise. */
export const mismatchesOf = async (id: string) =>
  (await payoutMismatches(app.db)).filter(({ redemptionId }) => redemptionId === id)

/** Kim says what became of an attempt, of a payment made twice. */
export async function settle(id: string, outcome?: string, attempt = outcome === undefined ? undefined : 1) {
  const who = await operatorBearer(app, 'finance', kim.email)
  return await callOperator(app, who, {
    method: 'POST',
    path: `/redemptions/${id}/settle-mismatch`,
    payload: { reason: 'The bank said so.', outcome, attempt },
  })
}
