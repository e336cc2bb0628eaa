import { expect, test } from 'vitest'
import { app, openApp } from '#server/modules/conversions/conversions.fixture.ts'
import { operatorActing } from '#server/modules/operators/public.ts'
import { callOperator, type TestOperator } from '#testing/operators.ts'
import { addUsableDestination, createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { boss, call, done, kim, olga, openTrials, own } from './own-account.fixture.ts'

openApp()
openTrials()

test('nobody approves or sends what goes where they were paid themselves, nor a run of it', async () => {
  // One mailbox, spelled in two ways.
  const to = { kind: 'gift_card', email: 'Shared.Box@gmail.com' }
  const friend = await createRedeemer(app, { to: { ...to, email: 'sharedbox+2@googlemail.com' } })
  const stranger = await createRedeemer(app, { to: { kind: 'paypal', email: own.email } })
  const sharedId = await addUsableDestination(app, own, to)
  const askedBy = async (who: Redeemer) => (await redeem(app, who)).id
  const approvalOf = (id: string) => ({ path: `/redemptions/${id}/approve` })

  // That both have the address says nothing: anybody can type it.
  await done(boss, approvalOf(await askedBy(friend)))
  for (const destinationId of [sharedId, own.destinationId])
    await done(olga, approvalOf((await redeem(app, { headers: own.headers, destinationId })).id))

  const id = await askedBy(friend)
  const isWhereOwnWasPaid = {
    status: 403,
    body: { detail: expect.stringContaining('your own account was paid') },
  }
  expect(await call(boss, approvalOf(id))).toMatchObject(isWhereOwnWasPaid)
  await done(olga, approvalOf(id))
  const sending = { path: `/redemptions/${id}/send`, payload: { provider: 'manual' } }
  expect(await call(boss, sending)).toMatchObject(isWhereOwnWasPaid)
  await done(kim, sending)
  // That it did not arrive would give the crels back to who has the dollars.
  const failing = { path: `/redemptions/${id}/failed`, payload: { reason: 'It came back.' } }
  expect(await call(boss, failing)).toMatchObject(isWhereOwnWasPaid)
  await done(olga, failing)

  // So would that it came back: it is neither proposed nor approved by who has them, nor done by a command.
  const back = await askedBy(friend)
  await done(olga, approvalOf(back))
  await done(kim, { path: `/redemptions/${back}/send`, payload: { provider: 'manual' } })
  await done(kim, { path: `/redemptions/${back}/paid`, payload: { reference: 'GC-9' } })
  const reason = 'It was sent back.'
  const returning = { path: `/redemptions/${back}/returned`, payload: { reason } }
  expect(await call(boss, returning)).toMatchObject(isWhereOwnWasPaid)
  const actor = await operatorActing(app.db, boss.email)
  await expect(app.redemptions.return({ redemptionId: back, actor, reason })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('your own account was paid'),
  })
  const proposal = await done(kim, returning)
  const isOffered = async (who: TestOperator) =>
    (await callOperator(app, who, { path: `/pending-acts/${proposal.id}` })).body.isYoursToApprove
  expect([await isOffered(boss), await isOffered(olga)]).toEqual([false, true])
  const returnApproval = { path: `/pending-acts/${proposal.id}/approval` }
  expect(await call(boss, returnApproval)).toMatchObject(isWhereOwnWasPaid)
  await done(olga, returnApproval)
  expect((await app.redemptions.show(back)).state).toBe('returned')

  const inRun = await askedBy(stranger)
  await done(olga, approvalOf(inRun))
  const { run } = await done(kim, {
    path: '/payout-runs',
    payload: { format: 'paypal', redemptionIds: [inRun] },
  })
  expect(await call(boss, { path: `/payout-runs/${run.id}/approve` })).toMatchObject(isWhereOwnWasPaid)
  await done(olga, { path: `/payout-runs/${run.id}/approve` })
  // It can be turned down all the same.
  await done(boss, { path: `/redemptions/${await askedBy(friend)}/reject`, payload: { reason: 'No.' } })
})
