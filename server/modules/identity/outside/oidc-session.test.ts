import type { LightMyRequestResponse as Response } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { freePort } from '#testing/free-port.ts'
import { cookieOf } from '#testing/members.ts'
import { startRealProvider, type RealProvider } from '../social/real-provider.fixture.ts'
import { landing, passProvider } from '../social/walk-social.fixture.ts'
import { testActor } from '#testing/operators.ts'

const { publicOrigin } = readConfig({ NODE_ENV: 'test' })
const callback = `${publicOrigin}/identity/oidc/callback`
/** Says the address in the ID token, as a bearer needs it, and renews a session. */
const usual = {
  conformIdTokenClaims: false,
  issueRefreshToken: async () => true,
  // Each works once; one that comes again ends them all.
  rotateRefreshToken: true,
} as const

let app: TestApp
let provider: RealProvider
beforeAll(async () => {
  provider = await startRealProvider([callback], usual)
  provider.users.set('ada', { sub: 'ada', email: 'Ada@example.com', email_verified: true, name: 'Ada L.' })
  provider.users.set('nameless', { sub: 'nameless' })
  app = await startTestApp({ identity: { provider: 'oidc', ...provider.keys } })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await provider.close()
  await app.close()
})

async function begin(at: TestApp, query: Record<string, string> = {}) {
  const response = await at.server.inject({ url: '/identity/oidc/start', query })
  return { url: new URL(response.headers.location!), cookie: cookieOf(response.headers['set-cookie']) }
}

/** The whole sign-in, as a person of the issuer's. */
async function signInAs(sub: string | null, { at = app, by = provider, query = {} } = {}): Promise<Response> {
  by.answerAs = sub
  const begun = await begin(at, query)
  const { pathname, search } = await passProvider(begun)
  return await at.server.inject({ url: pathname + search, headers: { cookie: begun.cookie } })
}

/** The browser's session cookie after an answer. */
function sessionOf({ headers }: Response): string {
  const cookies = [headers['set-cookie'] ?? []].flat().map((set) => set.split(';')[0]!)
  return cookies.find((one) => one.startsWith('crels_session=')) ?? ''
}

const refresh = async (cookie?: string, at = app) =>
  await at.server.inject({ method: 'POST', url: '/identity/refresh', headers: cookie ? { cookie } : {} })
const whose = async (accessToken: string, at = app) =>
  await at.server.inject({ url: '/identity/user', headers: { authorization: `Bearer ${accessToken}` } })

test('leaves with code, PKCE, state and nonce; asked again it insists on a sign-in', async () => {
  const { url } = await begin(app)
  expect(url.origin).toBe(provider.issuer)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'crels',
    redirect_uri: callback,
    response_type: 'code',
    scope: expect.stringContaining('openid email profile'),
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(url.searchParams.has('prompt')).toBe(false)
  const again = await begin(app, { again: '1' })
  expect(Object.fromEntries(again.url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
})

test('signs in, renews, and ends', async () => {
  const landed = await signInAs('ada', { query: { redirect: '/points?x=1' } })
  expect([landed.statusCode, landed.headers.location]).toEqual([303, '/points?x=1'])
  expect(String(landed.headers['set-cookie'])).toMatch(
    /crels_session=[\w.-]+; Max-Age=2592000; .*HttpOnly; SameSite=Strict/,
  )
  const response = await refresh(sessionOf(landed))
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const { user, accessToken, expiresInSec } = response.json()
  expect(user).toMatchObject({
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada L.',
    photoURL: null,
  })
  expect(expiresInSec).toBeGreaterThan(0)
  expect((await whose(accessToken)).json()).toEqual(user)

  // The same person, the same member; the session slides.
  const next = await refresh(sessionOf(response))
  expect(next.json().user).toEqual(user)
  expect(sessionOf(next)).not.toBe('')

  const out = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-out',
    headers: { cookie: sessionOf(next) },
  })
  expect([out.statusCode, String(out.headers['set-cookie'])]).toEqual([
    204,
    expect.stringContaining('crels_session=;'),
  ])
  expect(out.headers['clear-site-data']).toBe('"cache"')
  // A kept cookie opens nothing.
  const kept = await refresh(sessionOf(next))
  expect([kept.statusCode, kept.json().code]).toEqual([401, 'user_token_expired'])
})

