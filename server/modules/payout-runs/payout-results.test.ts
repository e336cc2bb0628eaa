import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payoutReference } from '#rules/payout-file.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import { changeOperator } from '#server/modules/operators/public.ts'
import { settleMismatch } from '#server/modules/redemptions/public.ts'
import { databaseNow, shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { applyPayoutResults, deleteRefusedRows } from './apply-payout-results.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'
import { payoutImport } from './show-payout-runs.ts'
import {
  app,
  approved,
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

openApp()

const openMismatches = async (redemptionId: string) => {
  const { rows } = await sql<{ said: string; detail: string }>`
    select said, detail from payout_mismatch
    where redemption_id = ${redemptionId} and settled_at is null`.execute(app.db)
  return rows
}

// `npm run test:long -- payouts` has 100,000.
const rowsMax = Number(process.env.PAYOUT_REPORT_ROWS ?? 11_000)

test('an import that two workers take at once is counted once', async () => {
  const runId = await sentRun(await approved(6))
  const references = referencesIn(await fileText(runId))
  const csv = `reference,status\n${references.map((reference, place) => `${reference},${place === 5 ? 'Perhaps' : 'paid'}`).join('\n')}`
  const { importId } = await inTransaction(app.db, async (tx) =>
    importPayoutResults(tx, olga, { runId, csv }),
  )
  const work = async () => await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)
  await Promise.all(Array.from({ length: 4 }, work))
  expect(await work()).toMatchObject({ rows: 6, rowsDone: 6, paid: 5, exceptions: 0, refused: 1 })
})

test('a payment has the day that its report names, today’s where it names none, and is refused one that cannot be', async () => {
  const ids = await approved(5)
  const runId = await sentRun(ids)
  const references = referencesIn(await fileText(runId))
  const today = utcDate(await databaseNow(app.db))
  const yesterday = utcDate((await databaseNow(app.db)).getTime() - dayMs)
  const days = [
    `${yesterday} 23:10:00`,
    yesterday.split('-').toReversed().join('.'),
    '',
    '2020-01-02',
    '05/06/2026',
  ]
  const rows = references.map((reference, place) => `${reference},Completed,${days[place]}`)
  const { counts, refused } = await importResults(runId, ['Reference,Status,Date', ...rows].join('\n'))
  expect([counts.paid, refused]).toEqual([
    3,
    [
      expect.stringContaining('2020-01-02 is to come, or before this payout was asked for.'),
      expect.stringContaining('The day “05/06/2026” cannot be read: write it as 2026-12-05.'),
    ],
  ])
  const { rows: kept } = await sql<{ day: string | null }>`
    select r.paid_on::text as day from unnest(${references}::text[]) with ordinality n (reference, place)
    join payout_line l on l.run_id = ${runId} and l.reference = n.reference
    join redemption r on r.id = l.redemption_id order by n.place`.execute(app.db)
  expect(kept.map(({ day }) => day)).toEqual([yesterday, yesterday, today, null, null])
})

test('while a payment that came back waits for a decision or another file, its member reads that it did not arrive', async () => {
  const member = await createRedeemer(app)
  const [redemptionId] = await approved(1, member)
  const runId = await sentRun([redemptionId!])
  const shown = async () => {
    const { headers } = member
    const answer = await app.server.inject({ url: '/api/v1/redemptions', headers })
    return answer.json().items[0]
  }
  expect(await shown()).toMatchObject({ state: 'sending', waitsFor: null })
  const [reference] = referencesIn(await fileText(runId))
  await importResults(runId, `reference,status,reason\n${reference},Failed,Account of Mr Smith closed`)
  const waits = { state: 'sending', reason: null, waitsFor: { reason: 'came_back', until: null } }
  expect(await shown()).toMatchObject(waits)
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId: redemptionId! }))
  expect(await shown()).toMatchObject(waits)
  await makeFile(runId)
  expect(await shown()).toMatchObject({ state: 'sending', waitsFor: null })
})

