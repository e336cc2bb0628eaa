import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'
import { suspiciousAfter } from './suspicion.ts'
import { startStandInTurnstile, type StandInTurnstile } from '#testing/turnstile.ts'

let app: TestApp
let turnstile: StandInTurnstile
beforeAll(async () => {
  turnstile = await startStandInTurnstile()
  app = await startTestApp({ captcha: turnstile.settings, trustProxy: ['127.0.0.1'] })
})
afterEach(() => {
  turnstile.mood = 'well'
})
afterAll(async () => {
  await app.close()
  await turnstile.close()
})

let networks = 0
/** A network with no request yet. */
const newNetwork = () => `198.51.100.${(networks += 1)}`
let people = 0
const newAddress = () => `person-${(people += 1)}@example.com`

const post = async (path: string, payload: object, network = newNetwork(), cookie = '') =>
  await app.server.inject({
    method: 'POST',
    url: `/identity/${path}`,
    payload,
    headers: { 'x-forwarded-for': network, cookie },
  })
const signUp = async (more: object = {}) =>
  await post('sign-up', { email: newAddress(), password: 'correct horse', ...more })
const asked = {
  code: 'captcha_required',
  status: 403,
  captcha: { provider: 'turnstile', siteKey: 'site-key', script: expect.stringContaining('api.js') },
}

describe('sign-up', () => {
  test('asks for a person, takes the answer once, and sends the provider the token alone', async () => {
    expect((await signUp()).json()).toMatchObject(asked)
    expect((await signUp({ captchaToken: 'guessed' })).json()).toMatchObject({
      ...asked,
      detail: expect.stringContaining('once more'),
    })
    const captchaToken = turnstile.newToken()
    expect((await signUp({ captchaToken })).statusCode).toBe(201)
    expect([...turnstile.checked.at(-1)!.keys()]).toEqual(['secret', 'response'])
    expect((await signUp({ captchaToken })).json()).toMatchObject(asked)
  })

  test('judges the password first, so that the answer is not spent on it', async () => {
    const captchaToken = turnstile.newToken()
    expect((await signUp({ password: 'x', captchaToken })).json().code).toBe('weak_password')
    expect((await signUp({ captchaToken })).statusCode).toBe(201)
  })

  test.each(['broken', 'odd', 'silent'] as const)('answers 503 while the check is %s', async (mood) => {
    turnstile.mood = mood
    if (mood === 'silent') vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const response = await signUp({ captchaToken: turnstile.newToken() }).finally(() => vi.restoreAllMocks())
    expect(response.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('a person'),
    })
    expect(response.headers['retry-after']).toBe('60')
  })
})

describe('sign-in', () => {
  test('asks after three failures for an address, known or not, and counts no refusal as a failure', async () => {
    turnstile.mood = 'well'
    const member = await personMember()
    for (const email of [member.email, 'nobody@example.com']) {
      for (let failure = 0; failure < 3; failure += 1)
        expect((await post('sign-in', { email, password: 'guess' })).json().code).toBe('invalid_credential')
      for (let attempt = 0; attempt < 12; attempt += 1)
        expect((await post('sign-in', { email, password: member.password })).json()).toMatchObject(asked)
    }
    const captchaToken = turnstile.newToken()
    const { email, password } = member
    const first = await post('sign-in', { email, password, captchaToken })
    expect(first.statusCode).toBe(200)
    // The browser is known by now; others are asked while the failures count.
    const cookie = [first.headers['set-cookie']].flat().join('; ')
    expect((await post('sign-in', { email, password }, newNetwork(), cookie)).statusCode).toBe(200)
    expect((await post('sign-in', { email, password })).json()).toMatchObject(asked)
  })

  test('asks a network that fails with many addresses', async () => {
    const { email, password } = await personMember()
    const network = newNetwork()
    for (let failure = 0; failure < suspiciousAfter; failure += 1)
      await post('sign-in', { email: newAddress(), password: 'guess' }, network)
    expect((await post('sign-in', { email, password }, network)).json()).toMatchObject(asked)
    expect((await post('sign-in', { email, password })).statusCode).toBe(200)
  })
})

test.each(['reset/send', 'link/send'])('%s asks a network that wants many mails', async (path) => {
  const network = newNetwork()
  for (let mail = 0; mail < suspiciousAfter; mail += 1)
    expect((await post(path, { email: newAddress() }, network)).statusCode).toBe(202)
  expect((await post(path, { email: newAddress() }, network)).json()).toMatchObject(asked)
  const captchaToken = turnstile.newToken()
  expect((await post(path, { email: newAddress(), captchaToken }, network)).statusCode).toBe(202)
})

test('the browser may load the widget, and nothing else; without a captcha, nothing at all', async () => {
  const { origin } = turnstile.settings
  const policy = async (of: TestApp) =>
    String((await of.server.inject('/login')).headers['content-security-policy'])
  expect(await policy(app)).toContain(`script-src 'self' ${origin};frame-src ${origin};`)
  expect(await policy(app)).toContain(`connect-src 'self';`)
  const without = await startTestApp()
  expect(await policy(without)).toContain(`script-src 'self';`)
  expect(await policy(without)).not.toContain('frame-src')
  await createMember(without)
  for (let attempt = 0; attempt < suspiciousAfter + 3; attempt += 1) {
    const payload = { email: 'x@example.com', password: 'guess' }
    const response = await without.server.inject({ method: 'POST', url: '/identity/sign-in', payload })
    expect(response.json().code).toBe('invalid_credential')
  }
  await without.close()
})

/** A member, made past the check. */
async function personMember() {
  const [email, password] = [newAddress(), 'correct horse']
  await app.ensureAccount({ email, password, name: 'A Person' })
  return { email, password }
}
