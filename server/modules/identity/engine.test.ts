import { getMigrations } from 'better-auth/db/migration'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { engineOptions } from './engine.ts'
import { createPasswordHasher, testCost } from './password-hash.ts'

let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp()
})
afterAll(async () => {
  await database.drop()
  await app.close()
})

test('the migrated tables are those the engine expects', async () => {
  const pool = openPool({ url: database.url, searchPath: 'identity', poolSize: 2 })
  const options = engineOptions({
    db: database.db,
    publicOrigin: 'http://localhost:3000',
    secret: 'x'.repeat(43),
    hasher: createPasswordHasher(testCost),
    log: pino({ level: 'silent' }),
  })
  const plan = await getMigrations({ ...options, database: pool } as never)
  await pool.end()
  expect(plan.toBeCreated).toEqual([])
  expect(plan.toBeAdded).toEqual([])
  expect(plan.toBeAddedIndexes).toEqual([])
  expect(plan.schemaProblems).toEqual([])
})

test.each([
  '/api/auth/ok',
  '/api/auth/get-session',
  '/api/auth/sign-in/email',
  '/identity/ok',
  '/identity/get-session',
])('the engine’s own route %s is not there', async (url) => {
  for (const method of ['GET', 'POST'] as const) {
    const response = await app.server.inject({ method, url, payload: method === 'POST' ? {} : undefined })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
})
