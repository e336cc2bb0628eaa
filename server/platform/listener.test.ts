import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openPool } from './database.ts'
import { createListener, type Listener } from './listener.ts'
import { DatabaseHealth } from './database-health.ts'

const log = pino({ level: 'silent' })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

let databaseHealth: DatabaseHealth
let listener: Listener
let returns: number
beforeEach(async () => {
  returns = 0
  databaseHealth = new DatabaseHealth(log)
  databaseHealth.onBack(() => (returns += 1))
  listener = createListener(database.url, databaseHealth, log)
  await listener.start()
})
afterEach(async () => await listener.stop())

/** The process of the database that serves the listener. */
async function serving(): Promise<number> {
  const pool = openPool({ url: database.url, poolSize: 1 })
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'crels listener'`,
  )
  await pool.end()
  expect(rows).toHaveLength(1)
  return rows[0]!.pid
}

test('a database that says nothing for seconds is away, and back once it answers', async () => {
  const pid = await serving()
  process.kill(pid, 'SIGSTOP')
  try {
    await expect.poll(() => returns).toBe(1)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  expect(databaseHealth.isAway).toBe(false)
})

test('a machine paused for as long, with the database on it, is no outage', async () => {
  const pid = await serving()
  process.kill(pid, 'SIGSTOP')
  try {
    // The next beat is asked, and has no answer when everything stops.
    await sleep(1_100)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await sleep(2_000)
  expect([databaseHealth.isAway, returns]).toEqual([false, 0])
})
