import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { databaseNow } from '../platform/clock.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { inOrder, inTheirTime } from './demo-time.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, poolSize: 1 })
  await sql`update clock_offset set shift = '3 days'`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const day = (date: string) => new Date(`${date}T12:00:00Z`)
const shift = async (on: Db = db) =>
  (await sql<{ shift: string }>`select shift::text from clock_offset`.execute(on)).rows[0]!.shift

test('lets moments happen in the order of time, each in its own, and puts the clock back', async () => {
  const dates: string[] = []
  await db.transaction().execute(async (tx) => {
    const note = async () => void dates.push((await databaseNow(tx)).toISOString().slice(0, 10))
    await inOrder(tx, [
      { at: day('2026-03-02'), happen: note },
      { at: day('2026-01-09'), happen: note },
      { at: day('2026-03-01'), happen: note },
    ])
    expect(await shift(tx)).toBe('3 days')
    await inOrder(tx, [])
    await inTheirTime(tx, day('2025-01-01'), note)
  })
  expect(dates).toEqual(['2026-01-09', '2026-03-01', '2026-03-02', '2025-01-01'])
  expect(await shift()).toBe('3 days')
})
