import { createHmac } from 'node:crypto'
import { generateKeyPair, type CryptoKey, type JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { openTokenForge, type TokenForge } from '#testing/tokens.ts'

let app: TestApp
let member: TestMember
let forge: TokenForge
beforeAll(async () => {
  app = await startTestApp()
  member = await createMember(app)
  forge = await openTokenForge(app)
})
afterAll(() => app.close())
afterEach(() => void vi.useRealTimers())

const call = async (authorization?: string) =>
  await app.server.inject({
    url: `/api/v1/users/${member.uid}`,
    headers: authorization === undefined ? {} : { authorization },
  })

/** A token of the member that is right in everything but the changes. */
const token = async (changes: JWTPayload = {}, header: object = {}, key?: CryptoKey | Uint8Array) =>
  await forge.token(member, changes, header, key)

/** The second of now, from which on the process sees no time pass. */
function holdClock(): number {
  const now = Math.floor(Date.now() / 1000)
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
  return now
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a right token is accepted, in any case of the scheme', async () => {
  expect((await call(`Bearer ${await token()}`)).statusCode).toBe(200)
  expect((await call(`bearer ${await token()}`)).statusCode).toBe(200)
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'Bearer x',
  'Bearer a.b.c',
  'Bearer ..',
])('refuses the header %j', async (authorization) => {
  const response = await call(authorization)
  expect(response.statusCode).toBe(401)
  expect(response.json().code).toBe('unauthenticated')
  expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
  expect(response.headers['content-type']).toContain('application/problem+json')
})

test('refuses a token without a signature, or signed with a known key', async () => {
  const [, payload] = (await token()).split('.')
  const { kid } = forge
  const none = `${part({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`
  const jwk = (await app.server.inject('/.well-known/jwks.json')).json().keys[0]
  const head = `${part({ alg: 'HS256', typ: 'at+jwt', kid })}.${payload}`
  const confused = `${head}.${createHmac('sha256', JSON.stringify(jwk)).update(head).digest('base64url')}`
  const embedded = `${part({ alg: 'ES256', typ: 'at+jwt', kid, jwk })}.${payload}.${'A'.repeat(86)}`
  for (const forged of [none, confused, embedded])
    expect((await call(`Bearer ${forged}`)).json()).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('refuses a key that is not ours, under our key’s name or its own', async () => {
  const { privateKey: foreign } = await generateKeyPair('ES256')
  for (const header of [{}, { kid: 'foreign' }, { kid: undefined }])
    expect((await call(`Bearer ${await token({}, header, foreign)}`)).json().code).toBe('unauthenticated')
})

test.each([
  [{ iss: 'https://elsewhere.example' }],
  [{ iss: undefined }],
  [{ aud: 'another' }],
  [{ aud: undefined }],
  [{ sub: undefined }],
  [{ sid: undefined }],
  [{ iat: undefined }],
  [{ exp: undefined }],
  [{ nbf: Math.floor(Date.now() / 1000) + 600 }],
])('refuses the claims %j', async (changes) => {
  expect((await call(`Bearer ${await token(changes)}`)).json()).toMatchObject({
    status: 401,
    code: 'unauthenticated',
  })
})

test('refuses a token of another type', async () => {
  expect((await call(`Bearer ${await token({}, { typ: 'JWT' })}`)).json().code).toBe('unauthenticated')
})

test('distinguishes an expired token from a bad one, with at most 30 s of grace', async () => {
  const now = holdClock()
  const response = await call(`Bearer ${await token({ iat: now - 3630, exp: now - 30 })}`)
  expect([response.statusCode, response.json().code]).toEqual([401, 'access_token_expired'])
  expect(response.headers['www-authenticate']).toBe('Bearer realm="crels", error="invalid_token"')
  expect((await call(`Bearer ${await token({ iat: now - 3600, exp: now - 3 })}`)).statusCode).toBe(200)
})

test('refuses a token that was accepted, once it is too old, and one that differs from it in the signature', async () => {
  const now = holdClock()
  const accepted = await token({ iat: now - 3600, exp: now - 5 })
  expect((await call(`Bearer ${accepted}`)).statusCode).toBe(200)
  const at = accepted.lastIndexOf('.') + 10
  const changed = accepted.slice(0, at) + (accepted[at] === 'A' ? 'B' : 'A') + accepted.slice(at + 1)
  expect((await call(`Bearer ${changed}`)).json().code).toBe('unauthenticated')
  vi.setSystemTime((now + 6) * 1000)
  for (const _ of [1, 2])
    expect((await call(`Bearer ${accepted}`)).json()).toMatchObject({
      status: 401,
      code: 'access_token_expired',
    })
})

test('refuses an unknown session, and an account that is not there', async () => {
  expect((await call(`Bearer ${await token({ sid: `ses_${'0'.repeat(32)}` })}`)).json().code).toBe(
    'user_token_expired',
  )
  expect((await call(`Bearer ${await token({ sub: `usr_${'0'.repeat(32)}` })}`)).json().code).toBe(
    'user_token_expired',
  )
})

test('an unverified member is refused where it matters, and may read the own profile', async () => {
  const { uid, headers } = await createMember(app, { verified: false })
  const url = `/api/v1/users/${uid}`
  expect((await app.server.inject({ url, headers })).statusCode).toBe(200)
  const response = await app.server.inject({ method: 'PATCH', url, headers, payload: { fullName: 'Ada' } })
  expect(response.statusCode).toBe(403)
  expect(response.json().code).toBe('email_not_verified')
})

test('forbids caches to keep answers to a bearer', async () => {
  expect((await call(`Bearer ${member.accessToken}`)).headers['cache-control']).toBe('private, no-store')
})
