import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, cookieOf, createMember, mailsTo, type TestMember } from '#testing/members.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await owner.end()
  await app.close()
})

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

const call = async (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  { headers = {}, payload }: { headers?: Record<string, string>; payload?: object } = {},
) => await app.server.inject({ method, url, headers, ...(payload && { payload }) })

/** Signs a member in once more, with a device from somewhere. */
async function signIn({ email, password }: TestMember, { agent = chrome, address = '8.8.8.8' } = {}) {
  const headers = { 'user-agent': agent, 'x-forwarded-for': address }
  const response = await call('POST', '/identity/sign-in', { headers, payload: { email, password } })
  expect(response.statusCode, response.body).toBe(200)
  return {
    headers: { authorization: `Bearer ${response.json().accessToken}` },
    cookie: cookieOf(response.headers['set-cookie']),
  }
}
const list = async (headers: Record<string, string>) =>
  (await call('GET', '/identity/sessions', { headers })).json().items
const profile = async ({ uid }: TestMember, headers: Record<string, string>) =>
  (await call('GET', `/api/v1/users/${uid}`, { headers })).json()

test('lists where the member is signed in: device, country, which one asks; no network address', async () => {
  const member = await createMember(app)
  const phone = await signIn(member, { agent: iphone, address: '193.0.6.139' })
  const sessions = await list(phone.headers)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toEqual({
    id: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
    isCurrent: true,
    browser: 'Safari',
    system: 'iOS',
    kind: 'phone',
    country: 'NL',
    createdAt: expect.any(String),
    lastSeenAt: expect.any(String),
  })
  expect(sessions[1]).toMatchObject({ isCurrent: false, country: null })
  const { rows } = await owner.query(
    `select ip_address from identity.auth_session where user_id = $1 and coalesce(ip_address, '') <> ''`,
    [member.uid],
  )
  expect(rows).toEqual([])
})

