import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loneActsSince, type PersonActor } from '#server/modules/operators/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { giveFactor } from '#testing/operators.ts'
import {
  app,
  approved,
  fileText,
  importResults,
  kim,
  makeFile,
  olga,
  openApp,
  referencesIn,
  sentRun,
} from './payout-runs.fixture.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'

openApp()
beforeAll(async () => {
  for (const { operatorId } of [olga, kim]) await giveFactor(app, operatorId)
})

const inConsole = (who: PersonActor): PersonActor => ({ ...who, via: 'console' })
const reason = 'Account closed'

/** A payment of which an operator says that it came back. */
async function cameBack(by: PersonActor): Promise<{ runId: string; redemptionId: string }> {
  const [redemptionId] = await approved(1)
  const runId = await sentRun([redemptionId!])
  const [reference] = referencesIn(await fileText(runId))
  await importResults(runId, `reference,status,reason\n${reference},Failed,${reason}`, by)
  return { runId, redemptionId: redemptionId! }
}

const retry = async (by: PersonActor, of: { runId: string; redemptionId: string }) =>
  await inTransaction(app.db, async (tx) => await retryPayout(tx, by, of))
const giveUp = async (by: PersonActor, of: { runId: string; redemptionId: string }) =>
  await inTransaction(app.db, async (tx) => await giveUpPayout(tx, by, { ...of, reason }))
const ownWord = { code: 'forbidden', message: expect.stringContaining('You said that') as string }

test('who says that a payment came back neither has it tried again nor gives it up', async () => {
  const [ada, other] = [inConsole(kim), inConsole(olga)]
  const payment = await cameBack(ada)
  await expect(retry(ada, payment)).rejects.toMatchObject(ownWord)
  await expect(giveUp(ada, payment)).rejects.toMatchObject(ownWord)
  await retry(other, payment)
  // What is to be tried again has the word of one as before.
  await expect(giveUp(ada, payment)).rejects.toMatchObject(ownWord)
  expect(await makeFile(payment.runId, ada)).toMatchObject({ number: 2, payouts: 1 })
  const [again] = referencesIn(await fileText(payment.runId, 2))
  // Of the second file each may say so, and the other goes on.
  await importResults(payment.runId, `reference,status\n${again},Failed`, other)
  await expect(retry(other, payment)).rejects.toMatchObject(ownWord)
  await giveUp(ada, payment)
  expect((await app.redemptions.show(payment.redemptionId)).state).toBe('failed')
})

test('who had a redemption sent by itself does not say that it failed', async () => {
  const [redemptionId] = await approved(1)
  await app.redemptions.send({ redemptionId: redemptionId!, actor: inConsole(olga), provider: 'manual' })
  const failedBy = async (who: PersonActor) =>
    await app.redemptions.fail({ redemptionId: redemptionId!, actor: inConsole(who), reason })
  await expect(failedBy(olga)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'You had this redemption sent: another operator says that it failed.',
  })
  expect(await failedBy(kim)).toMatchObject({ state: 'failed' })
})

test('an operator without any other waits a day', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from operator where id <> ${olga.operatorId} and disabled_at is null`.execute(app.db)
  const alone = inConsole(olga)
  const payment = await cameBack(alone)
  const setDisabled = async (at: string | null) =>
    await askServer(app.databaseUrl, 'update operator set disabled_at = $1 where id = any ($2)', {
      values: [at, rows.map(({ id }) => id)],
    })
  await setDisabled('2026-01-01')
  await expect(retry(alone, payment)).rejects.toMatchObject({
    message: expect.stringContaining('waits 24 hours') as string,
  })
  await shiftClock(app.db, '24 hours')
  await retry(alone, payment)
  // Which the owners read in their next mail.
  const since = { since: new Date(0), afterSeq: 0 }
  expect(await loneActsSince(app.db, since)).toContainEqual(
    expect.objectContaining({ action: 'payout-run.retry', by: 'olga', isByCommand: false, count: 1 }),
  )
  await setDisabled(null)
})
