import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reverse } from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { openApp, person, app } from '#testing/rewards.ts'
import { recount } from './apply-changes.ts'
import { checkLeaderboard } from './check-leaderboard.ts'
import { board, earn, members } from './leaderboard.fixture.ts'

openApp()

const shown = ({ items }: Awaited<ReturnType<typeof board>>) =>
  items.map(({ rank, displayName, value }) => [rank, displayName, value])

test('ranks by points earned, of a tie who was there first', async () => {
  const [ada, bea, cleo] = await members(3)
  await earn(ada!, 10)
  await earn(bea!, 30)
  await earn(cleo!, 10)
  expect(shown(await board())).toEqual([
    [1, 'Member 2', 30],
    [2, 'Member 1', 10],
    [3, 'Member 3', 10],
  ])
  await earn(ada!, 20)
  expect(shown(await board({ period: 'all' }))).toEqual([
    [1, 'Member 2', 30],
    [2, 'Member 1', 30],
    [3, 'Member 3', 10],
  ])
  const dora = await person()
  expect(await board({ limit: '1' }, dora.headers)).toMatchObject({ me: { rank: null, value: 0 } })
  await earn(dora, 15)
  const mine = await board({ limit: '1' }, dora.headers)
  expect(mine).toMatchObject({
    members: 4,
    items: [{ rank: 1, value: 30, isMe: false }],
    me: {
      rank: 3,
      value: 15,
      toNext: 16,
      isHidden: false,
      neighbours: [{ rank: 1 }, { rank: 2 }, { rank: 3, isMe: true }, { rank: 4 }],
    },
  })
  const next = await board({ limit: '2', cursor: mine.nextCursor! })
  expect(shown(next)).toEqual([
    [2, 'Member 1', 30],
    [3, 'Test Member', 15],
  ])
  await sql`select 1`.execute(app.db)
})

test('who has something taken back keeps the place of the rest, and who loses it and earns it again comes later', async () => {
  const [ada] = await members(1, 'Ada')
  const [bea] = await members(1, 'Bea')
  const takeBack = async (txnId: string) => {
    const input = { txnId, kind: 'taken_back', scope: 'test', idem: `back ${txnId}` }
    await inTransaction(app.db, async (tx) => await reverse(tx, input))
  }
  const places = async () => {
    const { items } = await board({ period: 'all' })
    return items.flatMap(({ displayName, value }) => (value === 5_000 ? [displayName] : []))
  }
  const first = await earn(ada!, 1_000)
  await earn(ada!, 4_000)
  await earn(bea!, 5_000)
  const more = await earn(ada!, 1)
  expect(await places()).toEqual(['Bea 1'])
  await takeBack(more)
  expect(await places()).toEqual(['Ada 1', 'Bea 1'])
  await recount(app.db)
  expect(await places()).toEqual(['Ada 1', 'Bea 1'])
  await takeBack(first)
  await earn(ada!, 1_000)
  expect(await places()).toEqual(['Bea 1', 'Ada 1'])
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
})

test('compares ranks with those of this morning, and with none where they were not remembered', async () => {
  const [ada] = await members(1)
  await earn(ada!, 1_000)
  const changes = async () => (await board({ limit: '1' })).items.map(({ change }) => change)
  expect(await changes()).toEqual([null])
  await app.jobs.run('start-leaderboard-day')
  expect(await changes()).toEqual([0])
  await sql`update leaderboard_yesterday set day = day - 1`.execute(app.db)
  expect(await changes()).toEqual([null])
})
