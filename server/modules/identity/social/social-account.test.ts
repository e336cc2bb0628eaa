import { generateKeyPair, type JWTPayload } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, cookieOf, createMember, mailedCode, mailsTo, tokenOf } from '#testing/members.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import { startStandInIssuer, type Answer, type StandInIssuer } from './stand-in-issuer.fixture.ts'
import { begin, comeBack, landing, whoIs } from './walk-social.fixture.ts'

let app: TestApp
let owner: pg.Pool
let issuer: StandInIssuer
const { social: none } = readConfig({ NODE_ENV: 'test' })
beforeAll(async () => {
  issuer = await startStandInIssuer()
  app = await startTestApp({ social: { ...none, oidc: issuer.keys } })
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await issuer.close()
  await app.close()
})
beforeEach(() => {
  issuer.answer = {}
})

/** The whole way, with what the issuer says. */
async function signInWith(answer: Answer, at: TestApp = app) {
  const begun = await begin(at)
  issuer.nonce = begun.url.searchParams.get('nonce')!
  issuer.answer = answer
  const state = begun.url.searchParams.get('state')!
  return await comeBack(at, `/identity/social/oidc/callback?code=c&state=${state}`, begun)
}
const signInAs = async (claims: JWTPayload, at?: TestApp) => await signInWith({ claims }, at)
const someone = () => {
  const id = newId('member')
  return { sub: id, email: `${id}@example.com`, name: 'Somebody' }
}
const linksOf = async (uid: string) =>
  (
    await owner.query(
      `select provider_id, account_id, access_token, refresh_token, id_token from identity.auth_account
       where user_id = $1 order by provider_id`,
      [uid],
    )
  ).rows

