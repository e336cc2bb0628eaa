import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginSending, lockedRedemption, manualProvider } from '#server/modules/redemptions/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { discardPayoutRun } from './approve-payout-run.ts'
import { payoutRun, payoutsOf } from './show-payout-runs.ts'
import { utcDate } from '#rules/utc-date.ts'
import {
  app,
  approve,
  approved,
  draft,
  fileText,
  makeFile,
  olga,
  openApp,
  sentRun,
} from './payout-runs.fixture.ts'

openApp()

test('two drafts at once: each redemption is in one, and the log has what each took', async () => {
  const ids = await approved(3)
  const [first, second] = [ids.slice(0, 2), ids]
  const answers = await Promise.allSettled(
    [first, second].map(async (redemptionIds) => await draft({ format: 'paypal', redemptionIds })),
  )
  const drafted = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const { rows } = await sql<{ target: string; payouts: number }>`
    select target, (after ->> 'payouts')::int as payouts from audit_entry
    where action = 'payout-run.draft' order by seq`.execute(app.db)
  // Whichever comes first: two and the one that is left, or all three.
  expect(rows.reduce((sum, { payouts }) => sum + payouts, 0)).toBe(3)
  for (const { runId, payouts } of drafted) expect(rows).toContainEqual({ target: runId, payouts })
  for (const { target: runId } of rows)
    await inTransaction(app.db, async (tx) => discardPayoutRun(tx, olga, { runId }))
  // What was in a discarded run is for the next one.
  expect(await draft({ format: 'paypal', redemptionIds: ids })).toMatchObject({ payouts: 3 })
})

test('leaves out what is sent by itself meanwhile', async () => {
  const [sent, stays] = await approved(2)
  const { drafting } = await app.db.transaction().execute(async (tx) => {
    const row = await lockedRedemption(tx, sent!)
    const how = { author: 'kim', provider: manualProvider, sinceChanges: [] }
    await beginSending(tx, row, how, app.redemptionDeps)
    const drafted = draft({ format: 'paypal', redemptionIds: [sent!, stays!] })
    await Promise.race([drafted, untilBlocked(app.db)])
    // Not awaited: it goes on once this transaction is over.
    return { drafting: drafted }
  })
  const { runId, ...drafted } = await drafting
  expect(drafted).toEqual({
    payouts: 1,
    usdCents: 20_00,
    left: [{ redemptionId: sent, why: 'It is sending, not approved.' }],
  })
  expect((await payoutsOf(app.db, { runId, limit: 9 }, { isNamed: true })).items).toMatchObject([
    { redemptionId: stays },
  ])
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
  const xml = await fileText(runId)
  expect(xml).toContain('<InstdAmt Ccy="EUR">16.00</InstdAmt>')
  expect(xml).toContain("<Nm>Zoe O'Neil, Jr.</Nm>")
  // The next run knows whose account it was; a bank's own file takes the American account.
  expect(await sentRun([ids[1]!], 'bank')).toMatch(/^pob_/)
  const [other] = await approved(1, undefined, iban)
  expect(await draft({ format: 'sepa', redemptionIds: [other!] })).toMatchObject({ payouts: 1 })
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
