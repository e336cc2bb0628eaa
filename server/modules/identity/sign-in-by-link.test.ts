import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, cookieOf, createMember, tokenOf } from '#testing/members.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })
const confirm = async (payload: object) => await post('/identity/link/confirm', payload)
const linkMail = async (
  email: string,
  { redirect, count = 2 }: { redirect?: string; count?: number } = {},
) => {
  expect((await post('/identity/link/send', { email, redirect })).statusCode).toBe(202)
  return await awaitMail(app, email, count)
}

test('signs in with the address it went to, on any device, and the session lasts', async () => {
  const member = await createMember(app)
  const token = tokenOf(await linkMail(member.email))
  const response = await confirm({ token, email: member.email.toUpperCase() })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({
    user: { uid: member.uid, emailVerified: true },
    expiresInSec: 3600,
  })
  const [setCookie] = [response.headers['set-cookie']].flat()
  expect(setCookie).toMatch(/HttpOnly/)
  expect(setCookie).toMatch(/SameSite=Strict/)
  const refreshed = await post('/identity/refresh', {}, { cookie: cookieOf(setCookie) })
  expect(refreshed.json().user.uid).toBe(member.uid)
  // The sessions that were there stay.
  expect((await post('/identity/refresh', {}, { cookie: member.cookie })).json().user.uid).toBe(member.uid)
})

test('works once, for an hour, and with its own address only', async () => {
  const member = await createMember(app)
  const other = await createMember(app)
  const token = tokenOf(await linkMail(member.email))
  expect((await confirm({ token, email: other.email })).json().code).toBe('invalid_action_code')
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => await confirm({ token, email: member.email })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400, 400])

  const late = tokenOf(await linkMail(other.email))
  await owner.query(`update identity.action_link set expires_at = now() where uid = $1`, [other.uid])
  expect((await confirm({ token: late, email: other.email })).json().code).toBe('expired_action_code')
})

test('verifies the address and ends a password that was set before', async () => {
  const squatter = await createMember(app, { verified: false, password: 'squatter’s own' })
  const token = tokenOf(await linkMail(squatter.email))
  const response = await confirm({ token, email: squatter.email })
  expect(response.json().user).toMatchObject({ uid: squatter.uid, emailVerified: true })
  const byPassword = await post('/identity/sign-in', { email: squatter.email, password: 'squatter’s own' })
  expect(byPassword.json().code).toBe('invalid_credential')
  expect((await post('/identity/refresh', {}, { cookie: squatter.cookie })).json().code).toBe(
    'user_token_expired',
  )
  const profile = await app.server.inject({
    url: `/api/v1/users/${squatter.uid}`,
    headers: { authorization: `Bearer ${response.json().accessToken}` },
  })
  expect(profile.statusCode).toBe(200)
})

test('a disabled member stays out', async () => {
  const member = await createMember(app)
  await owner.query(
    `insert into member (uid, iss, sub, party, short_id, email) select $1, 'crels', $1, 'pty_' || repeat('0', 32), 'disabled', $2
     on conflict (uid) do nothing`,
    [member.uid, member.email],
  )
  await owner.query(`update member set state = 'disabled' where uid = $1`, [member.uid])
  const response = await confirm({ token: tokenOf(await linkMail(member.email)), email: member.email })
  expect(response.json()).toMatchObject({ status: 403, code: 'user_disabled' })
  expect(response.headers['set-cookie']).toBeUndefined()
})

test.each([
  ['/campaigns/all', '/campaigns/all'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
])('goes on to %s as %s', async (redirect, kept) => {
  const member = await createMember(app)
  const [link] = (await linkMail(member.email, { redirect })).links
  const url = new URL(link!)
  expect([url.origin, url.pathname, url.searchParams.get('mode')]).toEqual([
    app.config.publicOrigin,
    '/login',
    'link',
  ])
  expect(url.searchParams.get('redirect')).toBe(kept)
})

test('an unknown address gets the same answer, and a mail that says so', async () => {
  const mail = await linkMail('nobody-here@example.com', { count: 1 })
  expect(mail.subject).toBe('There is no account with this address')
})

test('the queue keeps no address in readable form', async () => {
  const member = await createMember(app)
  await linkMail(member.email)
  const { rows } = await owner.query(`select count(*)::int as n from pgboss.job where data::text ilike $1`, [
    `%${member.email}%`,
  ])
  expect(rows).toEqual([{ n: 0 }])
})
