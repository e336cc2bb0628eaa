import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { brokenBy } from '#testing/broken-by.ts'
import { costsWhenLarge } from '#testing/costs-when-large.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { testActor } from '#testing/operators.ts'
import { reverse } from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { actor, app, approved, openApp } from './redemptions.fixture.ts'
import { reconcileRedemptions, redemptionsProof } from './reconcile-redemptions.ts'
import { returnPayment } from './return-payment.ts'

openApp()

const ids = { requested: '', paid: '', failed: '', returned: '' }

beforeAll(async () => {
  const member = await createRedeemer(app)
  const paid = async () => {
    const redemptionId = await approved(member)
    await app.redemptions.send({ redemptionId, actor, provider: 'manual' })
    await app.redemptions.pay({ redemptionId, actor, reference: redemptionId.slice(-12) })
    return redemptionId
  }
  ids.requested = (await redeem(app, member)).id
  ids.paid = await paid()
  ids.returned = await paid()
  ids.failed = await approved(member)
  await app.redemptions.fail({ redemptionId: ids.failed, actor, reason: 'no such account' })
  const said = { redemptionId: ids.returned, actor: testActor, reason: 'The bank sent it back.' }
  await inTransaction(app.db, async (tx) => await returnPayment(tx, said))
})

const broken = async (statement: string) => await brokenBy(app, statement, reconcileRedemptions)

test('finds nothing where redemptions are in every state', async () => {
  expect(await reconcileRedemptions(app.db)).toEqual([])
})

test('finds one that is under way with its crels free, and one that ended with its crels reserved', async () => {
  const hold = (id: string) => `(select hold_id from redemption where id = '${id}')`
  expect(
    await broken(
      `update hold set state = 'released', ended_at = crels_now() where id = ${hold(ids.requested)}`,
    ),
  ).toEqual({ holds: [ids.requested] })
  expect(
    await broken(`update hold set state = 'open', ended_at = null where id = ${hold(ids.failed)}`),
  ).toEqual({ holds: [ids.failed] })
})

test('finds one that is called paid and was not posted, and one that was posted and is not called paid', async () => {
  expect(
    await broken(`update redemption set state = 'failed', paid_on = null where id = '${ids.paid}'`),
  ).toEqual({ holds: [ids.paid], paid: [ids.paid], dollars: [ids.paid], crels: [ids.paid] })
  expect(
    await broken(`
      update redemption set state = 'paid', provider = 'manual', provider_state = 'accepted', reference = 'r',
        paid_on = current_date
      where id = '${ids.failed}'`),
  ).toEqual({ holds: [ids.failed], paid: [ids.failed], dollars: [ids.failed], crels: [ids.failed] })
  expect(await broken(`update redemption set state = 'paid' where id = '${ids.returned}'`)).toEqual({
    paid: [ids.returned],
    dollars: [ids.returned],
    crels: [ids.returned],
  })
})

test('finds one that was paid other dollars than its quote said', async () => {
  expect(await broken(`update redemption set usd_cents = usd_cents + 1 where id = '${ids.paid}'`)).toEqual({
    dollars: [ids.paid],
  })
})

test('finds one of which another sum came back than was paid, of dollars and of crels', async () => {
  const entryOf = (asset: string) => `
    update entry set amount = amount + 1 where asset = '${asset}'
      and txn_id = (select id from txn where scope = 'redemption_returned' and idem = '${ids.returned}' and party <> 'house')
      and account_id = (select id from account where code = 'house.payout' and asset = '${asset}')`
  expect(await broken(entryOf('USD'))).toEqual({ dollars: [ids.returned] })
  expect(await broken(entryOf('CREL'))).toEqual({ crels: [ids.returned] })
})

test('finds one that is called paid and whose payment was reversed', async () => {
  const { rows } = await sql<{ id: string }>`
    select distinct id from txn where scope = 'redemption' and idem = ${ids.paid}`.execute(app.db)
  const undo = new Error('undo')
  let found: string[] = []
  await inTransaction(app.db, async (tx) => {
    await reverse(tx, { txnId: rows[0]!.id, kind: 'test', scope: 'test', idem: 'reversed' })
    found = (await reconcileRedemptions(tx)).map(({ check, ids: of }) => `${check} ${of.join()}`)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  expect(found).toEqual([`dollars ${ids.paid}`, `crels ${ids.paid}`])
})

test('finds crels that are reserved for no redemption', async () => {
  const { rows } = await sql<{ holdId: string; quoteId: string }>`
    select hold_id as "holdId", quote_id as "quoteId" from redemption where id = ${ids.requested}`.execute(
    app.db,
  )
  expect(await broken(`delete from redemption where id = '${ids.requested}'`)).toEqual({
    holds: [rows[0]!.holdId],
    quotes: [rows[0]!.quoteId],
  })
})

test('of ten million rows of each table none is read for each row of another', async () => {
  const costs = await costsWhenLarge(app, redemptionsProof.promises)
  expect(Object.entries(costs).filter(([, cost]) => cost > 1e11)).toEqual([])
})

test('finds dollars that were paid, and a price that was used, for no redemption', async () => {
  const found = await broken(`delete from redemption where id = '${ids.paid}'`)
  expect(Object.keys(found).toSorted()).toEqual(['posts', 'quotes'])
})
