import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PayoutFile, PayoutRunDetail } from '#contracts/operator-payout-runs.schemas.ts'
import { changeOperator } from '#server/modules/operators/public.ts'
import { switchFeature } from '#server/modules/pauses/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { fillPayoutFile, makePayoutFile } from './make-payout-file.ts'
import { continuePayoutFile, leftPayoutFiles } from './payout-file-job.ts'
import { retryPayout } from './settle-exceptions.ts'
import {
  app,
  approve,
  approved,
  draft,
  dyingDeps,
  fileText,
  importResults,
  kim,
  olga,
  openApp,
  operator,
  referencesIn,
} from './payout-runs.fixture.ts'

openApp()

async function approvedRun(count: number): Promise<string> {
  const { runId } = await draft({ format: 'paypal', redemptionIds: await approved(count) })
  await approve(runId)
  return runId
}

const ask = async (runId: string, by = olga) => {
  const who = await operatorBearer(app, 'finance', by.email)
  const answer = await callOperator(app, who, { method: 'POST', path: `/payout-runs/${runId}/files` })
  return { status: answer.status, file: answer.body as PayoutFile }
}
const shown = async (runId: string) => {
  const who = await operatorBearer(app, 'finance', kim.email)
  const { body } = await callOperator(app, who, { path: `/payout-runs/${runId}` })
  return (body as PayoutRunDetail).files
}
const queued = async (runId: string) => {
  const jobs = `select data from pgboss.job where name = 'make-payout-file'`
  const rows = await askServer<{ data: { runId: string } }>(app.databaseUrl, jobs)
  return rows.filter(({ data }) => data.runId === runId).length
}
const work = async (runId: string, number = 1) =>
  await continuePayoutFile(app.db, { runId, number }, app.payoutRunDeps)

test('a file is asked for, and made behind the answer: asking again begins nothing', async () => {
  const runId = await approvedRun(3)
  const begun = { number: 1, madeBy: 'olga', payouts: null, progress: { done: 0, of: 3, isAtWork: true } }
  expect(await ask(runId)).toMatchObject({ status: 202, file: begun })
  expect(await ask(runId, kim)).toMatchObject({ status: 202, file: begun })
  expect(await queued(runId)).toBe(1)
  expect(await shown(runId)).toMatchObject([begun])
  expect(await work(runId)).toEqual({ payouts: 3 })
  expect(await shown(runId)).toMatchObject([{ number: 1, payouts: 3, usdCents: 60_00, progress: null }])
  expect(referencesIn(await fileText(runId))).toHaveLength(3)
  const { rows } = await sql`
    select distinct o.name, e.via from audit_entry e join operator o on o.id = e.operator_id
    join payout_line l on l.redemption_id = e.target
    where e.action = 'redemption.send' and l.run_id = ${runId}`.execute(app.db)
  expect(rows).toEqual([{ name: 'olga', via: 'console' }])
  expect((await ask(runId)).status).toBe(409)
})

test('one whose worker was killed goes on by itself, and has each payment once', async () => {
  const runId = await approvedRun(5)
  await ask(runId)
  await expect(continuePayoutFile(app.db, { runId, number: 1 }, dyingDeps())).rejects.toThrow('terminating')
  expect(await shown(runId)).toMatchObject([{ payouts: null, progress: { done: 2, of: 5, isAtWork: true } }])
  expect(await leftPayoutFiles(app.db)).toEqual([])
  await shiftClock(app.db, '3 minutes')
  expect(await shown(runId)).toMatchObject([{ progress: { isAtWork: false } }])
  expect(await leftPayoutFiles(app.db)).toEqual([{ runId, number: 1 }])
  await app.jobs.run('make-payout-file')
  expect(await shown(runId)).toMatchObject([{ payouts: 5 }])
  expect(new Set(referencesIn(await fileText(runId))).size).toBe(5)
  expect(await leftPayoutFiles(app.db)).toEqual([])
})

test('two workers on one file put each payment into it once', async () => {
  const runId = await approvedRun(8)
  await ask(runId)
  await Promise.all([work(runId), work(runId), work(runId)])
  expect(new Set(referencesIn(await fileText(runId))).size).toBe(8)
  expect(await shown(runId)).toMatchObject([{ payouts: 8, usdCents: 160_00 }])
})

