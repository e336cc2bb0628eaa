import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { seasonOf } from '#rules/season.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testActor } from '#testing/operators.ts'
import { advanceClock, app, openApp, person, pointsOf, set } from '#testing/rewards.ts'
import { recount } from './apply-changes.ts'
import { approveSeason } from './approve-season.ts'
import { checkLeaderboard } from './check-leaderboard.ts'
import { excludeFromSeason, includeInSeason } from './exclude-from-season.ts'
import { board, completeFriend, earn, members, type Standing } from './leaderboard.fixture.ts'
import { freezeSeasons } from './freeze-seasons.ts'
import { settleSeasons } from './season-jobs.ts'
import { showSeason } from './show-season.ts'

openApp()

const log = pino({ level: 'silent' })
const settle = async () => await settleSeasons(app.db, { log })
const setState = async ({ uid }: Pick<Standing, 'uid'>, state: string) =>
  await sql`update member set state = ${state} where uid = ${uid}`.execute(app.db)
/** When the stream said a change last. */
const announcedAt = async () => {
  await board()
  const { rows } = await sql<{ at: Date; isLate: boolean }>`
    select announced_at as at, applied_at > announced_at as "isLate" from leaderboard_state`.execute(app.db)
  return rows[0]!
}
/** The same, once it said all there is to say. */
const nothingToSay = async () => {
  await expect.poll(announcedAt, { timeout: 10_000 }).toMatchObject({ isLate: false })
  return await announcedAt()
}
const saysAnother = async ({ at }: { at: Date }) =>
  await expect
    .poll(async () => (await announcedAt()).at.getTime(), { timeout: 10_000 })
    .toBeGreaterThan(at.getTime())
const seasons = async () =>
  (await app.server.inject('/api/v1/gamification/public/seasons')).json().items as Record<string, unknown>[]

test('a season closes, is reviewed, and pays each place once', async () => {
  const month = seasonOf(await databaseNow(app.db))
  const all = await members(14)
  for (const [at, member] of all.entries()) await earn(member, 100 - at)
  const [first, second, cheat, fourth, leaver, hidden] = all as [
    Standing,
    Standing,
    Standing,
    Standing,
    Standing,
    Standing,
  ]
  const ada = await person()
  await earn(ada, 95)
  await sql`update member set hidden_on_leaderboard = true where uid = ${hidden.uid}`.execute(app.db)
  expect((await settle()).frozen).toEqual([])
  await completeFriend(cheat)

  // Banned as the month ends, let in while it is reviewed.
  await setState(fourth, 'disabled')
  // Prizes are those in force when it ends.
  await set('seasonPrize.ranks', [
    { toRank: 1, points: 900 },
    { toRank: 4, points: 300 },
  ])
  const end = await sql<{ wait: string }>`
    select (date_trunc('month', crels_now(), 'UTC') + interval '1 month' - crels_now())::text as wait`.execute(
    app.db,
  )
  await advanceClock(end.rows[0]!.wait)
  await earn(cheat, 500)
  await set('seasonPrize.ranks', [{ toRank: 1, points: 5 }])
  expect((await settle()).frozen, 'what was earned late is waited for').toEqual([])
  expect(await board({ season: month })).toMatchObject({ season: { state: 'review', reviewedAt: null } })
  await advanceClock('11 minutes')
  const [one, other] = await Promise.all([freezeSeasons(app.db, { log }), freezeSeasons(app.db, { log })])
  expect([...one, ...other]).toEqual([month])

  expect((await board({ season: month })).members).toBe(14)
  await setState(fourth, 'active')
  const frozen = await board({ season: month, limit: '6' }, ada.headers)
  expect(frozen).toMatchObject({
    season: {
      id: month,
      state: 'review',
      prizes: [
        { fromRank: 1, toRank: 1, points: 900 },
        { fromRank: 2, toRank: 4, points: 300 },
      ],
    },
    members: 15,
    me: { rank: 7, value: 95 },
  })
  expect(frozen.items.map(({ value, displayName }) => [value, displayName])).toEqual([
    [100, 'Member 1'],
    [99, 'Member 2'],
    [98, 'Member 3'],
    [97, 'Member 4'],
    [96, 'Member 5'],
    [95, null],
  ])

  const exclude = async () =>
    await inTransaction(app.db, async (tx) =>
      excludeFromSeason(tx, testActor, { month, uid: cheat.uid, reason: 'Bought followers' }, {}),
    )
  const include = async () =>
    await inTransaction(app.db, async (tx) =>
      includeInSeason(
        tx,
        { via: 'job', source: 'bea' },
        { month, uid: cheat.uid, reason: 'They were real' },
        {},
      ),
    )
  await expect(include()).rejects.toMatchObject({ code: 'conflict' })
  const announced = await nothingToSay()
  await exclude()
  expect(await exclude(), 'said again').toBeUndefined()
  expect((await board({ season: month, metric: 'invitations' })).members).toBe(0)
  expect(await include()).toEqual({ isRanked: true })
  for (const [metric, count] of [
    ['points', 15],
    ['invitations', 1],
  ] as const)
    expect((await board({ season: month, metric })).members, metric).toBe(count)
  await exclude()
  const { rows: told } = await sql<{ facts: object }>`
    select facts from notification where uid = ${cheat.uid} and kind = 'season_place_changed' order by id`.execute(
    app.db,
  )
  expect(told.map(({ facts }) => facts)).toEqual(
    [true, false, true].map((isOut) => ({ season: month, isOut })),
  )
  await saysAnother(announced)
  await setState(cheat, 'disabled')
  await board()
  await setState(cheat, 'active')
  expect((await board({ season: month })).members, 'an operator’s word stays').toBe(14)
  await setState(second, 'disabled')
  expect((await settle()).approved, 'the review goes on').toEqual([])
  await advanceClock('3 days')
  await inTransaction(app.db, async (tx) => await approveSeason(tx, testActor, { month }))
  await expect(exclude()).rejects.toMatchObject({ code: 'conflict' })
  await setState(leaver, 'deleted')

  const runs = await Promise.all([settle(), settle(), settle()])
  const sum = (of: 'paid' | 'withheld') => runs.reduce((total, run) => total + run[of], 0)
  expect([sum('paid'), sum('withheld')]).toEqual([9, 1])
  expect(await settle()).toMatchObject({ paid: 0, withheld: 0 })
  expect(await pointsOf(first)).toBe(100 + 900)
  expect(await pointsOf(second)).toBe(99)
  expect(await pointsOf(cheat)).toBe(98 + 500)
  expect(await pointsOf(fourth)).toBe(97 + 300)
  expect(await pointsOf(leaver)).toBe(96)
  expect(await pointsOf(hidden)).toBe(95 + 300)
  expect(await pointsOf(ada), 'place 5 has the badge alone').toBe(95)
  const badges = (await app.server.inject({ url: '/api/v1/gamification', headers: ada.headers })).json()
  expect(badges.badges).toContainEqual(
    expect.objectContaining({ badge: 'season_top_10', earnedAt: expect.any(String) as string }),
  )
  const inbox = await app.server.inject({ url: '/api/v1/notifications', headers: ada.headers })
  expect(inbox.json().items).toMatchObject([
    { kind: 'season_prize', title: expect.stringContaining('number 5') as string },
  ])

  // Prizes rank nowhere, and nothing of the frozen ranking moves any more.
  expect((await board({ period: 'all', limit: '1' })).items).toMatchObject([{ value: 598 }])
  expect(await seasons()).toMatchObject([
    {
      id: month,
      state: 'closed',
      members: 13,
      podium: [{ value: 100 }, { value: 97 }, { value: 96, displayName: null }],
    },
  ])
  await sql`delete from leaderboard_board where metric = 'invitations' and closed_at is not null`.execute(
    app.db,
  )
  expect(
    await board({ season: month, metric: 'invitations' }),
    'a season is there where no friend was invited in it',
  ).toMatchObject({ members: 0, items: [], season: { state: 'closed' } })
  const shown = await showSeason(app.db, { month })
  expect(shown.places.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['paid', 'paid', 'left'])
  expect(shown.decisions).toMatchObject([
    { isOut: true, reason: 'Bought followers' },
    { isOut: false, reason: 'They were real', author: 'bea' },
    { isOut: true, reason: 'Bought followers' },
    { isOut: true, reason: 'banned' },
  ])
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
})

