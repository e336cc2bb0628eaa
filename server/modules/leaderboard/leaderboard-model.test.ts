import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  grantAward,
  housePoints,
  houseIssued,
  memberAvailable,
  move,
  post,
  reverse,
} from '#server/modules/ledger/public.ts'
import { openDatabase } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { expiringPoints, inAYear } from '#testing/points.ts'
import { app, openApp } from '#testing/rewards.ts'
import { applyChanges, recount } from './apply-changes.ts'
import { checkLeaderboard, leaderboardLag } from './check-leaderboard.ts'
import { readBoard } from './leaderboard-queries.ts'
import { board, completeFriend, earn, members, type Standing } from './leaderboard.fixture.ts'

openApp()

type Act =
  | { does: 'earn' | 'boost' | 'unlock' | 'invite' | 'overlap'; who: number; amount: number }
  | { does: 'reverse'; nth: number }
  | { does: 'ban' | 'let in' | 'leave'; who: number }
  | { does: 'apply' | 'recount' }

const who = fc.nat(7)
const amount = fc.integer({ min: 1, max: 4 })
const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ does: fc.constant('earn' as const), who, amount }) },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constantFrom('boost' as const, 'unlock' as const, 'invite' as const, 'overlap' as const),
        who,
        amount,
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('reverse' as const), nth: fc.nat(9) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constantFrom('ban' as const, 'let in' as const, 'leave' as const),
        who,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ does: fc.constantFrom('apply' as const, 'apply' as const, 'recount' as const) }),
    },
  ),
  { minLength: 20, maxLength: 45 },
)

type Metric = 'points' | 'earnings' | 'invitations'
interface Change {
  metric: Metric
  amount: number
  at: number
}

test('after any acts the boards say what was done, in the order in which it was reached', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      await sql`update member set state = 'deleted'`.execute(app.db)
      const model = new Model(await members(8))
      for (const act of list) await model.perform(act)
      await applyChanges(app.db, { wait: true })
      for (const metric of ['points', 'earnings', 'invitations'] as const)
        for (const span of ['all', 'month'] as const) {
          const startsAt = span === 'all' ? null : await monthStart()
          const { page, members: count } = await readBoard(
            app.db,
            { metric, span, startsAt },
            { limit: 20, party: null },
          )
          const expected = model.ranking(metric)
          expect(page.map(({ name, value }) => [name, value])).toEqual(expected)
          expect(count).toBe(expected.length)
        }
      expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
    }),
    { numRuns: 12 },
  )
})

/** What members did, kept beside the database. */
class Model {
  readonly #members: Standing[]
  readonly #changes: Change[][]
  readonly #states: ('active' | 'disabled' | 'deleted')[]
  readonly #grants: { txnId: string; by: number; changes: Change[] }[] = []
  #now = 0

  constructor(list: Standing[]) {
    this.#members = list
    this.#changes = list.map(() => [])
    this.#states = list.map(() => 'active')
  }

  async perform(act: Act): Promise<void> {
    this.#now += 1
    if (act.does === 'apply') return void (await applyChanges(app.db))
    if (act.does === 'recount') return void (await recount(app.db))
    if (act.does === 'reverse') return await this.#reverse(act.nth)
    if ('amount' in act) return await this.#grant(act)
    if ('who' in act) await this.#setState(act)
  }

