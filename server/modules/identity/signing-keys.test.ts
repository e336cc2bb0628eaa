import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { pino } from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { openDatabase, openPool, type Db } from '#server/platform/database.ts'
import { testConfig } from '#testing/config.ts'
import { createTestDatabase } from '#testing/database.ts'
import { createMember } from '#testing/members.ts'
import { startOver } from '#server/platform/rotate-secret.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createSigningKeys } from './signing-keys.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const keys = async () => (await owner.query('select * from identity.signing_key')).rows

test('publishes keys with which anyone can verify an access token', async () => {
  const address = await app.listen()
  const { accessToken, uid, email } = await createMember(app, { displayName: 'Ada' })
  const jwks = createRemoteJWKSet(new URL('/.well-known/jwks.json', address))
  const { payload, protectedHeader } = await jwtVerify(accessToken, jwks, {
    issuer: app.config.publicOrigin,
    audience: 'crels',
  })
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  expect(payload).toMatchObject({
    sub: uid,
    sid: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
    email,
    email_verified: true,
    name: 'Ada',
  })
  expect(payload.exp! - payload.iat!).toBe(3600)
})

test('publishes no private half, and keeps it sealed', async () => {
  const response = await app.server.inject('/.well-known/jwks.json')
  expect(response.statusCode).toBe(200)
  const [key] = response.json().keys
  expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  for (const row of await keys()) expect(row.private_sealed).not.toMatch(/PRIVATE|"d"/)
})

test('processes that start at once share one key', async () => {
  const fresh = await startTestApp()
  const config = { ...fresh.config, databaseUrl: fresh.databaseUrl }
  const others = await Promise.all([1, 2].map(async () => await createApp(config, pino({ level: 'silent' }))))
  try {
    const answers = await Promise.all(
      [fresh, ...others].map(
        async ({ server }) => (await server.inject('/.well-known/jwks.json')).json().keys,
      ),
    )
    expect(answers[0]).toHaveLength(1)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    // What one signed, another verifies.
    const { uid, headers } = await createMember(fresh)
    expect((await others[0]!.server.inject({ url: `/api/v1/users/${uid}`, headers })).statusCode).toBe(200)
  } finally {
    for (const other of others) await other.close()
    await fresh.close()
  }
})

test('after 90 days the next key signs, tokens of the last stay good, and it goes when they are gone', async () => {
  const fresh = await startTestApp()
  const pool = new pg.Pool({ connectionString: fresh.databaseUrl, max: 1 })
  try {
    const first = await createMember(fresh)
    const kidOf = (token: string) => decodeProtectedHeader(token).kid
    await pool.query(`update identity.signing_key set created_at = created_at - interval '91 days'`)
    const config = { ...fresh.config, databaseUrl: fresh.databaseUrl }
    const other = await createApp(config, pino({ level: 'silent' }))
    const second = await createMember(other)
    expect(kidOf(second.accessToken)).not.toBe(kidOf(first.accessToken))
    for (const { server } of [fresh, other])
      for (const { uid, headers } of [first, second])
        expect((await server.inject({ url: `/api/v1/users/${uid}`, headers })).statusCode).toBe(200)
    await other.close()

    const kids = async () => (await pool.query('select kid from identity.signing_key')).rows
    await fresh.jobs.run('identity-expiry')
    expect(await kids()).toHaveLength(2)
    await pool.query(`update identity.signing_key set created_at = created_at - interval '2 days'`)
    await fresh.jobs.run('identity-expiry')
    expect(await kids()).toEqual([{ kid: kidOf(second.accessToken) }])
    await pool.query(`update identity.signing_key set created_at = created_at - interval '1 year'`)
    await fresh.jobs.run('identity-expiry')
    expect(await kids()).toHaveLength(1)
  } finally {
    await pool.end()
    await fresh.close()
  }
})

test('a process that runs for longer than a key turns to the next by itself', async () => {
  const fresh = await startTestApp()
  const pool = openPool({ url: fresh.databaseUrl, searchPath: 'identity', poolSize: 2 })
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    let now = Date.now()
    const signing = createSigningKeys(db, fresh.secret, pino({ level: 'silent' }), () => now)
    const { kid } = await signing.current()
    now += 89 * 24 * 3_600_000
    expect((await signing.current()).kid).toBe(kid)
    now += 2 * 24 * 3_600_000
    expect((await signing.current()).kid).not.toBe(kid)
    expect(await signing.published()).toHaveLength(2)
  } finally {
    await db.destroy()
    await fresh.close()
  }
})

test('requests that come together right after a start all know the key; so does one after a look that failed or was in vain', async () => {
  const { kid } = decodeProtectedHeader((await createMember(app)).accessToken)
  const pool = openPool({ url: app.databaseUrl, searchPath: 'identity', poolSize: 2 })
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const started = () => createSigningKeys(db, app.secret, pino({ level: 'silent' }))
  try {
    const together = started()
    const found = await Promise.all(Array.from({ length: 20 }, async () => await together.publicKey(kid!)))
    expect(found.filter((key) => key === undefined)).toEqual([])

    // Another process made it right after this one had looked for another in vain.
    const other = started()
    expect(await other.publicKey('foreign')).toBeUndefined()
    await pool.query('update identity.signing_key set kid = $1 where kid = $2', ['made-since', kid])
    expect(await other.publicKey('made-since')).toBeDefined()
    await pool.query('update identity.signing_key set kid = $1 where kid = $2', [kid, 'made-since'])

    const renamed = async (from: string, to: string) =>
      await owner.query(`alter table identity.${from} rename to ${to}`)
    const during = started()
    await renamed('signing_key', 'signing_key_away')
    await expect(during.publicKey(kid!)).rejects.toThrow('signing_key')
    await renamed('signing_key_away', 'signing_key')
    expect(await during.publicKey(kid!)).toBeDefined()
  } finally {
    await db.destroy()
  }
})

test('a replaced secret keeps the key; where it is lost there is a new one, and tokens of the old one stay good', async () => {
  // No process may run while one starts over.
  const database = await createTestDatabase()
  const owner = openDatabase({ url: database.url, poolSize: 1 })
  const keys = async () => (await sql`select from identity.signing_key`.execute(owner)).rows
  const of = testConfig(database.url)
  const first = await createApp(of, pino({ level: 'silent' }))
  const before = await createMember(first)
  await first.close()
  const config = { ...of, secret: 'another secret of the operator, long', secretPrevious: of.secret }
  const replaced = await createApp(config, pino({ level: 'silent' }))
  await createMember(replaced)
  await replaced.close()
  expect(await keys()).toHaveLength(1)

  const lost = { ...config, secret: 'what is made when that is lost, long', secretPrevious: null }
  await inTransaction(owner, async (tx) => await startOver(tx, lost, []))
  const other = await createApp(lost, pino({ level: 'silent' }))
  try {
    const after = await createMember(other)
    expect(await keys()).toHaveLength(2)
    for (const { uid, headers } of [before, after])
      expect((await other.server.inject({ url: `/api/v1/users/${uid}`, headers })).statusCode).toBe(200)
  } finally {
    await other.close()
    await owner.destroy()
    await database.drop()
  }
})
