import { expect, test } from 'vitest'
import { cookieOf, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { createPasskey, type PasskeyTricks } from '#testing/passkeys.ts'
import {
  app,
  call,
  kindsOf,
  newPasskey,
  openApp,
  owner,
  signInOptions,
  signInWith,
} from './passkeys.fixture.ts'
import { testActor } from '#testing/operators.ts'

openApp()

const begin = async ({ email, password }: Pick<TestMember, 'email' | 'password'>) =>
  await call('POST', '/identity/sign-in', {}, { email, password })

async function withPasskey() {
  const member = await createMember(app)
  return { member, ...(await createPasskey(app, member)) }
}

test('a passkey opens a whole session: what asks for both proofs works at once', async () => {
  const { member, passkey } = await withPasskey()
  const options = await signInOptions()
  expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
  const response = await signInWith(passkey.get(options))
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect([response.headers['set-cookie']].flat().join('\n')).toMatch(/crels_session=[^;]{30,}/)
  const { user, accessToken } = response.json()
  expect(user.uid).toBe(member.uid)
  const headers = { authorization: `Bearer ${accessToken}` }
  expect((await call('POST', '/identity/passkey-options', headers)).statusCode).toBe(200)
  const { passkeys } = (await call('GET', '/identity/second-factors', headers)).json()
  expect(passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }])
})

test.each<[string, PasskeyTricks]>([
  ['another origin', { origin: 'http://localhost:1' }],
  ['another site’s name', { rpId: 'evil.example' }],
  ['a person who was not verified', { isVerified: false }],
  ['a counter that stands still', { counter: 1 }],
  ['a counter that goes back to none', { counter: 0 }],
  ['another’s handle', { userHandle: Buffer.from('usr_1').toString('base64url') }],
  ['an unknown challenge', { challenge: 'A'.repeat(43) }],
])('is refused with %s', async (_, tricks) => {
  const { passkey } = await withPasskey()
  const refused = await signInWith(passkey.get(await signInOptions(), tricks))
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_passkey' })
  expect(refused.headers['set-cookie']).toBeUndefined()
})

test('an authenticator that does not count signs in again and again', async () => {
  const { member, passkey } = await withPasskey()
  await owner.query('update identity.passkey set counter = 0 where uid = $1', [member.uid])
  for (const _ of [1, 2])
    expect((await signInWith(passkey.get(await signInOptions(), { counter: 0 }))).statusCode).toBe(200)
})