  ranking(metric: Metric): [string, number][] {
    const rows = this.#members.flatMap(({ name }, by) => {
      const changes = this.#changes[by]!.filter((change) => change.metric === metric)
      const value = changes.reduce((sum, change) => sum + change.amount, 0)
      const reached = reachedAt(changes, value)
      return value > 0 && this.#states[by] === 'active' ? [{ name, value, reached }] : []
    })
    return rows
      .toSorted((a, b) => b.value - a.value || a.reached - b.reached)
      .map(({ name, value }) => [name, value])
  }

  async #grant({ does, who: by, amount: points }: Extract<Act, { amount: number }>): Promise<void> {
    const member = this.#members[by]!
    const change = (metric: Metric, value = points) => ({ metric, amount: value, at: this.#now })
    if (does === 'unlock') {
      const lines = move(houseIssued, memberAvailable(member.party), points)
      const key = { kind: 'earning_unlocked', scope: 'model', idem: `${member.party} ${this.#now}` }
      const { txnId } = await inTransaction(app.db, async (tx) => await post(tx, { ...key, lines }))
      return this.#record(txnId, by, [change('earnings')])
    }
    if (does === 'overlap') return await this.#overlap(by, change('points'))
    if (does === 'invite') {
      await completeFriend(member)
      return this.#record(null, by, [change('invitations', 1)])
    }
    const txnId = await earn(member, points, does === 'earn' ? 'test' : 'boost')
    this.#record(txnId, by, does === 'boost' ? [] : [change('points')])
  }

  /** A grant whose transaction has its id before rounds that do not see it. */
  async #overlap(by: number, change: Change): Promise<void> {
    const { party } = this.#members[by]!
    const award = { party, program: 'test', period: `overlap ${this.#now}`, points: change.amount }
    await app.db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      await applyChanges(app.db)
      await grantAward(tx, { ...award, expiresAt: inAYear() })
      await applyChanges(app.db)
    })
    this.#record(null, by, [change])
  }

  async #reverse(nth: number): Promise<void> {
    const grant = this.#grants[nth]
    if (!grant) return
    this.#grants.splice(nth, 1)
    const input = { txnId: grant.txnId, kind: 'taken_back', scope: 'model', idem: `back ${grant.txnId}` }
    await inTransaction(app.db, async (tx) => await reverse(tx, input))
    for (const change of grant.changes)
      this.#changes[grant.by]!.push({ ...change, amount: -change.amount, at: this.#now })
  }

  async #setState({ does, who: by }: { does: 'ban' | 'let in' | 'leave'; who: number }): Promise<void> {
    if (this.#states[by] === 'deleted') return
    const state = ({ ban: 'disabled', 'let in': 'active', leave: 'deleted' } as const)[does]
    this.#states[by] = state
    await sql`update member set state = ${state} where uid = ${this.#members[by]!.uid}`.execute(app.db)
  }

  #record(txnId: string | null, by: number, changes: Change[]): void {
    this.#changes[by]!.push(...changes)
    if (txnId !== null) this.#grants.push({ txnId, by, changes })
  }
}

/** When a value was first reached and not lost since. */
function reachedAt(changes: Change[], value: number): number {
  let [sum, reached] = [0, 0]
  for (const { amount: by, at } of changes) {
    const before = sum
    sum += by
    if (before < value && sum >= value) reached = at
  }
  return reached
}

