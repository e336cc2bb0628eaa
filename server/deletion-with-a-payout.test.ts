import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { applyTombstones } from './modules/accounts/apply-tombstones.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import { personHash } from './modules/accounts/tombstone-queries.ts'
import { app, openApp } from './modules/redemptions/redemptions.fixture.ts'

openApp()

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
    expect(await eraseMembers(deps)).toMatchObject({ blocked: 1 })
    const owner = await operatorBearer(app, 'owner')
    const other = { via: 'job', source: 'another' } as const
    const shown = async () => await callOperator(app, owner, { path: `/deletions/${party}` })
    expect((await shown()).body).toMatchObject({ id: party, why: 'redemption' })
    if (end === 'paid') await app.redemptions.pay({ redemptionId: id, actor: testActor, reference: 'PAY-1' })
    else await app.redemptions.fail({ redemptionId: id, actor: other, reason: 'None at the bank.' })
    const database = openDatabase({ url: app.databaseUrl, poolSize: 1, name: 'an hour later' })
    await sql`update deletion set requested_at = requested_at - interval '1 hour'`.execute(database)
    await database.destroy()
    expect(await eraseMembers(deps)).toMatchObject({ waiting: 0, blocked: 0 })
    expect((await shown()).status).toBe(404)
    const left = await sql<{ state: string; uid: string }>`
    select state, uid from redemption where id = ${id}`.execute(app.db)
    expect(left.rows).toEqual([{ state: end, uid: party }])
  },
)
