import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, cookieOf, createMember, type TestMember } from '#testing/members.ts'
import { mailboxMailer } from '#server/platform/mail/mailbox.ts'
import { createIdentityDeps } from './open-identity.ts'
import { createPasswordHasher, testCost } from './password-hash.ts'
import { openSession } from './open-session.ts'

/** Every refresh replaces the secret. */
const sessionRules = { lifetimeDays: 90, rotationMinutes: 0 }

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp({ sessionRules })
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const post = async (url: string, cookie: string, to: TestApp = app) =>
  await to.server.inject({ method: 'POST', url, headers: { cookie }, payload: {} })
const refresh = async (cookie: string, to?: TestApp) => {
  const response = await post('/identity/refresh', cookie, to)
  const set = response.headers['set-cookie']
  return { status: response.statusCode, code: response.json().code, next: set ? cookieOf(set) : null }
}
/** A refresh that must succeed and hand over another cookie. */
const renewed = async (cookie: string) => {
  const { status, next } = await refresh(cookie)
  expect([status, next === null, next === cookie]).toEqual([200, false, false])
  return next!
}
const profile = async ({ uid, headers }: TestMember) =>
  (await app.server.inject({ url: `/api/v1/users/${uid}`, headers })).json().code ?? 'ok'
const signInAgain = async ({ email, password }: TestMember) =>
  cookieOf(
    (await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload: { email, password } }))
      .headers['set-cookie'],
  )
const eventsOf = async ({ uid }: TestMember) =>
  (await owner.query('select kind from identity.security_event where uid = $1', [uid])).rows
const advanceClock = async ({ uid }: TestMember, seconds: number) =>
  await owner.query(
    `update identity.session_secret p set replaced_at = replaced_at - make_interval(secs => $2),
       successor_used_at = successor_used_at - make_interval(secs => $2)
     from identity.auth_session s where s.id = p.session_id and s.user_id = $1`,
    [uid, seconds],
  )

