import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { addOperator, operatorActing, type PersonActor } from '#server/modules/operators/public.ts'
import { memberAvailable, placeHold, reconcile } from '#server/modules/ledger/public.ts'
import { approveRedemption, reconcileRedemptions } from '#server/modules/redemptions/public.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { applyPayoutResults } from './apply-payout-results.ts'
import { approvePayoutRun } from './approve-payout-run.ts'
import { draftPayoutRun, type NewPayoutRun } from './draft-payout-run.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { makePayoutFile } from './make-payout-file.ts'
import { payoutFileText } from './payout-file-queries.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { refusedCsv } from './routes.ts'

/** The product that `openApp` opened, with two operators. */
export let app: TestApp
export let olga: PersonActor
export let kim: PersonActor

/**
 * For each test file that has its product from here; after its tests the books hold, and redemptions agree with them,
 * unless some are rows `madeUp` by the test.
 */
export function openApp({ madeUp = false }: { madeUp?: boolean } = {}): void {
  beforeAll(async () => {
    app = await startTestApp()
    olga = await operator('olga', 'owner')
    kim = await operator('kim', 'finance')
  })
  afterAll(async () => {
    expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
    if (!madeUp) expect(await reconcileRedemptions(app.db)).toEqual([])
    const { rows } = await sql`
      select from payout p join redemption r on r.id = p.redemption_id
      where p.state <> 'left_out' and p.result is distinct from
        case when r.state in ('paid', 'failed', 'returned') then r.state end`.execute(app.db)
    expect(rows).toEqual([])
    await app.close()
  })
}

/** Makes an operator, who acts by commands. */
export async function operator(
  name: string,
  role: PersonActor['role'],
  email = `${name}@crels.example`,
): Promise<PersonActor> {
  await inTransaction(app.db, async (tx) => addOperator(tx, testActor, { email, name, role }))
  return await operatorActing(app.db, email)
}

/** Redemptions that were approved, of one member or of new ones; answers their ids. */
export async function approved(count: number, of?: Redeemer, to?: object): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { id } = await redeem(app, of ?? (await createRedeemer(app, { to })), { usdCents: 20_00 })
    await inTransaction(app.db, async (tx) =>
      approveRedemption(tx, { redemptionId: id, actor: kim }, { sanctions: null, secret: app.secret }),
    )
    ids.push(id)
  }
  return ids
}

export async function draft(wish: NewPayoutRun, by = olga) {
  return await inTransaction(app.db, async (tx) => draftPayoutRun(tx, by, wish, app.payoutRunDeps))
}

export async function approve(runId: string, by = kim) {
  return await inTransaction(app.db, async (tx) => approvePayoutRun(tx, by, { runId }))
}

export async function makeFile(runId: string, by = olga) {
  return await makePayoutFile(app.db, by, { runId }, app.payoutRunDeps)
}

/** What a file is made with by a process whose database goes away at its third payment. */
export function dyingDeps(): PayoutRunDeps {
  let asked = 0
  return {
    ...app.payoutRunDeps,
    sinceAccountChanges: async (uid) => {
      asked += 1
      if (asked === 3) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      return await app.payoutRunDeps.sinceAccountChanges(uid)
    },
  }
}

/** A run of some redemptions whose first file is made. */
export async function sentRun(
  redemptionIds: string[],
  format: NewPayoutRun['format'] = 'paypal',
): Promise<string> {
  const { runId } = await draft({ format, redemptionIds })
  await approve(runId)
  await makeFile(runId)
  return runId
}

/**
 * Many approved redemptions of a member, written as their requests and approvals leave them: 500 by the real calls take
 * half a minute.
 */
export async function approvedMany(count: number, { uid, party, destinationId }: Redeemer): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    for (let made = 0; made < count; made += 1) {
      const [id, quoteId] = [newId('redemption'), newId('quote')]
      const account = memberAvailable(party)
      const { holdId } = await placeHold(tx, { account, amount: 221, scope: 'redemption', idem: id })
      await sql`
        with quoted as (
          insert into exchange_quote (id, party, direction, usd_to_crels, fee_bps, crels, usd_cents, base_crels, fee_crels,
            switch_id, expires_at, used_at)
          select ${quoteId}, ${party}, 'usd', 10.5, 500, 221, 2000, 210, 11, max(id), crels_now(), crels_now()
          from exchange_switch
        ), made as (
          insert into redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_id, destination_kind,
            destination_hint, state, approved_by)
          values (${id}, ${uid}, ${party}, ${quoteId}, 221, 2000, ${holdId}, ${destinationId}, 'paypal', 'a…@example.com',
            'approved', 'kim') returning id
        )
        insert into redemption_event (redemption_id, state, author) select id, 'approved', 'kim' from made`.execute(
        tx,
      )
    }
  })
}

/** The text of a run's file. */
export async function fileText(runId: string, number = 1): Promise<string> {
  return (await payoutFileText(app.db, { runId, number }, app.payoutRunDeps)).text
}

/** The references of a file for PayPal, in its order. */
export function referencesIn(file: string): string[] {
  const [, ...payments] = file.trimEnd().split('\r\n')
  return payments.map((line) => line.split(',')[3]!)
}

/** A report that is imported and worked on: its counts, and the rows of its file of refused ones. */
export async function importResults(runId: string, csv: string, by = olga) {
  const { importId } = await inTransaction(app.db, async (tx) => importPayoutResults(tx, by, { runId, csv }))
  const counts = await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)
  let refused = ''
  for await (const part of refusedCsv(app.db, importId, { isNamed: true })) refused += part
  return { counts, refused: refused.trimEnd().split('\r\n').slice(1) }
}
