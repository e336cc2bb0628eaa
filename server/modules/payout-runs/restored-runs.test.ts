import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { failRedemption, recordOutcome, settleRestoredPayout } from '#server/modules/redemptions/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { applyPayoutResults } from './apply-payout-results.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { makePayoutFile } from './make-payout-file.ts'
import { openPayoutFile } from './open-payout-file.ts'
import {
  app,
  approve,
  approved,
  draft,
  dyingDeps,
  kim,
  makeFile,
  olga,
  openApp,
  sentRun,
} from './payout-runs.fixture.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'

openApp()

const confirmed = async () =>
  await askServer(
    app.databaseUrl,
    `update restoration set confirmed_at = now(), confirmed_by = 'olga' where confirmed_at is null`,
  )
beforeEach(confirmed)

/** As if this moment had been put back from a backup; nobody has confirmed it. */
const restore = async () => await askServer(app.databaseUrl, 'select mark_restored(now())')

const look = async (redemptionId: string, paidAs: string | null) =>
  await inTransaction(app.db, async (tx) =>
    settleRestoredPayout(tx, {
      redemptionId,
      actor: olga,
      payment: paidAs === null ? null : { reference: paidAs },
    }),
  )
const retry = async (runId: string, redemptionId: string) => {
  await inTransaction(app.db, async (tx) => retryPayout(tx, olga, { runId, redemptionId }))
}
const open = async (runId: string, number = 1) => {
  const opened = async () =>
    await inTransaction(app.db, async (tx) => openPayoutFile(tx, kim, { runId, number }, app.payoutRunDeps))
  return (await opened()).text
}
const lines = async (runId: string, number: number) => {
  const { rows } = await sql<{ id: string }>`
    select redemption_id as id from payout_line where run_id = ${runId} and number = ${number}`.execute(
    app.db,
  )
  return rows.map(({ id }) => id)
}
const report = async (runId: string, result: string) => {
  const [line] = (
    await sql<{ reference: string }>`
    select reference from payout_line where run_id = ${runId} order by number desc`.execute(app.db)
  ).rows
  const csv = `reference,status\n${line!.reference},${result}`
  const { importId } = await inTransaction(app.db, async (tx) =>
    importPayoutResults(tx, olga, { runId, csv }),
  )
  return await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)
}

const waiting = /crels restore confirm/
const unlooked = /may have been paid after the backup/

test('what came back in a backup is neither tried again, put into a file nor handed over before a person has looked', async () => {
  const [one, two] = [(await approved(1))[0]!, (await approved(1))[0]!]
  const [came, tried] = [await sentRun([one]), await sentRun([two])]
  for (const runId of [came, tried]) await report(runId, 'Failed')
  await retry(tried, two)
  await restore()

  const refused = async (why: RegExp) => {
    await expect(retry(came, one)).rejects.toThrow(why)
    await expect(makeFile(tried)).rejects.toThrow(why)
    for (const runId of [came, tried]) await expect(open(runId)).rejects.toThrow(why)
    await expect(
      inTransaction(app.db, async (tx) =>
        giveUpPayout(tx, olga, { runId: came, redemptionId: one, reason: 'It came back.' }, {}),
      ),
    ).rejects.toThrow(unlooked)
    // Nor past the code.
    const retried = sql`update payout set state = 'retry' where redemption_id = ${one}`
    const line = sql`
      insert into payout_line (run_id, number, redemption_id, reference) values (${tried}, 1, ${one}, 'again')`
    const sent = sql`update payout set state = 'sent' where redemption_id = ${two}`
    for (const past of [retried, line, sent]) await expect(past.execute(app.db)).rejects.toThrow(why)
  }
  await refused(waiting)
  await confirmed()
  await refused(unlooked)
  expect(await lines(tried, 2)).toEqual([])

  expect(await look(one, 'bank-1')).toMatchObject({ state: 'paid', reference: 'bank-1' })
  await expect(retry(came, one)).rejects.toThrow('This payment is paid')
  expect(await look(two, null)).toMatchObject({ state: 'sending' })
  expect(await makeFile(tried)).toMatchObject({ number: 2, payouts: 1 })
  expect(await open(tried, 2)).toContain('@example.com')
})

