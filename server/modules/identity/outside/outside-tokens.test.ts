import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBeside } from '#testing/app.ts'
import { firebaseStand, oidcStand, type OutsideStand } from '../provider-stands.fixture.ts'
import { testActor } from '#testing/operators.ts'

const now = () => Math.floor(Date.now() / 1000)
const code = async ({ app }: OutsideStand, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.server.inject({ url: '/identity/user', headers })
  return response.statusCode === 200 ? 'accepted' : response.json().code
}

const signOut = async ({ app }: OutsideStand, headers: Record<string, string>, payload = {}) =>
  await app.server.inject({ method: 'POST', url: '/identity/sign-out', headers, payload })

/** An address that changed at the provider: recorded once, and payouts wait. */
async function expectAddressChange({ app, mint }: OutsideStand) {
  const as = async (email: string, url: string) => {
    const token = await mint({ sub: 'moved', email })
    return (await app.server.inject({ url, headers: { authorization: `Bearer ${token}` } })).json()
  }
  const terms = '/api/v1/redemptions/terms'
  expect(await as('moved@example.com', terms)).toMatchObject({ frozenUntil: null })
  const { uid } = await as('moved@example.com', '/identity/user')
  expect((await app.members.show(testActor, uid)).events).toEqual([])
  const { frozenUntil } = await as('moved-on@example.com', terms)
  expect(new Date(frozenUntil).getTime()).toBeGreaterThan(Date.now())
  // A token from before, and the new one again.
  await as('moved@example.com', '/identity/user')
  await as('moved-on@example.com', '/identity/user')
  const { events } = await app.members.show(testActor, uid)
  expect(events.map(({ kind }) => kind)).toEqual(['email_changed'])
}

describe('an issuer’s', () => {
  let stand: OutsideStand
  beforeAll(async () => {
    stand = await oidcStand()
  })
  afterAll(async () => await stand.close())

  test('ID token is the bearer, and no other token of the issuer', async () => {
    expect(await code(stand, await stand.mint({ scope: 'openid email' }))).toBe('unauthenticated')
    expect(await code(stand, await stand.mint({ client_id: 'crels' }))).toBe('unauthenticated')
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    expect(await code(stand, await stand.mint({ events }))).toBe('unauthenticated')
  })

  test('ID token for several audiences names us as the one it was made for', async () => {
    expect(await code(stand, await stand.mint({ aud: ['crels'] }))).toBe('accepted')
    expect(await code(stand, await stand.mint({ aud: ['crels', 'other'] }))).toBe('unauthenticated')
    expect(await code(stand, await stand.mint({ aud: ['crels', 'other'], azp: 'other' }))).toBe(
      'unauthenticated',
    )
    expect(await code(stand, await stand.mint({ azp: 'other' }))).toBe('unauthenticated')
    expect(await code(stand, await stand.mint({ aud: ['crels', 'other'], azp: 'crels' }))).toBe('accepted')
  })

  test('change of an address freezes payouts', async () => await expectAddressChange(stand))

  test('name is the same with the last slash and without', async () => {
    const { iss } = JSON.parse(Buffer.from((await stand.mint()).split('.')[1]!, 'base64url').toString())
    expect(await code(stand, await stand.mint({ iss: `${iss}/` }))).toBe('accepted')
    expect(await code(stand, await stand.mint({ iss: `${iss}//` }))).toBe('unauthenticated')
  })
})

