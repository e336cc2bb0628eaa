import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultEconomy, economyRows } from '#rules/economy.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { operate } from '#server/modules/operators/public.ts'
import { testActor } from '#testing/operators.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { currentEconomy, currentVersion, economyHistory } from './economy-queries.ts'
import { readEconomyValues } from './economy-values.ts'
import { setEconomy } from './set-economy.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

const set = async (path: string, value: unknown, source = 'ada') =>
  await inTransaction(database.db, (tx) =>
    setEconomy(tx, { via: 'job', source }, { settings: [{ path, value }], reason: 'a try' }),
  )

test('the defaults are acceptable, and in force until something is set', async () => {
  expect(readEconomyValues(defaultEconomy)).toEqual(defaultEconomy)
  expect(await currentEconomy(database.db)).toEqual(defaultEconomy)
})

test('every change is a version with author, time and reason; what differs in nothing is none', async () => {
  expect(await set('checkIn.basePoints', 12)).toMatchObject({ version: 1 })
  expect(await set('checkIn.basePoints', 12, 'bob')).toMatchObject({ version: 1, author: 'ada' })
  expect((await set('checkIn.bonusPoints', 60)).economy.checkIn).toMatchObject({
    basePoints: 12,
    bonusPoints: 60,
  })
  expect(await economyHistory(database.db)).toMatchObject([
    { version: 2, author: 'ada', reason: 'a try', setAt: expect.any(Date) as Date },
    { version: 1 },
    { version: 0, economy: defaultEconomy, setAt: null },
  ])
})

test('many changes at once each build on the last', async () => {
  const { version } = await currentVersion(database.db)
  await Promise.all(
    ['socialShare.points', 'socialFollow.points', 'points.noticeDays', 'redemption.cancelsMax'].map(
      async (path) => await set(path, 7),
    ),
  )
  const [last] = await economyHistory(database.db)
  expect(last).toMatchObject({
    version: version + 4,
    economy: { socialShare: { points: 7 }, socialFollow: { points: 7 }, points: { noticeDays: 7 } },
  })
})

test('a setting that came with a later version of the program has its default', async () => {
  await inTransaction(database.db, async (tx) => {
    await operate(tx, testActor, { action: 'economy.set', target: 'economy' })
    await sql`insert into economy (version, settings, author, reason)
      values (1000, '{"checkIn": {"basePoints": 3}, "gone": {"by": 1}}', 'an old version', 'test')`.execute(
      tx,
    )
  })
  expect(await currentEconomy(database.db)).toEqual({
    ...defaultEconomy,
    checkIn: { ...defaultEconomy.checkIn, basePoints: 3 },
  })
})

test.each<[string, unknown]>([
  ['checkIn.basePoints', -1],
  ['checkIn.basePoints', 1.5],
  ['checkIn.basePoints', '10'],
  ['checkIn.basePoints', null],
  ['checkIn.bonusEveryDays', 0],
  ['checkIn.basePoints', Number.MAX_SAFE_INTEGER],
  ['monthlyClaim.tiers', [{ checkIns: 5, points: 1, crels: 1 }]],
  [
    'monthlyClaim.tiers',
    [
      { checkIns: 15, points: 200 },
      { checkIns: 5, points: 100 },
    ],
  ],
  ['levels.fromPoints', [10, 20]],
  ['levels.fromPoints', [0, 20, 20]],
  ['socialFollow.platforms', [{ platform: 'x', url: 'javascript:alert(1)' }]],
  ['socialFollow.platforms', ['a', 'a'].map((platform) => ({ platform, url: 'https://example.com' }))],
])('%s cannot be %j', async (path, value) => {
  const before = await economyHistory(database.db)
  await expect(set(path, value)).rejects.toMatchObject({
    code: 'validation_failed',
    options: { members: { issues: [{ path: expect.stringContaining(path) as string }] } },
  })
  expect(await economyHistory(database.db)).toEqual(before)
})

test('every setting refuses what is no value of its kind', async () => {
  for (const { path } of economyRows(defaultEconomy))
    await expect(set(path, {})).rejects.toMatchObject({ code: 'validation_failed' })
})

test('what was set stays', async () => {
  for (const statement of ['update economy set author = author', 'delete from economy', 'truncate economy'])
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('permission denied')
})
