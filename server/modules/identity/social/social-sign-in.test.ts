import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { cookieOf, createMember, mailsTo } from '#testing/members.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'
import { startRealProvider, type RealProvider } from './real-provider.fixture.ts'
import { begin, comeBack, landing, passProvider, whoIs } from './walk-social.fixture.ts'
import { testActor } from '#testing/operators.ts'

const { social: none, publicOrigin } = readConfig({ NODE_ENV: 'test' })
const callback = `${publicOrigin}/identity/social/oidc/callback`

let app: TestApp
let provider: RealProvider
let owner: Db
beforeAll(async () => {
  provider = await startRealProvider([callback])
  provider.users.set('ada', {
    sub: 'ada',
    email: 'Ada@example.com',
    email_verified: true,
    name: 'Ada\u202e L.',
  })
  app = await startTestApp({ social: { ...none, oidc: provider.keys } })
  await app.work()
  owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
})
afterEach(() => {
  provider.answerAs = 'ada'
})
afterAll(async () => {
  await provider.close()
  await owner.destroy()
  await app.close()
})

/** The cookie with one character of its value another one, not the last: that one may say the same bytes in two ways. */
function changed(cookie: string): string {
  const at = cookie.length - 10
  return cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1)
}

/** The whole sign-in, as a person of the provider's. */
async function signInAs(sub: string | null, redirect?: string) {
  provider.answerAs = sub
  const begun = await begin(app, { redirect })
  return await comeBack(app, await passProvider(begun), begun)
}

test('names the account to sign in with', async () => {
  const response = await app.server.inject('/identity/social')
  expect(response.json()).toEqual({ items: [{ id: 'oidc', name: 'Example' }] })
  const without = await startTestApp()
  expect((await without.server.inject('/identity/social')).json()).toEqual({ items: [] })
  await without.close()
})

test('leaves with code, PKCE, state and nonce, for the exact way back', async () => {
  const { url, response } = await begin(app)
  expect(url.origin).toBe(provider.issuer)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'crels',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(response.headers['set-cookie']).toMatch(
    /^crels_social=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(response.headers['cache-control']).toBe('no-store')
})

test('makes an account of a verified address, signs in, and finds it again', async () => {
  const response = await signInAs('ada', '/points?x=1')
  expect(landing(response)).toEqual({ statusCode: 303, pathname: '/points', x: '1' })
  const cookies = [response.headers['set-cookie']].flat()
  expect(cookies).toEqual([
    expect.stringMatching(/^crels_session=.*HttpOnly; SameSite=Strict/),
    expect.stringMatching(/^crels_device=.*HttpOnly; SameSite=Lax/),
    expect.stringMatching(/^crels_social=; Max-Age=0; /),
  ])
  const member = await whoIs(app, response)
  expect(member).toMatchObject({ email: 'ada@example.com', emailVerified: true, displayName: 'Ada L.' })
  const profile = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  expect(profile.statusCode).toBe(200)
  // Another address there is still the same account.
  provider.users.set('ada', { sub: 'ada', email: 'ada@elsewhere.example', email_verified: true })
  expect(await whoIs(app, await signInAs('ada'))).toMatchObject({ uid: member.uid, email: 'ada@example.com' })
  expect(await mailsTo(app, 'ada@example.com')).toEqual([])
})

test('a second factor here is asked for whatever the provider asked for', async () => {
  provider.users.set('two', { sub: 'two', email: 'two@example.com', email_verified: true })
  const member = await createMember(app, { email: 'two@example.com' })
  expect(await whoIs(app, await signInAs('two'))).toMatchObject({ uid: member.uid })
  const authenticator = await addAuthenticator(app, member)
  const response = await signInAs('two', '/points')
  expect(landing(response)).toEqual({
    statusCode: 303,
    pathname: '/login',
    mode: 'second-step',
    redirect: '/points',
  })
  expect(await whoIs(app, response)).not.toHaveProperty('uid')
  const cookies = [response.headers['set-cookie']].flat()
  const cookie = cookieOf(cookies.find((one) => one?.startsWith('crels_second_step=')))
  const finished = await app.server.inject({
    method: 'POST',
    url: '/identity/second-step',
    payload: { code: codeOf(authenticator) },
    headers: { cookie },
  })
  expect(finished.json()).toMatchObject({ user: { uid: member.uid } })
})

test('twenty at the same moment make one account', async () => {
  provider.users.set('race', { sub: 'race', email: 'race@example.com', email_verified: true })
  provider.answerAs = 'race'
  const ways = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const begun = await begin(app)
      return { begun, back: await passProvider(begun) }
    }),
  )
  const answers = await Promise.all(ways.map(async ({ begun, back }) => await comeBack(app, back, begun)))
  const uids = await Promise.all(answers.map(async (answer) => (await whoIs(app, answer)).uid))
  expect(new Set(uids).size).toBe(1)
  expect(uids[0]).toMatch(/^usr_/)
})

