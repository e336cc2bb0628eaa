import { generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import {
  embeddedStand,
  firebaseStand,
  oidcStand,
  person,
  type OutsideStand,
  type ProviderStand,
} from './provider-stands.fixture.ts'
import { testActor } from '#testing/operators.ts'

/** What every provider's tokens must satisfy: one suite over all of them, by the API itself. */
const stands = { embedded: embeddedStand, oidc: oidcStand, firebase: firebaseStand }

const now = () => Math.floor(Date.now() / 1000)
const whose = async (app: TestApp, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return await app.server.inject({ url: '/identity/user', headers })
}
/** Holds the clock, where a test is about seconds; the database’s goes on. */
const hold = (atMs = Date.now()) => vi.useFakeTimers({ toFake: ['Date'], now: atMs })
afterEach(() => void vi.useRealTimers())
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe.each(Object.entries(stands))('%s', (_, start) => {
  let stand: ProviderStand
  beforeAll(async () => {
    stand = await start()
  })
  afterAll(async () => await stand.close())

  /** Refused with this code, and with the challenge that says what to do. */
  const refuses = async (token: string, code = 'unauthenticated') => {
    const response = await whose(stand.app, token)
    expect([response.statusCode, response.json().code]).toEqual([401, code])
    expect(response.headers['www-authenticate']).toContain('Bearer')
  }

  test('accepts a good token, and knows the member again', async () => {
    const [one, other] = [
      await whose(stand.app, await stand.mint()),
      await whose(stand.app, await stand.mint()),
    ]
    expect([one.statusCode, other.statusCode]).toEqual([200, 200])
    expect(one.json()).toMatchObject({ uid: expect.stringMatching(/^usr_/), emailVerified: true })
    expect(other.json()).toEqual(one.json())
  })

  test('asks for a token, and takes nothing else in its place', async () => {
    for (const headers of [
      {},
      { authorization: '' },
      { authorization: 'Basic YTpi' },
      { authorization: 'Bearer ' },
    ]) {
      const response = await stand.app.server.inject({ url: '/identity/user', headers })
      expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated'])
    }
  })

  test('refuses an unsigned token', async () => {
    const [, payload] = (await stand.mint()).split('.')
    for (const alg of ['none', 'None', 'NONE']) {
      await refuses(`${base64({ alg, typ: 'JWT' })}.${payload}.`)
      await refuses(`${base64({ alg })}.${payload}.eA`)
    }
  })

  test('refuses HS256 with the public key as its secret', async () => {
    for (const secret of [stand.publicPem, stand.publicPem.trim(), 'secret secret secret secret secret'])
      await refuses(await stand.mint({}, { alg: 'HS256' }, Buffer.from(secret)))
  })

  test('refuses another key under the known name, and an unknown name', async () => {
    const { privateKey } = await generateKeyPair(stand.alg)
    await refuses(await stand.mint({}, {}, privateKey))
    await refuses(await stand.mint({}, { kid: 'nobody' }))
    await refuses(await stand.mint({}, { kid: 'nobody' }, privateKey))
    await refuses(await stand.mint({}, { kid: '../../dev/null' }, privateKey))
  })

  test('takes no key from the token itself', async () => {
    const { privateKey } = await generateKeyPair(stand.alg)
    const jku = 'http://127.0.0.1:9/keys'
    await refuses(
      await stand.mint({}, { kid: 'mine', jku, x5u: jku, jwk: { kty: 'oct', k: 'eA' } }, privateKey),
    )
  })

  test('refuses another algorithm than the key’s', async () => {
    const [mine, theirs] = stand.alg === 'RS256' ? ['RS256', 'ES256'] : ['ES256', 'RS256']
    const { privateKey } = await generateKeyPair(theirs)
    expect(mine).toBe(stand.alg)
    await refuses(await stand.mint({}, { alg: theirs }, privateKey))
  })

  test.each<[string, () => JWTPayload]>([
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['an issuer that begins like it', () => ({ iss: 'https://securetoken.google.com/crels-test-evil' })],
    ['no issuer', () => ({ iss: undefined })],
    ['another audience', () => ({ aud: 'somebody-else' })],
    ['no audience', () => ({ aud: undefined })],
    ['an empty list of audiences', () => ({ aud: [] })],
    ['a time before which it is not valid', () => ({ nbf: now() + 120 })],
    ['a time of issue in the future', () => ({ iat: now() + 120 })],
    ['a time of issue that is none', () => ({ iat: 'yesterday' as never })],
    ['no time of issue', () => ({ iat: undefined })],
    ['no end', () => ({ exp: undefined })],
    ['an end that is none', () => ({ exp: 'never' as never })],
    ['no subject', () => ({ sub: undefined })],
    ['an empty subject', () => ({ sub: '' })],
    ['a subject with a NUL', () => ({ sub: 'ada\u0000' })],
    ['a subject that is none', () => ({ sub: { $ne: null } as never })],
    ['an endless subject', () => ({ sub: 'x'.repeat(256) })],
  ])('refuses a token with %s', async (_what, changes) => {
    await refuses(await stand.mint(changes()))
  })

  test('says of one that only is too old that it is, and nothing of others', async () => {
    await refuses(await stand.mint({ iat: now() - 3660, exp: now() - 60 }), 'access_token_expired')
    const { privateKey } = await generateKeyPair(stand.alg)
    await refuses(await stand.mint({ iat: now() - 3660, exp: now() - 60 }, {}, privateKey))
    await refuses(await stand.mint({ iss: 'https://evil.example', exp: now() - 60 }))
  })

  test('lets clocks differ, by at most thirty seconds', async () => {
    const { skewSec } = stand
    expect(skewSec).toBeLessThanOrEqual(30)
    hold()
    const within = { iat: now() + skewSec, nbf: now() + skewSec }
    expect((await whose(stand.app, await stand.mint(within))).statusCode).toBe(200)
    const late = await stand.mint({ iat: now() - 600, exp: now() - skewSec + 1 })
    expect((await whose(stand.app, late)).statusCode).toBe(200)
    await refuses(await stand.mint({ iat: now() + skewSec + 1 }))
    await refuses(await stand.mint({ nbf: now() + skewSec + 1 }))
    await refuses(await stand.mint({ iat: now() - 600, exp: now() - skewSec }), 'access_token_expired')
  })

  test('refuses what is too long, cut, stretched or no token at all', async () => {
    const token = await stand.mint()
    const [header, payload, signature] = token.split('.') as [string, string, string]
    await refuses(await stand.mint({ more: 'x'.repeat(20_000) }))
    for (const garbled of [
      'x',
      '..',
      'a.b.c',
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${token}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}`,
      `${header}.${base64({ sub: 'root' })}.${signature}`,
      `${base64({ alg: stand.alg })}.${payload}.${signature}`,
      `${header}.${'A'.repeat(50)}.${signature}`,
      '='.repeat(100),
    ])
      await refuses(garbled)
  })

  test('a member who is disabled, signed out or let in again sees it at once', async () => {
    const token = await stand.mint()
    const { uid } = (await whose(stand.app, token)).json()
    await stand.app.members.disable(testActor, uid, 'a reason')
    expect((await whose(stand.app, token)).json().code).toBe('user_disabled')
    const shown = await stand.app.members.enable(testActor, uid, 'a mistake')
    expect(shown.events.map(({ kind, note }) => [kind, note]).slice(0, 2)).toEqual([
      ['enabled', 'a mistake'],
      ['disabled', 'a reason'],
    ])
    expect((await whose(stand.app, token)).json().code).toBe('user_token_expired')
  })
})

describe.each(Object.entries({ oidc: oidcStand, firebase: firebaseStand }))(
  '%s, which is not ours',
  (_, start) => {
    let stand: OutsideStand
    beforeAll(async () => {
      stand = await start()
    })
    afterAll(async () => await stand.close())

    test('follows a change of keys, and accepts the one before while it is published', async () => {
      hold()
      const old = await stand.mint()
      expect((await whose(stand.app, old)).statusCode).toBe(200)
      await stand.rotate()
      const recent = await stand.mint()
      // Invented keys do not block valid ones.
      const invented = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => await stand.mint({}, { kid: `invented ${n}` })),
      )
      const refused = await Promise.all(invented.map(async (token) => await whose(stand.app, token)))
      expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(401))
      expect((await whose(stand.app, recent)).statusCode).toBe(200)
      expect((await whose(stand.app, old)).statusCode).toBe(200)
    })

    test('answers 503 while the provider is out of reach', async () => {
      hold()
      const app = await stand.startApp()
      const token = await stand.mint()
      await stand.goAway()
      // Without its keys nothing can be said of a token.
      const response = await whose(app, token)
      expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
      expect(response.headers['retry-after']).toBe('5')
      // What can be refused without them is.
      expect((await whose(app, 'a.b.c')).statusCode).toBe(401)
      // Where its keys are known all goes on, later too; a key that may be new is no reason either.
      hold(Date.now() + 550_000)
      expect((await whose(stand.app, token)).statusCode).toBe(200)
      hold(Date.now() + 3_600_000)
      expect((await whose(stand.app, await stand.mint())).statusCode).toBe(200)
      expect((await whose(stand.app, await stand.mint({}, { kid: 'new' }))).statusCode).toBe(503)
      await stand.comeBack()
      hold(Date.now() + 6_000)
      expect((await whose(app, await stand.mint())).statusCode).toBe(200)
      await app.close()
    })

    test('identifies a person by issuer and subject, never by the address', async () => {
      const [one, other] = await Promise.all(
        ['one', 'other'].map(async (sub) => (await whose(stand.app, await stand.mint({ sub }))).json()),
      )
      expect(one.email).toBe(person.email)
      expect(other.email).toBe(person.email)
      expect(other.uid).not.toBe(one.uid)
      const renamed = await whose(stand.app, await stand.mint({ sub: 'one', email: 'Else@example.com' }))
      expect(renamed.json()).toMatchObject({ uid: one.uid, email: 'else@example.com' })
      await expect(stand.app.members.show(testActor, person.email)).rejects.toThrow(/Several members/)
    })

    test('many first calls at once make one member', async () => {
      const token = await stand.mint({ sub: 'racer' })
      const answers = await Promise.all(Array.from({ length: 20 }, async () => await whose(stand.app, token)))
      expect(new Set(answers.map((answer) => answer.json().uid)).size).toBe(1)
    })

    test('an unverified person reaches only what the gate allows', async () => {
      const unverified = [false, undefined, 'false', 1].map(
        async (email_verified) => await stand.mint({ sub: 'unverified', email_verified }),
      )
      for (const token of await Promise.all(unverified)) {
        const response = await stand.app.server.inject({
          url: '/api/v1/campaigns',
          headers: { authorization: `Bearer ${token}` },
        })
        expect(response.json().code).toBe('email_not_verified')
        expect((await whose(stand.app, token)).json().emailVerified).toBe(false)
      }
    })

    test.each([undefined, '', 'no address', 7, `${'x'.repeat(250)}@example.com`])(
      'refuses a person without an address: %s',
      async (email) => {
        const response = await whose(stand.app, await stand.mint({ sub: 'nameless', email }))
        expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated'])
      },
    )

    test('the endpoints of the embedded provider are unknown addresses', async () => {
      const headers = { authorization: `Bearer ${await stand.mint()}` }
      for (const [method, url] of [
        ['POST', '/identity/sign-up'],
        ['POST', '/identity/sign-in'],
        ['POST', '/identity/verification/send'],
        ['POST', '/identity/reset/send'],
        ['POST', '/identity/link/send'],
        ['POST', '/identity/email/change'],
        ['POST', '/identity/password'],
        ['POST', '/identity/reauthenticate'],
        ['GET', '/identity/policy'],
        ['GET', '/identity/security'],
        ['GET', '/identity/sessions'],
        ['GET', '/identity/social'],
        ['GET', '/identity/social/google/start'],
        ['GET', '/.well-known/jwks.json'],
      ] as const)
        for (const sent of [{}, headers]) {
          const response = await stand.app.server.inject({ method, url, headers: sent })
          expect([url, response.statusCode, response.json().code]).toEqual([url, 404, 'not_found'])
        }
      const { paths } = (await stand.app.server.inject('/api/v1/public/openapi.json')).json()
      expect(paths).not.toHaveProperty('/identity/sign-up')
      expect(paths).toHaveProperty('/identity/user')
    })

    test('what only the member in person may do asks the provider for a sign-in within ten minutes', async () => {
      const erase = async (changes: JWTPayload) => {
        const token = await stand.mint({ sub: 'careful', ...changes })
        const { uid, email } = (await whose(stand.app, token)).json()
        return await stand.app.server.inject({
          method: 'DELETE',
          url: `/api/v1/users/${uid}`,
          headers: { authorization: `Bearer ${token}` },
          payload: { confirmation: `not ${email}` },
        })
      }
      expect((await erase({ auth_time: now() - 601 })).json().code).toBe('requires_recent_login')
      expect((await erase({ auth_time: now() - 300 })).json().code).toBe('validation_failed')
    })

    test('who left stays out with the old tokens, and may come back as a new member', async () => {
      const before = now() - 5
      const times = { sub: 'leaver', iat: before, auth_time: before }
      const token = await stand.mint(times)
      const headers = { authorization: `Bearer ${token}` }
      const { uid, email } = (await whose(stand.app, token)).json()
      const left = await stand.app.server.inject({
        method: 'DELETE',
        url: `/api/v1/users/${uid}`,
        headers,
        payload: { confirmation: email },
      })
      expect(left.statusCode).toBe(202)
      expect((await whose(stand.app, token)).json().code).toBe('user_deleted')
      await stand.app.jobs.run('erase-members')
      expect((await whose(stand.app, token)).json().code).toBe('user_deleted')
      // A token that was renewed since, of a sign-in from before.
      const renewed = await stand.mint({ ...times, iat: now() + 2 })
      expect((await whose(stand.app, renewed)).json().code).toBe('user_deleted')
      // Signed in again: within what clocks may differ, so that the test need not wait.
      const anew = await stand.mint({ sub: 'leaver', iat: now() + 5, auth_time: now() + 5 })
      const back = await whose(stand.app, anew)
      expect(back.statusCode).toBe(200)
      expect(back.json().uid).not.toBe(uid)
      expect((await whose(stand.app, token)).json().code).toBe('user_token_expired')
    })
  },
)
