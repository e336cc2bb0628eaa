import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailedCode, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'

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

const fresh = () => `${newId('member')}@example.com`
const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })
const change = async ({ headers }: TestMember, email: string) =>
  await post('/identity/email/change', { email }, headers)
const confirm = async (token: string, { cookie }: TestMember) =>
  await post('/identity/verification/confirm', { token }, { cookie })
const recover = async (token: string) => await post('/identity/email/recover', { token })
const newest = async (email: string) => (await mailsTo(app, email))[0]!
const refreshed = async ({ cookie }: TestMember) => (await post('/identity/refresh', {}, { cookie })).json()
const signIn = async (email: string, password: string) => await post('/identity/sign-in', { email, password })

/** A member who changed from one address to another, and the link with which to undo that. */
async function changedMember() {
  const member = await createMember(app)
  const next = fresh()
  expect((await change(member, next)).json()).toEqual({ pendingEmail: next })
  expect((await confirm(tokenOf(await newest(next)), member)).statusCode).toBe(200)
  return { member, next, recovery: tokenOf(await newest(member.email)) }
}

test('before verifying: changes at once, and only the new address verifies', async () => {
  const member = await createMember(app, { verified: false })
  const mistyped = await newest(member.email)
  const next = fresh()
  expect((await change(member, next.toUpperCase())).json()).toEqual({ pendingEmail: null })
  expect((await refreshed(member)).user).toMatchObject({ email: next, emailVerified: false })
  expect((await confirm(tokenOf(mistyped), member)).json().code).toBe('invalid_action_code')
  const old = await post('/identity/verification/confirm', { code: mistyped.code }, { cookie: member.cookie })
  if (mistyped.code !== (await mailedCode(app, next))) expect(old.statusCode).toBe(400)
  const code = await mailedCode(app, next)
  const response = await post('/identity/verification/confirm', { code }, { cookie: member.cookie })
  expect(response.json().user).toMatchObject({ email: next, emailVerified: true })
})

test('after verifying: the address stays until the link mailed to the new one is followed', async () => {
  const member = await createMember(app)
  const next = fresh()
  await change(member, next)
  expect((await refreshed(member)).user.email).toBe(member.email)
  const mail = await newest(next)
  expect(mail.text).toContain(member.email)
  expect((await confirm(tokenOf(mail), member)).statusCode).toBe(200)
  expect((await refreshed(member)).user).toMatchObject({ email: next, emailVerified: true })
  expect((await signIn(next, member.password)).statusCode).toBe(200)
  expect((await signIn(member.email, member.password)).json().code).toBe('invalid_credential')
  const profile = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  expect(profile.json().email).toBe(next)
  expect((await confirm(tokenOf(mail), member)).json().code).toBe('invalid_action_code')
})

test('asks for a recent sign-in, and a password given again is one', async () => {
  const member = await createMember(app)
  await owner.query(
    `update identity.auth_session set created_at = now() - interval '11 minutes' where user_id = $1`,
    [member.uid],
  )
  const next = fresh()
  expect((await change(member, next)).json()).toMatchObject({ status: 403, code: 'requires_recent_login' })
  expect(await mailsTo(app, next)).toEqual([])
  const wrong = await post('/identity/reauthenticate', { password: 'wrong' }, member.headers)
  expect(wrong.json()).toMatchObject({ status: 401, code: 'invalid_credential' })
  expect((await change(member, next)).json().code).toBe('requires_recent_login')
  const right = await post('/identity/reauthenticate', { password: member.password }, member.headers)
  expect([right.statusCode, right.body]).toEqual([204, ''])
  expect((await change(member, next)).statusCode).toBe(200)
  await owner.query(`update identity.session_proof set proved_at = now() - interval '11 minutes'`)
  expect((await change(member, fresh())).json().code).toBe('requires_recent_login')
})

test('a session has ten guesses at the password, whatever is guessed elsewhere', async () => {
  const member = await createMember(app)
  const { email, password } = member
  const reauthenticate = async (guess: string, { headers }: Pick<TestMember, 'headers'>) =>
    (await post('/identity/reauthenticate', { password: guess }, headers)).statusCode
  const other = (await post('/identity/sign-in', { email, password })).json() as { accessToken: string }
  const otherSession = { headers: { authorization: `Bearer ${other.accessToken}` } }
  for (let guess = 0; guess < 11; guess++) await post('/identity/sign-in', { email, password: 'wrong' })
  const answers = []
  for (let guess = 0; guess < 11; guess++) answers.push(await reauthenticate('wrong', member))
  expect(answers).toEqual([...Array<number>(10).fill(401), 429])
  expect(await reauthenticate(password, member)).toBe(429)
  expect(await reauthenticate(password, otherSession)).toBe(204)
})

