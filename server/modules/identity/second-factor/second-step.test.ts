import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, cookieOf, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'
import { testActor } from '#testing/operators.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })
const secondStep = async (cookie: string, payload: object) =>
  await post('/identity/second-step', payload, { cookie })
const pendingOf = async (cookie: string) =>
  (await app.server.inject({ url: '/identity/second-step', headers: { cookie } })).json().pending

/** The cookie by which a browser is known. */
const deviceOf = (set: string | string[] | undefined) =>
  [set ?? []]
    .flat()
    .find((one) => one.startsWith('crels_device='))!
    .split(';')[0]!

/** A member with an authenticator app, and the cookie of a sign-in whose first step is done. */
async function begun() {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  return { member, authenticator, cookie: await begin(member) }
}

async function begin({ email, password }: Pick<TestMember, 'email' | 'password'>): Promise<string> {
  const response = await post('/identity/sign-in', { email, password })
  expect(response.json()).toMatchObject({ status: 403, code: 'second_step_required' })
  const setCookie = String(response.headers['set-cookie'])
  expect(setCookie).toMatch(/^crels_second_step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/)
  return cookieOf(response.headers['set-cookie'])
}

test('a right password opens no session until a code of the app is entered', async () => {
  const { member, authenticator, cookie } = await begun()
  expect(await pendingOf(cookie)).toEqual({ ways: ['authenticator', 'recovery_code'] })
  const sessions = await owner.query('select from identity.auth_session where user_id = $1', [member.uid])
  expect(sessions.rowCount).toBe(1)
  const response = await secondStep(cookie, { code: codeOf(authenticator) })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({ user: { uid: member.uid }, expiresInSec: 3600 })
  const cookies = [response.headers['set-cookie']].flat().join('\n')
  expect(cookies).toMatch(/crels_session=[^;]{30,}/)
  expect(cookies).toMatch(/crels_second_step=; /)
  const again = await secondStep(cookie, { code: codeOf(authenticator, 1) })
  expect(again.json().code).toBe('sign_in_expired')
})

test('a code works once, at sign-in and as a proof', async () => {
  const { member, authenticator, cookie } = await begun()
  const code = codeOf(authenticator)
  expect((await secondStep(cookie, { code })).statusCode).toBe(200)
  const replayed = await secondStep(await begin(member), { code })
  expect(replayed.json()).toMatchObject({ status: 400, code: 'invalid_verification_code', triesLeft: 4 })
  expect((await post('/identity/second-factors/proof', { code }, member.headers)).json().code).toBe(
    'invalid_verification_code',
  )
  // Older than the one that was used.
  const older = await secondStep(await begin(member), { code: codeOf(authenticator, -1) })
  expect(older.json().code).toBe('invalid_verification_code')
})

