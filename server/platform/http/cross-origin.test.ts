import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contracts/endpoints.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await startTestApp({ publicOrigin: 'https://crels.example', developmentTools: true })
  cookie = (await createMember(app)).cookie
})
afterAll(() => app.close())

const refresh = async (headers: Record<string, string>) =>
  await app.server.inject({ method: 'POST', url: '/identity/refresh', headers: { cookie, ...headers } })

test.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'https://crels.example.evil.example' }],
  [{ origin: 'http://crels.example' }],
  [{ origin: 'https://sub.crels.example' }],
  [{ origin: 'null' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://crels.example' }],
])('refuses a cookie route called with %j', async (headers) => {
  const response = await refresh(headers)
  expect(response.statusCode).toBe(403)
  expect(response.json().code).toBe('cross_origin')
})

test.each([
  [{}],
  [{ origin: 'https://crels.example' }],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://crels.example' }],
  [{ 'sec-fetch-site': 'none' }],
])('accepts a cookie route called with %j', async (headers) => {
  const response = await refresh(headers)
  expect(response.statusCode).toBe(200)
  expect(response.json().user).not.toBeNull()
})

test.each(['/identity/sign-up', '/identity/sign-in', '/identity/sign-out', '/identity/verification/confirm'])(
  'refuses %s from another origin before it reads anything',
  async (url) => {
    const response = await app.server.inject({
      method: 'POST',
      url,
      headers: { origin: 'https://evil.example' },
    })
    expect(response.json()).toMatchObject({ status: 403, code: 'cross_origin' })
  },
)

const open = endpoints.filter(
  ({ method, access, path }) => method === 'GET' && access === 'public' && !path.includes('{'),
)

test.each(['/', '/identity/refresh', '/.well-known/jwks.json', '/healthz', ...open.map(({ path }) => path)])(
  'no page of another origin may read %s',
  async (url) => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await app.server.inject({ method, url, headers })
      const allowed = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))
      expect(allowed, method).toEqual([])
    }
  },
)