test('signs out one, and its token with it, at once', async () => {
  const member = await createMember(app)
  const other = await signIn(member)
  expect(await profile(member, other.headers)).toMatchObject({ uid: member.uid })
  const { id } = (await list(member.headers)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  const response = await call('DELETE', `/identity/sessions/${id}`, { headers: member.headers })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(await profile(member, other.headers)).toMatchObject({ code: 'user_token_expired' })
  const refreshed = await call('POST', '/identity/refresh', { headers: { cookie: other.cookie } })
  expect(refreshed.json().code).toBe('user_token_expired')
  expect(await profile(member, member.headers)).toMatchObject({ uid: member.uid })
  const again = await call('DELETE', `/identity/sessions/${id}`, { headers: member.headers })
  expect(again.json().code).toBe('not_found')
})

test('a session of another member is not found', async () => {
  const [member, stranger] = [await createMember(app), await createMember(app)]
  const [{ id }] = await list(member.headers)
  const response = await call('DELETE', `/identity/sessions/${id}`, { headers: stranger.headers })
  expect(response.json().code).toBe('not_found')
  expect(await list(member.headers)).toHaveLength(1)
})

test('signs out all others', async () => {
  const member = await createMember(app)
  const others = [await signIn(member), await signIn(member)]
  const response = await call('DELETE', '/identity/sessions', { headers: member.headers })
  expect(response.statusCode).toBe(204)
  for (const { headers } of others)
    expect(await profile(member, headers)).toMatchObject({ code: 'user_token_expired' })
  expect(await list(member.headers)).toMatchObject([{ isCurrent: true }])
})

test('mails the first sign-in from another device or country, and only the first', async () => {
  const member = await createMember(app)
  const before = (await mailsTo(app, member.email)).length
  await signIn(member, { agent: chrome, address: '8.8.8.8' })
  const mail = await awaitMail(app, member.email, before + 1)
  expect(mail.subject).toBe('New sign-in to your account')
  expect(mail.text).toContain('Chrome on Windows, from United States')
  expect(mail.links).toEqual([`${app.config.publicOrigin}/login/reset-password`])
  await signIn(member, { agent: chrome, address: '8.8.4.4' })
  expect(await mailsTo(app, member.email)).toHaveLength(before + 1)
  await signIn(member, { agent: chrome, address: '193.0.6.139' })
  expect((await awaitMail(app, member.email, before + 2)).text).toContain('from Netherlands')
})

test('an unverified address gets no such mail', async () => {
  const member = await createMember(app, { verified: false })
  await signIn(member)
  expect(await mailsTo(app, member.email)).toHaveLength(1)
})

test('a new password keeps this session, ends all others, and sends a mail', async () => {
  const member = await createMember(app)
  const other = await signIn(member)
  const change = async (payload: object) =>
    await call('POST', '/identity/password', { headers: member.headers, payload })
  expect((await change({ current: 'wrong', next: 'another horse' })).json().code).toBe('invalid_credential')
  expect((await change({ next: 'another horse' })).json().code).toBe('invalid_credential')
  expect((await change({ current: member.password, next: 'short' })).json()).toMatchObject({
    code: 'weak_password',
    rules: ['minLength'],
  })
  const response = await change({ current: member.password, next: 'another horse' })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(await profile(member, member.headers)).toMatchObject({ uid: member.uid })
  expect(await profile(member, other.headers)).toMatchObject({ code: 'user_token_expired' })
  expect((await mailsTo(app, member.email))[0]!.subject).toBe('Your password was changed')
  await signIn({ ...member, password: 'another horse' })
})

test('an account without a password gets its first after a recent sign-in', async () => {
  const member = await createMember(app)
  await owner.query(`delete from identity.auth_account where user_id = $1`, [member.uid])
  const change = async () =>
    await call('POST', '/identity/password', { headers: member.headers, payload: { next: 'my first' } })
  await owner.query(
    `update identity.auth_session set created_at = now() - interval '11 minutes' where user_id = $1`,
    [member.uid],
  )
  expect((await change()).json().code).toBe('requires_recent_login')
  await owner.query(`update identity.auth_session set created_at = now() where user_id = $1`, [member.uid])
  expect((await change()).statusCode).toBe(204)
  await signIn({ ...member, password: 'my first' })
})

test('a lock after wrong passwords is mailed once; an unknown address waits the same time', async () => {
  const member = await createMember(app)
  const before = (await mailsTo(app, member.email)).length
  const guess = async (email: string) =>
    (await call('POST', '/identity/sign-in', { payload: { email, password: 'wrong' } })).json().code
  for (const email of [member.email, 'not-there@example.com']) {
    const answers = []
    for (let n = 0; n < 13; n++) answers.push(await guess(email))
    expect(answers).toEqual([
      ...Array<string>(10).fill('invalid_credential'),
      ...Array<string>(3).fill('too_many_requests'),
    ])
  }
  expect((await awaitMail(app, member.email, before + 1)).subject).toBe('Too many wrong passwords')
  expect(await mailsTo(app, 'not-there@example.com')).toEqual([])
  expect(await mailsTo(app, member.email)).toHaveLength(before + 1)
})

test('where the setting asks, what is easy to guess is refused', async () => {
  const strict = await startTestApp({ passwordRules: { ...app.config.passwordRules, minScore: 2 } })
  const signUp = async (password: string) =>
    (
      await strict.server.inject({
        method: 'POST',
        url: '/identity/sign-up',
        payload: { email: 'ada.lovelace@example.com', password },
      })
    ).json()
  for (const password of ['password1', 'qwertyuiop', 'ada.lovelace', '19900517'])
    expect(await signUp(password), password).toMatchObject({ code: 'weak_password', rules: ['minScore'] })
  expect(await signUp('three purple lamps')).toMatchObject({ expiresInSec: 3600 })
  await strict.close()
})

test('signing in again in the same browser replaces its session; tabs have half a minute to hear of it', async () => {
  const member = await createMember(app)
  const elsewhere = await signIn(member, { agent: iphone })
  const { email, password, cookie } = member
  const answerTo = async (of: string) => await call('POST', '/identity/refresh', { headers: { cookie: of } })
  const refresh = async (of: string) => (await answerTo(of)).json()
  const again = await call('POST', '/identity/sign-in', { headers: { cookie }, payload: { email, password } })
  const headers = { authorization: `Bearer ${again.json().accessToken}` }
  const sessions = (await list(headers)) as { id: string; isCurrent: boolean }[]
  expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
  // A refresh that waited takes the new cookie of the same name from no tab.
  const late = await answerTo(cookie)
  expect([late.statusCode, late.json().code]).toEqual([503, 'unavailable'])
  expect(late.headers).toMatchObject({ 'retry-after': '1' })
  expect([late.headers['set-cookie'], late.headers['clear-site-data']]).toEqual([undefined, undefined])
  expect((await refresh(elsewhere.cookie)).user.uid).toBe(member.uid)

  // A tab that has not heard of it yet goes on, and not for long. What is known of it does not age meanwhile.
  vi.useFakeTimers({ toFake: ['Date'] })
  expect((await profile(member, member.headers)).uid).toBe(member.uid)
  await owner.query(
    `update identity.auth_session set expires_at = expires_at - interval '31 seconds' where user_id = $1 and token like 'replaced %'`,
    [member.uid],
  )
  await owner.query('select pg_notify($1, $2)', ['account', `crels ${member.uid}`])
  await expect.poll(async () => (await profile(member, member.headers)).code).toBe('user_token_expired')
  vi.useRealTimers()
  const past = await answerTo(cookie)
  expect([past.statusCode, past.json().code]).toEqual([401, 'user_token_expired'])
  expect(past.headers['set-cookie']).toBeUndefined()

  // Another account in this browser replaces it too.
  const other = await createMember(app)
  const cookieNow = cookieOf(again.headers['set-cookie'])
  const payload = { email: other.email, password: other.password }
  expect(
    (await call('POST', '/identity/sign-in', { headers: { cookie: cookieNow }, payload })).statusCode,
  ).toBe(200)
  expect(await refresh(cookieNow)).toMatchObject({ code: 'unavailable' })
})