test('one code in twenty parallel requests opens one session', async () => {
  const { authenticator, member } = await begun()
  const cookies = await Promise.all(Array.from({ length: 5 }, async () => await begin(member)))
  const code = codeOf(authenticator)
  const answers = await Promise.all(
    cookies.flatMap((cookie) => [1, 2, 3, 4].map(async () => await secondStep(cookie, { code }))),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a recovery code finishes a sign-in once, however it is typed, and is mailed', async () => {
  const { member, authenticator, cookie } = await begun()
  expect(new Set(authenticator.recoveryCodes).size).toBe(10)
  expect(authenticator.recoveryCodes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  const recoveryCode = authenticator.recoveryCodes[3]!
  const typed = recoveryCode.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect((await secondStep(cookie, { recoveryCode: typed })).statusCode).toBe(200)
  const [mail] = await mailsTo(app, member.email)
  expect(mail).toMatchObject({ subject: 'A recovery code was used' })
  expect(mail!.text).toContain('9 of your recovery codes still work')
  const again = await secondStep(await begin(member), { recoveryCode })
  expect(again.json()).toMatchObject({ code: 'invalid_verification_code', triesLeft: 4 })
  const stored = await owner.query('select code_hash from identity.recovery_code where uid = $1', [
    member.uid,
  ])
  expect(stored.rows.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true)
})

test('five wrong codes end a begun sign-in, and twenty in a day those of the app', async () => {
  const { member, authenticator, cookie: first } = await begun()
  const wrong = { code: codeOf(authenticator, 50) }
  for (let n = 0, cookie = first; n < 20; n++) {
    if (n > 0 && n % 5 === 0) {
      // The right one is too late now.
      expect((await secondStep(cookie, { code: codeOf(authenticator) })).json().code).toBe('sign_in_expired')
      cookie = await begin(member)
    }
    expect((await secondStep(cookie, wrong)).json()).toMatchObject({
      code: 'invalid_verification_code',
      triesLeft: 4 - (n % 5),
    })
  }
  const cookie = await begin(member)
  const refused = await secondStep(cookie, { code: codeOf(authenticator) })
  expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(refused.json().retryAfterSec).toBeGreaterThan(80_000)
  // Recovery codes have a count of their own: no account is locked for a day.
  const recoveryCode = authenticator.recoveryCodes[0]!
  expect((await secondStep(cookie, { recoveryCode })).statusCode).toBe(200)
})

test('an attacker with the password locks out no browser that passed the second step before', async () => {
  const { member, authenticator, cookie: first } = await begun()
  const passed = await secondStep(first, { code: codeOf(authenticator) })
  const device = deviceOf(passed.headers['set-cookie'])
  for (let n = 0, cookie = ''; n < 20; n++) {
    if (n % 5 === 0) cookie = await begin(member)
    await secondStep(cookie, { code: codeOf(authenticator, 50) })
  }
  const next = { code: codeOf(authenticator, 1) }
  expect((await secondStep(await begin(member), next)).json().code).toBe('too_many_requests')
  // Nor does it help to be known by a password that was chosen by mail.
  const before = (await mailsTo(app, member.email)).length
  await post('/identity/reset/send', { email: member.email })
  const token = tokenOf(await awaitMail(app, member.email, before + 1))
  const kept = await owner.query('select * from identity.device_proof where uid = $1', [member.uid])
  const reset = await post('/identity/reset/confirm', { token, password: 'a new horse' })
  const byMail = deviceOf(reset.headers['set-cookie'])
  // A reset forgets every browser; as if it had not.
  for (const { uid, device_hash, second_factor_at } of kept.rows)
    await owner.query(
      'insert into identity.device_proof (uid, device_hash, second_factor_at) values ($1, $2, $3)',
      [uid, device_hash, second_factor_at],
    )
  const { email } = member
  const mailed = await begin({ email, password: 'a new horse' })
  expect((await secondStep(`${mailed}; ${byMail}`, next)).json().code).toBe('too_many_requests')
  const known = await begin({ email, password: 'a new horse' })
  expect((await secondStep(`${known}; ${device}`, next)).statusCode).toBe(200)
})

test('the count of wrong codes outlives the account', async () => {
  const { member, cookie } = await begun()
  await secondStep(cookie, { code: '000000' })
  const count = async () =>
    Number((await owner.query('select count(*) from identity.limit_count')).rows[0].count)
  const before = await count()
  await owner.query('delete from identity.auth_user where id = $1', [member.uid])
  expect(await count()).toBe(before)
})

test('another password, another address or signing out everywhere voids a begun sign-in', async () => {
  const changed = await begun()
  const next = { current: changed.member.password, next: 'a new horse' }
  expect((await post('/identity/password', next, changed.member.headers)).statusCode).toBe(204)
  expect(await pendingOf(changed.cookie)).toBeNull()
  const tooLate = await secondStep(changed.cookie, { code: codeOf(changed.authenticator) })
  expect(tooLate.json().code).toBe('sign_in_expired')

  const moved = await begun()
  await owner.query(`update identity.auth_user set email = 'moved-' || email where id = $1`, [
    moved.member.uid,
  ])
  expect((await secondStep(moved.cookie, { code: codeOf(moved.authenticator) })).json().code).toBe(
    'sign_in_expired',
  )

  const left = await begun()
  const { cookie } = left.member
  expect((await post('/identity/sign-out', { everywhere: true }, { cookie })).statusCode).toBe(204)
  expect(await pendingOf(left.cookie)).toBeNull()
})

test('a password that changes while the first step is judged opens nothing', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  const { email, password } = member
  const locker = await owner.connect()
  // The old password was found right; whether there is a second factor is asked after that, and has to wait.
  await locker.query('begin; lock table identity.authenticator')
  const signIn = post('/identity/sign-in', { email, password })
  try {
    await vi.waitFor(async () => {
      const waiting = await locker.query(
        `select from pg_locks where relation = 'identity.authenticator'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(waiting.rowCount).toBe(1)
    }, 30_000)
    const next = { current: password, next: 'a new horse' }
    expect((await post('/identity/password', next, member.headers)).statusCode).toBe(204)
  } finally {
    await locker.query('rollback')
    locker.release()
  }
  const cookie = cookieOf((await signIn).headers['set-cookie'])
  const refused = await secondStep(cookie, { code: codeOf(authenticator) })
  expect(refused.json()).toMatchObject({ status: 400, code: 'sign_in_expired' })
})

test('a mailed link and a new password by mail are first steps only', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  const { email } = member
  const before = (await mailsTo(app, email)).length
  await post('/identity/link/send', { email })
  const link = await awaitMail(app, email, before + 1)
  const byLink = await post('/identity/link/confirm', { token: tokenOf(link), email })
  expect(byLink.json().code).toBe('second_step_required')
  const cookie = cookieOf(byLink.headers['set-cookie'])
  expect((await secondStep(cookie, { code: codeOf(authenticator) })).statusCode).toBe(200)

  await post('/identity/reset/send', { email })
  const reset = await awaitMail(app, email, before + 2)
  const password = 'a new horse'
  expect((await post('/identity/reset/confirm', { token: tokenOf(reset), password })).statusCode).toBe(200)
  // The second factor stays.
  const begunAnew = await begin({ email, password })
  expect(await pendingOf(begunAnew)).toEqual({ ways: ['authenticator', 'recovery_code'] })
})

test('a disabled account sees the reason before the second step', async () => {
  const member = await createMember(app)
  await addAuthenticator(app, member)
  await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  await app.members.disable(testActor, member.uid, 'a test')
  const { email, password } = member
  expect((await post('/identity/sign-in', { email, password })).json().code).toBe('user_disabled')
})

test('without a begun sign-in nothing is revealed and nothing can be finished', async () => {
  expect(await pendingOf('a=b')).toBeNull()
  expect(await pendingOf('crels_second_step=nothing')).toBeNull()
  const refused = await secondStep('crels_second_step=nothing', { code: '123456' })
  expect(refused.json()).toMatchObject({ status: 400, code: 'sign_in_expired' })
  expect((await secondStep('a=b', { code: '12345' })).json().code).toBe('validation_failed')
})
