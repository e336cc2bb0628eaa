import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'

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
const send = async (email: string) => await post('/identity/reset/send', { email })
const confirm = async (payload: object) => await post('/identity/reset/confirm', payload)
const signIn = async (email: string, password: string) => await post('/identity/sign-in', { email, password })
const resetMail = async ({ email }: Pick<TestMember, 'email'>, count = 2) => {
  expect((await send(email)).statusCode).toBe(202)
  return await awaitMail(app, email, count)
}
const age = async (uid: string, interval: string) => {
  await owner.query(
    `update identity.action_code set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval where uid = $1`,
    [uid, interval],
  )
  await owner.query(
    `update identity.action_link set expires_at = expires_at - $2::interval where uid = $1 and purpose = 'reset_password'`,
    [uid, interval],
  )
}

test('by link: the new password signs in, the old one and every session end', async () => {
  const member = await createMember(app)
  const token = tokenOf(await resetMail(member))
  const response = await confirm({ token, password: 'a new horse' })
  expect([response.statusCode, response.json()]).toEqual([200, { email: member.email, waysIn: [] }])
  expect((await signIn(member.email, member.password)).json().code).toBe('invalid_credential')
  expect((await signIn(member.email, 'a new horse')).statusCode).toBe(200)
  const old = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  expect(old.json()).toMatchObject({ status: 401, code: 'user_token_expired' })
  expect((await post('/identity/refresh', {}, { cookie: member.cookie })).json().code).toBe(
    'user_token_expired',
  )
  const { rows } = await owner.query('select kind from identity.security_event where uid = $1', [member.uid])
  expect(rows).toEqual([{ kind: 'password_reset' }])
})

test('by code: with the address it went to, in any case of letters', async () => {
  const member = await createMember(app)
  const { code } = await resetMail(member)
  const response = await confirm({ email: member.email.toUpperCase(), code, password: 'a new horse' })
  expect(response.statusCode, response.body).toBe(200)
  expect((await signIn(member.email, 'a new horse')).statusCode).toBe(200)
  const again = await confirm({ email: member.email, code, password: 'another horse' })
  expect(again.json().code).toBe('expired_action_code')
})

test('by code, the member’s own name is no password either, which only a right code says', async () => {
  const member = await createMember(app, { displayName: 'Zwentibold Quist' })
  const { code } = await resetMail(member)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const choose = async (typed: string, password: string) =>
    (await confirm({ email: member.email, code: typed, password })).json()
  expect((await choose(wrong, 'zwentibold')).code).toBe('invalid_verification_code')
  expect(await choose(code!, 'zwentibold')).toMatchObject({
    code: 'weak_password',
    rules: ['refuseBreached'],
  })
  expect((await signIn(member.email, member.password)).statusCode).toBe(200)
  // The code still works.
  expect(await choose(code!, 'a new horse')).toMatchObject({ email: member.email })
})

test('a link works once, of eight at the same moment and later', async () => {
  const member = await createMember(app)
  const token = tokenOf(await resetMail(member))
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => await confirm({ token, password: `horse number ${n}` })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array<number>(7).fill(400)])
  expect((await confirm({ token, password: 'a new horse' })).json().code).toBe('invalid_action_code')
})

test('a link works for an hour, and a weak password uses nothing up', async () => {
  const member = await createMember(app)
  const mail = await resetMail(member)
  const weak = await confirm({ token: tokenOf(mail), password: 'short' })
  expect(weak.json()).toMatchObject({ status: 422, code: 'weak_password', rules: ['minLength'] })
  const weakByCode = await confirm({ email: member.email, code: mail.code, password: 'short' })
  expect(weakByCode.json().code).toBe('weak_password')
  await age(member.uid, '61 minutes')
  expect((await confirm({ token: tokenOf(mail), password: 'a new horse' })).json().code).toBe(
    'expired_action_code',
  )
  expect((await signIn(member.email, member.password)).statusCode).toBe(200)
})

test('a password reset verifies the address', async () => {
  const member = await createMember(app, { verified: false })
  await confirm({ token: tokenOf(await resetMail(member)), password: 'a new horse' })
  expect((await signIn(member.email, 'a new horse')).json().user.emailVerified).toBe(true)
})

test('an unknown address gets the same answer and a mail that says so, and guesses look the same', async () => {
  const stranger = 'nobody-at-all@example.com'
  expect((await send(stranger)).statusCode).toBe(202)
  const mail = await awaitMail(app, stranger, 1)
  expect(mail).toMatchObject({ subject: 'There is no account with this address', code: null })
  expect(mail.links).toEqual([`${app.config.publicOrigin}/signup`])

  const member = await createMember(app)
  const { code } = await resetMail(member)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const guess = async (email: string) => {
    const { requestId: _, ...answer } = (
      await confirm({ email, code: wrong, password: 'a new horse' })
    ).json()
    return answer
  }
  for (let tries = 0; tries < 7; tries++) expect(await guess(stranger)).toEqual(await guess(member.email))
  expect(await guess('never-asked@example.com')).toEqual(await guess(member.email))
})

test('one mail a minute, dropped without a word in between; the eleventh of a day has no code', async () => {
  const member = await createMember(app)
  const first = await resetMail(member)
  await send(member.email)
  await age(member.uid, '2 minutes')
  await send(member.email)
  const second = await awaitMail(app, member.email, 3)
  expect(second.code).not.toBe(null)
  expect(await mailsTo(app, member.email)).toHaveLength(3)
  // The link of the first still works, its code is void.
  if (first.code !== second.code) {
    const old = await confirm({ email: member.email, code: first.code, password: 'a new horse' })
    expect(old.json().code).toBe('invalid_verification_code')
  }
  await owner.query(`update identity.limit_count set used = 10 where name = 'codes reset_password'`)
  await age(member.uid, '2 minutes')
  await send(member.email)
  const late = await awaitMail(app, member.email, 4)
  expect(late.code).toBe(null)
  expect((await confirm({ token: tokenOf(late), password: 'a new horse' })).statusCode).toBe(200)
})

test('ends a lock that wrong passwords brought', async () => {
  const member = await createMember(app)
  for (let n = 0; n < 11; n++) await signIn(member.email, 'wrong')
  expect((await signIn(member.email, member.password)).statusCode).toBe(429)
  // The owner is mailed of the lock; the mail after it is the one with the token.
  await awaitMail(app, member.email, 2)
  await confirm({ token: tokenOf(await resetMail(member, 3)), password: 'a new horse' })
  expect((await signIn(member.email, 'a new horse')).statusCode).toBe(200)
})

test.each([
  {},
  { token: 'x' },
  { token: '', password: 'a new horse' },
  { email: 'a@example.com', password: 'a new horse' },
  { email: 'a@example.com', code: '12345', password: 'a new horse' },
  { token: 'x', email: 'a@example.com', code: '123456', password: 'a new horse' },
])('refuses %j with 422', async (payload) => {
  expect((await confirm(payload)).statusCode).toBe(422)
})

test('a garbled, a foreign and a link for something else are not valid', async () => {
  const member = await createMember(app, { verified: false })
  const verification = tokenOf(await awaitMail(app, member.email, 1))
  for (const token of ['garbled', verification, 'x'.repeat(2000)])
    expect((await confirm({ token, password: 'a new horse' })).json().code).toBe('invalid_action_code')
  expect((await signIn(member.email, member.password)).statusCode).toBe(200)
})
