import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { houseIssued, memberDebt, move, post } from '#server/modules/ledger/public.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { createRedeemer, type Redeemer } from '#testing/redeemers.ts'
import { actor, app, approved, call, openApp, wallet } from './modules/redemptions/redemptions.fixture.ts'
import { yearlyTotals } from './modules/redemptions/yearly-totals.ts'

openApp()

async function paid(member: Redeemer, wish?: object): Promise<string> {
  const redemptionId = await approved(member, wish)
  await app.redemptions.send({ redemptionId, actor, provider: 'manual' })
  await app.redemptions.pay({ redemptionId, actor, reference: 'B-1' })
  return redemptionId
}
const reason = 'Your bank sent it back: the account is closed.'

test('what comes back takes back what was posted, and the member has their crels again', async () => {
  const member = await createRedeemer(app)
  const id = await paid(member, { usdCents: 100_00 })
  const decision = { redemptionId: id, actor, reason }
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await app.redemptions.return(decision)),
  )
  expect(answers.every(({ state }) => state === 'returned')).toBe(true)
  expect(await wallet(member)).toMatchObject({ available: 10_000, reserved: 0, debt: 0 })
  const { rows } = await sql<{ code: string; asset: string; amount: number }>`
    select a.code, a.asset, sum(e.amount)::bigint as amount
    from txn t join entry e on e.txn_id = t.id join account a on a.id = e.account_id
    where t.scope in ('redemption', 'redemption_returned') and t.idem = ${id} group by 1, 2`.execute(app.db)
  expect(rows).toHaveLength(5)
  expect(rows.every(({ amount }) => amount === 0)).toBe(true)
  const { body } = await call(member, 'GET', '/redemptions')
  expect(body.items[0]).toMatchObject({ state: 'returned', reason, reference: null })
  expect(body.items[0].timeline.at(-1)).toMatchObject({ state: 'returned' })
  const statement = await call(member, 'GET', '/wallet/statement')
  expect(statement.body.items[0]).toMatchObject({ kind: 'redemption_returned', crels: 1082 })
  const { rows: now } = await sql<{ year: number }>`
    select extract(year from crels_now() at time zone 'UTC')::int as year`.execute(app.db)
  expect((await yearlyTotals(app.db, now[0]!.year)).filter(({ uid }) => uid === member.uid)).toEqual([])
})

test('fills what is owed first', async () => {
  const member = await createRedeemer(app)
  const id = await paid(member)
  const lines = move(memberDebt(member.party), houseIssued, 400)
  await inTransaction(
    app.db,
    async (tx) => await post(tx, { kind: 'test', scope: 'test', idem: `debt ${id}`, lines }),
  )
  await app.redemptions.return({ redemptionId: id, actor, reason })
  expect(await wallet(member)).toMatchObject({ available: 9_600, debt: 0 })
})

test('of one who has left the house has the crels', async () => {
  const member = await createRedeemer(app)
  const id = await paid(member)
  const { uid, headers, email } = member
  const url = `/api/v1/users/${uid}`
  expect(
    (await app.server.inject({ method: 'DELETE', url, headers, payload: { confirmation: email } }))
      .statusCode,
  ).toBe(202)
  await eraseMembers(app.accountDeletion)
  expect((await app.redemptions.return({ redemptionId: id, actor, reason })).state).toBe('returned')
})

test('only what was paid comes back, and once; the database holds to it', async () => {
  const member = await createRedeemer(app)
  const id = await approved(member)
  await expect(app.redemptions.return({ redemptionId: id, actor, reason })).rejects.toMatchObject({
    code: 'conflict',
  })
  const into = async (state: string) =>
    await sql`update redemption set state = ${state} where id = ${id}`.execute(app.db)
  await expect(into('returned')).rejects.toThrow(/cannot go from approved to returned/)
  await app.redemptions.send({ redemptionId: id, actor, provider: 'manual' })
  await app.redemptions.pay({ redemptionId: id, actor, reference: 'B-2' })
  await expect(into('failed')).rejects.toThrow(/cannot go from paid to failed/)
  await app.redemptions.return({ redemptionId: id, actor, reason })
  await expect(app.redemptions.return({ redemptionId: id, actor, reason: 'Again.' })).rejects.toMatchObject({
    code: 'conflict',
  })
  for (const state of ['paid', 'sending', 'failed'])
    await expect(into(state)).rejects.toThrow(/cannot go from returned/)
})

