import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contracts/identity.endpoints.ts'
import { identitySchemas } from '#contracts/identity.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'

let app: TestApp
let proxied: TestApp
beforeAll(async () => {
  app = await startTestApp({ rateLimit: true })
  proxied = await startTestApp({ rateLimit: true, trustProxy: ['127.0.0.1'] })
})
afterAll(async () => {
  await app.close()
  await proxied.close()
})

const { ratePerMinute } = identitySchemas.signIn

const attempt = async (to: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
  await to.server.inject({ method: 'POST', url: signIn.path, payload: {}, remoteAddress, headers })

/** Uses up the minute's sign-ins, each from what `address` says; answers the next one. */
const exhaust = async (to: TestApp, address: (n: number) => [string, Record<string, string>?]) => {
  for (let n = 1; n <= ratePerMinute; n++) expect((await attempt(to, ...address(n))).statusCode).toBe(422)
  return await attempt(to, ...address(ratePerMinute + 1))
}

test('refuses the 31st sign-in of an address within a minute, and says when to come back', async () => {
  const refused = await exhaust(app, () => ['198.51.100.1'])
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await attempt(app, '198.51.100.2')).statusCode).toBe(422)
})

test('counts the addresses of one IPv6 network together: anyone has as many as they like', async () => {
  expect((await exhaust(app, (n) => [`2001:db8:1:2::${n.toString(16)}`])).statusCode).toBe(429)
  expect((await attempt(app, '2001:db8:1:3::1')).statusCode).toBe(422)
})

test('ignores X-Forwarded-For of an untrusted sender', async () => {
  const refused = await exhaust(app, (n) => ['198.51.100.3', { 'x-forwarded-for': `203.0.113.${n}` }])
  expect(refused.statusCode).toBe(429)
})

test('believes X-Forwarded-For of the proxies of TRUST_PROXY alone', async () => {
  const behind = (n: number): [string, Record<string, string>] => [
    '127.0.0.1',
    { 'x-forwarded-for': `203.0.113.${n}` },
  ]
  expect((await exhaust(proxied, behind)).statusCode).toBe(422)
  const strange = (n: number): [string, Record<string, string>] => ['198.51.100.4', behind(n)[1]]
  expect((await exhaust(proxied, strange)).statusCode).toBe(429)
})

test('slows down guesses of short codes and of their targets; an existing link still redirects', async () => {
  const { headers } = await createMember(app)
  const payload = { destinationUrl: 'https://own.example/' }
  const made = await app.server.inject({ method: 'POST', url: '/api/v1/shortlinks', headers, payload })
  const guess = async (code: string, remoteAddress = '198.51.100.5') =>
    await app.server.inject({ url: `/s/${code}`, remoteAddress })
  const until = async (code: string) => {
    // A minute of the clock may begin in between.
    for (let asked = 1; asked <= 400; asked++) {
      const answer = await guess(code)
      if (answer.statusCode === 429) return { asked, answer }
    }
    throw new Error('nobody was slowed down')
  }
  const missed = await until('no-such-code')
  expect(missed.asked).toBeGreaterThan(120)
  expect(Number(missed.answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(missed.answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await until(`${made.json().code}+`)).asked).toBeGreaterThan(60)
  expect((await guess(made.json().code)).statusCode).toBe(302)
  expect((await guess('no-such-code', '198.51.100.6')).statusCode).toBe(404)
})
