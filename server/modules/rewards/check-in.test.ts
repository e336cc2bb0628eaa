import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { manyAtOnce } from '#testing/config.ts'
import { createMember } from '#testing/members.ts'
import { rewardErasure } from './module.ts'
import {
  app,
  checkInOn,
  claim,
  claimAtOnce,
  setClock,
  memberIn,
  openApp,
  patchProfile,
  read,
  partyOf,
} from '#testing/check-ins.ts'
import { testActor } from '#testing/operators.ts'

openApp()

test('pays 10 points the first time and says what comes next', async () => {
  await setClock('2027-03-10T12:00:00Z')
  const ada = await memberIn('Europe/Berlin')
  expect(await claim(ada)).toEqual({
    status: 200,
    body: {
      granted: 10,
      balance: 10,
      nextAt: '2027-03-10T23:00:00.000Z',
      date: '2027-03-10',
      streak: 1,
      longestStreak: 1,
      bonusPoints: 0,
      boostPoints: 0,
      frozenDates: [],
      freezes: { monthly: 1, bought: 0 },
    },
  })
  expect((await balances(app.db, await partyOf(ada))).points).toBe(10)
})

test('the second time of a date is 409 with the balance and when the next is possible', async () => {
  await setClock('2027-03-10T12:00:00Z')
  const ada = await memberIn('Asia/Tokyo')
  await claim(ada)
  await setClock('2027-03-10T14:00:00Z')
  expect(await claim(ada, 'daily-check-in', {})).toMatchObject({
    status: 409,
    body: {
      code: 'already_granted',
      granted: 0,
      balance: 10,
      nextAt: '2027-03-10T15:00:00.000Z',
      detail: 'You’ve checked in today. Come back tomorrow.',
    },
  })
  await setClock('2027-03-10T15:00:01Z')
  expect(await claim(ada)).toMatchObject({
    status: 200,
    body: { date: '2027-03-11', streak: 2, granted: 15 },
  })
})