test('a report that says paid of what was given up waits for a person', async () => {
  const [redemptionId] = await approved(1)
  const runId = await sentRun([redemptionId!])
  const [reference] = referencesIn(await fileText(runId))
  await importResults(runId, `reference,status\n${reference},Failed`)
  const reason = 'It came back.'
  await inTransaction(app.db, async (tx) =>
    giveUpPayout(tx, olga, { runId, redemptionId: redemptionId!, reason }, {}),
  )
  const late = await importResults(runId, `reference,status\n${reference},Completed`)
  expect(late.refused).toEqual([expect.stringContaining('It was given up, and its crels went back')])
  expect(await openMismatches(redemptionId!)).toMatchObject([{ said: 'paid' }])
})

test('a report that has the newest first says the same: a payment is paid, and then comes back', async () => {
  const [redemptionId] = await approved(1)
  const runId = await sentRun([redemptionId!])
  const [reference] = referencesIn(await fileText(runId))
  const others = Array.from({ length: 120 }, (_, place) => `other-${place},executed`)
  const { counts } = await importResults(
    runId,
    ['reference,status', `${reference},returned`, ...others, `${reference},executed`].join('\n'),
    kim,
  )
  expect(counts).toMatchObject({ paid: 1, exceptions: 1, refused: 120 })
  expect((await app.redemptions.show(redemptionId!)).state).toBe('paid')
  expect(await openMismatches(redemptionId!)).toEqual([{ said: 'failed', detail: 'returned' }])
})

test('of a payment that a report has with days, what happened last counts', async () => {
  const [again, back] = await approved(2)
  const runId = await sentRun([again!, back!])
  const row = (id: string, status: string, day: string) => `${payoutReference(id)},${status},${day}`
  const reportOf = (rows: string[]) => ['reference,status,date', ...rows].join('\n')
  const now = (await databaseNow(app.db)).getTime()
  const [today, yesterday] = [utcDate(now), utcDate(now - dayMs)]
  const report = reportOf([
    row(again!, 'executed', today),
    row(again!, 'returned', yesterday),
    row(back!, 'returned', today),
    row(back!, 'executed', yesterday),
  ])
  await importResults(runId, report, kim)
  const stateOf = async (id: string) => [(await app.redemptions.show(id)).state, await openMismatches(id)]
  const returned = { said: 'failed', detail: 'returned' }
  expect(await stateOf(again!)).toEqual(['paid', []])
  expect(await stateOf(back!)).toEqual(['paid', [returned]])

  await inTransaction(app.db, async (tx) => {
    const settled = { redemptionId: back!, reason: 'The bank was wrong.' }
    await settleMismatch(tx, kim, settled, app.payoutRunDeps)
  })
  await shiftClock(app.db, '8 days')
  // A statement that overlaps says nothing anew of what was settled after it; one of a later day does.
  await importResults(runId, report, kim)
  expect(await openMismatches(back!)).toEqual([])
  await importResults(runId, reportOf([row(back!, 'returned', utcDate(now + 7 * dayMs))]), kim)
  expect(await openMismatches(back!)).toEqual([returned])
})

test('a report that says paid of a former attempt, of what was given up, waits for a person too', async () => {
  const [redemptionId] = await approved(1)
  const runId = await sentRun([redemptionId!])
  const [first] = referencesIn(await fileText(runId))
  const fails = async (reference: string) => {
    await importResults(runId, `reference,status\n${reference},Failed`)
  }
  await fails(first!)
  await inTransaction(app.db, async (tx) => retryPayout(tx, kim, { runId, redemptionId: redemptionId! }))
  await makeFile(runId)
  const [second] = referencesIn(await fileText(runId, 2))
  await fails(second!)
  const given = { runId, redemptionId: redemptionId!, reason: 'It came back.' }
  await inTransaction(app.db, async (tx) => giveUpPayout(tx, kim, given, {}))
  const late = await importResults(runId, `reference,status,amount\n${first},Completed,20.00`)
  expect(late.refused).toEqual([expect.stringContaining('It was given up, and its crels went back')])
  expect(await openMismatches(redemptionId!)).toEqual([{ said: 'paid', detail: first }])
})