test('a taken address is refused, at the wish and again when the link is followed', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  expect((await change(member, other.email)).json()).toMatchObject({
    status: 409,
    code: 'email_already_in_use',
  })
  const next = fresh()
  await change(member, next)
  await createMember(app, { email: next })
  const token = tokenOf((await mailsTo(app, next)).find(({ text }) => text.includes(member.email))!)
  expect((await confirm(token, member)).json().code).toBe('email_already_in_use')
  expect((await refreshed(member)).user.email).toBe(member.email)
})

test('only the newest wish counts, and for a day', async () => {
  const member = await createMember(app)
  const [first, second] = [fresh(), fresh()]
  await change(member, first)
  await change(member, second)
  expect((await confirm(tokenOf(await newest(first)), member)).json().code).toBe('invalid_action_code')
  await owner.query(`update identity.action_link set expires_at = now() where uid = $1`, [member.uid])
  expect((await confirm(tokenOf(await newest(second)), member)).json().code).toBe('expired_action_code')
})

test('the owner reverts a foreign change: address, sessions, and a new password at once', async () => {
  const { member, next, recovery } = await changedMember()
  const thief = (await signIn(next, member.password)).json()
  const response = await recover(recovery)
  expect(response.json()).toEqual({ email: member.email, resetToken: expect.any(String) })
  expect(await refreshed(member)).toMatchObject({ code: 'user_token_expired' })
  const call = await app.server.inject({
    url: `/api/v1/users/${member.uid}`,
    headers: { authorization: `Bearer ${thief.accessToken}` },
  })
  expect(call.json().code).toBe('user_token_expired')
  const { resetToken: token } = response.json()
  expect((await post('/identity/reset/confirm', { token, password: 'mine again' })).statusCode).toBe(200)
  expect((await signIn(member.email, 'mine again')).json().user).toMatchObject({ email: member.email })
  expect((await signIn(next, 'mine again')).json().code).toBe('invalid_credential')
  expect((await recover(recovery)).json().code).toBe('invalid_action_code')
  const { rows } = await owner.query('select kind from identity.security_event where uid = $1 order by id', [
    member.uid,
  ])
  expect(rows.map(({ kind }) => kind)).toEqual(['email_changed', 'email_recovered', 'password_reset'])
})

test('a thief who changes twice gains nothing: the first owner’s link undoes both, and theirs is void', async () => {
  const { member, next, recovery } = await changedMember()
  const third = fresh()
  await change(member, third)
  await confirm(tokenOf(await newest(third)), member)
  const thiefs = tokenOf(await newest(next))
  expect((await recover(recovery)).json().email).toBe(member.email)
  expect((await recover(thiefs)).json().code).toBe('invalid_action_code')
})

test('a link to take back lasts two weeks, and not when the address has another owner', async () => {
  const { member, recovery } = await changedMember()
  await owner.query('alter table identity.auth_user disable trigger keep_recoverable_address')
  await owner.query(
    `insert into identity.auth_user (id, name, email, email_verified) values ('squat', '', $1, true)`,
    [member.email],
  )
  await owner.query('alter table identity.auth_user enable trigger keep_recoverable_address')
  expect((await recover(recovery)).json()).toMatchObject({ status: 409, code: 'email_already_in_use' })
  const late = await changedMember()
  await owner.query(`update identity.action_link set expires_at = now() where uid = $1`, [late.member.uid])
  expect((await recover(late.recovery)).json().code).toBe('expired_action_code')
})

test('the same address again changes nothing and mails nothing', async () => {
  const member = await createMember(app)
  expect((await change(member, member.email.toUpperCase())).json()).toEqual({ pendingEmail: null })
  expect(await mailsTo(app, member.email)).toHaveLength(1)
})

test.each(['', 'nobody', 'a@b@c.example', 42])('refuses %j with 422', async (email) => {
  const member = await createMember(app)
  expect((await post('/identity/email/change', { email }, member.headers)).statusCode).toBe(422)
})