test('a refusal at the provider leads back to the sign-in screen, with the way back kept', async () => {
  expect(landing(await signInAs(null, '/profile'))).toEqual({
    statusCode: 303,
    pathname: '/login',
    refused: 'cancelled',
    redirect: '/profile',
  })
})

test('an answer works once, also with a copy of the cookie', async () => {
  provider.answerAs = 'ada'
  const begun = await begin(app)
  const back = await passProvider(begun)
  expect(landing(await comeBack(app, back, begun)).pathname).toBe('/')
  const again = await comeBack(app, back, begun)
  expect(landing(again)).toMatchObject({ pathname: '/login', refused: 'expired' })
  expect(await whoIs(app, again)).not.toHaveProperty('uid')
})

test('refuses an answer that does not belong to the sign-in begun here', async () => {
  provider.answerAs = 'ada'
  const [mine, theirs] = [await begin(app), await begin(app)]
  const back = await passProvider(theirs)
  const foreign = [
    await comeBack(app, back),
    await comeBack(app, back, mine),
    await comeBack(app, back, { cookie: 'crels_social=rubbish' }),
    await comeBack(app, back, { cookie: changed(theirs.cookie) }),
    await comeBack(app, String(back).replace('/oidc/', '/google/'), theirs),
    await comeBack(app, callback),
    await comeBack(app, `${callback}?error=access_denied&state=x`, mine),
  ]
  for (const response of foreign) {
    expect(landing(response)).toMatchObject({ statusCode: 303, pathname: '/login' })
    expect(response.headers['set-cookie'] ?? '').not.toContain('crels_session')
  }
  const wrongCode = new URL(back)
  wrongCode.searchParams.set('code', 'guessed')
  expect(landing(await comeBack(app, wrongCode, theirs))).toMatchObject({ refused: 'failed' })
})

test('another issuer’s answer is refused (mix-up)', async () => {
  provider.answerAs = 'ada'
  const begun = await begin(app)
  const back = await passProvider(begun)
  expect(back.searchParams.get('iss')).toBe(provider.issuer)
  back.searchParams.set('iss', 'https://evil.example')
  expect(landing(await comeBack(app, back, begun))).toMatchObject({ refused: 'failed' })
})

test('after ten minutes it is too late', async () => {
  const begun = await begin(app)
  const back = await passProvider(begun)
  const late = Date.now() + 10 * 60_000 + 1
  const now = vi.spyOn(Date, 'now').mockReturnValue(late)
  const response = await comeBack(app, back, begun).finally(() => now.mockRestore())
  expect(landing(response)).toMatchObject({ pathname: '/login', refused: 'expired' })
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  // The way off the site by a short link, and what is no page.
  '/s/abc1234',
  '/identity/sign-out',
])('redirects to no other site: %s', async (redirect) => {
  const { pathname, statusCode } = landing(await signInAs('ada', redirect))
  expect([statusCode, pathname]).toEqual([303, '/'])
  const refused = await app.server.inject({ url: '/identity/social/none/start', query: { redirect } })
  expect(refused.headers.location).toMatch(/^\/login\?refused=unavailable/)
})

test('refuses a disabled member', async () => {
  provider.users.set('out', { sub: 'out', email: 'out@example.com', email_verified: true })
  const member = await whoIs(app, await signInAs('out'))
  await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  await app.members.disable(testActor, member.uid, 'test')
  const response = await signInAs('out')
  expect(landing(response)).toMatchObject({ pathname: '/login', refused: 'user_disabled' })
  expect(response.headers['set-cookie']).not.toContain('crels_session')
})

test('an outage of the provider is shown, and the next try asks it again', async () => {
  const other = await startTestApp({
    social: { ...none, oidc: { ...provider.keys, issuer: 'http://127.0.0.1:9' } },
  })
  const response = await other.server.inject('/identity/social/oidc/start?redirect=/faq')
  expect(landing(response)).toEqual({
    statusCode: 303,
    pathname: '/login',
    refused: 'unavailable',
    redirect: '/faq',
  })
  await other.close()
})

test('refuses a provider’s sign-in to an unverified member’s account', async () => {
  const owner = await createMember(app, { email: 'owner@example.com', verified: false })
  provider.users.set('claim', { sub: 'claim', email: owner.email, email_verified: true })
  expect(landing(await signInAs('claim'))).toMatchObject({ refused: 'account_exists' })
})