test('a refresh replaces the secret; the session and its tokens stay', async () => {
  const member = await createMember(app)
  const second = await renewed(member.cookie)
  await renewed(second)
  expect(await profile(member)).toBe('ok')
  const { rows } = await owner.query(
    'select count(*)::int as n from identity.auth_session where user_id = $1',
    [member.uid],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a secret is chance of more than 128 bits, of which none is like another', async () => {
  const { cookie } = await createMember(app)
  // What the engine makes first, and its signature; then ours.
  const [first] = decodeURIComponent(cookie.split('=')[1]!).split('.')
  expect(first).toMatch(/^[0-9A-Za-z]{32}$/)
  const cookies = [cookie]
  for (let n = 0; n < 5; n++) cookies.push(await renewed(cookies.at(-1)!))
  const secrets = cookies.slice(1).map((one) => decodeURIComponent(one.split('=')[1]!).split('.')[0]!)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(new Set([first, ...secrets]).size).toBe(6)
})

test('by default the secret is replaced after an hour of use', async () => {
  const hourly = await startBeside(app)
  try {
    const member = await createMember(app)
    expect(await refresh(member.cookie, hourly)).toEqual({ status: 200, code: undefined, next: null })
    await owner.query(
      `update identity.auth_session set updated_at = now() - interval '61 minutes' where user_id = $1`,
      [member.uid],
    )
    const { next } = await refresh(member.cookie, hourly)
    expect(next).not.toBeNull()
    expect(await refresh(next!, hourly)).toEqual({ status: 200, code: undefined, next: null })
  } finally {
    await hourly.close()
  }
})

test('a lost answer ends no session: the retry gets the same successor, in another process too', async () => {
  const beside = await startBeside(app, { sessionRules })
  try {
    const member = await createMember(app)
    const lost = await renewed(member.cookie)
    expect(await refresh(member.cookie, beside)).toEqual({ status: 200, code: undefined, next: lost })
    await advanceClock(member, 59)
    expect((await refresh(member.cookie)).next).toBe(lost)
    await renewed(lost)
    expect(await eventsOf(member)).toEqual([])
  } finally {
    await beside.close()
  }
})

test('tabs that refresh at once all stay signed in, with one successor, however many processes answer', async () => {
  const beside = await startBeside(app, { sessionRules })
  try {
    for (let round = 0; round < 5; round++) {
      const member = await createMember(app)
      const answers = await Promise.all(
        Array.from({ length: 12 }, async (_, n) => await refresh(member.cookie, n % 2 ? beside : app)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
      expect(new Set(answers.map(({ next }) => next)).size).toBe(1)
      await renewed(answers[0]!.next!)
      expect(await eventsOf(member)).toEqual([])
    }
  } finally {
    await beside.close()
  }
})

test('an old secret whose successor was used ends the session with all its tokens, and a mail says so', async () => {
  const member = await createMember(app)
  const elsewhere = await signInAgain(member)
  const second = await renewed(member.cookie)
  const third = await renewed(second)
  expect(await profile(member)).toBe('ok')
  expect(await refresh(member.cookie)).toEqual({
    status: 401,
    code: 'user_token_expired',
    next: 'crels_session=',
  })
  expect(await profile(member)).toBe('user_token_expired')
  for (const cookie of [second, third]) expect((await refresh(cookie)).code).toBe('user_token_expired')
  // Once, and of this session alone.
  expect(await eventsOf(member)).toEqual([{ kind: 'session_reused' }])
  expect((await awaitMail(app, member.email, 2)).subject).toBe('We ended one of your sessions')
  expect((await refresh(elsewhere)).status).toBe(200)
})

test('a replaced secret ends after 60 s, also where its successor was never used', async () => {
  const member = await createMember(app)
  const second = await renewed(member.cookie)
  await advanceClock(member, 61)
  expect((await refresh(member.cookie)).code).toBe('user_token_expired')
  expect((await refresh(second)).code).toBe('user_token_expired')
  expect(await eventsOf(member)).toEqual([{ kind: 'session_reused' }])
})

test('the old secret and its successor at once: the session lives or ends whole, never half', async () => {
  for (let round = 0; round < 10; round++) {
    const member = await createMember(app)
    const second = await renewed(member.cookie)
    const [old, present] = await Promise.all([refresh(member.cookie), refresh(second)])
    const events = await eventsOf(member)
    // The old one waited for the database before its successor was used, so that no session ends.
    expect([old.status, present.status, events]).toEqual([200, 200, []])
  }
})

test('a request that came before the successor was used is no reuse, one that came after is', async () => {
  const { config, db, databaseUrl } = app
  const identity = createIdentityDeps(
    {
      countries: { of: () => null },
      config: { ...config, databaseUrl },
      db,
      mailer: mailboxMailer(),
      secret: app.secret,
      log: pino({ level: 'silent' }),
      enqueue: app.jobs.add,
      accountChanged: async () => {},
    },
    createPasswordHasher(testCost),
  )
  try {
    const member = await createMember(app)
    await renewed(await renewed(member.cookie))
    // Of the first secret: its successor was used a moment ago.
    const caller = (ageMs: number) => ({
      headers: new Headers({ cookie: member.cookie, 'user-agent': '' }),
      hasSession: true,
      userAgent: '',
      country: null,
      network: '',
      deviceToken: null,
      receivedAtMs: performance.now() - ageMs,
    })
    expect((await openSession(identity, caller(60_000)))?.user.uid).toBe(member.uid)
    await advanceClock(member, 2)
    expect(await openSession(identity, caller(0))).toBeNull()
    expect(await eventsOf(member)).toEqual([{ kind: 'session_reused' }])
  } finally {
    await identity.identityDb.destroy()
  }
})

test('an unverified address is not mailed of it', async () => {
  const member = await createMember(app, { verified: false })
  await renewed(await renewed(member.cookie))
  expect((await refresh(member.cookie)).code).toBe('user_token_expired')
  const mails = await app.server.inject({ url: '/dev/mail.json', query: { to: member.email } })
  expect(mails.json()).toHaveLength(1)
})

test('a session ends when its lifetime does, however much it is used', async () => {
  const member = await createMember(app)
  const age = async (days: number) =>
    await owner.query(
      `update identity.auth_session set created_at = now() - make_interval(days => $2) where user_id = $1`,
      [member.uid, days],
    )
  await age(80)
  const second = await renewed(member.cookie)
  const { rows } = await owner.query(
    `select expires_at = created_at + interval '90 days' as capped from identity.auth_session where user_id = $1`,
    [member.uid],
  )
  expect(rows).toEqual([{ capped: true }])
  await age(91)
  expect((await refresh(second)).code).toBe('user_token_expired')
  // No news: it ended by its age.
  expect(await eventsOf(member)).toEqual([])
})

test('a replaced session leaves no way in by its older secrets, and no news', async () => {
  const member = await createMember(app)
  const second = await renewed(member.cookie)
  await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    headers: { cookie: second },
    payload: { email: member.email, password: member.password },
  })
  for (const cookie of [member.cookie, second])
    expect(await refresh(cookie)).toMatchObject({ code: 'unavailable', next: null })
  expect(await eventsOf(member)).toEqual([])
})

test('signing out with the secret before ends the session', async () => {
  const member = await createMember(app)
  const second = await renewed(member.cookie)
  expect((await post('/identity/sign-out', member.cookie)).statusCode).toBe(204)
  expect((await refresh(second)).code).toBe('user_token_expired')
  expect(await profile(member)).toBe('user_token_expired')
  expect(await eventsOf(member)).toEqual([])
})