async function monthStart(): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select date_trunc('month', crels_now(), 'UTC') as at`.execute(
    app.db,
  )
  return rows[0]!.at
}

test('a transaction that ends late is found when it ends, and hides none that ended before it', async () => {
  await sql`update member set state = 'deleted'`.execute(app.db)
  const [late, soon] = (await members(2)) as [Standing, Standing]
  const names = async () => (await board({ period: 'all' })).items.map(({ displayName }) => displayName)
  await app.db.transaction().execute(async (tx) => {
    const award = { program: 'test', period: 'late', points: 5, expiresAt: inAYear() }
    await grantAward(tx, { party: late.party, ...award })
    // Its own posts it refuses to count: whether its snapshot has them nothing could say.
    await expect(sql`savepoint s`.execute(tx).then(async () => await applyChanges(tx))).rejects.toThrow(
      'posts',
    )
    await sql`rollback to savepoint s`.execute(tx)
    await earn(soon, 3)
    expect(await names()).toEqual([soon.name])
  })
  expect(await names()).toEqual([late.name, soon.name])
})

test('a round that is killed between reading and applying has counted nothing, and the next counts all once', async () => {
  await sql`update member set state = 'deleted'`.execute(app.db)
  const [ada, bea] = (await members(2, 'Killed')) as [Standing, Standing]
  await earn(ada, 4)
  await board()
  const snapshot = async () =>
    (await sql<{ at: string }>`select snapshot::text as at from leaderboard_state`.execute(app.db)).rows[0]!
      .at
  const before = await snapshot()
  await earn(ada, 5)
  await completeFriend(bea)
  // It has read what was committed, and waits where it would write.
  const killed = await app.db.transaction().execute(async (tx) => {
    await sql`lock table leaderboard_standing in share mode`.execute(tx)
    const round = applyChanges(app.db).then(
      () => 'applied',
      () => 'killed',
    )
    const waiting = sql<{ pid: number }>`
      select pid from pg_locks where not granted and relation = 'leaderboard_standing'::regclass`
    await expect.poll(async () => (await waiting.execute(tx)).rows, { timeout: 10_000 }).toHaveLength(1)
    await sql`select pg_terminate_backend(l.pid) from (${waiting}) l`.execute(tx)
    return await round
  })
  expect([killed, await snapshot()]).toEqual(['killed', before])
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
  expect((await board({ period: 'all' })).items).toMatchObject([{ displayName: ada.name, value: 9 }])
  expect((await board({ period: 'all', metric: 'invitations' })).items).toMatchObject([
    { displayName: bea.name, value: 1 },
  ])
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
})

test('buckets divide and join as members come and go, and ranks stay exact', async () => {
  await sql`update member set state = 'deleted'`.execute(app.db)
  const many = await members(460, 'Many')
  const grantAll = async (list: Standing[], points: (at: number) => number) => {
    const lines = list.map(({ party }, at) => ({ ...expiringPoints(party), amount: points(at) }))
    const sum = lines.reduce((total, line) => total + line.amount, 0)
    const { rows } = await sql<{ id: string }>`
      select posted_id as id from ledger_grant_award(${list[0]!.party}, 'many', ${String(Math.random())}, null,
        ${JSON.stringify([{ ...housePoints, amount: -sum }, ...lines])}::jsonb)`.execute(app.db)
    await applyChanges(app.db, { wait: true })
    expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
    return rows[0]!.id
  }
  const buckets = async () => {
    const { rows } = await sql<{ size: number }>`
      select k.size from leaderboard_bucket k join leaderboard_board b on b.id = k.board
      where b.metric = 'points' and b.span = 'all'`.execute(app.db)
    return rows.map(({ size }) => size)
  }
  // A quarter of them tied.
  await grantAll(many, (at) => 10 + (at % 4 === 0 ? 0 : at))
  expect((await buckets()).length).toBeGreaterThanOrEqual(2)
  expect(Math.max(...(await buckets()))).toBeLessThanOrEqual(400)
  const last = await readBoard(
    app.db,
    { metric: 'points', span: 'all', startsAt: null },
    { limit: 1, party: many[440]!.party },
  )
  // Of the 115 tied, the 111th.
  expect(last.me).toMatchObject({ rank: 460 - 115 + 111, value: 10 })
  expect(last.above.map(({ rank }) => rank)).toEqual([454, 455])
  const risen = await grantAll(many.slice(0, 410), () => 50_000)
  expect(Math.max(...(await buckets()))).toBeLessThanOrEqual(400)
  await inTransaction(app.db, async (tx) =>
    reverse(tx, { txnId: risen, kind: 'taken_back', scope: 'model', idem: risen }),
  )
  await sql`update member set state = 'deleted' where uid = any (${many.slice(30).map(({ uid }) => uid)})`.execute(
    app.db,
  )
  await applyChanges(app.db, { wait: true })
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
  expect(await buckets()).toEqual([30])

  // What is wrong is found, and mended from the ledger.
  await sql`update leaderboard_bucket set size = size + 1`.execute(app.db)
  await sql`update leaderboard_standing set value = value + 1 where party = ${many[1]!.party}`.execute(app.db)
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: false, wrongStandings: 3 })
  expect(await recount(app.db)).toEqual({ wrong: 3 })
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
  // A database from another server, whose transactions had higher ids.
  await sql`update leaderboard_state set snapshot = '9000000000:9000000000:'`.execute(app.db)
  await earn(many[2]!, 1)
  await applyChanges(app.db, { wait: true })
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
})

test('a database restored on another server is counted once, also where ids of its transactions come again', async () => {
  await sql`update member set state = 'deleted'`.execute(app.db)
  const [ada] = (await members(1, 'Restored')) as [Standing]
  for (let nth = 0; nth < 3; nth += 1) await earn(ada, 10)
  await applyChanges(app.db, { wait: true })
  // Transactions with ids that this server gives out next, as a dump brings them.
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  await inTransaction(owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update txn set xid = (pg_current_xact_id()::text::bigint + 4)::text::xid8`.execute(tx)
    await sql`update leaderboard_state set server = 1`.execute(tx)
  })
  await owner.destroy()
  for (let nth = 0; nth < 6; nth += 1) {
    await earn(ada, 1)
    await applyChanges(app.db, { wait: true })
    expect(await leaderboardLag(app.db)).toBe(0)
  }
  expect((await board({ period: 'all' })).items).toMatchObject([{ value: 36 }])
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
})
