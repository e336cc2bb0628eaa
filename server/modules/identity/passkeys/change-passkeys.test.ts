import { expect, test } from 'vitest'
import { ageSignIns, createMember, mailsTo } from '#testing/members.ts'
import { cborBytes, cborMap, cborText, createPasskey, type PasskeyTricks } from '#testing/passkeys.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'
import {
  app,
  call,
  creationFor,
  kindsOf,
  newPasskey,
  openApp,
  owner,
  proveFactor,
  signInOptions,
  signInWith,
  type Headers,
} from './passkeys.fixture.ts'

openApp()

const add = async (headers: Headers, passkey: object) =>
  await call('POST', '/identity/passkeys', headers, { passkey })
const factorsOf = async (headers: Headers) => (await call('GET', '/identity/second-factors', headers)).json()

test('a passkey is added, listed, renamed and removed; each is mailed and recorded', async () => {
  const { uid, email, headers } = await createMember(app)
  const options = await call('POST', '/identity/passkey-options', headers)
  expect(options.headers['cache-control']).toBe('no-store')
  expect(options.json()).toMatchObject({
    rp: { id: new URL(app.config.publicOrigin).hostname },
    user: { name: email },
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const added = await add(
    { ...headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0 Safari/537.36' },
    newPasskey().create(options.json()),
  )
  expect(added.statusCode, added.body).toBe(201)
  const { passkey, recoveryCodes } = added.json()
  expect(passkey).toMatchObject({ name: 'Chrome on Linux', backedUp: true, lastUsedAt: null })
  expect(recoveryCodes).toHaveLength(10)
  expect(await factorsOf(headers)).toEqual({
    authenticator: null,
    passkeys: [passkey],
    recoveryCodesLeft: 10,
  })
  const [mail] = await mailsTo(app, email)
  expect(mail!.subject).toBe('A passkey was added')
  expect(mail!.text).toContain('Chrome on Linux')

  const url = `/identity/passkeys/${passkey.id}`
  expect((await call('PATCH', url, headers, { name: ' My phone ' })).statusCode).toBe(204)
  expect((await factorsOf(headers)).passkeys).toMatchObject([{ name: 'My phone' }])
  expect((await call('PATCH', url, headers, { name: 'a\u202eb' })).statusCode).toBe(422)
  expect((await call('DELETE', url, headers)).json().code).toBe('requires_second_factor')
  await proveFactor({ uid })
  expect((await call('DELETE', url, headers)).statusCode).toBe(204)
  expect((await call('DELETE', url, headers)).json().code).toBe('not_found')
  expect(await factorsOf(headers)).toEqual({ authenticator: null, passkeys: [], recoveryCodesLeft: 0 })
  expect(await kindsOf(headers)).toEqual(['passkey_removed', 'passkey_added'])
  const [last] = await mailsTo(app, email)
  expect(last!.subject).toBe('A passkey was removed')
  expect(last!.text).toContain('no longer need a second step')
})

test('one challenge in ten parallel requests adds one passkey', async () => {
  const { uid, headers } = await createMember(app)
  // The first that comes through makes the others ask for a second factor.
  await proveFactor({ uid })
  const options = await creationFor(headers)
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => await add(headers, newPasskey().create(options))),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json().code)).toEqual(
    Array.from({ length: 9 }, () => 'invalid_passkey'),
  )
  expect(await kindsOf(headers)).toEqual(['passkey_added'])
})

test('one credential in parallel requests is added once, and to no other account', async () => {
  const { uid, headers } = await createMember(app)
  await proveFactor({ uid })
  const passkey = newPasskey()
  const options = await Promise.all([1, 2, 3].map(async () => await creationFor(headers)))
  const answers = await Promise.all(options.map(async (one) => await add(headers, passkey.create(one))))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  const other = await createMember(app)
  const taken = await add(other.headers, passkey.create(await creationFor(other.headers)))
  expect(taken.json()).toMatchObject({ status: 409, code: 'passkey_exists' })
  expect((await factorsOf(other.headers)).recoveryCodesLeft).toBe(0)
})