test('without a session there is no user; an unknown cookie is removed', async () => {
  expect((await refresh()).json()).toEqual({ user: null })
  const response = await refresh('crels_session=made-up')
  expect([response.statusCode, response.json().code]).toEqual([401, 'user_token_expired'])
  expect(response.headers['set-cookie']).toContain('crels_session=;')
  const foreign = { cookie: sessionOf(await signInAs('ada')), origin: 'https://evil.example' }
  const crossed = await app.server.inject({ method: 'POST', url: '/identity/refresh', headers: foreign })
  expect(crossed.json().code).toBe('cross_origin')
})

test('an outage of the issuer ends no session', async () => {
  const port = await freePort()
  const other = await startRealProvider([callback], { ...usual, port })
  other.users.set('ada', provider.users.get('ada')!)
  const site = await startTestApp({ identity: { provider: 'oidc', ...other.keys } })
  const cookie = sessionOf(await signInAs('ada', { at: site, by: other }))
  await other.close()
  const response = await refresh(cookie, site)
  expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
  expect(response.headers['set-cookie']).toBeUndefined()
  await site.close()
})

test('signed out everywhere, disabled or deleted, a session renews nothing', async () => {
  const one = sessionOf(await signInAs('ada'))
  const { user, accessToken } = (await refresh(one)).json()
  const everywhere = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-out',
    headers: { cookie: sessionOf(await signInAs('ada')) },
    payload: { everywhere: true },
  })
  expect(everywhere.statusCode).toBe(204)
  expect((await whose(accessToken)).json().code).toBe('user_token_expired')
  const ended = await refresh(one)
  expect(ended.json().code).toBe('user_token_expired')
  expect(ended.headers['set-cookie']).toContain('crels_session=;')

  const again = sessionOf(await signInAs('ada'))
  await app.members.disable(testActor, user.uid, 'test')
  expect((await refresh(again)).json().code).toBe('user_disabled')
  const refused = await signInAs('ada')
  expect(landing(refused)).toMatchObject({ pathname: '/login', refused: 'user_disabled' })
  expect(sessionOf(refused)).toBe('')
  await app.members.enable(testActor, user.uid, 'test')
  expect((await refresh(sessionOf(await signInAs('ada')))).statusCode).toBe(200)
})