test('many at once grant once', async () => {
  await setClock('2027-03-12T12:00:00Z')
  const ada = await memberIn('Europe/Berlin')
  const answers = await claimAtOnce(ada, 'daily-check-in')
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(manyAtOnce - 1)
  expect(new Set(answers.map(({ body }) => body.balance))).toEqual(new Set([10]))
  const party = await partyOf(ada)
  const { rows } = await sql`select from check_in where party = ${party}`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('the same Idempotency-Key gets the same answer, with another body 422', async () => {
  await setClock('2027-03-12T12:00:00Z')
  const ada = await memberIn('Europe/Berlin')
  const ask = async (payload?: object) =>
    await app.server.inject({
      method: 'POST',
      url: '/api/v1/gamification/daily-check-in',
      headers: { ...ada.headers, 'idempotency-key': 'today' },
      payload,
    })
  const first = await ask({})
  expect((await ask({})).json()).toEqual(first.json())
  const other = await ask({ again: true })
  expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
})

test('a week pays the steps and the bonus of the seventh day, each a line of the history', async () => {
  const ada = await memberIn(null)
  const dates = Array.from({ length: 8 }, (_, day) => `2028-02-${24 + day}`).slice(0, 6)
  await checkInOn(ada, [...dates, '2028-03-01'])
  expect((await read(ada, '/gamification/daily-check-in?month=2028-02')).days.at(-1)).toMatchObject({
    date: '2028-02-29',
    points: 35,
  })
  const status = await read(ada, '/gamification/daily-check-in')
  expect(status).toMatchObject({
    timeZone: 'UTC',
    isCheckedIn: true,
    streak: 7,
    longestStreak: 7,
    checkIns: 7,
    nextAt: '2028-03-02T00:00:00.000Z',
    next: { streak: 8, points: 40, bonusPoints: 0 },
    nextBonus: { streak: 14, bonusPoints: 50 },
    month: '2028-03',
    strip: [1, 2, 3, 4, 5, 6, 7].map((streak) => ({ streak, state: 'checked' })),
  })
  expect(
    status.days.map((day: { date: string; points: number; bonusPoints: number }) => [
      day.date,
      day.points,
      day.bonusPoints,
    ]),
  ).toEqual([
    ['2028-02-24', 10, 0],
    ['2028-02-25', 15, 0],
    ['2028-02-26', 20, 0],
    ['2028-02-27', 25, 0],
    ['2028-02-28', 30, 0],
    ['2028-02-29', 35, 0],
    ['2028-03-01', 40, 50],
  ])
  expect((await balances(app.db, await partyOf(ada))).points).toBe(225)
})

test('a freeze covers a missed date, and is used up; then a gap is a fresh start', async () => {
  const ada = await memberIn('UTC')
  await checkInOn(ada, ['2027-05-01', '2027-05-02'])
  await setClock('2027-05-04T12:00:00Z')
  expect(await read(ada, '/gamification/daily-check-in')).toMatchObject({
    isCheckedIn: false,
    streak: 2,
    datesToFreeze: ['2027-05-03'],
    lostStreak: 0,
    strip: [
      { streak: 1, date: '2027-05-01', points: 10, state: 'checked' },
      { streak: 2, date: '2027-05-02', points: 15, state: 'checked' },
      { streak: 3, date: '2027-05-04', points: 20, state: 'next' },
      { streak: 4, date: '2027-05-05', points: 25, state: 'later' },
      { streak: 5 },
      { streak: 6 },
      { streak: 7, points: 40, bonusPoints: 50, state: 'later' },
    ],
  })
  expect((await claim(ada)).body).toMatchObject({
    granted: 20,
    streak: 3,
    frozenDates: ['2027-05-03'],
    freezes: { monthly: 0 },
  })
  expect((await read(ada, '/notifications')).items).toMatchObject([
    {
      kind: 'freeze_used',
      title: 'Your streak of 3 days is safe',
      body: 'A streak freeze covered May 3, 2027, which you missed.',
      path: '/points/daily-check-in',
    },
  ])
  await setClock('2027-05-06T12:00:00Z')
  expect(await read(ada, '/gamification/daily-check-in')).toMatchObject({ streak: 0, lostStreak: 3 })
  expect((await claim(ada)).body).toMatchObject({ granted: 10, streak: 1, longestStreak: 3, frozenDates: [] })
  const { days } = await read(ada, '/gamification/daily-check-in')
  expect(days.map(({ state }: { state: string }) => state)).toEqual([
    'checked',
    'checked',
    'frozen',
    'checked',
    'checked',
  ])
})

test('another amount applies to what comes after', async () => {
  const ada = await memberIn('UTC')
  await checkInOn(ada, ['2027-06-01'])
  const set = async (value: number) =>
    await inTransaction(app.db, (tx) =>
      setEconomy(tx, testActor, {
        settings: [{ path: 'checkIn.stepPoints', value }],
        reason: 'a change',
      }),
    )
  await set(90)
  await setClock('2027-06-02T12:00:00Z')
  expect((await claim(ada)).body).toMatchObject({ granted: 100, balance: 110 })
  await set(5)
})

describe('before the first check-in of a member without a time zone', () => {
  const path = '/gamification/daily-check-in'

  test('the day is that of the browser, and nothing is kept of it', async () => {
    await setClock('2027-07-01T13:30:00Z')
    const ada = await memberIn(null)
    expect(await read(ada, `${path}?timeZone=Pacific/Auckland`)).toMatchObject({
      date: '2027-07-02',
      timeZone: 'Pacific/Auckland',
      dayEndsAt: '2027-07-02T12:00:00.000Z',
      nextAt: null,
    })
    expect(await read(ada, `${path}?timeZone=America/New_York`)).toMatchObject({ date: '2027-07-01' })
    for (const zone of ['', '?timeZone=', '?timeZone=Mars/Olympus', '?timeZone=%2B02:00'])
      expect(await read(ada, path + zone)).toMatchObject({ date: '2027-07-01', timeZone: 'UTC' })
  })

  test('a zone that is known is never that of the browser', async () => {
    await setClock('2027-07-01T13:30:00Z')
    const berlin = await memberIn('Europe/Berlin')
    expect(await read(berlin, `${path}?timeZone=Pacific/Auckland`)).toMatchObject({
      timeZone: 'Europe/Berlin',
    })
    const stamped = await memberIn(null)
    await claim(stamped)
    expect(await read(stamped, `${path}?timeZone=Pacific/Auckland`)).toMatchObject({
      timeZone: 'UTC',
      isCheckedIn: true,
    })
    const blanked = await memberIn('Europe/Berlin')
    await patchProfile(blanked, { timeZone: '' })
    expect(await read(blanked, `${path}?timeZone=Pacific/Auckland`)).toMatchObject({
      timeZone: 'Europe/Berlin',
    })
  })
})

describe('another time zone', () => {
  test('begins at the next midnight of the old one, and not again within 30 days', async () => {
    await setClock('2027-07-01T12:00:00Z')
    const ada = await memberIn('Europe/Berlin')
    await claim(ada)
    expect((await patchProfile(ada, { timeZone: 'America/New_York' })).status).toBe(200)
    expect(await read(ada, '/gamification/daily-check-in')).toMatchObject({
      timeZone: 'Europe/Berlin',
      nextTimeZone: {
        timeZone: 'America/New_York',
        startsAt: '2027-07-01T22:00:00.000Z',
        hoursApart: 12,
      },
      // In New York it is still the day that was taken.
      nextAt: '2027-07-02T04:00:00.000Z',
    })
    await setClock('2027-07-02T03:00:00Z')
    expect(await claim(ada)).toMatchObject({ status: 409, body: { nextAt: '2027-07-02T04:00:00.000Z' } })
    await setClock('2027-07-02T04:00:01Z')
    expect((await claim(ada)).body).toMatchObject({ date: '2027-07-02', streak: 2 })
    expect(await patchProfile(ada, { timeZone: 'Europe/Berlin' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'body.timeZone', code: 'too_soon' }], until: expect.any(String) },
    })
    // Leaving it blank is no way around.
    expect((await patchProfile(ada, { timeZone: '' })).status).toBe(200)
    expect((await patchProfile(ada, { timeZone: 'Europe/Berlin' })).status).toBe(422)
    await setClock('2027-08-01T12:00:00Z')
    expect((await patchProfile(ada, { timeZone: 'Europe/Berlin' })).status).toBe(200)
  })

  test.each([
    'Pacific/Kiritimati',
    'Pacific/Apia',
    'Pacific/Chatham',
    'Asia/Tokyo',
    'Asia/Kathmandu',
    'Europe/London',
    'America/St_Johns',
    'Pacific/Honolulu',
    'Etc/GMT+12',
  ])('a first check-in without a zone fixes one: %s is a change after it', async (zone) => {
    for (const at of ['00:30', '10:30', '12:00', '23:30']) {
      await setClock(`2027-07-01T${at}:00Z`)
      const ada = await memberIn(null)
      expect((await claim(ada)).body).toMatchObject({ date: '2027-07-01', granted: 10 })
      expect((await patchProfile(ada, { timeZone: zone })).status).toBe(200)
      expect(await read(ada, '/gamification/daily-check-in')).toMatchObject({
        timeZone: 'UTC',
        nextTimeZone: { timeZone: zone, startsAt: '2027-07-02T00:00:00.000Z' },
      })
      const { status, body } = await claim(ada)
      expect([status, body.granted, body.balance]).toEqual([409, 0, 10])
      expect(Date.parse(body.nextAt) - Date.parse(`2027-07-01T${at}:00Z`)).toBeGreaterThanOrEqual(
        12 * 3_600_000 - 60_000,
      )
      await setClock(body.nextAt)
      // Twelve hours later it may be the date after the next, far in the east.
      const next = (await claim(ada)).body
      expect(next).toMatchObject({ granted: 15, streak: 2, date: expect.stringMatching(/^2027-07-0[23]$/) })
    }
  })

  test('check-ins and first zones at the same time grant once', async () => {
    await setClock('2027-07-01T12:00:00Z')
    const ada = await memberIn(null)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        n % 2 === 0 ? await claim(ada) : await patchProfile(ada, { timeZone: 'Pacific/Kiritimati' }),
      ),
    )
    const granted = answers.reduce((sum, { body }) => sum + (body.granted ?? 0), 0)
    expect([granted, (await claim(ada)).status]).toEqual([10, 409])
  })

  test('12 hours lie between the last check-in and the first after it', async () => {
    await setClock('2027-07-01T21:00:00Z')
    const ada = await memberIn('Europe/Berlin')
    await claim(ada)
    await patchProfile(ada, { timeZone: 'Asia/Tokyo' })
    await setClock('2027-07-01T22:30:00Z')
    const { status, body } = await claim(ada)
    expect([status, body.code, body.granted]).toEqual([409, 'reward_too_soon', 0])
    expect(Date.parse(body.nextAt) - Date.parse('2027-07-02T09:00:00Z')).toBeLessThan(20 * 60_000)
    // Nothing offers what would be refused.
    const { claimable, pending } = await read(ada, '/rewards')
    expect(claimable).toEqual([])
    expect(pending).toContainEqual({
      reward: 'daily-check-in',
      points: 15,
      reason: 'zone_changed',
      until: body.nextAt,
      name: null,
    })
    expect((await read(ada, '/gamification')).next.action).not.toBe('check_in')
    await setClock('2027-07-02T09:30:00Z')
    expect((await claim(ada)).body).toMatchObject({ date: '2027-07-02', streak: 2 })
  })
})

