import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type PersonActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { discardPayoutRun } from './approve-payout-run.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { makePayoutFile } from './make-payout-file.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'
import { payoutRun, payoutsOf } from './show-payout-runs.ts'
import {
  app,
  approve,
  approved,
  approvedMany,
  draft,
  dyingDeps,
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

// Each payment is three transactions with an entry of the log: `npm run test:long -- payouts` has 500.
const size = Number(process.env.PAYOUT_RUN_SIZE ?? 40)

const close = async (runId: string, by = olga) =>
  inTransaction(app.db, async (tx) => closePayoutRun(tx, by, { runId }))

const acts = async (action: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from audit_entry where action = ${action}`.execute(app.db)
  return rows[0]!.count
}

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
    const first = await fileText(runId)
    expect(await fileText(runId)).toBe(first)

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
      `${size + 2},,,,,,,No payment of this run has this reference.`,
      `${size + 3},${references[7]},Perhaps,TX7,,20.00,,This status is not known.`,
      `${size + 4},${references[8]},Completed,TX8,,21.00,,The amount is not that of the payment.`,
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
      giveUpPayout(tx, olga, { runId, redemptionId: three!, reason: 'PayPal limits your account.' }, {}),
    )
    expect(await makeFile(runId)).toMatchObject({ number: 2, payouts: 2 })
    const again = referencesIn(await fileText(runId, 2))
    expect(again).toEqual(references.slice(0, 2).map((reference) => `${reference}-2`))
    // A report of the first file that comes late says nothing of the second.
    const late = await importResults(runId, `reference,status\n${references[0]},Failed`)
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
    expect(await fileText(runId)).toBe(first)
    expect((await app.redemptions.show(three!)).reason).toBe('PayPal limits your account.')
    expect([await acts('redemption.paid'), await acts('redemption.failed')]).toEqual([size - 1, 1])
    expect(await acts('redemption.send')).toBe(size + 2)
    for (const act of ['draft', 'approve', 'close']) expect(await acts(`payout-run.${act}`)).toBe(1)
    expect(await acts('payout-run.send')).toBe(2)
  },
)

describe('two operators on one run', () => {
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
    const failed = referencesIn(await fileText(runId)).map((reference) => `${reference},Failed`)
    await importResults(runId, ['reference,status', ...failed].join('\n'))
    const { items } = await payoutsOf(app.db, { runId, state: 'exception', limit: 9 }, { isNamed: true })
    const [one, two] = items.map(({ redemptionId }) => redemptionId)
    await decided(
      async (tx, by) => await retryPayout(tx, by, { runId, redemptionId: one! }),
      'payout-run\\.retry',
    )
    for (const redemptionId of [one!, two!])
      await decided(
        async (tx, by) => await giveUpPayout(tx, by, { runId, redemptionId, reason: 'It came back.' }, {}),
        'redemption\\.failed',
      )
    await decided(async (tx, by) => await closePayoutRun(tx, by, { runId }), 'payout-run\\.close')
  })

  test('both make the file at once: each payment is in it once', async () => {
    const { runId } = await draft({ format: 'paypal', redemptionIds: await approved(8) })
    await approve(runId)
    const made = await Promise.all([makeFile(runId, olga), makeFile(runId, kim)])
    expect(made.map(({ number }) => number)).toEqual([1, 1])
    expect(referencesIn(await fileText(runId))).toHaveLength(8)
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
  await expect(
    inTransaction(app.db, async (tx) => giveUpPayout(tx, olga, elsewhere, {})),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await app.redemptions.show(id!)).state).toBe('sending')
  await importResults(runId, `reference,status\n${referencesIn(await fileText(runId))[0]},paid`)
  expect((await app.redemptions.show(id!)).state).toBe('paid')
})

test('a process that dies while it makes a file loses and repeats no payment', async () => {
  const { runId } = await draft({ format: 'paypal', redemptionIds: await approved(4) })
  await approve(runId)
  await expect(makePayoutFile(app.db, olga, { runId }, dyingDeps())).rejects.toThrow('terminating connection')
  await expect(fileText(runId)).rejects.toMatchObject({ code: 'conflict' })
  expect(await makeFile(runId)).toMatchObject({ number: 1, payouts: 4 })
  expect(referencesIn(await fileText(runId))).toHaveLength(4)
})
