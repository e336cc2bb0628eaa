import { expect, test } from 'vitest'
import {
  minimumBalance,
  housePayout,
  memberAvailable,
  move,
  houseIssued,
  placeHold,
  post,
} from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { manyAtOnce } from '#testing/config.ts'
import type { TestMember } from '#testing/members.ts'
import { app, claim, claimAtOnce, setClock, memberIn, openApp, read, partyOf } from '#testing/check-ins.ts'

openApp()

let posts = 0

/** Gives crels to a member, or takes them. */
async function give(member: TestMember, crels: number): Promise<void> {
  posts += 1
  const account = memberAvailable(await partyOf(member))
  const lines = crels > 0 ? move(houseIssued, account, crels) : move(account, housePayout('CREL'), -crels)
  await inTransaction(app.db, (tx) =>
    post(tx, { kind: 'test', scope: 'test', idem: `holder-${posts}`, lines }),
  )
}

/** A member who signed up on a day, by domain time. */
async function memberSince(moment: string): Promise<TestMember> {
  await setClock(moment)
  return await memberIn('UTC')
}

const claimPrize = async (member: TestMember) => await claim(member, 'holder-prize')

test('pays by the fewest crels held over 30 days, and again after 28 days in another month', async () => {
  const ada = await memberSince('2027-01-01T00:00:00Z')
  await give(ada, 1_500)
  await setClock('2027-01-20T00:00:00Z')
  await give(ada, -400)
  await give(ada, 900)
  await setClock('2027-02-15T12:00:00Z')
  expect(await read(ada, '/gamification/holder-prize')).toMatchObject({
    month: '2027-02',
    crelsMin: 1_100,
    crelsNow: 2_000,
    windowDays: 30,
    tier: { crels: 1_000, points: 100 },
    refusal: null,
  })
  expect(await claimPrize(ada)).toMatchObject({
    status: 200,
    body: { granted: 100, balance: 100, nextAt: expect.stringMatching(/^2027-03-15T12:/) as string },
  })
  expect(await claimPrize(ada)).toMatchObject({
    status: 409,
    body: { code: 'already_granted', granted: 0, balance: 100 },
  })
  await setClock('2027-03-01T00:00:00Z')
  expect(await claimPrize(ada)).toMatchObject({
    status: 409,
    body: {
      code: 'reward_too_soon',
      detail: 'You can claim the holder prize again 28 days after the last one.',
    },
  })
  await setClock('2027-03-15T13:00:00Z')
  expect(await claimPrize(ada)).toMatchObject({ status: 200, body: { granted: 100 } })
})

test('crels that were away for a moment do not count, and the answer says until when', async () => {
  const ada = await memberSince('2027-04-01T00:00:00Z')
  await give(ada, 500)
  await setClock('2027-05-10T00:00:00Z')
  await give(ada, -450)
  await give(ada, 450)
  await setClock('2027-05-20T00:00:00Z')
  const status = await read(ada, '/gamification/holder-prize')
  expect(status).toMatchObject({ crelsMin: 50, crelsNow: 500, tier: null, refusal: 'too_few_crels' })
  expect(status.heldSince).toMatch(/^2027-05-10T00:/)
  expect(await claimPrize(ada)).toMatchObject({
    status: 422,
    body: {
      code: 'reward_not_eligible',
      nextAt: expect.stringMatching(/^2027-06-09T00:/) as string,
      detail: 'Hold at least 100 crels for 30 days in a row, then claim.',
    },
  })
})

test('counts crels reserved for a redemption', async () => {
  const ada = await memberSince('2027-04-01T00:00:00Z')
  await give(ada, 100)
  await inTransaction(app.db, async (tx) => {
    const account = memberAvailable(await partyOf(ada))
    await placeHold(tx, { account, amount: 60, scope: 'test', idem: 'held' })
  })
  await setClock('2027-05-20T00:00:00Z')
  expect((await claimPrize(ada)).body.granted).toBe(20)
})

test('an account younger than 30 days counts as 0', async () => {
  const ada = await memberSince('2027-06-01T00:00:00Z')
  await give(ada, 20_000)
  await setClock('2027-06-20T00:00:00Z')
  expect(await read(ada, '/gamification/holder-prize')).toMatchObject({ crelsMin: 0, crelsNow: 20_000 })
  expect((await claimPrize(ada)).body).toMatchObject({
    code: 'reward_not_eligible',
    nextAt: expect.stringMatching(/^2027-07-01T00:/) as string,
  })
})

test('many at once are paid once', async () => {
  const ada = await memberSince('2027-04-01T00:00:00Z')
  await give(ada, 100)
  await setClock('2027-05-20T00:00:00Z')
  const answers = await claimAtOnce(ada, 'holder-prize')
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(manyAtOnce - 1)
})

test('computes the past balance from the entries at every moment', async () => {
  const ada = await memberSince('2027-08-01T00:00:00Z')
  const party = await partyOf(ada)
  const balances: { at: number; crels: number }[] = []
  let crels = 0
  // Steps of some hours, up and down.
  for (let step = 0; step < 30; step += 1) {
    const at = Date.parse('2027-08-01T00:00:00Z') + step * 7 * 3_600_000
    const change = step % 3 === 2 ? -Math.min(crels, 40 + step) : 30 + (step % 5) * 10
    await setClock(new Date(at).toISOString())
    await give(ada, change)
    crels += change
    balances.push({ at, crels })
  }
  for (const hours of [1, 3, 8, 20, 50, 100, 199]) {
    const since = balances.at(-1)!.at - hours * 3_600_000
    const inWindow = [balances.findLast(({ at }) => at <= since)!, ...balances.filter(({ at }) => at > since)]
    const held = await minimumBalance(app.db, { party, since: new Date(since + 60_000), enough: 1 })
    expect([hours, held.min, held.now]).toEqual([hours, Math.min(...inWindow.map((one) => one.crels)), crels])
  }
  const unknown = await minimumBalance(app.db, { party: 'pty_none', since: new Date(0), enough: 1 })
  expect(unknown).toEqual({ now: 0, min: 0, enoughSince: null })
})
