import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { cookieOf, createMember, type TestMember } from '#testing/members.ts'

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

const post = async (url: string, { cookie, payload }: { cookie?: string; payload?: object } = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers: cookie ? { cookie } : {} })
const profile = async ({ uid, headers }: TestMember) =>
  await app.server.inject({ url: `/api/v1/users/${uid}`, headers })
const signInAgain = async ({ email, password, uid }: TestMember) => {
  const response = await post('/identity/sign-in', { payload: { email, password } })
  const { accessToken } = response.json()
  const cookie = cookieOf(response.headers['set-cookie'])
  return { uid, email, password, accessToken, cookie, headers: { authorization: `Bearer ${accessToken}` } }
}

test('refreshes the access token of the cookie’s session', async () => {
  const member = await createMember(app)
  const response = await post('/identity/refresh', { cookie: member.cookie })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['clear-site-data']).toBeUndefined()
  const { user, accessToken, expiresInSec } = response.json()
  expect(user.uid).toBe(member.uid)
  expect(expiresInSec).toBe(3600)
  expect((await profile({ ...member, headers: { authorization: `Bearer ${accessToken}` } })).statusCode).toBe(
    200,
  )
})

test('answers without a session with no user and no error', async () => {
  for (const payload of [undefined, {}]) {
    const response = await post('/identity/refresh', { payload })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ user: null })
  }
})

test('slides: a session used after an hour lives thirty days more', async () => {
  const { cookie, uid } = await createMember(app)
  expect((await post('/identity/refresh', { cookie })).headers['set-cookie']).toBeUndefined()
  await owner.query(
    `update identity.auth_session set expires_at = now() + interval '29 days', updated_at = now() - interval '61 minutes'
     where user_id = $1`,
    [uid],
  )
  const response = await post('/identity/refresh', { cookie })
  expect(response.headers['set-cookie']).toContain('Max-Age=2592000')
  const { rows } = await owner.query(
    `select expires_at > now() + interval '29 days 23 hours' as slid from identity.auth_session where user_id = $1`,
    [uid],
  )
  expect(rows).toEqual([{ slid: true }])
})

test('says that an expired or unknown session has ended, and takes its cookie back', async () => {
  const { cookie, uid } = await createMember(app)
  await owner.query(
    `update identity.auth_session set expires_at = now() - interval '1 s' where user_id = $1`,
    [uid],
  )
  for (const ended of [cookie, 'crels_session=nonsense', `${cookie}x`]) {
    const response = await post('/identity/refresh', { cookie: ended })
    expect(response.statusCode, ended).toBe(401)
    expect(response.json().code).toBe('user_token_expired')
    expect(response.headers['set-cookie']).toMatch(/^crels_session=; .*Expires=Thu, 01 Jan 1970/)
    expect(response.headers['clear-site-data']).toBe('"cache"')
  }
})

test('what the database has of a session is no cookie: the signature is missing', async () => {
  const { uid, cookie } = await createMember(app)
  const { rows } = await owner.query('select token from identity.auth_session where user_id = $1', [uid])
  const { token } = rows[0]
  expect(decodeURIComponent(cookie)).toContain(`=${token}.`)
  for (const forged of [token, `${token}.${'A'.repeat(43)}=`]) {
    const response = await post('/identity/refresh', {
      cookie: `crels_session=${encodeURIComponent(forged)}`,
    })
    expect(response.statusCode).toBe(401)
  }
  expect((await post('/identity/refresh', { cookie })).statusCode).toBe(200)
})

test('an access token ends with its session', async () => {
  const member = await createMember(app)
  await owner.query(
    `update identity.auth_session set expires_at = now() - interval '1 s' where user_id = $1`,
    [member.uid],
  )
  expect((await profile(member)).json()).toMatchObject({ status: 401, code: 'user_token_expired' })
})

