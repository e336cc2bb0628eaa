import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockedRedemption } from '#server/modules/redemptions/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { makePayoutFile } from './make-payout-file.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { movePayout } from './payout-run-queries.ts'
import { retryPayout } from './settle-exceptions.ts'
import { payoutsOf } from './show-payout-runs.ts'
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
  referencesIn,
  sentRun,
} from './payout-runs.fixture.ts'

openApp()

/** What a file is made with, where something happens before its payment of that place is put into it. */
function depsBefore(place: number, happens: () => Promise<unknown>): PayoutRunDeps {
  let asked = 0
  return {
    ...app.payoutRunDeps,
    sinceAccountChanges: async (uid) => {
      asked += 1
      if (asked === place) await happens()
      return await app.payoutRunDeps.sinceAccountChanges(uid)
    },
  }
}

const statesOf = async (runId: string) => {
  const { items } = await payoutsOf(app.db, { runId, limit: 100 }, { isNamed: true })
  return items.map(({ state }) => state)
}

const retry = async (runId: string, redemptionId: string) =>
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId }))

const finishedMeanwhile = 'Another operator finished this file meanwhile: the next one takes it.'

test('a file is not handed over once an earlier attempt of a payment in it was paid', async () => {
  const [one, two] = await approved(2)
  const runId = await sentRun([one!, two!])
  const [first, second] = referencesIn(await fileText(runId))
  await importResults(runId, `reference,status\n${first},Failed\n${second},Failed`)
  for (const id of [one!, two!]) await retry(runId, id)
  const arrives = async () => {
    const { refused } = await importResults(runId, `reference,status\n${first},Completed`)
    expect(refused).toEqual([expect.stringContaining('Attempt 1 was paid, and attempt 2 is on its way')])
  }
  const why = 'Its file was not handed over: a payment in it was paid by an earlier file.'
  expect(await makePayoutFile(app.db, olga, { runId }, depsBefore(2, arrives))).toMatchObject({
    number: 2,
    payouts: 0,
    left: [
      { redemptionId: one, why },
      { redemptionId: two, why },
    ],
  })
  await expect(fileText(runId, 2)).rejects.toThrow('No payout is in this file')
  // The other one goes out by the next file.
  await expect(retry(runId, one!)).rejects.toThrow('was paid as well')
  await retry(runId, two!)
  expect(await makeFile(runId)).toMatchObject({ number: 3, payouts: 1, left: [] })
  expect(await statesOf(runId)).toEqual(['exception', 'sent'])
})

test('what another operator has tried again meanwhile is not put into a file that was finished', async () => {
  const [one, two] = await approved(2)
  const runId = await sentRun([one!, two!])
  const failed = referencesIn(await fileText(runId)).map((reference) => `${reference},Failed`)
  await importResults(runId, ['reference,status', ...failed].join('\n'))
  await retry(runId, one!)
  let others: ReturnType<typeof makeFile> | undefined
  const finished = Promise.withResolvers<void>()
  const made = await makePayoutFile(
    app.db,
    olga,
    { runId },
    depsBefore(1, async () => {
      await retry(runId, two!)
      const begun = Promise.withResolvers<void>()
      // Theirs is the same file, of both, and waits until ours is finished.
      const deps = depsBefore(1, async () => {
        begun.resolve()
        await finished.promise
      })
      others = makePayoutFile(app.db, kim, { runId }, deps)
      await begun.promise
    }),
  )
  expect(made).toMatchObject({ number: 2, payouts: 1, left: [] })
  const text = await fileText(runId, 2)
  finished.resolve()
  expect(await others).toMatchObject({
    number: 2,
    payouts: 1,
    left: [{ redemptionId: two, why: finishedMeanwhile }],
  })
  expect(await fileText(runId, 2)).toBe(text)
  expect(await statesOf(runId)).toEqual(['sent', 'retry'])
  await expect(
    sql`
      insert into payout_line (run_id, number, redemption_id, reference)
      values (${runId}, 2, ${two}, 'late')`.execute(app.db),
  ).rejects.toThrow(`file 2 of payout run ${runId} takes no more`)
  expect(await makeFile(runId)).toMatchObject({ number: 3, payouts: 1, left: [] })
  expect(referencesIn(await fileText(runId, 3))).toHaveLength(1)
})

test('what is not yet in a file that another operator ended empty is in the next', async () => {
  const ids = await approved(4)
  const { runId } = await draft({ format: 'paypal', redemptionIds: ids })
  await approve(runId)
  const deps = depsBefore(3, async () => {
    const { rows } = await sql<{ reference: string }>`
      select reference from payout_line where run_id = ${runId} and redemption_id = ${ids[0]}`.execute(app.db)
    await importResults(runId, `reference,status\n${rows[0]!.reference},Failed`)
    expect(await makeFile(runId, kim)).toMatchObject({
      number: 1,
      payouts: 0,
      left: [{ redemptionId: ids[1] }],
    })
  })
  expect(await makePayoutFile(app.db, olga, { runId }, deps)).toEqual({
    number: 1,
    payouts: 0,
    usdCents: 0,
    left: ids.slice(2).map((redemptionId) => ({ redemptionId, why: finishedMeanwhile })),
  })
  expect(await statesOf(runId)).toEqual(['exception', 'exception', 'planned', 'planned'])
  expect(await makeFile(runId)).toMatchObject({ number: 2, payouts: 2, left: [] })
  expect(referencesIn(await fileText(runId, 2))).toHaveLength(2)
})

test('a file is finished after a result that is being written, and not beside it', async () => {
  const [one, two] = await approved(2)
  const { runId } = await draft({ format: 'paypal', redemptionIds: [one!, two!] })
  await approve(runId)
  const said = Promise.withResolvers<void>()
  let result: Promise<void> | undefined
  const deps = depsBefore(2, async () => {
    const isHeld = Promise.withResolvers<void>()
    result = app.db.transaction().execute(async (tx) => {
      await lockedRedemption(tx, one!)
      await movePayout(tx, runId, one!, { state: 'exception', reason: 'It came back.' })
      isHeld.resolve()
      await said.promise
    })
    await isHeld.promise
  })
  const making = makePayoutFile(app.db, olga, { runId }, deps)
  const ends = making.then(() => 'it is finished')
  expect(await Promise.race([ends, untilBlocked(app.db).then(() => 'it waits')])).toBe('it waits')
  said.resolve()
  await result
  expect(await making).toMatchObject({ number: 1, payouts: 0, left: [{ redemptionId: two }] })
  expect(await statesOf(runId)).toEqual(['exception', 'exception'])
})