test('a month that no worker was there to count is counted, frozen and reviewed afterwards', async () => {
  const [late] = (await members(1, 'Late')) as [Standing]
  await board()
  await advanceClock('32 days')
  const month = seasonOf(await databaseNow(app.db))
  await earn(late, 7)
  await advanceClock('32 days')
  const announced = await nothingToSay()
  expect((await settle()).frozen).toContain(month)
  expect(await board({ season: month })).toMatchObject({
    season: { state: 'review' },
    items: [{ displayName: 'Late 1', value: 7 }],
  })
  await saysAnother(announced)
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
  // Counted anew, it stays as it was frozen.
  await recount(app.db)
  expect((await board({ season: month })).members).toBe(1)
  expect((await settle()).frozen).toEqual([])
})

test('who is let in again during the review has the place back, also where all is counted anew', async () => {
  const [first, second] = (await members(2, 'Back')) as [Standing, Standing]
  const month = seasonOf(await databaseNow(app.db))
  await earn(first, 9)
  await earn(second, 8)
  await setState(first, 'disabled')
  await board()
  await advanceClock('32 days')
  expect((await settle()).frozen).toContain(month)
  expect(await board({ season: month })).toMatchObject({ members: 1, items: [{ displayName: 'Back 2' }] })
  // In one transaction: no round looks in between.
  await inTransaction(app.db, async (tx) => {
    await sql`update member set state = 'active' where uid = ${first.uid}`.execute(tx)
    await sql`select leaderboard_recount()`.execute(tx)
  })
  expect(await board({ season: month })).toMatchObject({
    members: 2,
    items: [
      { displayName: 'Back 1', rank: 1 },
      { displayName: 'Back 2', rank: 2 },
    ],
  })
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
})

test('a month without a season is not found, and a season goes with its period', async () => {
  const get = async (query: Record<string, string>) =>
    await app.server.inject({ url: '/api/v1/gamification/public/leaderboard', query })
  expect((await get({ season: '2019-01' })).statusCode).toBe(404)
  expect((await get({ season: '2019-13' })).statusCode).toBe(422)
  expect((await get({ season: '2019-01', period: 'week' })).statusCode).toBe(422)
  expect((await get({ cursor: 'rubbish' })).statusCode).toBe(422)
})
