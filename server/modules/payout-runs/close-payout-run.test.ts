import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleMismatch } from '#server/modules/redemptions/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { applyPayoutResults } from './apply-payout-results.ts'
import { applyResult } from './apply-result.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { makePayoutFile } from './make-payout-file.ts'
import { sentAgain, settle } from './paid-twice.fixture.ts'
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
import { rowsOf } from './payout-rows.fixture.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'

openApp()

const close = async (runId: string) =>
  await inTransaction(app.db, async (tx) => closePayoutRun(tx, olga, { runId }))
const begin = async (runId: string, csv: string) =>
  (await inTransaction(app.db, async (tx) => importPayoutResults(tx, olga, { runId, csv }))).importId
const apply = async (importId: string) => await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)

test('a run stays open while a payment that was given up, and arrived all the same, is not settled', async () => {
  const ids = (await approved(2)) as [string, string]
  const runId = await sentRun(ids)
  const references = referencesIn(await fileText(runId))
  const says = async (status: string) =>
    await importResults(
      runId,
      ['reference,status', ...references.map((reference) => `${reference},${status}`)].join('\n'),
    )
  await says('Failed')
  for (const redemptionId of ids)
    await inTransaction(app.db, async (tx) =>
      giveUpPayout(tx, kim, { runId, redemptionId, reason: 'It came back.' }, {}),
    )
  await says('Completed')
  const arrived =
    /^A report says that \$20\.00 to .+ arrived, after its crels had gone back\. Settle that under/
  const refusal = await close(runId).catch((error: Error) => error.message)
  expect(refusal).toMatch(arrived)
  expect(refusal).toMatch(/then close the run\. One more report on this run waits to be settled\.$/)
  await settle(ids[0], undefined, 1)
  expect(await close(runId).catch((error: Error) => error.message)).toMatch(/then close the run\.$/)
  await settle(ids[1], undefined, 1)
  expect(await close(runId)).toMatchObject({ state: 'closed', paidUsdCents: 0 })
})

test('a run is not closed, nor a file of it made, while a report is being imported', async () => {
  const { runId, redemptionId, first, second } = await sentAgain()
  await importResults(runId, `reference,status\n${second},Failed`)
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId }))
  const importId = await begin(runId, `reference,status\n${first},Completed\nRENT,Completed`)
  const waits = {
    code: 'conflict',
    message:
      'A report is still being imported into this run: 1 of 2 rows are done. Wait until all are, then make the file.',
  }
  await expect(makeFile(runId)).rejects.toMatchObject(waits)
  await expect(close(runId)).rejects.toThrow('Wait until all are, then close it.')
  // It says that the first attempt was paid: no third one is made.
  expect(await apply(importId)).toMatchObject({ paid: 1 })
  await expect(makeFile(runId)).rejects.toThrow('Every payout of this run is in a file already.')
  expect(await close(runId)).toMatchObject({ state: 'closed' })
})

test('a file is not finished while a report is being imported, and goes on afterwards', async () => {
  const [one, two] = (await approved(2)) as [string, string]
  const runId = await sentRun([one, two])
  const [first, second] = referencesIn(await fileText(runId))
  await importResults(runId, `reference,status\n${first},Failed\n${second},Failed`)
  for (const redemptionId of [one, two])
    await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId }))
  let importId = ''
  const deps = {
    ...app.payoutRunDeps,
    sinceAccountChanges: async (uid: string) => {
      importId ||= await begin(runId, `reference,status\n${first},Completed`)
      return await app.payoutRunDeps.sinceAccountChanges(uid)
    },
  }
  await expect(makePayoutFile(app.db, olga, { runId }, deps)).rejects.toThrow('then go on with the file')
  await expect(fileText(runId, 2)).rejects.toThrow('This file is not finished')
  await apply(importId)
  const made = await makeFile(runId)
  expect(made).toMatchObject({ number: 2, payouts: 0, left: expect.any(Array) as object })
})

test('a run is closed before a row of a report or after it', async () => {
  const [id] = (await approved(1)) as [string]
  const runId = await sentRun([id])
  const [reference] = referencesIn(await fileText(runId))
  await importResults(runId, `reference,status\n${reference},Completed`)
  const importId = await begin(runId, `reference,status\n${reference},Returned`)
  const [row] = await rowsOf(runId, importId)
  const said = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const working = app.db.transaction().execute(async (tx) => {
    await applyResult(tx, olga, { runId, importId }, row!, app.payoutRunDeps)
    written.resolve()
    await said.promise
  })
  await written.promise
  // As another worker leaves it that has done the same rows.
  await sql`update payout_import set finished_at = crels_now() where id = ${importId}`.execute(app.db)
  const closing = close(runId).catch((error: Error) => error.message)
  const first = await Promise.race([closing, untilBlocked(app.db).then(() => 'it waits')])
  said.resolve()
  await working
  expect(first).toBe('it waits')
  expect(await closing).toContain('came back')
  await inTransaction(app.db, async (tx) => {
    await settleMismatch(tx, kim, { redemptionId: id, reason: 'The bank was wrong.' }, app.payoutRunDeps)
  })
  expect(await close(runId)).toMatchObject({ state: 'closed' })
})
