import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeOperator, type PersonActor } from '#server/modules/operators/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { applyPayoutResults, deleteRefusedRows } from './apply-payout-results.ts'
import { discardPayoutRun } from './approve-payout-run.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { payoutFileText } from './payout-file-queries.ts'
import {
  app,
  approve,
  approved,
  approvedMany,
  draft,
  dyingDeps,
  kim,
  makeFile,
  olga,
  openApp,
  operator,
  sentRun,
} from './payout-runs.fixture.ts'
import { makePayoutFile } from './make-payout-file.ts'
import { refusedCsv } from './routes.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'
import { payoutImport, payoutRun, payoutsOf } from './show-payout-runs.ts'
import { utcDate } from '#rules/utc-date.ts'

openApp()

const text = async (runId: string, number = 1) =>
  (await payoutFileText(app.db, { runId, number }, app.payoutRunDeps)).text

const importResults = async (runId: string, csv: string, by = olga) => {
  const { importId } = await inTransaction(app.db, async (tx) => importPayoutResults(tx, by, { runId, csv }))
  const counts = await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)
  let refused = ''
  for await (const part of refusedCsv(app.db, importId, { isNamed: true })) refused += part
  return { counts, refused: refused.trimEnd().split('\r\n').slice(1) }
}

/** The references of a file for PayPal, in its order. */
const referencesIn = (file: string) =>
  file
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[3]!)

const close = async (runId: string, by = olga) =>
  inTransaction(app.db, async (tx) => closePayoutRun(tx, by, { runId }))