test('a file that was being made is not handed over with what was paid since', async () => {
  const ids = await approved(4)
  const { runId } = await draft({ format: 'paypal', redemptionIds: ids })
  await approve(runId)
  await expect(makePayoutFile(app.db, olga, { runId }, dyingDeps())).rejects.toThrow('terminating connection')
  const begun = await lines(runId, 1)
  expect(begun).toHaveLength(2)
  await restore()
  await expect(makeFile(runId)).rejects.toThrow(waiting)
  await confirmed()
  await expect(makeFile(runId)).rejects.toThrow(unlooked)
  expect(await lines(runId, 1)).toEqual(begun)

  const [paid, back] = begun
  await look(paid!, 'bank-2')
  for (const id of ids) if (id !== paid) await look(id, null)
  expect(await makeFile(runId)).toMatchObject({
    number: 1,
    payouts: 0,
    usdCents: 0,
    left: [{ redemptionId: back, why: expect.stringContaining('was not handed over') as string }],
  })
  await expect(open(runId)).rejects.toThrow('No payout is in this file')
  await retry(runId, back!)
  expect(await makeFile(runId)).toMatchObject({ number: 2, payouts: 3, left: [] })
  expect((await lines(runId, 2)).sort()).toEqual(ids.filter((id) => id !== paid).sort())
})

test('nor is one whose payment got a result while it was being made', async () => {
  const ids = await approved(2)
  const { runId } = await draft({ format: 'paypal', redemptionIds: ids })
  await approve(runId)
  const dying = {
    ...app.payoutRunDeps,
    sinceAccountChanges: async (uid: string) => {
      if ((await lines(runId, 1)).length === 1)
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      return await app.payoutRunDeps.sinceAccountChanges(uid)
    },
  }
  await expect(makePayoutFile(app.db, olga, { runId }, dying)).rejects.toThrow('terminating connection')
  const [first] = await lines(runId, 1)
  const result = { redemptionId: first!, actor: kim, reason: 'The account is closed.', by: { runId } }
  await inTransaction(app.db, async (tx) => await failRedemption(tx, result, { providers: [] }))
  expect(await makeFile(runId)).toMatchObject({ number: 1, payouts: 0 })
  expect(await makeFile(runId)).toMatchObject({ number: 2, payouts: 1 })
})

test('a report of what was being sent is the look at it, where it says that it was paid', async () => {
  const [one, two] = [(await approved(1))[0]!, (await approved(1))[0]!]
  const [first, second] = [await sentRun([one]), await sentRun([two])]
  await restore()
  expect(await report(first, 'Completed')).toMatchObject({ paid: 1, refused: 0 })
  expect((await app.redemptions.show(one)).state).toBe('paid')
  // That the file of the backup came back says nothing of a later one.
  expect(await report(second, 'Failed')).toMatchObject({ exceptions: 1, refused: 0 })
  await confirmed()
  await expect(retry(second, two)).rejects.toThrow(unlooked)
  await look(two, null)
  await retry(second, two)
})

test('what is paid by hand is not paid again, and what a provider says is the look at it', async () => {
  const to = { kind: 'gift_card', email: 'ada@example.com' }
  const ids = await approved(3, await createRedeemer(app, { crels: 100_000, to }))
  for (const redemptionId of ids)
    await app.redemptions.send({ redemptionId, actor: olga, provider: 'manual' })
  const [byHand, failed, paid] = ids
  await restore()
  const where = async () =>
    await app.redemptions.open({ redemptionId: byHand!, actor: olga, reason: 'To pay it.' })
  await expect(where()).rejects.toThrow(waiting)
  await confirmed()
  await expect(where()).rejects.toThrow(unlooked)
  await expect(
    app.redemptions.fail({ redemptionId: byHand!, actor: olga, reason: 'It came back.' }),
  ).rejects.toThrow(unlooked)
  await look(byHand!, null)
  expect(await where()).toMatchObject({ email: 'ada@example.com' })

  const said = [
    [failed!, { state: 'failed', reason: 'No such account' }],
    [paid!, { state: 'paid', reference: 'pay-1' }],
  ] as const
  for (const [id, outcome] of said)
    expect(await inTransaction(app.db, async (tx) => recordOutcome(tx, id, outcome))).toMatchObject(outcome)
})