test('signs out here: the session and its access token end, others live on', async () => {
  const here = await createMember(app)
  const there = await signInAgain(here)
  expect((await profile(here)).statusCode).toBe(200)
  const response = await post('/identity/sign-out', { cookie: here.cookie })
  expect(response.statusCode).toBe(204)
  expect(response.headers['set-cookie']).toMatch(/^crels_session=; /)
  expect(response.headers['clear-site-data']).toBe('"cache"')
  const refused = await profile(here)
  expect(refused.statusCode).toBe(401)
  // Signed out by force, the browser is asked to forget as well.
  expect(refused.headers['clear-site-data']).toBe('"cache"')
  expect(refused.json().code).toBe('user_token_expired')
  expect((await post('/identity/refresh', { cookie: here.cookie })).statusCode).toBe(401)
  expect((await profile(there)).statusCode).toBe(200)
})

test('signs out everywhere', async () => {
  const here = await createMember(app)
  const there = await signInAgain(here)
  for (const member of [here, there]) expect((await profile(member)).statusCode).toBe(200)
  const response = await post('/identity/sign-out', { cookie: here.cookie, payload: { everywhere: true } })
  expect(response.headers['clear-site-data']).toBe('"cache"')
  for (const member of [here, there]) {
    expect((await profile(member)).json().code).toBe('user_token_expired')
    expect((await post('/identity/refresh', { cookie: member.cookie })).statusCode).toBe(401)
  }
  // Within the same second, too.
  expect((await profile(await signInAgain(here))).statusCode).toBe(200)
})

test('signing out without a session is no error', async () => {
  expect((await post('/identity/sign-out')).statusCode).toBe(204)
  expect((await post('/identity/sign-out', { cookie: 'crels_session=x', payload: {} })).statusCode).toBe(204)
  expect((await post('/identity/sign-out', { payload: { everywhere: 'yes' } })).statusCode).toBe(422)
})

const setState = (state: string) => `update member set state = '${state}' where uid = $1`

test.each([
  ['disabled', 403, 'user_disabled', setState('disabled')],
  ['deleted', 401, 'user_deleted', setState('deleted')],
  ['revoked', 401, 'user_token_expired', 'delete from identity.auth_session where user_id = $1'],
])('refuses a %s member’s refresh and, within 30 s, their access token', async (_, status, code, change) => {
  const member = await createMember(app)
  expect((await profile(member)).statusCode).toBe(200)
  // Directly in the database, so nothing announces it.
  await owner.query(change, [member.uid])
  const refreshed = await post('/identity/refresh', { cookie: member.cookie })
  expect([refreshed.statusCode, refreshed.json().code]).toEqual([status, code])
  // The verdict on a member is reused for 20 s; the clock of that is moved, not waited for.
  const realNow = Date.now
  Date.now = () => realNow() + 20_001
  try {
    const refused = await profile(member)
    expect([refused.statusCode, refused.json().code]).toEqual([status, code])
  } finally {
    Date.now = realNow
  }
})

test('another process hears of a sign-out at once', async () => {
  const { createApp } = await import('#server/app.ts')
  const { pino } = await import('pino')
  const config = { ...app.config, databaseUrl: app.databaseUrl, port: 0 }
  const other = await createApp(config, pino({ level: 'silent' }))
  try {
    await other.listen()
    const member = await createMember(app)
    const there = async () =>
      await other.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
    // The clock stops, so the cached session cannot expire by its age.
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await there()).statusCode).toBe(200)
    await post('/identity/sign-out', { cookie: member.cookie })
    await expect.poll(async () => (await there()).statusCode).toBe(401)
  } finally {
    vi.useRealTimers()
    await other.close()
  }
})

test('over https the cookie is Secure and bound to this host', async () => {
  const secure = await startTestApp({ publicOrigin: 'https://crels.example', developmentTools: true })
  try {
    const member = await createMember(secure)
    expect(member.cookie).toMatch(/^__Host-crels_session=/)
    const response = await secure.server.inject({
      method: 'POST',
      url: '/identity/sign-in',
      payload: { email: member.email, password: member.password },
    })
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Host-crels_device=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    const out = await secure.server.inject({
      method: 'POST',
      url: '/identity/sign-out',
      headers: { cookie: member.cookie },
    })
    expect(out.headers['set-cookie']).toMatch(/^__Host-crels_session=; .*Secure/)
  } finally {
    await secure.close()
  }
})