describe('a Firebase project’s', () => {
  let stand: OutsideStand
  beforeAll(async () => {
    stand = await firebaseStand()
  })
  afterAll(async () => await stand.close())

  test('token says when its person signed in, and that was in the past', async () => {
    expect(await code(stand, await stand.mint({ auth_time: undefined }))).toBe('unauthenticated')
    expect(await code(stand, await stand.mint({ auth_time: 'now' }))).toBe('unauthenticated')
    expect(await code(stand, await stand.mint({ auth_time: now() + 120 }))).toBe('unauthenticated')
    expect(await code(stand, await stand.mint({ auth_time: now() - 86_400 }))).toBe('accepted')
  })

  test('change of an address freezes payouts', async () => await expectAddressChange(stand))

  test('tenants are other people, and not these', async () => {
    const firebase = { sign_in_provider: 'password', tenant: 'other' }
    expect(await code(stand, await stand.mint({ firebase }))).toBe('unauthenticated')
  })

  test('token stays refused after a sign-out everywhere, however often it is renewed', async () => {
    const signedIn = { sub: 'phone', auth_time: now() - 5 }
    expect(await code(stand, await stand.mint(signedIn))).toBe('accepted')
    const headers = { authorization: `Bearer ${await stand.mint(signedIn)}` }
    const { uid } = (await stand.app.server.inject({ url: '/identity/user', headers })).json()
    await stand.app.members.signOut(testActor, uid)
    expect(await code(stand, await stand.mint({ ...signedIn, iat: now() + 5 }))).toBe('user_token_expired')
    // Signed in again, by a clock that is some seconds ahead of ours.
    expect(await code(stand, await stand.mint({ ...signedIn, auth_time: now() + 5 }))).toBe('accepted')
  })

  test('token for several audiences names the project as the one it was made for', async () => {
    expect(await code(stand, await stand.mint({ aud: ['crels-test'] }))).toBe('accepted')
    expect(await code(stand, await stand.mint({ aud: ['crels-test', 'other'] }))).toBe('unauthenticated')
    expect(await code(stand, await stand.mint({ azp: 'other' }))).toBe('unauthenticated')
    const both = { aud: ['crels-test', 'other'], azp: 'crels-test' }
    expect(await code(stand, await stand.mint(both))).toBe('accepted')
  })

  test('sign-out ends every token of that sign-in, in all processes, and no other sign-in', async () => {
    const [here, there] = [
      { sub: 'leaver', auth_time: now() - 60 },
      { sub: 'leaver', auth_time: now() - 30 },
    ]
    const token = await stand.mint(here)
    const renewed = await stand.mint({ ...here, iat: now() + 1 })
    const beside = await startBeside(stand.app, { identity: stand.identity })
    try {
      for (const one of [token, renewed]) expect(await code({ ...stand, app: beside }, one)).toBe('accepted')
      const out = await signOut(stand, { authorization: `Bearer ${token}` })
      expect([out.statusCode, out.headers['clear-site-data']]).toEqual([204, '"cache"'])
      for (const one of [token, renewed]) {
        expect(await code(stand, one)).toBe('user_token_expired')
        await expect.poll(async () => await code({ ...stand, app: beside }, one)).toBe('user_token_expired')
      }
      expect(await code(stand, await stand.mint({ ...here, iat: now() + 5 }))).toBe('user_token_expired')
      expect(await code(stand, await stand.mint(there))).toBe('accepted')
      // Once more, and without a session, is no error; a page of another origin is.
      expect((await signOut(stand, { authorization: `Bearer ${token}` })).statusCode).toBe(204)
      expect((await signOut(stand, {})).statusCode).toBe(204)
      expect((await signOut(stand, { authorization: 'Bearer a.b.c' })).statusCode).toBe(204)
      const foreign = { authorization: `Bearer ${await stand.mint(there)}`, origin: 'https://evil.example' }
      expect((await signOut(stand, foreign)).json().code).toBe('cross_origin')
      await signOut(stand, { authorization: foreign.authorization }, { everywhere: true })
      expect(await code(stand, await stand.mint({ ...there, auth_time: now() - 10 }))).toBe(
        'user_token_expired',
      )
    } finally {
      await beside.close()
    }
  })

  test('sign-in ends with the lifetime of sessions', async () => {
    const signedIn = (days: number) => ({ sub: 'old', auth_time: now() - days * 86_400 })
    expect(await code(stand, await stand.mint(signedIn(89)))).toBe('accepted')
    expect(await code(stand, await stand.mint(signedIn(91)))).toBe('user_token_expired')
  })

  test('emulator signs nothing, and is refused', async () => {
    const [, payload] = (await stand.mint()).split('.')
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    expect(await code(stand, `${header}.${payload}.`)).toBe('unauthenticated')
  })
})
