import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, mailsTo, tokenOf } from '#testing/members.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const post = async (url: string, payload: object, { from = '192.0.2.1', cookie = '' } = {}) =>
  await app.server.inject({ method: 'POST', url, payload, remoteAddress: from, headers: { cookie } })
const signIn = async (email: string, password: string, caller = {}) =>
  (await post('/identity/sign-in', { email, password }, caller)).statusCode
/** The device's cookie among those of an answer. */
const deviceOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0]!)
    .find((cookie) => cookie.startsWith('crels_device='))!
/** A member, and the cookie of a device they signed in on. */
const memberWithDevice = async () => {
  const member = await createMember(app)
  const { email, password } = member
  const { headers } = await post('/identity/sign-in', { email, password }, { from: '198.51.100.7' })
  return { ...member, device: deviceOf(headers) }
}
/** The token of the mail that opens an account, whatever else is mailed meanwhile. */
const mailedToken = async (email: string) =>
  await vi.waitFor(async () => {
    const mail = (await mailsTo(app, email)).find(({ subject }) =>
      /sign-in link|new password$/i.test(subject),
    )
    return tokenOf(mail!)
  }, 30_000)
let networks = 0
const newNetwork = () => `10.0.${(networks += 1)}.1`
/** Fills the 100 a day that strangers have, as many networks do. */
const fillAddress = async (email: string) => {
  await signIn(email, 'guess', { from: newNetwork() })
  await owner.query(`update identity.limit_count set used = 100 where name = 'sign_in_address' and used > 0`)
}

test('a stranger’s wrong passwords stop the stranger’s network, not the owner', async () => {
  const { email, password, device } = await memberWithDevice()
  for (let guess = 0; guess < 10; guess++) expect(await signIn(email, 'guess')).toBe(401)
  expect(await signIn(email, password)).toBe(429)
  expect(await signIn(email, password, { cookie: device })).toBe(200)
  expect(await signIn(email, password, { from: '203.0.113.9' })).toBe(200)
  // The success elsewhere gave the stranger no new guesses.
  expect(await signIn(email, password)).toBe(429)
})

test('guesses of all networks at one address are limited: a known device and a mailed link still get in', async () => {
  const { email, password, device } = await memberWithDevice()
  await fillAddress(email)
  const refused = await post('/identity/sign-in', { email, password }, { from: newNetwork() })
  expect(refused.statusCode).toBe(429)
  expect(refused.json().retryAfterSec).toBeGreaterThan(23 * 3600)
  expect(await signIn(email, password, { cookie: device })).toBe(200)
  await post('/identity/link/send', { email }, { from: newNetwork() })
  const token = await mailedToken(email)
  const byLink = await post('/identity/link/confirm', { email, token }, { from: newNetwork() })
  expect(byLink.statusCode, byLink.body).toBe(200)
  // The browser that came by the link is known from now on.
  expect(await signIn(email, password, { from: newNetwork(), cookie: deviceOf(byLink.headers) })).toBe(200)
})

test('counts each network’s guesses at an address, 100 together', async () => {
  const { email } = await createMember(app)
  const answers: number[] = []
  for (let network = 0; network < 11; network++) {
    const from = newNetwork()
    for (let guess = 0; guess < 10; guess++) answers.push(await signIn(email, 'guess', { from }))
  }
  expect(answers).toEqual([...Array<number>(100).fill(401), ...Array<number>(10).fill(429)])
})

test('what one network is refused does not use up what all share', async () => {
  const { email, password } = await createMember(app)
  const from = newNetwork()
  for (let guess = 0; guess < 120; guess++) await signIn(email, 'guess', { from })
  expect(await signIn(email, password, { from: newNetwork() })).toBe(200)
})

test('a network that guesses at many addresses waits', async () => {
  const { email, password, device } = await memberWithDevice()
  const from = newNetwork()
  for (let guess = 0; guess < 100; guess++)
    expect(await signIn(`sprayed-${guess}@example.com`, 'guess', { from })).toBe(401)
  expect(await signIn(email, password, { from })).toBe(429)
  expect(await signIn(email, password, { from, cookie: device })).toBe(200)
})

test('a device is known for the accounts it signed in to, and has ten guesses of its own', async () => {
  const [victim, thief] = [await memberWithDevice(), await memberWithDevice()]
  await fillAddress(victim.email)
  for (const cookie of [thief.device, `crels_device=${'x'.repeat(43)}`, 'crels_device=x'])
    expect(await signIn(victim.email, victim.password, { from: newNetwork(), cookie })).toBe(429)
  const { email, password, device } = thief
  for (let guess = 0; guess < 10; guess++) expect(await signIn(email, 'guess', { cookie: device })).toBe(401)
  expect(await signIn(email, password, { cookie: device, from: newNetwork() })).toBe(429)
  expect(await signIn(email, password, { from: newNetwork() })).toBe(200)
  // One browser, two accounts: one cookie.
  const both = await post('/identity/sign-in', victim, { cookie: victim.device })
  expect(deviceOf(both.headers)).toBe(victim.device)
})

test('a session ended everywhere forgets the devices; the browser that chose a new password is known', async () => {
  const { email, password, device, cookie } = await memberWithDevice()
  await post('/identity/sign-out', { everywhere: true }, { cookie })
  await fillAddress(email)
  expect(await signIn(email, password, { cookie: device, from: newNetwork() })).toBe(429)
  await post('/identity/reset/send', { email })
  const token = await mailedToken(email)
  const reset = await post('/identity/reset/confirm', { token, password: 'a new horse' })
  expect(reset.statusCode, reset.body).toBe(200)
  // Guesses at the old password are worth nothing: the address is open again, from anywhere.
  expect(await signIn(email, 'a new horse', { from: newNetwork() })).toBe(200)
  await fillAddress(email)
  expect(await signIn(email, 'a new horse', { cookie: deviceOf(reset.headers) })).toBe(200)
})

test('the owner is mailed once a day, however many networks are stopped', async () => {
  const { email } = await createMember(app)
  for (const from of [newNetwork(), newNetwork()])
    for (let guess = 0; guess < 11; guess++) await signIn(email, 'guess', { from })
  await awaitMail(app, email, 2)
  expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual([
    'Too many wrong passwords',
    'Verify your e-mail address',
  ])
})
