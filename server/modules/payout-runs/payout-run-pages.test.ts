import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { utcDate } from '#rules/utc-date.ts'
import { setCurrencyRates } from '#server/modules/exchange/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { createRedeemer, type Redeemer } from '#testing/redeemers.ts'
import { discardPayoutRun } from './approve-payout-run.ts'
import { previewPayoutRun } from './draft-payout-run.ts'
import { app, approved, draft, olga, openApp } from './payout-runs.fixture.ts'
import { openSumsSql } from './run-sums.ts'
import { payoutRuns } from './show-payout-runs.ts'

openApp({ madeUp: true })

/** Approved redemptions of a member to their bank, in one statement: their crels are not held, and none is sent. */
async function approvedToBank(count: number, { uid, party, destinationId }: Redeemer): Promise<void> {
  const [quote, redemption] = [newId('quote').slice(0, -32), newId('redemption').slice(0, -32)]
  await sql`
    with quoted as (
      insert into exchange_quote (id, party, direction, usd_to_crels, fee_bps, crels, usd_cents, base_crels, fee_crels,
        switch_id, expires_at, used_at)
      select ${quote} || md5(n::text), ${party}, 'usd', 10.5, 500, 221, 2000, 210, 11,
        (select max(id) from exchange_switch), crels_now(), crels_now()
      from generate_series(1, ${count}::int) n returning id
    )
    insert into redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_id, destination_kind,
      destination_hint, state, approved_by)
    select ${redemption} || right(id, 32), ${uid}, ${party}, id, 221, 2000, id, ${destinationId}, 'bank', '…5678', 'approved',
      'kim'
    from quoted`.execute(app.db)
}

test('Home counts the runs that the list of those under way shows', async () => {
  const open = await draft({ format: 'paypal', redemptionIds: await approved(1) })
  const gone = await draft({ format: 'paypal', redemptionIds: await approved(1) })
  await inTransaction(app.db, async (tx) => discardPayoutRun(tx, olga, { runId: gone.runId }))
  const listed = async (state: 'open' | 'discarded') =>
    (await payoutRuns(app.db, { state, limit: 10 })).items.map(({ id }) => id)
  expect([await listed('open'), await listed('discarded')]).toEqual([[open.runId], [gone.runId]])
  const owner = await operatorBearer(app, 'owner')
  const { queues } = (await callOperator(app, owner, { path: '/home' })).body as OperatorHome
  expect(queues.find(({ queue }) => queue === 'payout-runs')).toMatchObject({ count: 1 })
  const paged = await callOperator(app, owner, { path: '/payout-runs?state=open' })
  expect((paged.body as { items: object[] }).items).toMatchObject([{ id: open.runId, state: 'draft' }])
})

test('the sums of open runs are read from an index, and no payment or redemption beside it', async () => {
  const plan = await inTransaction(app.db, async (tx) => {
    // Of a handful of rows any plan is good.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${openSumsSql(['pob_1', 'pob_2'])}`.execute(
      tx,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Only Scan using payout_sums')
  expect(plan).not.toContain('redemption')
})

test(
  'what a format cannot pay keeps none that wait behind it out of a run',
  { timeout: 300_000 },
  async () => {
    const us = { kind: 'bank', holder: 'Ada', routingNumber: '021000021', accountNumber: '0012345678' }
    const iban = { kind: 'bank', holder: 'Ada', iban: 'DE89370400440532013000' }
    await approvedToBank(5_001, await createRedeemer(app, { to: us }))
    const behind = await approved(1, undefined, iban)
    await inTransaction(app.db, async (tx) => {
      const day = utcDate(await databaseNow(tx))
      await setCurrencyRates(tx, olga, { rates: [{ currency: 'EUR', day, usdPerUnit: '1.25' }] })
    })
    expect(await previewPayoutRun(app.db, olga, { format: 'sepa' }, app.payoutRunDeps)).toMatchObject({
      total: { count: 1, usdCents: 20_00 },
    })
    const payer = { name: 'Crels', iban: 'DE02120300000000202051' }
    const { payouts, left } = await draft({ format: 'sepa', payer })
    expect([payouts, left.length]).toEqual([1, 5_001])
    expect(left.some(({ redemptionId }) => behind.includes(redemptionId))).toBe(false)
    // Of those that a bank's file takes as many as one file has.
    expect(await previewPayoutRun(app.db, olga, { format: 'bank' }, app.payoutRunDeps)).toMatchObject({
      total: { count: 5_000 },
    })
  },
)
