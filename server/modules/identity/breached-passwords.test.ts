import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, mailsTo, tokenOf } from '#testing/members.ts'

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
const signUp = async (payload: object) =>
  await post('/identity/sign-up', { email: `${newId('member')}@example.com`, ...payload })
const refused = { status: 422, code: 'weak_password', rules: ['refuseBreached'] }
const breached = { ...refused, reason: 'breached' }
const personal = { ...refused, reason: 'personal' }

test.each(['123456', 'password', 'PassWord1', 'qwertyuiop', 'Trustno1', 'aaaaaaaaaaaa', 'ÜÜüüÜÜ'])(
  'a sign-up with %s is refused',
  async (password) => {
    expect((await signUp({ password })).json()).toMatchObject(breached)
  },
)

test.each([
  { email: 'ada.lovelace@example.com', password: 'Ada.Lovelace' },
  { email: 'ada.lovelace@example.com', password: 'lovelace' },
  { email: 'ada.lovelace@example.com', password: 'ada.lovelace@example.com' },
  { displayName: 'Grace Murray Hopper', password: 'grace murray hopper' },
  { displayName: 'Grace Murray Hopper', password: 'HOPPER' },
  { password: 'localhost' },
])('so is one that says the person or the site: %j', async (payload) => {
  expect((await signUp(payload)).json()).toMatchObject(personal)
})

test.each(['correct horse', 'password password', '123456 horses', 'xqvzkp', 'grace murray hoppers'])(
  'accepts six characters that are on no list: %s',
  async (password) => {
    expect((await signUp({ password, displayName: 'Grace Murray Hopper' })).statusCode).toBe(201)
  },
)

describe('the same applies to', () => {
  test('a change, and a first password', async () => {
    const member = await createMember(app, { displayName: 'Grace Hopper' })
    for (const next of ['sunshine', 'hopper', member.email])
      expect(
        (await post('/identity/password', { current: member.password, next }, member.headers)).json(),
      ).toMatchObject(refused)
    await owner.query(`delete from identity.auth_account where user_id = $1`, [member.uid])
    expect((await post('/identity/password', { next: 'sunshine' }, member.headers)).json()).toMatchObject(
      refused,
    )
  })

  test('a reset by link and by code, which stay usable', async () => {
    const { email } = await createMember(app, { displayName: 'Grace Hopper' })
    await post('/identity/reset/send', { email })
    const mail = await awaitMail(app, email, 2)
    const token = tokenOf(mail)
    for (const password of ['sunshine', 'hopper', email])
      expect((await post('/identity/reset/confirm', { token, password })).json()).toMatchObject(refused)
    const byCode = { email, code: mail.code }
    for (const password of ['sunshine', email])
      expect((await post('/identity/reset/confirm', { ...byCode, password })).json()).toMatchObject(refused)
    // Who proved nothing learns nothing of a name by it.
    const guess = { token: 'unknown', password: 'grace hopper' }
    expect((await post('/identity/reset/confirm', guess)).json().code).toBe('invalid_action_code')
    const done = await post('/identity/reset/confirm', { ...byCode, password: 'my own sunshine' })
    expect(done.statusCode).toBe(200)
  })

  test('a new password by the verification link', async () => {
    const { email } = await createMember(app, { verified: false })
    const token = tokenOf((await mailsTo(app, email))[0]!)
    const answer = await post('/identity/verification/confirm', { token, newPassword: 'sunshine' })
    expect(answer.json()).toMatchObject(refused)
  })
})

test('a member who has such a password signs in with it', async () => {
  const lax = await startTestApp({ passwordRules: { ...app.config.passwordRules, refuseBreached: false } })
  try {
    const { email } = await createMember(lax, { password: 'sunshine' })
    lax.config.passwordRules.refuseBreached = true
    const payload = { email, password: 'sunshine' }
    const answer = await lax.server.inject({ method: 'POST', url: '/identity/sign-in', payload })
    expect(answer.statusCode).toBe(200)
    expect((await lax.server.inject('/identity/policy')).json()).toMatchObject({ refuseBreached: true })
  } finally {
    await lax.close()
  }
})