test('a job that comes late begins no other file', async () => {
  const runId = await approvedRun(2)
  await ask(runId)
  await work(runId)
  const failed = referencesIn(await fileText(runId)).map((reference) => `${reference},Failed`)
  await importResults(runId, ['reference,status', ...failed].join('\n'))
  const [redemptionId] = await redemptionsOf(runId)
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId: redemptionId! }))
  expect(await work(runId)).toEqual({ stopped: 'It is finished.' })
  expect(await shown(runId)).toHaveLength(1)
})

const turn = async (paused: boolean) =>
  await inTransaction(app.db, async (tx) =>
    switchFeature(tx, olga, { feature: 'payout', paused, reason: 'A look.' }),
  )

test('what a pause ended goes on afterwards', async () => {
  const runId = await approvedRun(2)
  await ask(runId)
  await turn(true)
  expect(await work(runId)).toEqual({
    stopped: expect.stringContaining('Nothing is paid out right now') as string,
  })
  expect(await shown(runId)).toMatchObject([{ payouts: null, progress: { done: 0, of: 2 } }])
  await turn(false)
  expect(await work(runId)).toEqual({ payouts: 2 })
})

/** What a file is made with, and what it warns of in the log of the process. */
function warningDeps() {
  const warned: unknown[] = []
  const log = Object.assign(Object.create(app.payoutRunDeps.log) as typeof app.payoutRunDeps.log, {
    warn: (line: unknown) => warned.push(line),
  })
  return { warned, deps: { ...app.payoutRunDeps, log } }
}

const statesOf = async (runId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from payout where run_id = ${runId} order by place`.execute(app.db)
  return rows.map(({ state }) => state)
}
const redemptionsOf = async (runId: string) => {
  const { rows } = await sql<{ id: string }>`
    select redemption_id as id from payout where run_id = ${runId} order by place`.execute(app.db)
  return rows.map(({ id }) => id)
}
const giveRole = async (email: string, role: 'support' | 'finance') =>
  await inTransaction(app.db, async (tx) => changeOperator(tx, olga, { email, role, reason: 'Other work.' }))

test('one whose operator may not send any more leaves nothing out of the run, and another goes on', async () => {
  const nils = await operator('nils', 'finance')
  const runId = await approvedRun(3)
  await ask(runId, nils)
  await expect(continuePayoutFile(app.db, { runId, number: 1 }, dyingDeps())).rejects.toThrow('terminating')
  await giveRole(nils.email, 'support')
  const { warned, deps } = warningDeps()
  const stopped = 'The role support does not allow payout-run.send.'
  expect(await continuePayoutFile(app.db, { runId, number: 1 }, deps)).toEqual({ stopped })
  expect(warned).toEqual([{ runId, number: 1, why: stopped }])
  // Their role is taken after the first look, too: while the file is worked on.
  await expect(
    makePayoutFile(app.db, { ...nils, role: 'support' }, { runId }, app.payoutRunDeps),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(
    fillPayoutFile(
      app.db,
      { ...nils, role: 'support' },
      { runId, number: 1, toSend: await redemptionsOf(runId) },
      app.payoutRunDeps,
    ),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await statesOf(runId)).toEqual(['sent', 'sent', 'planned'])
  expect(await shown(runId)).toMatchObject([{ payouts: null, progress: { done: 2, of: 3 } }])
  await shiftClock(app.db, '3 minutes')
  expect(await ask(runId, kim)).toMatchObject({ status: 202 })
  expect(await work(runId)).toEqual({ payouts: 3 })
})

test('where who asked was disabled, another operator goes on', async () => {
  const nora = await operator('nora', 'finance')
  const runId = await approvedRun(2)
  await ask(runId, nora)
  await inTransaction(app.db, async (tx) =>
    changeOperator(tx, olga, { email: nora.email, isDisabled: true, reason: 'Left.' }),
  )
  const { warned, deps } = warningDeps()
  const stopped = 'Who had this file made may not act any more.'
  expect(await continuePayoutFile(app.db, { runId, number: 1 }, deps)).toEqual({ stopped })
  expect(warned).toEqual([{ runId, number: 1, why: stopped }])
  await shiftClock(app.db, '3 minutes')
  expect(await ask(runId, kim)).toMatchObject({ status: 202, file: { progress: { isAtWork: true } } })
  expect(await work(runId)).toEqual({ payouts: 2 })
})
