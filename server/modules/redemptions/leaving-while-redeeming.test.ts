import { expect, test } from 'vitest'
import { testActor } from '#testing/operators.ts'
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
    redemption: { isCancellable: true, typicalBy: null },
  })
  expect((await leave(member)).json().code).toBe('deletion_blocked')
  await app.redemptions.approve({ redemptionId: id, actor: testActor })
  expect((await leave(member)).json().code).toBe('deletion_blocked')
  const { blocked } = (await call(member, 'GET', `/users/${member.uid}/deletion`)).body
  expect(blocked.redemption, 'it can be cancelled no more').toEqual({ isCancellable: false, typicalBy: null })
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