test('one answer in ten parallel requests opens one session; two answers with one counter too', async () => {
  const { passkey } = await withPasskey()
  const answer = passkey.get(await signInOptions())
  const answers = await Promise.all(Array.from({ length: 10 }, async () => await signInWith(answer)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const cloned = [await signInOptions(), await signInOptions()].map((one) =>
    passkey.get(one, { counter: 50 }),
  )
  const both = await Promise.all(cloned.map(async (one) => await signInWith(one)))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test('refuses another’s key under a known credential, and an unknown credential', async () => {
  const { passkey } = await withPasskey()
  const options = await signInOptions()
  const known = passkey.get(options)
  const forged = { ...newPasskey().get(options), id: known.id, rawId: known.id }
  expect((await signInWith(forged)).json().code).toBe('invalid_passkey')
  expect((await signInWith(newPasskey().get(await signInOptions()))).json().code).toBe('invalid_passkey')
})

test('refuses to sign in with a challenge of a proof or of a second step', async () => {
  const { member, passkey } = await withPasskey()
  const proof = (await call('POST', '/identity/second-factors/passkey', member.headers)).json()
  expect((await signInWith(passkey.get(proof))).json().code).toBe('invalid_passkey')
  const cookie = cookieOf((await begin(member)).headers['set-cookie'])
  const step = (await call('POST', '/identity/second-step/passkey', { cookie })).json()
  expect((await signInWith(passkey.get(step))).json().code).toBe('invalid_passkey')
})

test('a password then asks for the passkey, in the browser that gave it', async () => {
  const { member, passkey } = await withPasskey()
  const begun = await begin(member)
  expect(begun.json()).toMatchObject({ status: 403, code: 'second_step_required' })
  const cookie = cookieOf(begun.headers['set-cookie'])
  const { pending } = (await call('GET', '/identity/second-step', { cookie })).json()
  expect(pending).toEqual({ ways: ['passkey', 'recovery_code'] })
  const options = (await call('POST', '/identity/second-step/passkey', { cookie })).json()
  expect(options.allowCredentials).toHaveLength(1)
  const finish = async (from: string, payload: object) =>
    await call('POST', '/identity/second-step', { cookie: from }, payload)
  const elsewhere = cookieOf((await begin(member)).headers['set-cookie'])
  const stolen = await finish(elsewhere, { passkey: passkey.get(options) })
  expect(stolen.json()).toMatchObject({ code: 'invalid_passkey', triesLeft: 4 })
  expect((await finish(cookie, { passkey: passkey.get(options) })).statusCode).toBe(200)
  expect((await finish(cookie, { passkey: passkey.get(options) })).json().code).toBe('sign_in_expired')
  expect((await call('POST', '/identity/second-step/passkey', { cookie })).json().code).toBe(
    'sign_in_expired',
  )
})

test('once it is removed it signs in no more, nor does one that is removed while it signs in', async () => {
  const { member, passkey, id } = await withPasskey()
  const session = (await signInWith(passkey.get(await signInOptions()))).json()
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const answer = passkey.get(await signInOptions())
  const [removed, raced] = await Promise.all([
    call('DELETE', `/identity/passkeys/${id}`, headers),
    signInWith(answer),
  ])
  expect(removed.statusCode, removed.body).toBe(204)
  // Either it came first, or it is refused.
  if (raced.statusCode !== 200) expect(['invalid_passkey', 'user_token_expired']).toContain(raced.json().code)
  expect((await signInWith(passkey.get(await signInOptions()))).json().code).toBe('invalid_passkey')
  // Nothing asks for a second step any more.
  expect((await begin(member)).statusCode).toBe(200)
})

test('refuses a disabled member', async () => {
  const { member, passkey } = await withPasskey()
  await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  await app.members.disable(testActor, member.uid, 'a test')
  expect((await signInWith(passkey.get(await signInOptions()))).json().code).toBe('user_disabled')
})

test('an operator removes passkeys with the other second factors, and erasure leaves none', async () => {
  const { member, passkey } = await withPasskey()
  const { events, sessions } = await app.members.removeSecondFactors(testActor, member.email, 'phone lost')
  expect(sessions).toEqual([])
  expect(events[0]).toMatchObject({ kind: 'second_factors_removed' })
  expect((await signInWith(passkey.get(await signInOptions()))).json().code).toBe('invalid_passkey')
  const { accessToken } = (await begin(member)).json()
  await createPasskey(app, { ...member, headers: { authorization: `Bearer ${accessToken}` } })
  await owner.query('delete from identity.auth_user where id = $1', [member.uid])
  const left = await owner.query('select from identity.passkey where uid = $1', [member.uid])
  expect(left.rowCount).toBe(0)
})

test('a new password by mail keeps passkeys; it is a first step only', async () => {
  const { member, passkey } = await withPasskey()
  await call('POST', '/identity/password', member.headers, { current: member.password, next: 'a new horse' })
  expect((await begin({ ...member, password: 'a new horse' })).json().code).toBe('second_step_required')
  expect((await signInWith(passkey.get(await signInOptions()))).statusCode).toBe(200)
})

test('undoing an address ends passkeys of since and of two weeks before; older ones stay', async () => {
  const { member, passkey: old } = await withPasskey()
  await owner.query(`update identity.passkey set added_at = added_at - interval '15 days' where uid = $1`, [
    member.uid,
  ])
  await owner.query(
    `update identity.recovery_code set created_at = created_at - interval '15 days' where uid = $1`,
    [member.uid],
  )
  const session = (await signInWith(old.get(await signInOptions()))).json()
  const thief = { ...member, headers: { authorization: `Bearer ${session.accessToken}` } }
  const { passkey: before } = await createPasskey(app, thief)
  const next = `next-${member.email}`
  await call('POST', '/identity/email/change', thief.headers, { email: next })
  const token = tokenOf((await mailsTo(app, next))[0]!)
  await call('POST', '/identity/verification/confirm', { cookie: member.cookie }, { token })
  const { passkey: since } = await createPasskey(app, thief)
  const undo = (await mailsTo(app, member.email)).find(({ links }) =>
    links.some((link) => link.includes('recover')),
  )
  const recovered = await call('POST', '/identity/email/recover', {}, { token: tokenOf(undo!) })
  expect(recovered.statusCode, recovered.body).toBe(200)
  for (const passkey of [before, since])
    expect((await signInWith(passkey.get(await signInOptions()))).json().code).toBe('invalid_passkey')
  const mine = await signInWith(old.get(await signInOptions()))
  expect(mine.statusCode, mine.body).toBe(200)
  expect(await kindsOf({ authorization: `Bearer ${mine.json().accessToken}` })).toContain('passkey_removed')
})

test('the mail about a new passkey takes the account back, and removes that passkey', async () => {
  const { member, passkey } = await withPasskey()
  const [mail] = await mailsTo(app, member.email)
  expect(mail!.subject).toBe('A passkey was added')
  const recovered = await call('POST', '/identity/email/recover', {}, { token: tokenOf(mail!) })
  expect(recovered.statusCode, recovered.body).toBe(200)
  expect((await signInWith(passkey.get(await signInOptions()))).json().code).toBe('invalid_passkey')
  const password = 'mine again'
  await call('POST', '/identity/reset/confirm', {}, { token: recovered.json().resetToken, password })
  expect((await begin({ ...member, password })).statusCode).toBe(200)
})