test('one operator says so and another approves it, never of their own account', async () => {
  const [fay, finn] = [
    await operatorBearer(app, 'finance', 'fay@crels.example'),
    await operatorBearer(app, 'finance', 'finn@crels.example'),
  ]
  await giveFactor(app, fay.operatorId)
  await giveFactor(app, finn.operatorId)
  const member = await createRedeemer(app)
  const id = await paid(member)
  const say = async (redemptionId: string) =>
    await callOperator(app, fay, {
      method: 'POST',
      path: `/redemptions/${redemptionId}/returned`,
      payload: { reason },
    })
  const proposed = await say(id)
  expect(proposed).toMatchObject({
    status: 202,
    body: { action: 'redemption.returned', memberUid: member.uid, input: { redemptionId: id } },
  })
  const approve = async (who: typeof fay) =>
    await callOperator(app, who, { method: 'POST', path: `/pending-acts/${proposed.body.id}/approval` })
  expect((await approve(fay)).status).toBe(403)
  expect((await app.redemptions.show(id)).state).toBe('paid')
  expect((await approve(finn)).status).toBe(200)
  expect((await app.redemptions.show(id)).state).toBe('returned')
  // What cannot be done is refused at once.
  expect((await say(await approved(member))).status).toBe(409)
  const own = await createRedeemer(app, { email: fay.email })
  expect((await say(await paid(own))).status).toBe(403)
})

test('what came back by another way since it was proposed is not posted back again', async () => {
  const [fay, finn] = [
    await operatorBearer(app, 'finance', 'fay@crels.example'),
    await operatorBearer(app, 'finance', 'finn@crels.example'),
  ]
  const member = await createRedeemer(app)
  const id = await paid(member)
  const { body: proposed } = await callOperator(app, fay, {
    method: 'POST',
    path: `/redemptions/${id}/returned`,
    payload: { reason },
  })
  const path = `/pending-acts/${proposed.id}`
  const { available } = await wallet(member)
  expect((await callOperator(app, finn, { path })).body).toMatchObject({
    changed: null,
    effect: { kind: 'balance', before: { available }, after: { available: 10_000 } },
  })
  await app.redemptions.return({ redemptionId: id, actor, reason: 'PayPal took it back.' })
  const said = expect.stringMatching(
    /^This changed since it was proposed\. The redemption was paid and is returned now\. .+ did redemption\.returned on it at /,
  ) as string
  expect((await callOperator(app, finn, { path })).body).toMatchObject({ changed: said, effect: null })
  expect(await callOperator(app, finn, { method: 'POST', path: `${path}/approval` })).toMatchObject({
    status: 409,
    body: { detail: said },
  })
  expect(await wallet(member)).toMatchObject({ available: 10_000 })
})

test('no proposal keeps words about a member who has left, whenever it was made and however it ended', async () => {
  const [fia, fox] = [
    await operatorBearer(app, 'finance', 'fia@crels.example'),
    await operatorBearer(app, 'finance', 'fox@crels.example'),
  ]
  await giveFactor(app, fia.operatorId)
  await giveFactor(app, fox.operatorId)
  const member = await createRedeemer(app)
  const ids = [
    await paid(member, { usdCents: 20_00 }),
    await paid(member, { usdCents: 21_00 }),
    await paid(member, { usdCents: 22_00 }),
    await paid(member, { usdCents: 23_00 }),
    await paid(member, { usdCents: 24_00 }),
  ]
  const words = 'Ada closed her account at the bank.'
  const propose = async (id: string) =>
    await callOperator(app, fia, {
      method: 'POST',
      path: `/redemptions/${id}/returned`,
      payload: { reason: words },
    })
  const decide = async (proposed: { body: { id: string } }, decision: 'approval' | 'rejection') =>
    await callOperator(app, fox, {
      method: 'POST',
      path: `/pending-acts/${proposed.body.id}/${decision}`,
      ...(decision === 'rejection' && { payload: { reason: words } }),
    })
  const kept = async () => {
    const { rows } = await sql<{ id: string; state: string }>`
      select id, state from pending_act where ${words} in (reason, note) order by proposed_at`.execute(app.db)
    return rows.map(({ state }) => state)
  }
  expect((await decide(await propose(ids[0]!), 'approval')).status).toBe(200)
  expect((await decide(await propose(ids[1]!), 'rejection')).status).toBe(200)
  const late = await propose(ids[2]!)
  await sql`
    update pending_act set state = 'expired', decided_at = now() where id = ${late.body.id as string}`.execute(
    app.db,
  )
  expect((await propose(ids[3]!)).status).toBe(202)
  expect(await kept()).toEqual(['done', 'rejected', 'expired', 'waiting'])
  const { uid, headers, email } = member
  const url = `/api/v1/users/${uid}`
  await app.server.inject({ method: 'DELETE', url, headers, payload: { confirmation: email } })
  await eraseMembers(app.accountDeletion)
  expect(await kept()).toEqual([])

  const after = await propose(ids[3]!)
  expect(after).toMatchObject({ status: 202, body: { memberUid: member.party, reason: 'erased' } })
  // The same again is that one.
  expect((await propose(ids[3]!)).body.id).toBe(after.body.id)
  expect((await decide(await propose(ids[4]!), 'rejection')).body).toMatchObject({
    state: 'rejected',
    note: null,
  })
  expect(await kept()).toEqual([])
  expect((await decide(after, 'approval')).status).toBe(200)
  expect((await app.redemptions.show(ids[3]!)).state).toBe('returned')
  // Whatever writes it: the database itself keeps none.
  await sql`update pending_act set reason = ${words}, note = ${words} where id = ${after.body.id as string}`.execute(
    app.db,
  )
  expect(await kept()).toEqual([])
})