test('without a refresh token the session is as long as its ID token', async () => {
  const short = await startRealProvider([callback], { ...usual, issueRefreshToken: async () => false })
  short.users.set('ada', provider.users.get('ada')!)
  const site = await startTestApp({ identity: { provider: 'oidc', ...short.keys } })
  const cookie = sessionOf(await signInAs('ada', { at: site, by: short }))
  const response = await refresh(cookie, site)
  expect(response.json()).toMatchObject({ user: { email: 'ada@example.com' } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
  const late = await refresh(cookie, site).finally(() => vi.useRealTimers())
  expect([late.statusCode, late.json().code]).toEqual([401, 'user_token_expired'])
  await short.close()
  await site.close()
})

test.each<[string, string | null, string]>([
  ['who says no at the issuer', null, 'cancelled'],
  ['who has no address there', 'nameless', 'email_missing'],
])('%s sees the reason on the sign-in screen', async (_, sub, refused) => {
  const response = await signInAs(sub, { query: { redirect: '/faq' } })
  expect(landing(response)).toEqual({ statusCode: 303, pathname: '/login', refused, redirect: '/faq' })
  expect(sessionOf(response)).toBe('')
})

test('only the browser that began comes back, once', async () => {
  provider.answerAs = 'ada'
  const begun = await begin(app)
  const { pathname, search } = await passProvider(begun)
  const url = pathname + search
  const comeBack = async (cookie?: string) =>
    landing(await app.server.inject({ url, headers: cookie ? { cookie } : {} }))
  expect(await comeBack()).toMatchObject({ refused: 'expired' })
  expect(await comeBack((await begin(app)).cookie)).toMatchObject({ refused: 'expired' })
  expect(await comeBack(begun.cookie)).toMatchObject({ pathname: '/' })
  expect(await comeBack(begun.cookie)).toMatchObject({ refused: 'expired' })
})

test('refreshes at once spend the refresh token one after the other, in all processes', async () => {
  const beside = await startBeside(app, { identity: { provider: 'oidc', ...provider.keys } })
  try {
    const cookie = sessionOf(await signInAs('ada'))
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => await refresh(cookie, n % 2 ? beside : app)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect((await refresh(cookie)).statusCode).toBe(200)
  } finally {
    await beside.close()
  }
})

test('refreshes of one member, however many and of however many browsers, leave the others their turns', async () => {
  provider.users.set('bo', { sub: 'bo', email: 'bo@example.com', email_verified: true })
  provider.users.set('busy', { sub: 'busy', email: 'busy@example.com', email_verified: true })
  const other = sessionOf(await signInAs('bo'))
  const busy: string[] = []
  while (busy.length < 5) busy.push(sessionOf(await signInAs('busy')))
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  try {
    const all = await owner.transaction().execute(async (tx) => {
      // Their rows are locked, as by a process whose issuer is slow.
      await sql`select from identity.outside_session where sub = 'busy' for update`.execute(tx)
      const waiting = Promise.all(Array.from({ length: 59 }, async (_, n) => await refresh(busy[n % 5])))
      expect((await refresh(other)).statusCode).toBe(200)
      return { waiting }
    })
    const answers = await all.waiting
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(59).fill(200))
  } finally {
    await owner.destroy()
  }
})

test('a sign-out that waits too long for its session’s row says so, and the browser keeps its cookie', async () => {
  const cookie = sessionOf(await signInAs('bo'))
  const out = { method: 'POST', url: '/identity/sign-out', headers: { cookie } } as const
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  try {
    const refused = await owner.transaction().execute(async (tx) => {
      await sql`select from identity.outside_session where sub = 'bo' for update`.execute(tx)
      return await app.server.inject(out)
    })
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect((await app.server.inject(out)).statusCode).toBe(204)
  } finally {
    await owner.destroy()
  }
})

test('a session renews 60 times a minute at most, and is not over beyond that', async () => {
  const cookie = sessionOf(await signInAs('ada'))
  const answers = await Promise.all(Array.from({ length: 61 }, async () => await refresh(cookie)))
  const [refused, ...more] = answers.filter(({ statusCode }) => statusCode !== 200)
  expect([refused!.json().code, more]).toEqual(['too_many_requests', []])
  expect(refused!.headers['set-cookie']).toBeUndefined()
})

test('keys out of reach cost a retry and not the session: what the issuer gave is kept first', async () => {
  const cookie = sessionOf(await signInAs('ada'))
  const keyless = await startBeside(app, { identity: { provider: 'oidc', ...provider.keys } })
  try {
    provider.hidesKeys = true
    const away = await refresh(cookie, keyless)
    expect([away.statusCode, away.json().code]).toEqual([503, 'unavailable'])
    expect(away.headers['set-cookie']).toBeUndefined()
    provider.hidesKeys = false
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    const back = await refresh(cookie, keyless).finally(() => vi.useRealTimers())
    expect([back.statusCode, back.json().user?.email]).toEqual([200, 'ada@example.com'])
  } finally {
    provider.hidesKeys = false
    await keyless.close()
  }
})

test('a sign-out ends the tokens of this session, also where the issuer revokes nothing', async () => {
  const obstinate = await startRealProvider([callback], {
    ...usual,
    features: { devInteractions: { enabled: false }, revocation: { enabled: false } },
  })
  obstinate.users.set('ada', provider.users.get('ada')!)
  const identity = { provider: 'oidc', ...obstinate.keys } as const
  const site = await startTestApp({ identity })
  const beside = await startBeside(site, { identity })
  try {
    const cookie = sessionOf(await signInAs('ada', { at: site, by: obstinate }))
    const elsewhere = sessionOf(await signInAs('ada', { at: site, by: obstinate }))
    const tokenOf = async (one: string) => (await refresh(one, site)).json().accessToken as string
    const [first, second, other] = [await tokenOf(cookie), await tokenOf(cookie), await tokenOf(elsewhere)]
    for (const token of [first, second, other]) expect((await whose(token, beside)).statusCode).toBe(200)
    await site.server.inject({ method: 'POST', url: '/identity/sign-out', headers: { cookie } })
    for (const token of [first, second]) {
      expect((await whose(token, site)).json().code).toBe('user_token_expired')
      await expect.poll(async () => (await whose(token, beside)).json().code).toBe('user_token_expired')
    }
    expect((await refresh(cookie, site)).json().code).toBe('user_token_expired')
    // The other browser's session goes on.
    expect((await whose(other, site)).statusCode).toBe(200)
    expect((await refresh(elsewhere, site)).statusCode).toBe(200)
  } finally {
    await beside.close()
    await site.close()
    await obstinate.close()
  }
})

/** Signs in anew in the browser with this session; answers the new one. */
async function signInAnew(before: string, sub = 'ada'): Promise<string> {
  provider.answerAs = sub
  const start = await app.server.inject({ url: '/identity/oidc/start', headers: { cookie: before } })
  const begun = { url: new URL(start.headers.location!), cookie: cookieOf(start.headers['set-cookie']) }
  const { pathname, search } = await passProvider(begun)
  // On the way back from another site the session's cookie stays at home.
  return sessionOf(await app.server.inject({ url: pathname + search, headers: { cookie: begun.cookie } }))
}

test('a new sign-in in the same browser replaces its session; tabs that have not heard go on for 30 s', async () => {
  const before = sessionOf(await signInAs('ada'))
  const elsewhere = sessionOf(await signInAs('ada'))
  const { accessToken, user } = (await refresh(before)).json()
  const after = await signInAnew(before)
  // A tab that has not heard yet goes on …
  expect((await whose(accessToken)).json()).toEqual(user)
  // … and a refresh that waited takes the new cookie of the same name from no tab.
  const late = await refresh(before)
  expect([late.statusCode, late.json().code]).toEqual([503, 'unavailable'])
  expect(late.headers).toMatchObject({ 'retry-after': '1' })
  expect(late.headers['set-cookie']).toBeUndefined()
  expect(late.headers['clear-site-data']).toBeUndefined()
  expect((await refresh(after)).statusCode).toBe(200)

  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  try {
    const aged = await sql`
      with tokens as (
        update identity.outside_token set ended_at = ended_at - interval '31 seconds'
        where uid = ${user.uid} and ended_at > clock_timestamp() returning token_hash
      ) update identity.outside_session set replaced_at = replaced_at - interval '31 seconds'
      where uid = ${user.uid} and replaced_at is not null and exists (select from tokens)`.execute(owner)
    expect(aged.numAffectedRows).toBe(1n)
    // What is known of the member's tokens is read again after 20 s.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect((await whose(accessToken)).json().code).toBe('user_token_expired')
    vi.useRealTimers()
    const past = await refresh(before)
    expect([past.statusCode, past.json().code]).toEqual([401, 'user_token_expired'])
    expect(past.headers['set-cookie']).toBeUndefined()
    expect((await refresh(after)).statusCode).toBe(200)
    expect((await refresh(elsewhere)).statusCode).toBe(200)
  } finally {
    vi.useRealTimers()
    await owner.destroy()
  }
})

test.each([
  ['of every session', true],
  ['with the cookie from before', false],
])('a sign-out %s ends the tokens of a replaced session at once', async (how, everywhere) => {
  // A person of their own each: tokens of the second in which all were ended are refused, too.
  provider.users.set(how, { sub: how, email: `out-${everywhere}@example.com`, email_verified: true })
  const before = sessionOf(await signInAs(how))
  const { accessToken } = (await refresh(before)).json()
  const after = await signInAnew(before, how)
  expect((await whose(accessToken)).statusCode).toBe(200)
  const cookie = everywhere ? after : before
  const out = { method: 'POST', url: '/identity/sign-out', payload: { everywhere } } as const
  expect((await app.server.inject({ ...out, headers: { cookie } })).statusCode).toBe(204)
  await expect.poll(async () => (await whose(accessToken)).json().code).toBe('user_token_expired')
  const gone = await refresh(before)
  expect([gone.statusCode, gone.json().code]).toEqual([401, 'user_token_expired'])
  expect(gone.headers['set-cookie']).toContain('crels_session=;')
})

test('signing out everywhere marks every token that was given as ended', async () => {
  const cookie = sessionOf(await signInAs('ada'))
  await signInAs('ada')
  const { user } = (await refresh(cookie)).json()
  const everywhere = { method: 'POST', url: '/identity/sign-out', payload: { everywhere: true } } as const
  expect((await app.server.inject({ ...everywhere, headers: { cookie } })).statusCode).toBe(204)
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  const { rows } = await sql<{ isEnded: boolean }>`
    select distinct ended_at is not null as "isEnded" from identity.outside_token
    where uid = ${user.uid}`.execute(owner)
  await owner.destroy()
  expect(rows).toEqual([{ isEnded: true }])
})

test('a session ends when its lifetime does', async () => {
  const short = await startBeside(app, {
    identity: { provider: 'oidc', ...provider.keys },
    sessionRules: { lifetimeDays: 1, rotationMinutes: 60 },
  })
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  try {
    const cookie = sessionOf(await signInAs('ada'))
    expect((await refresh(cookie, short)).statusCode).toBe(200)
    await sql`update identity.outside_session set signed_in_at = now() - interval '25 hours'`.execute(owner)
    expect((await refresh(cookie, short)).json().code).toBe('user_token_expired')
  } finally {
    await owner.destroy()
    await short.close()
  }
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'redirects to no other site: %s',
  async (redirect) => {
    expect(landing(await signInAs('ada', { query: { redirect } })).pathname).toBe('/')
  },
)