test.each<[string, PasskeyTricks]>([
  ['another origin', { origin: 'https://crels.example.evil.example' }],
  ['another site’s name', { rpId: 'evil.example' }],
  ['a person who was not verified', { isVerified: false }],
  ['an unknown challenge', { challenge: 'A'.repeat(43) }],
])('is refused with %s', async (_, tricks) => {
  const { headers } = await createMember(app)
  const refused = await add(headers, newPasskey().create(await creationFor(headers), tricks))
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_passkey' })
  expect((await factorsOf(headers)).passkeys).toEqual([])
})

test('a challenge is of its session and purpose, works once and waits five minutes', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  const options = await creationFor(member.headers)
  const elsewhere = await add(other.headers, newPasskey().create(options))
  expect(elsewhere.json().code).toBe('invalid_passkey')
  // It is still good where it belongs.
  expect((await add(member.headers, newPasskey().create(options))).statusCode).toBe(201)

  const signIn = await signInOptions()
  const forSignIn = newPasskey().create({
    ...(await creationFor(other.headers)),
    challenge: signIn.challenge,
  })
  expect((await add(other.headers, forSignIn)).json().code).toBe('invalid_passkey')

  const late = await creationFor(other.headers)
  await owner.query(
    `update identity.passkey_challenge set expires_at = expires_at - interval '301 seconds' where uid = $1`,
    [other.uid],
  )
  expect((await add(other.headers, newPasskey().create(late))).json().code).toBe('invalid_passkey')
  await app.jobs.run('identity-expiry')
  const left = await owner.query('select from identity.passkey_challenge where uid = $1', [other.uid])
  expect(left.rowCount).toBe(0)
})

test('each new challenge removes some that have expired', async () => {
  await owner.query(
    `insert into identity.passkey_challenge (challenge_hash, purpose, bound_to, expires_at)
     select sha256(n::text::bytea), 'sign_in', 'long ago', now() - interval '1 day' from generate_series(1, 30) n`,
  )
  const left = async () =>
    (await owner.query(`select from identity.passkey_challenge where bound_to = 'long ago'`)).rowCount
  await signInOptions()
  expect(await left()).toBe(10)
  await Promise.all([signInOptions(), signInOptions()])
  expect(await left()).toBe(0)
})

test('rubbish is refused without an error of ours', async () => {
  const { headers } = await createMember(app)
  const good = newPasskey().create(await creationFor(headers))
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const response of [
    { ...good.response, clientDataJSON: 'AAAA' },
    { ...good.response, clientDataJSON: text(null) },
    { ...good.response, clientDataJSON: text({ challenge: { a: 1 } }) },
  ])
    expect((await add(headers, { ...good, response })).json().code).toBe('invalid_passkey')
  const { challenge } = JSON.parse(Buffer.from(good.response.clientDataJSON, 'base64url').toString())
  for (const attestationObject of ['AAAA', 'oA', '_____w', text({ fmt: 'none' })]) {
    const again = newPasskey().create({ ...(await creationFor(headers)) })
    expect(
      (await add(headers, { ...again, response: { ...again.response, attestationObject } })).json().code,
    ).toBe('invalid_passkey')
  }
  expect(challenge).toMatch(/^[\w-]{43}$/)
  expect((await add(headers, { ...good, id: 'a b' })).statusCode).toBe(422)
})

test('a statement about the authenticator is not looked at, whatever it names', async () => {
  const { headers } = await createMember(app)
  const statement = cborMap([
    [cborText('ver'), cborText('1')],
    [cborText('response'), cborBytes(Buffer.from('a.b.c'))],
  ])
  const attestation = { fmt: 'android-safetynet', statement }
  const made = newPasskey().create(await creationFor(headers), { attestation })
  expect((await add(headers, made)).statusCode).toBe(201)
})

