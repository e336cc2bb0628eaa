import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BootData } from '#contracts/boot-data.ts'
import { matchPage } from '#contracts/page-routes.ts'
import { paths } from '#contracts/paths.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { bootDataOf } from './boot-data.ts'
import { testActor } from '#testing/operators.ts'

let app: TestApp
let ada: TestMember
beforeAll(async () => {
  // Every refresh replaces the secret of its session.
  app = await startTestApp({ sessionRules: { lifetimeDays: 90, rotationMinutes: 0 } })
  ada = await createMember(app, { profile: { timeZone: 'Europe/Lisbon' } })
})
afterAll(() => app.close())

/** As browsers open a page. */
const navigation = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'accept-encoding': 'identity',
}

async function open(url: string, { cookie = ada.cookie, ...headers }: Record<string, string> = {}) {
  const answer = await app.server.inject({ url, headers: { ...navigation, cookie, ...headers } })
  const [, json] = /<script type="application\/json" id="boot-data">(.*?)<\/script>/s.exec(answer.body) ?? []
  return { ...answer, boot: json === undefined ? null : (JSON.parse(json) as BootData) }
}

test('a member’s page carries what their own calls are answered, and is kept nowhere', async () => {
  const { boot, headers, statusCode } = await open(paths.home)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'accept-language, cookie' })
  expect(boot!.user).toEqual({
    uid: ada.uid,
    email: ada.email,
    emailVerified: true,
    displayName: 'Test Member',
    photoURL: null,
  })
  expect(Object.keys(boot!.answers)).toContain(`/api/v1/users/${ada.uid}`)
  expect(Object.keys(boot!.answers).length).toBeGreaterThan(7)
  for (const [url, answer] of Object.entries(boot!.answers)) {
    // Times of its own making.
    if (url.includes('exchange')) continue
    const called = await app.server.inject({ url, headers: ada.headers })
    expect(answer, url).toEqual(called.json())
  }
  const stream = await app.server.inject({ url: '/api/v1/stream', headers: ada.headers })
  expect(boot!.streamId).toBe(stream.json().id)
})

test('carries no token, and leaves the session as it was', async () => {
  const member = await createMember(app)
  for (let round = 0; round < 2; round += 1) {
    const { headers, boot } = await open(paths.home, { cookie: member.cookie })
    expect(boot!.user!.uid).toBe(member.uid)
    const carried = JSON.stringify(boot)
    expect(carried).not.toMatch(/eyJ|accessToken/)
    expect(carried).not.toContain(member.cookie.split('=')[1]!.slice(0, 20))
    expect(headers['set-cookie']).toBeUndefined()
  }
  const refresh = await app.server.inject({
    method: 'POST',
    url: '/identity/refresh',
    headers: { cookie: member.cookie },
    payload: {},
  })
  expect(refresh.statusCode).toBe(200)
  // The secret before is good for its refresh a moment longer, and opens no page.
  expect((await open(paths.home, { cookie: member.cookie })).boot).toBeNull()
  const again = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  expect(again.statusCode).toBe(200)
})

test.each<[string, Record<string, string>]>([
  ['a visitor', { cookie: '' }],
  ['a cookie that is not ours', { cookie: 'crels_session=made.up' }],
  ['a link on another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site below the same domain', { 'sec-fetch-site': 'same-site' }],
  ['a script that fetches it', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a page that is loaded ahead', { 'sec-purpose': 'prefetch' }],
  ['a browser that does not say', { 'sec-fetch-dest': '', 'sec-fetch-mode': '' }],
])('%s gets the page for anyone', async (_, headers) => {
  const { boot, headers: answered } = await open(paths.home, headers)
  // A visitor's own page carries what is the same for every visitor.
  expect(boot?.user ?? null).toBeNull()
  expect(answered).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-language, cookie' })
})

test('only pages that have boot data carry it, with the address alone; the worker’s shell never does', async () => {
  for (const url of [paths.home, paths.campaigns, paths.points, paths.crels('wallet')])
    expect((await open(url)).boot, url).not.toBeNull()
  for (const url of [paths.login, paths.faq, paths.profile, '/index.html', '/no-such-page'])
    expect((await open(url)).boot, url).toBeNull()
  // What a query means is the screen's to know.
  expect(Object.keys((await open(`${paths.campaigns}?q=tea`)).boot!.answers)).toEqual([
    `/api/v1/users/${ada.uid}`,
    '/api/v1/notifications',
    '/api/v1/gamification/moments',
  ])
})

test('an ended session, an unverified address and a disabled member get the page for anyone', async () => {
  const left = await createMember(app)
  await app.server.inject({
    method: 'POST',
    url: '/identity/sign-out',
    headers: { cookie: left.cookie },
    payload: {},
  })
  const disabled = await createMember(app)
  await app.members.disable(testActor, disabled.uid, 'a test')
  const unverified = await createMember(app, { verified: false })
  for (const { cookie } of [left, disabled, unverified])
    expect((await open(paths.home, { cookie })).boot).toBeNull()
})

test('what a page is asked as changes nothing of the answers that it carries', async () => {
  for (const accept of ['text/html, text/csv', 'text/html, text/event-stream']) {
    const { boot, headers } = await open(paths.crels('wallet'), { accept, 'last-event-id': 'balances:1' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(Object.values(boot!.answers).every((answer) => typeof answer === 'object')).toBe(true)
  }
})

test('a page that was sent without its boot data asks nothing more for it', async () => {
  const asked: string[] = []
  const member = Promise.withResolvers<never>()
  const bootData = bootDataOf(
    { env: 'production' },
    async () => await member.promise,
    async ({ endpoint }) => void asked.push(endpoint.id),
  )
  const request = { method: 'GET', url: paths.home, headers: navigation }
  expect(await bootData(matchPage(paths.home)!, request as never, {} as never)).toBeNull()
  member.resolve({ user: {}, actor: { uid: ada.uid, emailVerified: true } } as never)
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toEqual([])
})

test('two members at once get each their own, and a name is only text', async () => {
  const displayName = '</script><script>alert(1)</script><!--'
  const bea = await createMember(app, { displayName })
  const pages = await Promise.all(
    [ada, bea, ada, bea].map(async ({ cookie }) => (await open(paths.home, { cookie })).boot!),
  )
  expect(pages.map(({ user }) => user!.uid)).toEqual([ada.uid, bea.uid, ada.uid, bea.uid])
  const { body } = await open(paths.home, { cookie: bea.cookie })
  expect(pages[1]!.user!.displayName).toBe(displayName)
  expect(body.slice(body.indexOf('boot-data'))).not.toContain('<script>alert')
})