describe('an address', () => {
  test('verified on both sides: the account is linked, its owner is mailed, nothing of theirs ends', async () => {
    const member = await createMember(app)
    const claims = { ...someone(), email: member.email.toUpperCase(), email_verified: true }
    const response = await signInAs(claims)
    expect(landing(response)).toEqual({ statusCode: 303, pathname: '/' })
    expect(await whoIs(app, response)).toMatchObject({ uid: member.uid, displayName: 'Test Member' })
    expect(await linksOf(member.uid)).toEqual([
      expect.objectContaining({ provider_id: 'credential' }),
      {
        provider_id: issuer.keys.issuer,
        account_id: claims.sub,
        access_token: null,
        refresh_token: null,
        id_token: null,
      },
    ])
    const mails = await mailsTo(app, member.email)
    expect(mails.map(({ subject }) => subject)).toContain('You can now sign in with Stand-in')
    const before = mails.length
    expect((await whoIs(app, await signInAs(claims))).uid).toBe(member.uid)
    expect(await mailsTo(app, member.email)).toHaveLength(before)
    const still = await app.server.inject({
      method: 'POST',
      url: '/identity/refresh',
      headers: { cookie: member.cookie },
    })
    expect(still.json().user.uid).toBe(member.uid)
  })

  test.each([
    ['the provider has not', true, { email_verified: false }],
    ['the provider does not say', true, {}],
    ['the provider says so in another type', true, { email_verified: 1 }],
    ['we have not', false, { email_verified: true }],
    ['neither side has', false, { email_verified: false }],
  ])('is not linked where %s verified it', async (_, verified, said) => {
    const member = await createMember(app, { verified })
    const response = await signInAs({ ...someone(), email: member.email, ...said })
    expect(landing(response)).toEqual({ statusCode: 303, pathname: '/login', refused: 'account_exists' })
    expect(await linksOf(member.uid)).toHaveLength(1)
  })

  test('not verified there is verified by our own mail', async () => {
    const claims = { ...someone(), email_verified: false }
    const response = await signInAs(claims)
    expect(landing(response).pathname).toBe('/')
    const member = await whoIs(app, response)
    expect(member).toMatchObject({ email: claims.email, emailVerified: false })
    expect(await mailedCode(app, claims.email)).toMatch(/^\d{6}$/)
    // Verified there in the meantime.
    const later = await whoIs(app, await signInAs({ ...claims, email_verified: true }))
    expect(later).toMatchObject({ uid: member.uid, emailVerified: true })
  })

  test('its mail counts by network, beyond which there is none and the sign-in is the same', async () => {
    const strict = await startTestApp({ mailsPerNetwork: 4, social: { ...none, oidc: issuer.keys } })
    const signInThere = async () => {
      const claims = { ...someone(), email_verified: false }
      const response = await signInAs(claims, strict)
      expect(landing(response).pathname).toBe('/')
      expect((await whoIs(strict, response)).email).toBe(claims.email)
      return (await mailsTo(strict, claims.email)).length
    }
    // A quarter of a day's mails in an hour.
    expect([await signInThere(), await signInThere()]).toEqual([1, 0])
    const payload = { email: 'somebody@example.com' }
    const wish = await strict.server.inject({ method: 'POST', url: '/identity/reset/send', payload })
    expect(wish.statusCode).toBe(429)
    await strict.close()
  })

  test('is asked of the userinfo endpoint where the token leaves it out; Apple says verified as text', async () => {
    const { sub, email } = someone()
    const response = await signInWith({
      claims: { sub },
      userinfo: { sub, email, email_verified: 'true' },
    })
    expect(await whoIs(app, response)).toMatchObject({ email, emailVerified: true })
    const foreign = await signInWith({ claims: { sub: 'one' }, userinfo: { sub: 'two', email } })
    expect(landing(foreign)).toMatchObject({ refused: 'failed' })
  })

  test.each([[undefined], [''], ['no address'], [7]])('%j is none', async (email) => {
    const { sub } = someone()
    const response = await signInWith({ claims: { sub, email, email_verified: true }, userinfo: { sub } })
    expect(landing(response)).toMatchObject({ pathname: '/login', refused: 'email_missing' })
  })

  test('thrown away after use is refused where the operator wants none', async () => {
    const { social } = app.config
    const strict = await startTestApp({ social, refuseDisposableEmail: true })
    const begun = await begin(strict)
    issuer.nonce = begun.url.searchParams.get('nonce')!
    issuer.answer = { claims: { ...someone(), email: 'x@mailinator.com', email_verified: true } }
    const back = `/identity/social/oidc/callback?code=c&state=${begun.url.searchParams.get('state')}`
    expect(landing(await comeBack(strict, back, begun))).toMatchObject({ refused: 'email_refused' })
    await strict.close()
  })

  test('unverified: proving it by mail shuts out an account linked by a provider before', async () => {
    const claims = { ...someone(), email_verified: false }
    const early = await whoIs(app, await signInAs(claims))
    for (const [url, payload] of [
      ['/identity/link/send', { email: claims.email }],
      ['/identity/reset/send', { email: claims.email }],
    ] as const) {
      await app.server.inject({ method: 'POST', url, payload })
    }
    const mail = await awaitMail(app, claims.email, 3)
    const isReset = mail.links[0]!.includes('reset')
    const token = tokenOf(mail)
    const proved = await app.server.inject({
      method: 'POST',
      url: isReset ? '/identity/reset/confirm' : '/identity/link/confirm',
      payload: isReset ? { token, password: 'the owner’s own' } : { token, email: claims.email },
    })
    expect(proved.statusCode, proved.body).toBeLessThan(300)
    expect((await linksOf(early.uid)).filter((row) => row.provider_id !== 'credential')).toEqual([])
    expect(landing(await signInAs(claims))).toMatchObject({ refused: 'account_exists' })
  })

  test('taken back by its owner: an account linked by the address in between is out', async () => {
    const member = await createMember(app)
    const thief = someone()
    const post = async (url: string, payload: object) =>
      await app.server.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...member.headers, cookie: member.cookie },
      })
    await post('/identity/email/change', { email: thief.email })
    await post('/identity/verification/confirm', { token: tokenOf(await awaitMail(app, thief.email, 1)) })
    const linked = await whoIs(app, await signInAs({ ...thief, email_verified: true }))
    expect(linked.uid).toBe(member.uid)
    const notice = (await mailsTo(app, member.email)).find(({ subject }) => /was changed/.test(subject))
    expect((await post('/identity/email/recover', { token: tokenOf(notice!) })).statusCode).toBe(200)
    const after = await whoIs(app, await signInAs({ ...thief, email_verified: true }))
    expect(after.uid).not.toBe(member.uid)
  })
})

