import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { idempotencyExpiry } from './idempotency-expiry.ts'
import { idempotencyKeyDays } from './idempotency.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

test('forgets keys older than the documented days, batch by batch, and keeps the younger', async () => {
  await sql`
    insert into idempotency_key (actor, key, request_hash, status, created_at)
    select 'usr', 'key' || n, 'hash', 200, now() - make_interval(days => ${idempotencyKeyDays}) + n * interval '1 hour'
    from generate_series(-24, 5) n`.execute(database.db)
  const job = idempotencyExpiry(database.db, 10)
  // Exactly as old as the limit counts as older a moment later.
  expect(await job.run({})).toEqual({ deleted: 25 })
  const { rows } = await sql<{ key: string }>`
    select key from idempotency_key order by created_at`.execute(database.db)
  expect(rows.map(({ key }) => key)).toEqual(['key1', 'key2', 'key3', 'key4', 'key5'])
  expect(await job.run({})).toEqual({ deleted: 0 })
})

test('finds the oldest by their index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select actor, key from idempotency_key
    where created_at < now() - interval '7 days' order by created_at limit 1000`.execute(database.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('idempotency_key_age')
})
