import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, openPool, type Db } from '#server/platform/database.ts'
import { retiredKeyDays } from '#server/platform/rotate-secret.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMember } from '#testing/members.ts'
import { engineOptions, sessionIdleSec } from './engine.ts'
import { createPasswordHasher, testCost } from './password-hash.ts'

let database: TestDatabase
let app: TestApp
let owner: Db
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp()
  owner = openDatabase({ url: app.config.databaseUrl!, poolSize: 1 })
})
afterAll(async () => {
  await database.drop()
  await owner.destroy()
  await app.close()
})

test('the migrated tables are those the engine expects', async () => {
  const pool = openPool({ url: database.url, searchPath: 'identity', poolSize: 2 })
  const options = engineOptions({
    db: database.db,
    publicOrigin: 'http://localhost:3000',
    secret: 'x'.repeat(43),
    hasher: createPasswordHasher(testCost),
    lifetimeDays: 90,
    log: pino({ level: 'silent' }),
  })
  const plan = await getMigrations({ ...options, database: pool } as never)
  await pool.end()
  expect(plan.toBeCreated).toEqual([])
  expect(plan.toBeAdded).toEqual([])
  expect(plan.toBeAddedIndexes).toEqual([])
  expect(plan.schemaProblems).toEqual([])
})

test('the key that sealed a session’s cookie is there for longer than the cookie, after SECRET was replaced', () => {
  // A process may seal with the key before until it hears of the next.
  expect(retiredKeyDays * 86_400).toBeGreaterThan(sessionIdleSec)
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

test('answers 503 to what the database refuses the engine for a moment, and ends no session', async () => {
  const { cookie } = await createMember(app)
  const refresh = { method: 'POST', url: '/identity/refresh', headers: { cookie }, payload: {} } as const
  const account = { email: 'away@example.com', password: 'correct horse', displayName: 'Away' }
  const signUp = { method: 'POST', url: '/identity/sign-up', payload: account } as const
  await refuse()
  for (const request of [refresh, signUp]) {
    const response = await app.server.inject(request)
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
    expect(response.headers['retry-after']).toBe('5')
    expect(response.headers['set-cookie']).toBeUndefined()
  }
  await accept()
  expect((await app.server.inject(refresh)).statusCode).toBe(200)
  expect((await app.server.inject(signUp)).statusCode).toBe(201)
})

/** Sessions cannot be read nor accounts written, with the words of a database that recovers. */
async function refuse(): Promise<void> {
  await sql`
    alter table identity.auth_session rename to auth_session_saved;
    create function identity.recovering() returns setof identity.auth_session_saved language plpgsql as $$
      begin raise exception 'the database system is in recovery mode' using errcode = '57P03'; end $$;
    create view identity.auth_session as select * from identity.recovering();
    grant all on identity.auth_session to crels_identity;
    create function identity.shutting_down() returns trigger language plpgsql as $$
      begin raise exception 'terminating connection' using errcode = '57P01'; end $$;
    create trigger refuse before insert on identity.auth_user execute function identity.shutting_down()
  `.execute(owner)
}

async function accept(): Promise<void> {
  await sql`
    drop view identity.auth_session;
    drop function identity.recovering();
    alter table identity.auth_session_saved rename to auth_session;
    drop trigger refuse on identity.auth_user;
    drop function identity.shutting_down()
  `.execute(owner)
}