test('an account has ten, also where three are added at once', async () => {
  const { uid, headers } = await createMember(app)
  const options = await Promise.all([1, 2, 3].map(async () => await creationFor(headers)))
  await owner.query(
    `insert into identity.passkey (id, uid, credential_id, public_key, counter, transports, backed_up, name)
     select 'psk_' || md5($1 || n), $1, sha256(convert_to($1 || n, 'UTF8')), '', 0, '{}', false, 'Old' from generate_series(1, 9) n`,
    [uid],
  )
  await proveFactor({ uid })
  const answers = await Promise.all(options.map(async (one) => await add(headers, newPasskey().create(one))))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  const full = await call('POST', '/identity/passkey-options', headers)
  expect(full.json()).toMatchObject({ status: 409, code: 'too_many_passkeys' })
})

test('changes ask for a recent sign-in and a second factor; a passkey proves both for its session', async () => {
  const member = await createMember(app)
  const { headers, password } = member
  await ageSignIns(app, member)
  const url = '/identity/passkey-options'
  expect((await call('POST', url, headers)).json().code).toBe('requires_recent_login')
  await call('POST', '/identity/reauthenticate', headers, { password })
  const { passkey } = await createPasskey(app, member)
  expect((await call('POST', url, headers)).json().code).toBe('requires_second_factor')
  await owner.query(
    `update identity.session_proof set proved_at = now() - interval '1 hour' where session_id in
       (select id from identity.auth_session where user_id = $1)`,
    [member.uid],
  )
  expect((await call('POST', url, headers)).json().code).toBe('requires_recent_login')
  const request = (await call('POST', '/identity/second-factors/passkey', headers)).json()
  expect(request.allowCredentials).toMatchObject([{ transports: ['internal', 'hybrid'] }])
  const proof = { passkey: passkey.get(request) }
  expect((await call('POST', '/identity/second-factors/proof', headers, proof)).statusCode).toBe(204)
  expect((await call('POST', url, headers)).json().excludeCredentials).toHaveLength(1)
  const replayed = await call('POST', '/identity/second-factors/proof', headers, proof)
  expect(replayed.json()).toMatchObject({ status: 400, code: 'invalid_passkey' })
})

test('another’s passkey proves nothing, and is neither renamed nor removed', async () => {
  const [mine, other] = [await createMember(app), await createMember(app)]
  await createPasskey(app, mine)
  const { passkey, id } = await createPasskey(app, other)
  const request = (await call('POST', '/identity/second-factors/passkey', mine.headers)).json()
  const proof = { passkey: passkey.get(request) }
  const refused = await call('POST', '/identity/second-factors/proof', mine.headers, proof)
  expect(refused.json().code).toBe('invalid_passkey')
  const url = `/identity/passkeys/${id}`
  expect((await call('PATCH', url, mine.headers, { name: 'Mine' })).json().code).toBe('not_found')
  const none = await createMember(app)
  expect((await call('DELETE', url, none.headers)).json().code).toBe('not_found')
  expect((await factorsOf(other.headers)).passkeys).toHaveLength(1)
})

test('without a second factor there is none to ask for; an address that is not verified adds none', async () => {
  const { headers } = await createMember(app)
  const missing = await call('POST', '/identity/second-factors/passkey', headers)
  expect(missing.json().code).toBe('second_factor_missing')
  const unverified = await createMember(app, { verified: false })
  const refused = await call('POST', '/identity/passkey-options', unverified.headers)
  expect(refused.json().code).toBe('email_not_verified')
})

test('beside an authenticator app, recovery codes stay until the last of them goes', async () => {
  const member = await createMember(app)
  const { headers } = member
  const authenticator = await addAuthenticator(app, member)
  await call('POST', '/identity/second-factors/proof', headers, { code: codeOf(authenticator) })
  const { passkey, id, recoveryCodes } = await createPasskey(app, member)
  expect(recoveryCodes).toEqual([])
  expect((await call('DELETE', '/identity/authenticator', headers)).statusCode).toBe(204)
  expect((await factorsOf(headers)).recoveryCodesLeft).toBe(10)
  expect((await signInWith(passkey.get(await signInOptions()))).statusCode).toBe(200)
  expect((await call('DELETE', `/identity/passkeys/${id}`, headers)).statusCode).toBe(204)
  expect((await factorsOf(headers)).recoveryCodesLeft).toBe(0)
})
