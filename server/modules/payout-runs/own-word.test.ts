import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loneActsSince, type PersonActor } from '#server/modules/operators/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { settleMismatch } from '#server/modules/redemptions/public.ts'
import { giveFactor } from '#testing/operators.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import {
  app,
  approve,
  approved,
  draft,
  fileText,
  importResults,
  kim,
  makeFile,
  olga,
  openApp,
  operator,
  referencesIn,
  sentRun,
} from './payout-runs.fixture.ts'
import { sentAgain } from './paid-twice.fixture.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'
import { settlePaidTwice } from './settle-paid-twice.ts'

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
  await inTransaction(app.db, async (tx) => await giveUpPayout(tx, by, { ...of, reason }, {}))
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

test('who says that an attempt that was paid came back neither has the payment tried again nor gives it up', async () => {
  const [ada, other] = [inConsole(kim), inConsole(olga)]
  const { redemptionId, runId, first, second } = await sentAgain()
  const payment = { runId, redemptionId }
  const says = async (reference: string, status: string, by: PersonActor) =>
    await importResults(runId, `reference,status\n${reference},${status}`, by)
  await says(first, 'Completed', other)
  await says(second, 'Failed', other)
  const cameBackBy = async (by: PersonActor) =>
    await inTransaction(app.db, async (tx) =>
      settlePaidTwice(
        tx,
        by,
        { redemptionId, reason: 'The bank has it.', attempt: 1, outcome: 'came_back' },
        { secret: app.secret },
      ),
    )
  // Nor is it said by who said that the payment had failed.
  await expect(cameBackBy(other)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('You said that this payment had failed') as string,
  })
  await cameBackBy(ada)
  const own = {
    code: 'forbidden',
    message: expect.stringContaining('You said that another attempt') as string,
  }
  await expect(retry(ada, payment)).rejects.toMatchObject(own)
  await expect(giveUp(ada, payment)).rejects.toMatchObject(own)
  await expect(retry(other, payment)).rejects.toMatchObject(ownWord)
  const third = inConsole(await operator('ines', 'finance'))
  await giveFactor(app, third.operatorId)
  await retry(third, payment)
})

test('who was paid where one goes neither says that it came back, nor has it sent or tried again', async () => {
  const to = { kind: 'paypal', email: 'shared@example.com' }
  const mona = inConsole(await operator('mona', 'finance'))
  await giveFactor(app, mona.operatorId)
  const own = await createRedeemer(app, { email: 'mona+member@crels.example', to })
  await approved(1, own)
  const whereOwn = {
    code: 'forbidden',
    message: expect.stringContaining('your own account was paid') as string,
  }
  const [redemptionId] = await approved(1, undefined, to)
  const { runId } = await draft({ format: 'paypal', redemptionIds: [redemptionId!] })
  await approve(runId)
  await expect(makeFile(runId, mona)).rejects.toMatchObject(whereOwn)
  await makeFile(runId)
  const [reference] = referencesIn(await fileText(runId))
  const csv = `reference,status\n${reference},Failed`
  const { counts, refused } = await importResults(runId, csv, mona)
  expect([counts.exceptions, refused]).toEqual([0, [expect.stringContaining('your own account was paid')]])
  await importResults(runId, csv, kim)
  const payment = { runId, redemptionId: redemptionId! }
  await expect(retry(mona, payment)).rejects.toMatchObject(whereOwn)
  await expect(giveUp(mona, payment)).rejects.toMatchObject(whereOwn)
  await giveUp(inConsole(olga), payment)
  // The bank says later that it arrived: what is to be done is not theirs to say either.
  await importResults(runId, `reference,status\n${reference},Completed`, kim)
  const settle = async (who: PersonActor) =>
    await inTransaction(app.db, async (tx) =>
      settleMismatch(
        tx,
        who,
        { redemptionId: redemptionId!, reason: 'It is settled.', attempt: 1 },
        { secret: app.secret },
      ),
    )
  await expect(settle(mona)).rejects.toMatchObject(whereOwn)
  await settle(inConsole(olga))
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
  const [payment, lost] = [await cameBack(alone), await cameBack(alone)]
  const [sent] = await approved(1)
  await app.redemptions.send({ redemptionId: sent!, actor: alone, provider: 'manual' })
  const fail = async () => await app.redemptions.fail({ redemptionId: sent!, actor: alone, reason })
  const setDisabled = async (at: string | null) =>
    await askServer(app.databaseUrl, 'update operator set disabled_at = $1 where id = any ($2)', {
      values: [at, rows.map(({ id }) => id)],
    })
  await setDisabled('2026-01-01')
  const waits = { message: expect.stringContaining('waits 24 hours') as string }
  await expect(retry(alone, payment)).rejects.toMatchObject(waits)
  await expect(giveUp(alone, lost)).rejects.toMatchObject(waits)
  await expect(fail()).rejects.toMatchObject(waits)
  await shiftClock(app.db, '24 hours')
  await retry(alone, payment)
  for (const _ of ['once', 'again']) {
    await giveUp(alone, lost)
    expect(await fail()).toMatchObject({ state: 'failed' })
  }
  // Which the owners read in their next mail.
  const since = { since: new Date(0), afterSeq: 0 }
  const mailed = await loneActsSince(app.db, since)
  for (const [action, count] of [
    ['payout-run.retry', 1],
    ['redemption.failed', 2],
  ])
    expect(mailed).toContainEqual(expect.objectContaining({ action, by: 'olga', isByCommand: false, count }))
  await setDisabled(null)
})