const acts = async (action: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from audit_entry where action = ${action}`.execute(app.db)
  return rows[0]!.count
}

// Each payment is three transactions with an entry of the log: `npm run test:long -- payouts` has 500, and 100,000 rows.
const size = Number(process.env.PAYOUT_RUN_SIZE ?? 40)
const rowsMax = Number(process.env.PAYOUT_REPORT_ROWS ?? 11_000)

test(
  `a run of ${size} with 3 failures goes the whole way and is closed with the ledger’s sum`,
  { timeout: 600_000 },
  async () => {
    const members = await Promise.all(
      Array.from({ length: 4 }, async () => await createRedeemer(app, { crels: 100_000 })),
    )
    await Promise.all(members.map(async (member) => await approvedMany(size / 4, member)))
    const drafted = await draft({ format: 'paypal' })
    expect(drafted).toMatchObject({ payouts: size, usdCents: size * 20_00, left: [] })
    const { runId } = drafted
    await expect(approve(runId, olga)).rejects.toMatchObject({ code: 'forbidden' })
    await approve(runId)
    expect(await makeFile(runId)).toEqual({ number: 1, payouts: size, usdCents: size * 20_00, left: [] })
    const first = await text(runId)
    expect(await text(runId)).toBe(first)

    const references = referencesIn(first)
    expect(new Set(references).size).toBe(size)
    const report = [
      'Reference ID,Transaction ID,Transaction status,Amount,Reason',
      ...references.map((reference, place) =>
        place < 3
          ? `${reference},,Failed,20.00,Account is limited`
          : `${reference},TX${place},Completed,"20.00",`,
      ),
      '"=HYPERLINK(""evil"")",TX,Completed,20.00,',
      `${references[7]},TX7,Perhaps,20.00,`,
      `${references[8]},TX8,Completed,21.00,`,
    ].join('\n')
    const { counts, refused } = await importResults(runId, report)
    expect(counts).toMatchObject({
      rows: size + 3,
      rowsDone: size + 3,
      paid: size - 3,
      exceptions: 3,
      refused: 3,
    })
    expect(refused).toEqual([
      // Whose payment that is concerns nobody here.
      `${size + 2},,,,,,No payment of this run has this reference.`,
      `${size + 3},${references[7]},Perhaps,TX7,,20.00,This status is not known.`,
      `${size + 4},${references[8]},Completed,TX8,,21.00,The amount is not that of the payment.`,
    ])
    await expect(close(runId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Not every payment of this run has a result: 3 exception.',
    })

    const { items } = await payoutsOf(app.db, { runId, state: 'exception', limit: 100 }, { isNamed: true })
    expect(items.map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => 'Account is limited'))
    const [one, two, three] = items.map(({ redemptionId }) => redemptionId)
    for (const redemptionId of [one!, two!])
      await inTransaction(app.db, async (tx) => retryPayout(tx, olga, { runId, redemptionId }))
    await inTransaction(app.db, async (tx) =>
      giveUpPayout(tx, olga, { runId, redemptionId: three!, reason: 'PayPal limits your account.' }),
    )
    expect(await makeFile(runId)).toMatchObject({ number: 2, payouts: 2 })
    const again = referencesIn(await text(runId, 2))
    expect(again).toEqual(references.slice(0, 2).map((reference) => `${reference}-2`))
    // A report of the first file that comes late says nothing of the second.
    const late = await importResults(runId, `reference,status\n${references[0]},Completed`)
    expect(late.refused[0]).toContain('A later file has this payment')
    await importResults(
      runId,
      `reference;status\n${again.map((reference) => `${reference};paid`).join('\n')}`,
    )

    const closed = await close(runId)
    expect(closed).toMatchObject({
      state: 'closed',
      paidUsdCents: (size - 1) * 20_00,
      ledgerUsdCents: (size - 1) * 20_00,
    })
    const { byState } = await payoutRun(app.db, runId)
    expect(byState).toMatchObject({ paid: { count: size - 1 }, failed: { count: 1 } })
    // They are with the closed run: its payments are added up no more, but where a version before this closed it.
    const { rows: kept } = await sql<{ sums: object }>`
      select closed_sums as sums from payout_run where id = ${runId}`.execute(app.db)
    expect(byState).toMatchObject(kept[0]!.sums)
    await sql`update payout_run set closed_sums = null where id = ${runId}`.execute(app.db)
    expect((await payoutRun(app.db, runId)).byState).toEqual(byState)
    expect(await text(runId)).toBe(first)
    expect((await app.redemptions.show(three!)).reason).toBe('PayPal limits your account.')
    expect([await acts('redemption.paid'), await acts('redemption.failed')]).toEqual([size - 1, 1])
    expect(await acts('redemption.send')).toBe(size + 2)
    for (const act of ['draft', 'approve', 'close']) expect(await acts(`payout-run.${act}`)).toBe(1)
    expect(await acts('payout-run.send')).toBe(2)
  },
)

describe('two operators on one run', () => {
  test('two drafts at once: each redemption is in one', async () => {
    const ids = await approved(3)
    const made = await Promise.allSettled(
      [1, 2].map(async () => await draft({ format: 'paypal', redemptionIds: ids })),
    )
    const drafted = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(drafted.reduce((sum, { payouts }) => sum + payouts, 0)).toBe(3)
    for (const { runId } of drafted)
      await inTransaction(app.db, async (tx) => discardPayoutRun(tx, olga, { runId }))
    // What was in a discarded run is for the next one.
    expect(await draft({ format: 'paypal', redemptionIds: ids })).toMatchObject({ payouts: 3 })
  })

  test('the second hears who did what and when', async () => {
    const { runId } = await draft({ format: 'paypal', redemptionIds: await approved(1) })
    await approve(runId)
    const nina = await operator('nina', 'finance')
    await expect(approve(runId, nina)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^This payout run is approved\. kim did payout-run\.approve on it at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
      ) as string,
    })
    await makeFile(runId)
    await expect(
      inTransaction(app.db, async (tx) => discardPayoutRun(tx, nina, { runId })),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('what one discarded, gave up, has tried again or closed, the other did not', async () => {
    type Act = (tx: Tx, by: PersonActor) => Promise<unknown>
    const decided = async (act: Act, who: string) => {
      for (const _ of [1, 2]) await inTransaction(app.db, async (tx) => await act(tx, olga))
      await expect(inTransaction(app.db, async (tx) => await act(tx, kim))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(new RegExp(`olga did ${who} on it at .+ UTC\\.$`)) as string,
      })
    }
    const discarded = (await draft({ format: 'paypal', redemptionIds: await approved(1) })).runId
    await decided(
      async (tx, by) => await discardPayoutRun(tx, by, { runId: discarded }),
      'payout-run\\.discard',
    )
    const runId = await sentRun(await approved(2))
    const failed = referencesIn(await text(runId)).map((reference) => `${reference},Failed`)
    await importResults(runId, ['reference,status', ...failed].join('\n'))
    const { items } = await payoutsOf(app.db, { runId, state: 'exception', limit: 9 }, { isNamed: true })
    const [one, two] = items.map(({ redemptionId }) => redemptionId)
    await decided(
      async (tx, by) => await retryPayout(tx, by, { runId, redemptionId: one! }),
      'payout-run\\.retry',
    )
    for (const redemptionId of [one!, two!])
      await decided(
        async (tx, by) => await giveUpPayout(tx, by, { runId, redemptionId, reason: 'It came back.' }),
        'redemption\\.failed',
      )
    await decided(async (tx, by) => await closePayoutRun(tx, by, { runId }), 'payout-run\\.close')
  })

  test('both make the file at once: each payment is in it once', async () => {
    const { runId } = await draft({ format: 'paypal', redemptionIds: await approved(8) })
    await approve(runId)
    const made = await Promise.all([makeFile(runId, olga), makeFile(runId, kim)])
    expect(made.map(({ number }) => number)).toEqual([1, 1])
    expect(referencesIn(await text(runId))).toHaveLength(8)
    await expect(makeFile(runId)).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('what a run has is settled by the run alone, by commands too', async () => {
  const [id, other] = await approved(2)
  const { runId } = await draft({ format: 'paypal', redemptionIds: [id!] })
  const decision = { redemptionId: id!, actor: olga }
  const isRefused = async (act: Promise<unknown>) =>
    await expect(act).rejects.toMatchObject({
      code: 'conflict',
      message: `${id} is in the payout run ${runId}: it says what became of it.`,
    })
  await isRefused(app.redemptions.fail({ ...decision, reason: 'By hand.' }))
  await isRefused(app.redemptions.send({ ...decision, provider: 'manual' }))
  await approve(runId)
  await makeFile(runId)
  await isRefused(app.redemptions.fail({ ...decision, reason: 'By hand.' }))
  await isRefused(app.redemptions.pay({ ...decision, reference: 'By hand' }))
  const elsewhere = { runId: await sentRun([other!]), redemptionId: id!, reason: 'By another run.' }
  await expect(inTransaction(app.db, async (tx) => giveUpPayout(tx, olga, elsewhere))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await app.redemptions.show(id!)).state).toBe('sending')
  await importResults(runId, `reference,status\n${referencesIn(await text(runId))[0]},paid`)
  expect((await app.redemptions.show(id!)).state).toBe('paid')
})

test('an import that two workers take at once is counted once', async () => {
  const runId = await sentRun(await approved(6))
  const references = referencesIn(await text(runId))
  const csv = `reference,status\n${references.map((reference, place) => `${reference},${place === 5 ? 'Perhaps' : 'paid'}`).join('\n')}`
  const { importId } = await inTransaction(app.db, async (tx) =>
    importPayoutResults(tx, olga, { runId, csv }),
  )
  const work = async () => await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)
  await Promise.all(Array.from({ length: 4 }, work))
  expect(await work()).toMatchObject({ rows: 6, rowsDone: 6, paid: 5, exceptions: 0, refused: 1 })
})

test('a process that dies while it makes a file loses and repeats no payment', async () => {
  const { runId } = await draft({ format: 'paypal', redemptionIds: await approved(4) })
  await approve(runId)
  await expect(makePayoutFile(app.db, olga, { runId }, dyingDeps())).rejects.toThrow('terminating connection')
  await expect(text(runId)).rejects.toMatchObject({ code: 'conflict' })
  expect(await makeFile(runId)).toMatchObject({ number: 1, payouts: 4 })
  expect(referencesIn(await text(runId))).toHaveLength(4)
})

test('leaves out who owes, is disabled or frozen since the approval, and pays the others', async () => {
  const [good, disabled] = [await createRedeemer(app), await createRedeemer(app)]
  const ids = [...(await approved(1, good)), ...(await approved(1, disabled))]
  const { runId } = await draft({ format: 'paypal', redemptionIds: ids })
  await approve(runId)
  await sql`update member set state = 'disabled' where uid = ${disabled.uid}`.execute(app.db)
  expect(await makeFile(runId)).toMatchObject({ payouts: 1, left: [{ redemptionId: ids[1] }] })
  expect(await payoutsOf(app.db, { runId, state: 'left_out', limit: 10 }, { isNamed: true })).toMatchObject({
    items: [{ redemptionId: ids[1], reference: null }],
  })
})

test('a report that says paid of what was given up waits for a person', async () => {
  const [redemptionId] = await approved(1)
  const runId = await sentRun([redemptionId!])
  const [reference] = referencesIn(await text(runId))
  await importResults(runId, `reference,status\n${reference},Failed`)
  const reason = 'It came back.'
  await inTransaction(app.db, async (tx) =>
    giveUpPayout(tx, olga, { runId, redemptionId: redemptionId!, reason }),
  )
  const late = await importResults(runId, `reference,status\n${reference},Completed`)
  expect(late.refused).toEqual([expect.stringContaining('It was given up, and its crels went back')])
  const { rows } = await sql`
    select said from payout_mismatch where redemption_id = ${redemptionId} and settled_at is null`.execute(
    app.db,
  )
  expect(rows).toEqual([{ said: 'paid' }])
})

test('a report is worked on as it was imported, and no further once who imported it is disabled', async () => {
  const mona = await operator('mona', 'finance')
  const [first, second] = await approved(2)
  const runId = await sentRun([first!, second!])
  const [one, two] = referencesIn(await text(runId))
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

test('says of each redemption that was named why no run has it', async () => {
  const [taken] = await approved(1)
  const first = await draft({ format: 'paypal', redemptionIds: [taken!] })
  const bank = { kind: 'bank', holder: 'Ada', routingNumber: '021000021', accountNumber: '0012345678' }
  const [fits, transfer] = [...(await approved(1)), ...(await approved(1, undefined, bank))]
  const { id: asked } = await redeem(app, await createRedeemer(app), { usdCents: 20_00 })
  const unknown = newId('redemption')
  const redemptionIds = [taken!, fits!, transfer!, asked, unknown]
  const { payouts, left } = await draft({ format: 'paypal', redemptionIds })
  expect(payouts).toBe(1)
  expect(left).toEqual([
    { redemptionId: taken, why: `It is in the run ${first.runId}.` },
    { redemptionId: transfer, why: 'A paypal file does not pay to bank.' },
    { redemptionId: asked, why: 'It is requested, not approved.' },
    { redemptionId: unknown, why: 'There is no such redemption.' },
  ])
})

test('pays banks by SEPA in euros at the day’s rate, and leaves out what is no SEPA account', async () => {
  const iban = { kind: 'bank', holder: 'Zoë O’Neil, Jr.', iban: 'DE89370400440532013000', bic: 'cobadeff' }
  const us = { kind: 'bank', holder: 'Ada', routingNumber: '021000021', accountNumber: '0012345678' }
  const ids = [...(await approved(1, undefined, iban)), ...(await approved(1, undefined, us))]
  const payer = { name: 'Crels GmbH', iban: 'DE02 1203 0000 0000 2020 51' }
  const wish = { format: 'sepa', redemptionIds: ids } as const
  await expect(draft({ ...wish, payer })).rejects.toMatchObject({
    message: expect.stringContaining('no rate') as string,
  })
  await app.db.transaction().execute(async (tx) => {
    const { setCurrencyRates } = await import('#server/modules/exchange/public.ts')
    const { databaseNow } = await import('#server/platform/clock.ts')
    const day = utcDate(await databaseNow(tx))
    await setCurrencyRates(tx, olga, { rates: [{ currency: 'EUR', day, usdPerUnit: '1.25' }] })
  })
  await expect(draft(wish)).rejects.toMatchObject({ code: 'validation_failed' })
  const { runId, left } = await draft({ ...wish, payer })
  expect(left).toEqual([{ redemptionId: ids[1], why: 'SEPA transfers go to an IBAN.' }])
  const { total, usdPerEuro, payer: from } = await payoutRun(app.db, runId)
  expect({ total, usdPerEuro, from }).toEqual({
    total: { count: 1, usdCents: 20_00, amountMinor: 16_00 },
    usdPerEuro: '1.25',
    from: { ...payer, iban: 'DE02120300000000202051' },
  })
  await approve(runId)
  await makeFile(runId)
  const xml = await text(runId)
  expect(xml).toContain('<InstdAmt Ccy="EUR">16.00</InstdAmt>')
  expect(xml).toContain("<Nm>Zoe O'Neil, Jr.</Nm>")
  // The next run knows whose account it was; a bank's own file takes the American account.
  expect(await sentRun([ids[1]!], 'bank')).toMatch(/^pob_/)
  const [other] = await approved(1, undefined, iban)
  expect(await draft({ format: 'sepa', redemptionIds: [other!] })).toMatchObject({ payouts: 1 })
})

test(
  `${rowsMax} rows are taken in, and told apart from what the run paid`,
  { timeout: 300_000 },
  async () => {
    const runId = await sentRun(await approved(2))
    const [one, two] = referencesIn(await text(runId))
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
  const [reference] = referencesIn(await text(runId))
  const { counts, refused } = await importResults(
    runId,
    `reference,status,amount,reason\nRENT-7,Completed,900.00,Zoe Miller\n${reference},=1+1,20.00,`,
  )
  expect(refused).toEqual([
    '2,,,,,,No payment of this run has this reference.',
    `3,${reference},'=1+1,,,20.00,This status is not known.`,
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