test('a proof is one only where the provider asked after the browser had left', async () => {
  const { sub, email } = someone()
  const signedIn = await signInAs({ sub, email, email_verified: true })
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat().map((set) => set.split(';')[0]!)
  const cookie = cookies.find((one) => one.startsWith('crels_session='))!
  const { headers } = await whoIs(app, signedIn)
  await owner.query(`update identity.auth_session set created_at = now() - interval '1 hour'`)
  const unlink = async () =>
    (await app.server.inject({ method: 'DELETE', url: '/identity/social/oidc', headers })).statusCode
  const proveWith = async (claims: JWTPayload) => {
    const url = '/identity/social/oidc/start'
    const query = { redirect: '/profile', proof: '1' }
    const begun = await app.server.inject({ url, query, headers: { cookie } })
    const { searchParams } = new URL(begun.headers.location!)
    issuer.nonce = searchParams.get('nonce')!
    issuer.answer = { claims: { sub, email, email_verified: true, ...claims } }
    const back = `/identity/social/oidc/callback?code=c&state=${searchParams.get('state')!}`
    const pending = String(begun.headers['set-cookie']).split(';')[0]!
    return (await comeBack(app, back, { cookie: pending })).headers.location
  }
  const now = Math.floor(Date.now() / 1000)
  expect(await proveWith({})).toBe('/profile?refused=not_asked')
  expect(await proveWith({ auth_time: now - 60 })).toBe('/profile?refused=not_asked')
  expect(await proveWith({ auth_time: now + 120 })).toBe('/profile?refused=failed')
  expect(await proveWith({ auth_time: 'now' })).toBe('/profile?refused=failed')
  expect(await unlink()).toBe(403)
  expect(await proveWith({ auth_time: Math.floor(Date.now() / 1000) })).toBe('/profile')
  expect(await unlink()).toBe(204)
})

test('a sign-in is a recent proof only where the provider asked after the browser had left', async () => {
  const { sub, email } = someone()
  const unlinkAs = async (headers: { authorization: string }) =>
    (await app.server.inject({ method: 'DELETE', url: '/identity/social/oidc', headers })).statusCode
  const signIn = async (said: JWTPayload) => await signInAs({ sub, email, email_verified: true, ...said })
  const longAgo = Math.floor(Date.now() / 1000) - 60
  for (const said of [{}, { auth_time: longAgo }])
    expect(await unlinkAs((await whoIs(app, await signIn(said))).headers)).toBe(403)
  const asked = await whoIs(app, await signIn({ auth_time: Math.floor(Date.now() / 1000) }))

  // A second step by an app makes nothing of it; it is a second factor and no more.
  const authenticator = await addAuthenticator(app, asked)
  const finish = async (said: JWTPayload, recoveryCode: string) => {
    const cookies = [(await signIn(said)).headers['set-cookie'] ?? []].flat()
    const cookie = cookieOf(cookies.find((one) => one.startsWith('crels_second_step=')))
    const url = '/identity/second-step'
    const whole = await app.server.inject({
      method: 'POST',
      url,
      payload: { recoveryCode },
      headers: { cookie },
    })
    return { authorization: `Bearer ${whole.json().accessToken}` }
  }
  const [one, two] = authenticator.recoveryCodes
  expect(await unlinkAs(await finish({}, one!))).toBe(403)
  expect(await unlinkAs(await finish({ auth_time: Math.floor(Date.now() / 1000) }, two!))).toBe(204)
})