test('a report is worked on as it was imported, and no further once who imported it is disabled', async () => {
  const mona = await operator('mona', 'finance')
  const [first, second] = await approved(2)
  const runId = await sentRun([first!, second!])
  const [one, two] = referencesIn(await fileText(runId))
  await importResults(runId, `reference,status\n${one},Completed`, mona)
  const { rows } = await sql`
    select e.via, o.name from audit_entry e join operator o on o.id = e.operator_id
    where e.action = 'redemption.paid' and e.target = ${first}`.execute(app.db)
  expect(rows).toEqual([{ via: mona.via, name: 'mona' }])
  const { importId } = await inTransaction(app.db, async (tx) =>
    importPayoutResults(tx, mona, { runId, csv: `reference,status\n${two},Completed` }),
  )
  await inTransaction(app.db, async (tx) =>
    changeOperator(tx, olga, { email: mona.email, isDisabled: true, reason: 'Left.' }),
  )
  expect(await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)).toMatchObject({
    paid: 0,
    refused: 1,
  })
  await importResults(runId, `reference,status\n${two},Completed`)
})

test('a report changes nothing any more once who imported it has a role that imports none', async () => {
  const nora = await operator('nora', 'finance')
  const [redemptionId] = await approved(1)
  const runId = await sentRun([redemptionId!])
  const [reference] = referencesIn(await fileText(runId))
  const csv = `reference,status\n${reference},Failed`
  const { importId } = await inTransaction(app.db, async (tx) =>
    importPayoutResults(tx, nora, { runId, csv }),
  )
  await inTransaction(app.db, async (tx) =>
    changeOperator(tx, olga, { email: nora.email, role: 'read-only', reason: 'Other work.' }),
  )
  expect(await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)).toMatchObject({
    exceptions: 0,
    refused: 1,
  })
  expect((await importResults(runId, csv)).counts).toMatchObject({ exceptions: 1 })
})

test(
  `${rowsMax} rows are taken in, and told apart from what the run paid`,
  { timeout: 300_000 },
  async () => {
    const runId = await sentRun(await approved(2))
    const [one, two] = referencesIn(await fileText(runId))
    const rows = Array.from({ length: rowsMax - 2 }, (_, place) => `other-${place},Completed,`)
    const csv = ['reference,status,transaction id', `${one},Completed,A`, ...rows, `${two},Returned,B`].join(
      '\n',
    )
    const { counts } = await importResults(runId, csv)
    expect(counts).toMatchObject({ rowsDone: rowsMax, paid: 1, exceptions: 1, refused: rowsMax - 2 })
    await expect(importResults(runId, 'name,amount\na,1')).rejects.toMatchObject({ code: 'csv_unreadable' })
    const stranger = await operator('rita', 'read-only')
    await expect(importResults(runId, 'reference,status\n', stranger)).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(kim.role).toBe('finance')
  },
)

test('refused rows are there for 30 days', async () => {
  const runId = await sentRun(await approved(1))
  const [reference] = referencesIn(await fileText(runId))
  const { counts, refused } = await importResults(
    runId,
    `reference,status,amount,reason\nRENT-7,Completed,900.00,Zoe Miller\n${reference},=1+1,20.00,`,
  )
  expect(refused).toEqual([
    '2,,,,,,,No payment of this run has this reference.',
    `3,${reference},'=1+1,,,20.00,,This status is not known.`,
  ])
  const kept = async () =>
    (await sql`select * from payout_import_row where import_id = ${counts.id}`.execute(app.db)).rows
  expect(JSON.stringify(await kept())).not.toMatch(/RENT|Zoe|900/)
  expect(Date.parse(counts.refusedUntil!) - Date.parse(counts.finishedAt!)).toBe(30 * 24 * 3_600_000)
  await shiftClock(app.db, '29 days')
  await deleteRefusedRows(app.db)
  expect(await kept()).toHaveLength(2)
  await shiftClock(app.db, '2 days')
  expect((await payoutImport(app.db, counts.id)).refusedUntil).toBeNull()
  expect(await deleteRefusedRows(app.db)).toBeGreaterThanOrEqual(2)
  expect(await kept()).toEqual([])
})
