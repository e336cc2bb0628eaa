import { expect, test } from 'vitest'
import { manyAtOnce } from '#testing/config.ts'
import { completeProfile, type TestMember } from '#testing/members.ts'
import {
  checkInOn,
  claim,
  claimAtOnce,
  setClock,
  memberIn,
  openApp,
  patchProfile,
  read,
} from '#testing/check-ins.ts'

openApp()

const daysOf = (month: string, count: number) =>
  Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)

const claimMonth = async (member: TestMember) => await claim(member, 'monthly-claim')

test('pays for the check-ins of the month before, once a month', async () => {
  const ada = await memberIn('UTC', { profile: completeProfile })
  await checkInOn(ada, daysOf('2027-01', 5))
  expect(await claimMonth(ada)).toMatchObject({
    status: 422,
    body: {
      code: 'reward_not_eligible',
      granted: 0,
      nextAt: '2027-02-01T00:00:00.000Z',
      detail: 'Your check-ins last month: 0. The claim starts at 5.',
    },
  })
  await setClock('2027-02-01T00:00:01Z')
  const before = await read(ada, '/gamification/monthly-claim')
  expect(before).toMatchObject({
    month: '2027-02',
    countedMonth: '2027-01',
    checkIns: 5,
    tier: { checkIns: 5, points: 100 },
    claimed: null,
    refusal: null,
    closesAt: '2027-03-01T00:00:00.000Z',
  })
  const paid = await claimMonth(ada)
  expect(paid).toMatchObject({
    status: 200,
    body: { granted: 100, nextAt: '2027-03-01T00:00:00.000Z' },
  })
  expect(await claimMonth(ada)).toMatchObject({
    status: 409,
    body: {
      code: 'already_granted',
      granted: 0,
      balance: paid.body.balance,
      nextAt: '2027-03-01T00:00:00.000Z',
    },
  })
  expect(await read(ada, '/gamification/monthly-claim')).toMatchObject({
    refusal: 'claimed',
    claimed: { points: 100 },
  })
})

test('needs a complete profile, and says so', async () => {
  const ada = await memberIn('UTC')
  await checkInOn(ada, daysOf('2027-03', 15))
  await setClock('2027-04-02T12:00:00Z')
  expect(await claimMonth(ada)).toMatchObject({
    status: 422,
    body: { detail: 'Complete your profile first, then claim.', nextAt: null },
  })
  await patchProfile(ada, completeProfile)
  expect(await claimMonth(ada)).toMatchObject({ status: 200, body: { granted: 200 } })
})

test('many at once are paid once', async () => {
  const ada = await memberIn('UTC', { profile: completeProfile })
  await checkInOn(ada, daysOf('2027-05', 25))
  await setClock('2027-06-30T23:00:00Z')
  const answers = await claimAtOnce(ada, 'monthly-claim')
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.granted)).toEqual([400])
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(manyAtOnce - 1)
})

test('names the month after next as the first where the days left are too few', async () => {
  await setClock('2027-07-28T12:00:00Z')
  const ada = await memberIn('UTC', { profile: completeProfile })
  expect(await claimMonth(ada)).toMatchObject({
    status: 422,
    body: { code: 'reward_not_eligible', nextAt: '2027-09-01T00:00:00.000Z' },
  })
  const { pending } = await read(ada, '/rewards')
  expect(pending).toContainEqual(
    expect.objectContaining({
      reward: 'monthly-claim',
      reason: 'first_month',
      until: '2027-09-01T00:00:00.000Z',
    }),
  )
  // West of UTC that one begins as it begins there.
  const bob = await memberIn('America/Los_Angeles', { profile: completeProfile })
  expect(await claimMonth(bob)).toMatchObject({ status: 422, body: { nextAt: '2027-09-01T07:00:00.000Z' } })
})

test('waits in the west for the last date of the month that counts', async () => {
  const ada = await memberIn('America/Los_Angeles', { profile: completeProfile })
  const bob = await memberIn('America/Los_Angeles', { profile: completeProfile })
  const cleo = await memberIn('America/Los_Angeles', { profile: completeProfile })
  const dan = await memberIn('America/Los_Angeles', { profile: completeProfile })
  const august = daysOf('2027-08', 30)
  for (const date of august.slice(6)) {
    await setClock(`${date}T19:00:00Z`)
    await Promise.all([ada, dan].map(async (one) => expect((await claim(one)).status).toBe(200)))
    if (date >= '2027-08-27') expect((await claim(bob)).status).toBe(200)
    if (date >= '2027-08-28') expect((await claim(cleo)).status).toBe(200)
  }

  // 31 August, 17:30 where they are.
  await setClock('2027-09-01T00:30:00Z')
  const endsAt = '2027-09-01T07:00:00.000Z'
  expect(await read(ada, '/gamification/monthly-claim')).toMatchObject({
    month: '2027-09',
    countedMonth: '2027-08',
    countedMonthEndsAt: endsAt,
    checkIns: 24,
    tier: { points: 200 },
    refusal: 'month_open',
    closesAt: '2027-10-01T00:00:00.000Z',
    nextOpensAt: '2027-10-01T07:00:00.000Z',
  })
  expect(await claimMonth(ada)).toMatchObject({
    status: 422,
    body: { code: 'reward_not_eligible', granted: 0, nextAt: endsAt },
  })
  const { claimable, pending } = await read(ada, '/rewards')
  expect(claimable.map(({ reward }: { reward: string }) => reward)).not.toContain('monthly-claim')
  expect(pending).toContainEqual(
    expect.objectContaining({ reward: 'monthly-claim', reason: 'month_open', until: endsAt, points: 200 }),
  )
  // The profile is asked for first.
  await patchProfile(dan, { channels: [] })
  expect(await read(dan, '/gamification/monthly-claim')).toMatchObject({
    refusal: 'profile_incomplete',
    countedMonthEndsAt: endsAt,
    tier: { points: 200 },
  })
  await patchProfile(dan, completeProfile)
  // Four, and today's makes it five; three, and nothing does.
  expect(await read(bob, '/gamification/monthly-claim')).toMatchObject({ refusal: 'month_open', tier: null })
  expect(await read(cleo, '/gamification/monthly-claim')).toMatchObject({
    refusal: 'too_few_check_ins',
    countedMonthEndsAt: null,
  })

  // Once the date is taken nothing is left to wait for.
  for (const one of [ada, bob]) expect((await claim(one)).status).toBe(200)
  expect(await claimMonth(ada)).toMatchObject({
    status: 200,
    body: { granted: 400, nextAt: '2027-10-01T07:00:00.000Z' },
  })
  expect(await claimMonth(bob)).toMatchObject({ status: 200, body: { granted: 100 } })

  // Nor once it is over.
  await setClock(endsAt)
  expect(await claimMonth(dan)).toMatchObject({ status: 200, body: { granted: 200 } })
})