describe('a member who is signed in', () => {
  const security = async (headers: object) =>
    (await app.server.inject({ url: '/identity/security', headers: { ...headers } })).json()
  const makeOld = async (uid: string) =>
    await sql`update identity.auth_session set created_at = now() - interval '1 hour' where user_id = ${uid}`.execute(
      owner,
    )
  /** Signs in as a person of the provider's, an hour ago. */
  async function memberOf(sub: string) {
    provider.users.set(sub, { sub, email: `${sub}@example.com`, email_verified: true })
    const response = await signInAs(sub)
    const member = await whoIs(app, response)
    await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
    await makeOld(member.uid)
    return { ...member, cookie: cookieOf(response.headers['set-cookie']) }
  }
  async function proveAs(sub: string | null, { cookie }: { cookie: string }, redirect = '/profile?x=1') {
    provider.answerAs = sub
    const url = '/identity/social/oidc/start'
    const response = await app.server.inject({ url, query: { redirect, proof: '1' }, headers: { cookie } })
    const begun = {
      url: new URL(response.headers.location!),
      cookie: cookieOf(response.headers['set-cookie']),
    }
    const answer = await comeBack(app, await passProvider(begun), begun)
    return { begun, answer, to: answer.headers.location }
  }
  const unlink = async (headers: object) =>
    await app.server.inject({ method: 'DELETE', url: '/identity/social/oidc', headers: { ...headers } })

  test('shows at the provider that they are there: their session is proved, and stays the only one', async () => {
    const member = await memberOf('prove')
    expect((await unlink(member.headers)).json().code).toBe('requires_recent_login')
    const { begun, answer, to } = await proveAs('prove', member)
    expect(begun.url.searchParams.get('prompt')).toBe('login')
    expect(begun.url.searchParams.get('max_age')).toBe('0')
    expect(to).toBe('/profile?x=1')
    expect(String(answer.headers['set-cookie'])).not.toContain('crels_session')
    const sessions = await app.server.inject({ url: '/identity/sessions', headers: member.headers })
    expect(sessions.json().items).toHaveLength(1)

    expect((await security(member.headers)).linked).toEqual([{ id: 'oidc', name: 'Example', proves: true }])
    expect((await unlink(member.headers)).statusCode).toBe(204)
    expect((await unlink(member.headers)).statusCode).toBe(204)
    const after = await security(member.headers)
    expect(after.linked).toEqual([])
    expect(after.events.map(({ kind }: { kind: string }) => kind)).toEqual(['social_unlinked'])
    const [mail, ...others] = await mailsTo(app, 'prove@example.com')
    expect(mail!.subject).toBe('You can no longer sign in with Example')
    expect(others).toEqual([])
    // Both have verified the address: the next sign-in links again, and says so.
    const again = await whoIs(app, await signInAs('prove'))
    expect(again.uid).toBe(member.uid)
    expect((await security(again.headers)).events[0].kind).toBe('social_linked')
    expect((await mailsTo(app, 'prove@example.com'))[0]!.subject).toContain('You can now sign in')
  })

  test('proves nothing as another person, without one, or with a session that ended meanwhile', async () => {
    const member = await memberOf('self')
    await memberOf('other')
    provider.users.set('new', { sub: 'new', email: 'new@example.com', email_verified: true })
    for (const sub of ['other', 'new']) {
      const { answer, to } = await proveAs(sub, member, '/profile?x=1#y')
      expect(to).toBe('/profile?x=1&refused=other_account#y')
      expect(String(answer.headers['set-cookie'])).not.toContain('crels_session')
    }
    expect((await proveAs(null, member)).to).toBe('/profile?x=1&refused=cancelled')
    expect((await proveAs('self', { cookie: 'crels_session=forged' })).to).toContain('refused=other_account')
    expect((await unlink(member.headers)).json().code).toBe('requires_recent_login')
    // It made no account.
    const { rows } = await sql`select from identity.auth_user where email = 'new@example.com'`.execute(owner)
    expect(rows).toEqual([])
  })

  test('a second sign-in in the same browser leaves one session in the list', async () => {
    const member = await memberOf('again')
    provider.answerAs = 'again'
    const response = await app.server.inject({
      url: '/identity/social/oidc/start',
      headers: { cookie: member.cookie },
    })
    const begun = {
      url: new URL(response.headers.location!),
      cookie: cookieOf(response.headers['set-cookie']),
    }
    const next = await whoIs(app, await comeBack(app, await passProvider(begun), begun))
    const sessions = await app.server.inject({ url: '/identity/sessions', headers: next.headers })
    expect(sessions.json().items).toHaveLength(1)
  })
})