test('no bearer, no verified address, disabled a moment ago: nothing is granted', async () => {
  const anonymous = await app.server.inject({ method: 'POST', url: '/api/v1/gamification/daily-check-in' })
  expect(anonymous.statusCode).toBe(401)
  const unverified = await createMember(app, { verified: false })
  for (const reward of ['daily-check-in', 'monthly-claim', 'holder-prize'])
    expect(await claim(unverified, reward)).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    })
  const ada = await memberIn('UTC')
  expect((await read(ada, '/gamification/daily-check-in')).isCheckedIn).toBe(false)
  // What this process knows of the account is seconds old; what grants reads it anew.
  await sql`update member set state = 'disabled' where uid = ${ada.uid}`.execute(app.db)
  for (const reward of ['daily-check-in', 'monthly-claim', 'holder-prize'])
    expect(await claim(ada, reward)).toMatchObject({ status: 403, body: { code: 'user_disabled' } })
  expect((await balances(app.db, await partyOf(ada))).points).toBe(0)
})

test('deleting the account deletes the dates', async () => {
  await setClock('2027-09-01T12:00:00Z')
  const ada = await memberIn('Asia/Tokyo')
  await checkInOn(ada, ['2027-09-01', '2027-09-03'])
  const party = await partyOf(ada)
  const left = async () => {
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from check_in where party = ${party})
           + (select count(*) from streak_freeze where party = ${party})
           + (select count(*) from member_zone where party = ${party})
           + (select count(*) from streak where party = ${party}) as count`.execute(app.db)
    return rows[0]!.count
  }
  expect(await left()).toBe(5)
  const deletedMember = {
    uid: ada.uid,
    iss: 'crels',
    sub: ada.uid,
    party,
    shortId: null,
    addresses: [],
    provedAddresses: [],
    leftAt: new Date(),
  }
  await rewardErasure(app.db).erase(deletedMember)
  expect(await left()).toBe(0)
  // What is taken away beside it is in the books.
  expect((await balances(app.db, party)).points).toBe(25)
})

test('a streak is a picture for its member alone, and none before it begins', async () => {
  await setClock('2027-03-10T12:00:00Z')
  const [ada, ben] = [await memberIn('Europe/Berlin'), await memberIn('Europe/Berlin')]
  const card = async (headers: Record<string, string> = {}) =>
    await app.server.inject({ url: '/api/v1/gamification/streak-card', headers })
  expect((await card(ada.headers)).json()).toMatchObject({ status: 404, code: 'not_found' })
  await claim(ada)
  const { statusCode, headers, rawPayload } = await card(ada.headers)
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
  expect(headers['cache-control']).toContain('no-store')
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1080, 1350])
  expect((await card(ben.headers)).statusCode).toBe(404)
  expect((await card()).statusCode).toBe(401)
})
