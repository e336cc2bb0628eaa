import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { mailboxMailer } from '#server/platform/mail/mailbox.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { cookieOf, createMember } from '#testing/members.ts'
import { createIdentityDeps } from './open-identity.ts'
import { createPasswordHasher, testCost } from './password-hash.ts'
import { signIn } from './sign-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const post = async (payload: object) =>
  await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload })

test('signs in with the password and opens a session of its own', async () => {
  const member = await createMember(app, { displayName: 'Ada' })
  const response = await post({ email: member.email.toUpperCase(), password: member.password })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({
    user: { uid: member.uid, email: member.email, emailVerified: true, displayName: 'Ada' },
    expiresInSec: 3600,
  })
  const cookie = cookieOf(response.headers['set-cookie'])
  expect(cookie).not.toBe(member.cookie)
  const refreshed = await app.server.inject({ method: 'POST', url: '/identity/refresh', headers: { cookie } })
  expect(refreshed.json().user.uid).toBe(member.uid)
})

test('answers an unknown address and a wrong password alike', async () => {
  const member = await createMember(app)
  const wrong = await post({ email: member.email, password: 'not this one' })
  const unknown = await post({ email: 'nobody@example.com', password: 'not this one' })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toMatchObject({ code: 'invalid_credential' })
  const shape = (body: object) => ({ ...body, requestId: 'any' })
  expect(shape(unknown.json())).toEqual(shape(wrong.json()))
  expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort())
  expect(wrong.headers['set-cookie']).toBeUndefined()
})

test('a sign-in under load waits for a connection, as long as the setting says', async () => {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query('begin; lock table identity.auth_user')
  const many = Promise.all(
    Array.from({ length: 12 }, async (_, n) => await post({ email: `many-${n}@example.com`, password: 'x' })),
  )
  // Beyond the default, which is not what the tests run with.
  await sleep(6000)
  await owner.end()
  expect((await many).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 401))
})

test('does the same work for an unknown address and a wrong password: one hash, the same queries', async () => {
  const member = await createMember(app)
  const hasher = createPasswordHasher(testCost)
  let hashes = 0
  const counting = {
    hash: async (password: string) => (hashes++, await hasher.hash(password)),
    verify: async (stored: { hash: string; password: string }) => (hashes++, await hasher.verify(stored)),
    decoy: hasher.decoy,
  }
  const { config, db } = app
  const options = {
    countries: { of: () => null },
    config: { ...config, databaseUrl: app.databaseUrl },
    db,
    mailer: mailboxMailer(),
    secret: app.secret,
    log: pino({ level: 'silent' }),
    enqueue: app.jobs.add,
    accountChanged: async () => {},
  }
  const identity = createIdentityDeps(options, counting)
  let queries = 0
  const countingDb = identity.identityDb.withPlugin({
    transformQuery: ({ node }) => (queries++, node),
    transformResult: async ({ result }) => result,
  })
  const cost = async (email: string, password: string) => {
    hashes = queries = 0
    const caller = {
      headers: new Headers(),
      hasSession: false,
      userAgent: '',
      country: null,
      network: '',
      receivedAtMs: 0,
      deviceToken: null,
    }
    await signIn({ ...identity, identityDb: countingDb }, { email, password }, caller).catch(() => {})
    return { hashes, queries }
  }
  try {
    expect(await cost('nobody@example.com', 'guess')).toEqual({ hashes: 1, queries: 5 })
    expect(await cost(member.email, 'guess')).toEqual({ hashes: 1, queries: 5 })
    expect(await cost(member.email, member.password)).toMatchObject({ hashes: 1 })
  } finally {
    await identity.identityDb.destroy()
  }
})

test.each(['known', 'unknown'])(
  'asks a guesser of a(n) %s address to wait after ten failures',
  async (kind) => {
    const member = await createMember(app)
    const email = kind === 'known' ? member.email : `unknown-${member.email}`
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await post({ email, password: `guess ${attempt}` })).statusCode).toBe(401)
    const refused = await post({ email, password: member.password })
    expect(refused.statusCode).toBe(429)
    const { code, retryAfterSec } = refused.json()
    expect(code).toBe('too_many_requests')
    expect(retryAfterSec).toBeGreaterThan(800)
    expect(retryAfterSec).toBeLessThanOrEqual(900)
    expect(refused.headers['retry-after']).toBe(String(retryAfterSec))
  },
)

test('lets no more than ten guesses through in parallel', async () => {
  const { email } = await createMember(app)
  const guesses = Array.from({ length: 40 }, async (_, n) => await post({ email, password: `guess ${n}` }))
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('a right password clears the count, and time ends the wait', async () => {
  const { email, password } = await createMember(app)
  for (let attempt = 0; attempt < 9; attempt++) await post({ email, password: 'guess' })
  expect((await post({ email, password })).statusCode).toBe(200)
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await post({ email, password: 'guess' })).statusCode).toBe(401)
  expect((await post({ email, password })).statusCode).toBe(429)
  const owner = openPool({ url: app.databaseUrl, poolSize: 1 })
  await owner.query(`update identity.limit_count set window_ends_at = now() - interval '1 second'`)
  await owner.end()
  expect((await post({ email, password })).statusCode).toBe(200)
})

test('shows the owner that the account is disabled, after the right password only, and opens no session', async () => {
  const { email, password, uid } = await createMember(app)
  const owner = openPool({ url: app.databaseUrl, poolSize: 1 })
  await owner.query(
    `insert into member (uid, iss, sub, party, short_id, email, state)
     values ($1, 'crels', $1, 'pty_' || repeat('a', 32), 'disabled', $2, 'disabled')
     on conflict (uid) do update set state = 'disabled'`,
    [uid, email],
  )
  const sessions = async () =>
    (await owner.query('select from identity.auth_session where user_id = $1', [uid])).rows.length
  const before = await sessions()
  const response = await post({ email, password })
  expect(response.statusCode).toBe(403)
  expect(response.json().code).toBe('user_disabled')
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(await sessions()).toBe(before)
  expect((await post({ email, password: 'guess' })).json().code).toBe('invalid_credential')
  await owner.end()
})

test.each([
  {},
  { email: 'x@example.com' },
  { email: 'x', password: 'y' },
  { email: 'x@example.com', password: 1 },
])('refuses %j with 422', async (payload) => {
  expect((await post(payload)).statusCode).toBe(422)
})
