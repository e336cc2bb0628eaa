import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutEffects, Simulation } from '#contracts/operator-economy.schemas.ts'
import { setEconomy } from '#server/modules/economy/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import type { TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'

let app: TestApp
let mona: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mona = await operatorBearer(app, 'owner')
})
afterAll(() => app.close())

/** What a setting would make of who is paid. */
async function effects(path: string, value: number): Promise<PayoutEffects> {
  const payload = { settings: [{ path, value }] }
  const answer = await callOperator(app, mona, { method: 'POST', path: '/economy/simulations', payload })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (answer.body as Simulation).payouts
}

/** Redemptions of a member that they cancelled so many days ago. */
async function cancelled(member: Redeemer, daysAgo: number[]): Promise<void> {
  for (const days of daysAgo) {
    const { id } = await redeem(app, member, { crels: 300 })
    const { headers } = member
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/v1/redemptions/${id}/cancel`,
      headers,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await sql`update redemption set state_at = crels_now() - make_interval(days => ${days}) where id = ${id}`.execute(
      app.db,
    )
  }
}

async function set(path: string, value: number): Promise<void> {
  await inTransaction(app.db, async (tx) =>
    setEconomy(tx, testActor, { settings: [{ path, value }], reason: 'a test' }),
  )
}

test('a minimum payout says who has enough for it, before and after, to the crel', async () => {
  // $20.00 take 221 crels at 10.5 for a dollar, asked for in dollars or given in crels; $50.00 take 552.
  const [below, , , above] = [
    await createRedeemer(app, { crels: 220 }),
    await createRedeemer(app, { crels: 221 }),
    await createRedeemer(app, { crels: 551 }),
    await createRedeemer(app, { crels: 552 }),
  ]
  const disabled = await createRedeemer(app, { crels: 551 })
  await sql`update member set state = 'disabled' where uid = ${disabled.uid}`.execute(app.db)
  // What is reserved for a redemption is not there for another.
  const busy = await createRedeemer(app, { crels: 700 })
  await redeem(app, busy, { crels: 500 })
  const { minimum } = await effects('redemption.netUsdCentsMin', 50_00)
  expect(minimum).toEqual({
    before: { members: 3, crels: 1_324, usdCents: 126_09 },
    after: { members: 1, crels: 552, usdCents: 52_57 },
  })
  expect((await effects('redemption.netUsdCentsMin', 1)).minimum!.after.members).toBe(5)
  expect((await effects('redemption.quoteMinutes', 5)).minimum).toBeNull()
  // What it says is what happens.
  await expect(redeem(app, below, { usdCents: 20_00 })).rejects.toThrow()
  expect((await redeem(app, above, { usdCents: 50_00 })).state).toBe('requested')
  await sql`update member set state = 'disabled'`.execute(app.db)
})

test('a shorter freeze ends none that began, a slip ends whole, and who is frozen is counted', async () => {
  const [taken, longAgo] = [
    await createRedeemer(app, { crels: 2_100 }),
    await createRedeemer(app, { crels: 1_050 }),
  ]
  await redeem(app, taken, { crels: 1_000 })
  const changed = async ({ uid }: TestMember, hours: number) =>
    await askServer(
      app.databaseUrl,
      "insert into identity.security_event (uid, kind, at) values ($1, 'password_reset', now() - $2::interval)",
      { values: [uid, `${hours} hours`] },
    )
  await changed(taken, 1)
  await changed(longAgo, 50)
  const one = {
    members: 1,
    crels: 2_100,
    usdCents: 200_00,
    redemptions: { count: 1, usdCents: expect.any(Number) as number },
  }
  expect((await effects('redemption.accountChangeHours', 0)).frozen).toEqual({ before: one, after: one })
  expect((await effects('redemption.accountChangeHours', 72)).frozen).toMatchObject({
    before: one,
    after: { members: 2, crels: 3_150, redemptions: { count: 1 } },
  })
  expect((await effects('redemption.quoteMinutes', 5)).frozen).toBeNull()

  const hoursLeft = async ({ headers }: TestMember) => {
    const { frozenUntil } = (
      await app.server.inject({ url: '/api/v1/redemptions/terms', headers })
    ).json() as { frozenUntil: string | null }
    return frozenUntil === null ? 0 : Math.round((Date.parse(frozenUntil) - Date.now()) / 3_600_000)
  }
  await set('redemption.accountChangeHours', 0)
  expect([await hoursLeft(taken), await hoursLeft(longAgo)]).toEqual([47, 0])
  // Whoever took it over ends it by no other password either.
  await changed(taken, 0)
  expect(await hoursLeft(taken)).toBe(47)
  // What changes from now on has the new length.
  await changed(longAgo, 0)
  expect(await hoursLeft(longAgo)).toBe(0)
  await set('redemption.accountChangeHours', 72)
  expect([await hoursLeft(taken), await hoursLeft(longAgo)]).toEqual([72, 72])

  // A slip ends with its settings, for who changed an account meanwhile too.
  const [settled, meanwhile] = [
    await createRedeemer(app, { crels: 0 }),
    await createRedeemer(app, { crels: 0 }),
  ]
  await changed(settled, 100)
  await set('redemption.accountChangeHours', 4_800)
  await changed(meanwhile, 0)
  expect([await hoursLeft(settled), await hoursLeft(meanwhile)]).toEqual([4_700, 4_800])
  expect((await effects('redemption.accountChangeHours', 72)).frozen).toMatchObject({
    before: { members: 4 },
    after: { members: 3 },
  })
  await set('redemption.accountChangeHours', 72)
  expect([await hoursLeft(settled), await hoursLeft(meanwhile), await hoursLeft(taken)]).toEqual([0, 72, 72])
})

test('fewer cancellations, or more days of them, say who reaches the limit at once, and what they cannot cancel', async () => {
  await sql`update member set state = 'disabled'`.execute(app.db)
  const [never, once, twice, longAgo] = [
    await createRedeemer(app, { crels: 3_000 }),
    await createRedeemer(app, { crels: 3_000 }),
    await createRedeemer(app, { crels: 3_000 }),
    await createRedeemer(app, { crels: 3_000 }),
  ]
  await cancelled(longAgo, [40, 45])
  await cancelled(once, [10])
  await cancelled(twice, [10, 20])
  await redeem(app, never, { usdCents: 20_00 })
  const open = await redeem(app, once, { usdCents: 30_00 })
  const sent = await redeem(app, longAgo, { usdCents: 20_00 })
  // What was approved can be cancelled by nobody.
  await app.redemptions.approve({ redemptionId: sent.id, actor: testActor })
  const none = { count: 0, usdCents: 0 }

  expect((await effects('redemption.cancelsMax', 1)).cancels).toEqual({
    before: { members: 1, redemptions: none },
    after: { members: 2, redemptions: { count: 1, usdCents: 30_00 } },
    newlyMembers: 1,
  })
  expect((await effects('redemption.cancelsMax', 0)).cancels).toEqual({
    before: { members: 1, redemptions: none },
    after: { members: 4, redemptions: { count: 2, usdCents: 50_00 } },
    newlyMembers: 3,
  })
  expect((await effects('redemption.cancelsMax', 3)).cancels).toMatchObject({
    before: { members: 1 },
    after: { members: 0 },
    newlyMembers: 0,
  })
  expect((await effects('redemption.cancelsDays', 60)).cancels).toMatchObject({
    before: { members: 1 },
    after: { members: 2 },
    newlyMembers: 1,
  })
  expect((await effects('redemption.quoteMinutes', 5)).cancels).toBeNull()

  // What it says is what happens.
  await set('redemption.cancelsMax', 1)
  const url = `/api/v1/redemptions/${open.id}/cancel`
  const refused = await app.server.inject({ method: 'POST', url, headers: once.headers })
  expect(refused.json()).toMatchObject({ code: 'cancel_limit' })
})
