import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATOR_QUEUES } from '#contracts/operator-home.constants.ts'
import { alertsOf } from '#rules/alerts.ts'
import { seasonBounds, seasonOf } from '#rules/season.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'
import { seasonInReview } from '#testing/seasons.ts'
import { operatorHome } from './modules/queues/home.ts'
import { recordOutcome } from './platform/job-outcomes.ts'
import { watchQueues } from './watch-queues.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
})
afterAll(() => app.close())

const home = async () => await operatorHome(app.db, { hoursOf: {}, withMoney: false })

test('counts what waits, and knows when books and log were last proved', async () => {
  const member = await createMember(app)
  const asked = await app.server.inject({
    method: 'POST',
    url: '/support-requests',
    headers: member.headers,
    payload: { topic: 'account', message: 'I cannot find my links.' },
  })
  expect(asked.statusCode, asked.body).toBeLessThan(300)
  const month = seasonOf(new Date(seasonBounds(seasonOf(app.clock.now())).startsAt.getTime() - 1))
  await seasonInReview(app, month, [])
  const { queues, books } = await watchQueues(app.db)
  expect(books).toBeNull()
  expect((await home()).health.unproved).toEqual([])
  expect(queues.filter(({ count }) => count > 0)).toEqual([
    { queue: 'seasons', count: 1, oldestAt: expect.any(Date) },
    { queue: 'support', count: 1, oldestAt: expect.any(Date) },
  ])
  expect(queues.map(({ queue }) => queue)).toEqual([...OPERATOR_QUEUES])
  await app.db.transaction().execute(async (tx) => {
    await app.jobs.add(tx, 'reconcile', {})
    await app.jobs.add(tx, 'check-audit-log', {})
  })
  const checks = async () => {
    const found = await watchQueues(app.db)
    return [found.books?.isRight, found.auditLog?.isRight]
  }
  await vi.waitFor(async () => expect(await checks()).toEqual([true, true]), 30_000)
})

test('what is broken beside the ledger is broken of the books', async () => {
  const said = async (findings: object[]) => await recordOutcome(app.db, 'reconcile-earnings', { findings })
  await said([{ check: 'budgets', count: 2, ids: ['cmp_1', 'cmp_2'] }])
  expect((await home()).books).toMatchObject({
    isClean: false,
    broken: [{ check: 'earnings.budgets', count: 2 }],
  })
  expect(alertsOf(await watchQueues(app.db), {}, new Date()).map(({ name }) => name)).toContain('books.wrong')
  await said([])
  expect((await home()).books).toMatchObject({ isClean: true, broken: [] })
  await sql`delete from pgboss.job where name = 'reconcile-earnings'`.execute(app.db)
})

test.each(['reconcile-earnings', 'reconcile-redemptions', 'reconcile-shop'])(
  'books whose ledger alone is proved are not: %s failed for hours',
  async (name) => {
    const [books, alerts] = [
      async () => (await home()).health.unproved,
      async () => alertsOf(await watchQueues(app.db), {}, new Date()).map((alert) => alert.name),
    ]
    const made = async (ago: string) => {
      await recordOutcome(app.db, name, { findings: [] })
      await sql`update pgboss.job set completed_on = now() - ${ago}::interval where name = ${name}`.execute(
        app.db,
      )
    }
    await made('2 hours')
    expect([await books(), await alerts()]).toEqual([[], []])
    await made('4 hours')
    expect([await books(), await alerts()]).toEqual([['books'], ['books.unchecked']])
    // Not kept any more, as after a week.
    await sql`delete from pgboss.job where name = ${name}`.execute(app.db)
    expect([await books(), await alerts()]).toEqual([[], []])
    await sql`update pgboss.queue set created_on = now() - interval '8 days' where name = ${name}`.execute(
      app.db,
    )
    expect([await books(), await alerts()]).toEqual([['books'], ['books.unchecked']])
    await made('1 minute')
  },
)

test('books and log that were not proved for long are said, also once their last proof is not kept any more', async () => {
  await sql`delete from pgboss.job where name in ('reconcile', 'check-audit-log')`.execute(app.db)
  expect((await home()).health.unproved).toEqual([])
  await sql`
    update pgboss.queue set created_on = now() - interval '27 hours'
    where name in ('reconcile', 'check-audit-log')`.execute(app.db)
  expect((await home()).health.unproved).toEqual(['books', 'auditLog'])
  const names = alertsOf(await watchQueues(app.db), {}, new Date()).map(({ name }) => name)
  expect(names).toEqual(['books.unchecked', 'audit-log.unchecked'])
})
