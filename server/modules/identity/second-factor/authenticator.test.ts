import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { ageSignIns, createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

type Method = 'GET' | 'POST' | 'DELETE'
const call = async (
  method: Method,
  url: string,
  { headers }: Pick<TestMember, 'headers'>,
  payload?: object,
) => await app.server.inject({ method, url, headers, ...(payload && { payload }) })
const factorsOf = async (member: TestMember) => (await call('GET', '/identity/second-factors', member)).json()
const kindsOf = async (member: TestMember) =>
  (await call('GET', '/identity/security', member)).json().events.map(({ kind }: { kind: string }) => kind)
const prove = async (member: TestMember, proof: object) =>
  await call('POST', '/identity/second-factors/proof', member, proof)

/** The second factor was proved a while ago. */
const ageProof = async ({ uid }: TestMember) =>
  await owner.query(
    `update identity.session_proof set second_factor_at = second_factor_at - interval '11 minutes'
     where session_id in (select id from identity.auth_session where user_id = $1)`,
    [uid],
  )

test('an app counts once a code of it is confirmed; that is mailed and recorded', async () => {
  const member = await createMember(app)
  const setup = await call('POST', '/identity/authenticator', member)
  expect(setup.headers['cache-control']).toBe('no-store')
  const { secret, uri } = setup.json()
  expect(uri).toContain(`secret=${secret}`)
  expect(await factorsOf(member)).toEqual({ authenticator: null, passkeys: [], recoveryCodesLeft: 0 })
  // An unfinished set-up locks no account.
  const { email, password } = member
  const signIn = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    payload: { email, password },
  })
  expect(signIn.statusCode).toBe(200)

  const wrong = await call('POST', '/identity/authenticator/confirm', member, {
    code: codeOf({ secret }, 40),
  })
  expect(wrong.json()).toMatchObject({ status: 400, code: 'invalid_verification_code' })
  const code = codeOf({ secret })
  const right = await call('POST', '/identity/authenticator/confirm', member, { code })
  expect(right.json().recoveryCodes).toHaveLength(10)
  expect(await factorsOf(member)).toEqual({
    authenticator: { addedAt: expect.any(String), lastUsedAt: expect.any(String) },
    passkeys: [],
    recoveryCodesLeft: 10,
  })
  expect(await kindsOf(member)).toEqual(['authenticator_added'])
  expect((await mailsTo(app, member.email))[0]!.subject).toBe('An authenticator app was added')
  const stored = await owner.query('select secret_sealed from identity.authenticator where uid = $1', [
    member.uid,
  ])
  expect(stored.rows[0].secret_sealed).not.toContain(secret)
  // The code that confirmed it is used up.
  expect((await prove(member, { code })).json().code).toBe('invalid_verification_code')
})

test('twenty parallel confirmations add it once, with one set of recovery codes', async () => {
  const member = await createMember(app)
  const { secret } = (await call('POST', '/identity/authenticator', member)).json()
  const code = codeOf({ secret })
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      async () => await call('POST', '/identity/authenticator/confirm', member, { code }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await kindsOf(member)).toEqual(['authenticator_added'])
})

test('there is one app at a time, and a set-up waits an hour', async () => {
  const member = await createMember(app)
  const none = await call('POST', '/identity/authenticator/confirm', member, { code: '123456' })
  expect(none.json()).toMatchObject({ status: 409, code: 'authenticator_missing' })
  const { secret } = (await call('POST', '/identity/authenticator', member)).json()
  await owner.query(
    `update identity.authenticator set created_at = created_at - interval '61 minutes' where uid = $1`,
    [member.uid],
  )
  const late = await call('POST', '/identity/authenticator/confirm', member, { code: codeOf({ secret }) })
  expect(late.json().code).toBe('authenticator_missing')
  const authenticator = await addAuthenticator(app, member)
  await prove(member, { code: codeOf(authenticator) })
  expect((await call('POST', '/identity/authenticator', member)).json()).toMatchObject({
    status: 409,
    code: 'authenticator_exists',
  })
})

