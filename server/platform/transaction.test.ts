import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { newId } from './ids.ts'
import { askedBeside, inTransaction, isMadeWithin } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

const idleTransactions = async () => {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`.execute(
    database.db,
  )
  return rows[0]!.found
}

test('what is asked beside the database is asked between two runs of a transaction', async () => {
  const runs: string[] = []
  const open: number[] = []
  const ask = async (answer: string) =>
    await askedBeside(answer, async () => {
      open.push(await idleTransactions())
      return answer
    })
  const answered = await inTransaction(database.db, async (tx) => {
    runs.push('begun')
    await sql`insert into click_segment (key, lines) values ('once', 1)`.execute(tx)
    return [await ask('one'), await ask('other'), await ask('one')]
  })
  expect(answered).toEqual(['one', 'other', 'one'])
  expect(runs).toHaveLength(3)
  expect(open).toEqual([0, 0])
  const { rows } = await sql`select key from click_segment where key = 'once'`.execute(database.db)
  expect(rows).toHaveLength(1)
})

test('an answer that fails, or does not come in time, fails the transaction', async () => {
  const failing = inTransaction(
    database.db,
    async () =>
      await askedBeside('away', async () => {
        throw new Error('it is away')
      }),
  )
  await expect(failing).rejects.toThrow('it is away')
  const slow = inTransaction(
    database.db,
    async () => await askedBeside('slow', async () => await delay(60_000, 0, { ref: false })),
  )
  await expect(slow).rejects.toMatchObject({ code: 'unavailable' })
})

test('what is another question each time is asked within at last; after the transaction all is asked at once', async () => {
  let asked = 0
  const ask = async () => await askedBeside(`question ${++asked}`, async () => 'answer')
  expect(await inTransaction(database.db, ask)).toBe('answer')
  expect(asked).toBe(7)
  let later = Promise.resolve('')
  await inTransaction(database.db, async () => {
    later = delay(50).then(ask)
  })
  expect(await later).toBe('answer')
})

test('an id is told apart that the transaction has made', async () => {
  vi.setSystemTime(Date.now() + 60_000)
  const before = newId('link')
  vi.useRealTimers()
  const within = await inTransaction(database.db, async () => [before, newId('link')].map(isMadeWithin))
  // Also while the clock is behind the one that another process, or this one, had before.
  expect(within).toEqual([false, true])
  expect(isMadeWithin(newId('link'))).toBe(false)
})
