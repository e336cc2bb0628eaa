import { beforeAll, expect, test } from 'vitest'
import { brokenBy } from '#testing/broken-by.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { testActor } from '#testing/operators.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { actor, app, approved, openApp } from './redemptions.fixture.ts'
import { reconcileRedemptions } from './reconcile-redemptions.ts'
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
  ).toEqual({ holds: [ids.paid], paid: [ids.paid] })
  expect(
    await broken(`
      update redemption set state = 'paid', provider = 'manual', provider_state = 'accepted', reference = 'r',
        paid_on = current_date
      where id = '${ids.failed}'`),
  ).toEqual({ holds: [ids.failed], paid: [ids.failed], dollars: [ids.failed] })
  expect(await broken(`update redemption set state = 'paid' where id = '${ids.returned}'`)).toEqual({
    paid: [ids.returned],
  })
})

test('finds one that was paid other dollars than its quote said', async () => {
  expect(
    await broken(`update redemption set usd_cents = usd_cents + 1 where id = '${ids.returned}'`),
  ).toEqual({ dollars: [ids.returned] })
})

test('finds dollars that were paid, and a price that was used, for no redemption', async () => {
  const found = await broken(`delete from redemption where id = '${ids.paid}'`)
  expect(Object.keys(found).toSorted()).toEqual(['posts', 'quotes'])
})