test('a session that ends while it takes a provider away takes nothing away', async () => {
  const said = { ...someone(), email_verified: true, auth_time: Math.floor(Date.now() / 1000) }
  const { uid, headers } = await whoIs(app, await signInAs(said))
  const locker = await owner.connect()
  await locker.query('begin')
  await locker.query('select from identity.auth_user where id = $1 for update', [uid])
  const unlinking = app.server.inject({ method: 'DELETE', url: '/identity/social/oidc', headers })
  const waiting = async () => {
    const { rows } = await owner.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].count
  }
  try {
    await expect.poll(waiting).toBeGreaterThan(0)
    // The owner ends it, as an undone change of address does.
    await locker.query('delete from identity.auth_session where user_id = $1', [uid])
  } finally {
    await locker.query('commit')
    locker.release()
  }
  expect((await unlinking).json()).toMatchObject({ status: 401, code: 'user_token_expired' })
  const { rows } = await owner.query('select provider_id from identity.auth_account where user_id = $1', [
    uid,
  ])
  expect(rows).toHaveLength(1)
})

test('the provider’s subject is the key, not its address', async () => {
  const one = someone()
  const first = await whoIs(app, await signInAs({ ...one, email_verified: true }))
  const second = await signInAs({ ...someone(), email: one.email, email_verified: true })
  // Both sides verified it: the same person with another account there.
  expect((await whoIs(app, second)).uid).toBe(first.uid)
  const moved = await whoIs(app, await signInAs({ ...one, email: 'moved@example.com', email_verified: true }))
  expect(moved).toMatchObject({ uid: first.uid, email: one.email })
})

describe('an ID token is refused', async () => {
  const foreign = await generateKeyPair('RS256')
  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Answer]>([
    ['unsigned', { alg: 'none' }],
    ['by another key', { key: foreign.privateKey }],
    ['by an unpublished key', { key: foreign.privateKey, header: { kid: 'two' } }],
    ['by the client secret', { key: new TextEncoder().encode('secret'), header: { alg: 'HS256' } }],
    ['for another sign-in', { claims: { nonce: 'another' } }],
    ['without the nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another client', { claims: { aud: 'other' } }],
    ['for others too, by another', { claims: { aud: ['crels', 'other'], azp: 'other' } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['of an empty subject', { claims: { sub: '' } }],
    ['of a subject with a NUL', { claims: { sub: 'ada\u0000' } }],
    ['of an endless subject', { claims: { sub: 'x'.repeat(256) } }],
    ['that another client was given', { claims: { azp: 'other' } }],
    ['from the future', { claims: { iat: now + 120, exp: now + 600 } }],
    ['that expired', { claims: { iat: now - 600, exp: now - 300 } }],
    ['that is not there', { body: '{"access_token":"at","token_type":"Bearer"}' }],
    ['in an answer that is no JSON', { body: '<html>' }],
    ['where the code is refused', { status: 400, body: '{"error":"invalid_grant"}' }],
    ['where we are refused', { status: 401, body: '{"error":"invalid_client"}' }],
  ])('%s', async (_, answer) => {
    const { sub, email } = someone()
    const response = await signInWith({
      ...answer,
      claims: { sub, email, email_verified: true, ...answer.claims },
    })
    expect(landing(response)).toEqual({ statusCode: 303, pathname: '/login', refused: 'failed' })
    expect(response.headers['set-cookie']).not.toContain('crels_session')
    const { rows } = await owner.query('select from identity.auth_user where email = $1', [email])
    expect(rows).toEqual([])
  })

  test('and where the issuer is broken, it is unavailable', async () => {
    const response = await signInWith({ status: 503, body: 'away' })
    expect(landing(response)).toMatchObject({ refused: 'unavailable' })
  })
})
