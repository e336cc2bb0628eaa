import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eraseMembers } from '#server/modules/accounts/erase-members.ts'
import { applyTombstones } from '#server/modules/accounts/apply-tombstones.ts'
import { personHash } from '#server/modules/accounts/tombstone-queries.ts'
import { openDatabase } from '#server/platform/database.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, quoteFor, redeem, type Redeemer } from '#testing/redeemers.ts'
import { app, call, openApp, request } from './redemptions.fixture.ts'

openApp()

const leave = async ({ uid, email, headers }: Redeemer) =>
  await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${uid}`,
    headers,
    payload: { confirmation: email },
  })

test('refuses to delete an account while a redemption is under way, and allows it afterwards', async () => {
  const member = await createRedeemer(app)
  const { id } = await redeem(app, member)
  expect((await call(member, 'GET', `/users/${member.uid}/deletion`)).body.blocked).toEqual({
    by: 'redemption',
    until: null,
  })
  expect((await leave(member)).json().code).toBe('deletion_blocked')
  await app.redemptions.approve({ redemptionId: id, actor: testActor })
  expect((await leave(member)).json().code).toBe('deletion_blocked')
  await app.redemptions.fail({ redemptionId: id, actor: testActor, reason: 'test' })
  expect((await leave(member)).statusCode).toBe(202)
})

test('a redemption and a deletion at once: one of the two', async () => {
  for (let round = 0; round < 8; round += 1) {
    const member = await createRedeemer(app)
    const { id } = await quoteFor(app, member, { crels: 1_000 })
    const [redeemed, left] = await Promise.all([request(member, id), leave(member)])
    expect([redeemed.status === 201, left.statusCode === 202].filter(Boolean)).toHaveLength(1)
  }
})

test.each([
  ['paid', 'paid'],
  ['not paid', 'failed'],
] as const)(
  'a deletion that an old backup brought back waits until its redemption is said to be %s',
  async (_, end) => {
    const member = await createRedeemer(app)
    const { id } = await redeem(app, member)
    await app.redemptions.approve({ redemptionId: id, actor: testActor })
    await app.redemptions.send({ redemptionId: id, actor: testActor, provider: 'manual' })
    // The backup is from before the payment, and the file beside it knows that they left after it.
    const { accountDeletion: deps } = app
    const { rows } = await sql<{ iss: string; sub: string; party: string }>`
    select iss, sub, party from member where uid = ${member.uid}`.execute(app.db)
    const { party } = rows[0]!
    deps.tombstones.add([personHash(rows[0]!).toString('hex')])
    expect(await applyTombstones(deps, pino({ level: 'silent' }))).toBe(1)
    expect(await eraseMembers(deps)).toMatchObject({ held: 1 })
    const owner = await operatorBearer(app, 'owner')
    const other = { via: 'job', source: 'another' } as const
    const shown = async () => await callOperator(app, owner, { path: `/deletions/${party}` })
    expect((await shown()).body).toMatchObject({ id: party, why: 'redemption' })
    if (end === 'paid') await app.redemptions.pay({ redemptionId: id, actor: testActor, reference: 'PAY-1' })
    else await app.redemptions.fail({ redemptionId: id, actor: other, reason: 'None at the bank.' })
    const database = openDatabase({ url: app.databaseUrl, poolSize: 1, name: 'an hour later' })
    await sql`update deletion set requested_at = requested_at - interval '1 hour'`.execute(database)
    await database.destroy()
    expect(await eraseMembers(deps)).toMatchObject({ waiting: 0, held: 0 })
    expect((await shown()).status).toBe(404)
    const left = await sql<{ state: string; uid: string }>`
    select state, uid from redemption where id = ${id}`.execute(app.db)
    expect(left.rows).toEqual([{ state: end, uid: party }])
  },
)
