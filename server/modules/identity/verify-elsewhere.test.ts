import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, cookieOf, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'

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
const confirm = async (payload: object, headers: Record<string, string> = {}) =>
  await post('/identity/verification/confirm', payload, headers)
const signIn = async (email: string, password: string) => await post('/identity/sign-in', { email, password })
const refreshed = async (cookie: string) => (await post('/identity/refresh', {}, { cookie })).json()
const isVerified = async ({ uid }: TestMember) =>
  (await owner.query('select email_verified from identity.auth_user where id = $1', [uid])).rows[0]
    .email_verified

/** A person signs up with an address that is not theirs, with a second session and an account elsewhere. */
async function hijacked() {
  const evil = await createMember(app, { verified: false, password: 'evil horse' })
  const second = cookieOf((await signIn(evil.email, 'evil horse')).headers['set-cookie'])
  await owner.query(
    `insert into identity.auth_account (id, account_id, provider_id, user_id, updated_at) values ($1, $1, 'https://evil.example', $2, now())`,
    [newId('member'), evil.uid],
  )
  return { evil, second, token: tokenOf((await mailsTo(app, evil.email))[0]!) }
}

describe('the verification link of a new account, where it has no session', () => {
  test('is refused without a password, and names the account; nothing is verified or used up', async () => {
    const { evil, token } = await hijacked()
    const stranger = await createMember(app)
    for (const headers of [{}, { cookie: stranger.cookie }]) {
      const response = await confirm({ token }, headers as Record<string, string>)
      expect(response.json()).toMatchObject({
        status: 403,
        code: 'password_required',
        account: { email: evil.email, hasPassword: true, mayChoose: true },
      })
    }
    expect(await isVerified(evil)).toBe(false)
    expect((await confirm({ token }, { cookie: evil.cookie })).statusCode).toBe(200)
  })

  test('a new password ends the password, session and account elsewhere of the account’s maker', async () => {
    const { evil, second, token } = await hijacked()
    const response = await confirm({ token, newPassword: 'my own horse' })
    expect(response.json().user).toMatchObject({ uid: evil.uid, emailVerified: true })
    for (const cookie of [evil.cookie, second])
      expect((await refreshed(cookie)).code).toBe('user_token_expired')
    expect((await signIn(evil.email, 'evil horse')).json().code).toBe('invalid_credential')
    const { rows } = await owner.query('select provider_id from identity.auth_account where user_id = $1', [
      evil.uid,
    ])
    expect(rows).toEqual([{ provider_id: 'credential' }])
    const bearer = { authorization: `Bearer ${evil.accessToken}` }
    const profile = await app.server.inject({ url: `/api/v1/users/${evil.uid}`, headers: bearer })
    expect(profile.json().code).toBe('user_token_expired')
    const mine = cookieOf(response.headers['set-cookie'])
    expect((await refreshed(mine)).user).toMatchObject({ uid: evil.uid, emailVerified: true })
    expect((await confirm({ token, newPassword: 'again a horse' })).json().code).toBe('invalid_action_code')
  })

  test('a weak new password uses nothing up', async () => {
    const { evil, token } = await hijacked()
    expect((await confirm({ token, newPassword: 'short' })).json().code).toBe('weak_password')
    expect(await isVerified(evil)).toBe(false)
    expect((await confirm({ token, newPassword: 'long enough' })).statusCode).toBe(200)
  })

  test('the password of the sign-up verifies and signs in, and what was there stays', async () => {
    const { evil: member, second, token } = await hijacked()
    const response = await confirm({ token, password: 'evil horse' })
    expect(response.json().user).toMatchObject({ uid: member.uid, emailVerified: true })
    expect((await refreshed(cookieOf(response.headers['set-cookie']))).user.uid).toBe(member.uid)
    for (const cookie of [member.cookie, second])
      expect((await refreshed(cookie)).user).toMatchObject({ emailVerified: true })
  })

  test('wrong passwords are counted by link: ten, then a wait, and the sign-in is not locked by them', async () => {
    const { evil, token } = await hijacked()
    const answers = []
    for (let n = 0; n < 11; n++) answers.push((await confirm({ token, password: 'wrong' })).statusCode)
    expect(answers).toEqual([...Array<number>(10).fill(401), 429])
    expect((await confirm({ token, password: 'evil horse' })).json()).toMatchObject({
      code: 'too_many_requests',
      retryAfterSec: expect.any(Number),
    })
    expect((await signIn(evil.email, 'evil horse')).statusCode).toBe(200)
    // Who reads the mail is never locked out by what was guessed.
    expect((await confirm({ token, newPassword: 'my own horse' })).statusCode).toBe(200)
  })

  test('an expired or unknown one says so before it asks for anything', async () => {
    const { evil, token } = await hijacked()
    await owner.query('update identity.action_link set expires_at = now() where uid = $1', [evil.uid])
    for (const more of [{}, { password: 'evil horse' }, { newPassword: 'my own horse' }])
      expect((await confirm({ token, ...more })).json().code).toBe('expired_action_code')
    expect((await confirm({ token: 'unknown', password: 'evil horse' })).json().code).toBe(
      'invalid_action_code',
    )
  })

  test('of an account without a password only a new one is asked for', async () => {
    const { evil, token } = await hijacked()
    await owner.query(`delete from identity.action_link where uid = $1`, [evil.uid])
    await owner.query(`delete from identity.auth_account where user_id = $1 and provider_id = 'credential'`, [
      evil.uid,
    ])
    await owner.query(
      `update identity.action_code set sent_at = sent_at - interval '1 minute' where uid = $1`,
      [evil.uid],
    )
    await post('/identity/verification/send', {}, evil.headers)
    const fresh = tokenOf(await awaitMail(app, evil.email, 2))
    expect(fresh).not.toBe(token)
    expect((await confirm({ token: fresh })).json().account).toMatchObject({ hasPassword: false })
    expect((await confirm({ token: fresh, password: 'a guess' })).json().code).toBe('invalid_credential')
    expect((await confirm({ token: fresh, newPassword: 'my own horse' })).statusCode).toBe(200)
  })
})

describe('the link that confirms another address, where its account has no session', () => {
  /** An attacker's verified account asks for another person's address. */
  async function wished() {
    const evil = await createMember(app)
    const victim = `${newId('member')}@example.com`
    await post('/identity/email/change', { email: victim }, evil.headers)
    return { evil, victim, token: tokenOf((await mailsTo(app, victim))[0]!) }
  }
  const addressOf = async ({ uid }: TestMember) =>
    (await owner.query('select email from identity.auth_user where id = $1', [uid])).rows[0].email

  test('reading the mail alone neither confirms the address nor opens the account', async () => {
    const { evil, token } = await wished()
    expect((await confirm({ token })).json()).toMatchObject({
      code: 'password_required',
      account: { email: evil.email, hasPassword: true, mayChoose: false },
    })
    expect((await confirm({ token, newPassword: 'my own horse' })).json().code).toBe('password_required')
    expect((await confirm({ token, password: 'wrong' })).json().code).toBe('invalid_credential')
    expect(await addressOf(evil)).toBe(evil.email)
  })

  test('the account’s password confirms it, and opens no session', async () => {
    const { evil: member, victim: next, token } = await wished()
    const response = await confirm({ token, password: member.password })
    expect(response.json()).toEqual({ user: null })
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await addressOf(member)).toBe(next)
  })
})