test('changes ask for a recent sign-in, and for the second factor too once there is one', async () => {
  const member = await createMember(app)
  await ageSignIns(app, member)
  expect((await call('POST', '/identity/authenticator', member)).json().code).toBe('requires_recent_login')
  await call('POST', '/identity/reauthenticate', member, { password: member.password })
  const authenticator = await addAuthenticator(app, member)
  for (const [method, url, payload] of [
    ['DELETE', '/identity/authenticator'],
    ['POST', '/identity/recovery-codes'],
    ['POST', '/identity/authenticator'],
    ['POST', '/identity/email/change', { email: `next-${member.email}` }],
  ] as const)
    expect((await call(method, url, member, payload)).json()).toMatchObject({
      status: 403,
      code: 'requires_second_factor',
    })
  expect((await prove(member, { recoveryCode: authenticator.recoveryCodes[0]! })).statusCode).toBe(204)
  const made = await call('POST', '/identity/recovery-codes', member)
  expect(made.json().recoveryCodes).toHaveLength(10)
  expect(made.json().recoveryCodes).not.toContain(authenticator.recoveryCodes[1])
  expect((await prove(member, { recoveryCode: authenticator.recoveryCodes[1]! })).json().code).toBe(
    'invalid_verification_code',
  )
  expect((await factorsOf(member)).recoveryCodesLeft).toBe(10)
  const changed = await call('POST', '/identity/email/change', member, { email: `next-${member.email}` })
  expect(changed.json()).toEqual({ pendingEmail: `next-${member.email}` })

  await ageProof(member)
  expect((await call('DELETE', '/identity/authenticator', member)).json().code).toBe('requires_second_factor')
  expect((await prove(member, { code: codeOf(authenticator) })).statusCode).toBe(204)
  expect((await call('DELETE', '/identity/authenticator', member)).statusCode).toBe(204)
  expect(await factorsOf(member)).toEqual({ authenticator: null, passkeys: [], recoveryCodesLeft: 0 })
  expect(await kindsOf(member)).toEqual([
    'authenticator_removed',
    'recovery_codes_made',
    'recovery_code_used',
    'authenticator_added',
  ])
  const [mail] = await mailsTo(app, member.email)
  expect(mail!.subject).toBe('The authenticator app was removed')
  expect(mail!.text).toContain('no longer need a second step')
  const { email, password } = member
  const signIn = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    payload: { email, password },
  })
  expect(signIn.statusCode).toBe(200)
})

test('without a second factor there is none to prove and no codes to make', async () => {
  const member = await createMember(app)
  expect((await prove(member, { code: '123456' })).json()).toMatchObject({
    status: 403,
    code: 'second_factor_missing',
  })
  expect((await call('POST', '/identity/recovery-codes', member)).json().code).toBe('second_factor_missing')
  expect((await call('DELETE', '/identity/authenticator', member)).statusCode).toBe(204)
  expect(await kindsOf(member)).toEqual([])
})

test('refuses an app on an unverified address: a stranger must not prepare an account for its owner', async () => {
  const member = await createMember(app, { verified: false })
  expect((await call('POST', '/identity/authenticator', member)).json().code).toBe('email_not_verified')
})

test('another session of the member proves nothing for this one', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  expect((await prove(member, { code: codeOf(authenticator) })).statusCode).toBe(204)
  const { email, password } = member
  const begun = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    payload: { email, password },
  })
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  const other = await app.server.inject({
    method: 'POST',
    url: '/identity/second-step',
    payload: { code: codeOf(authenticator, 1) },
    headers: { cookie },
  })
  const elsewhere = { ...member, headers: { authorization: `Bearer ${other.json().accessToken}` } }
  // A sign-in with both steps is both proofs.
  expect((await call('POST', '/identity/recovery-codes', elsewhere)).statusCode).toBe(200)
  await ageProof(member)
  expect((await call('POST', '/identity/recovery-codes', member)).json().code).toBe('requires_second_factor')
})
