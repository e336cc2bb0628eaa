import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, cookieOf, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import { startStandInIssuer, type StandInIssuer } from './social/stand-in-issuer.fixture.ts'

let app: TestApp
let issuer: StandInIssuer
let owner: pg.Pool
beforeAll(async () => {
  issuer = await startStandInIssuer()
  const { social: none } = readConfig({ NODE_ENV: 'test' })
  app = await startTestApp({ social: { ...none, oidc: issuer.keys } })
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
  await issuer.close()
})

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })

/** Gives the account whatever may stay beside a new password. */
async function addWaysIn(member: TestMember) {
  await owner.query(
    `insert into identity.auth_account (id, account_id, provider_id, user_id, updated_at)
     values ($1, $1, $2, $3, now()), ($1 || 'x', $1 || 'x', 'https://gone.example', $3, now())`,
    [newId('member'), issuer.keys.issuer, member.uid],
  )
  const { recoveryCodes } = await addAuthenticator(app, member)
  await owner.query(
    `insert into identity.passkey (id, uid, credential_id, public_key, counter, transports, backed_up, name)
     values ($1, $2, $3, $3, 0, '{}', false, 'My laptop')`,
    [newId('passkey'), member.uid, Buffer.from(newId('passkey'))],
  )
  return { recoveryCode: recoveryCodes[0]! }
}

async function resetMail({ email }: Pick<TestMember, 'email'>) {
  const { length } = await mailsTo(app, email)
  await post('/identity/reset/send', { email })
  return await awaitMail(app, email, length + 1)
}

test('a reset lists what stays beside the new password, by link and by code', async () => {
  const plain = await createMember(app)
  const token = tokenOf(await resetMail(plain))
  const first = await post('/identity/reset/confirm', { token, password: 'a new horse' })
  expect(first.json()).toEqual({ email: plain.email, waysIn: [] })

  const member = await createMember(app)
  await addWaysIn(member)
  const { code } = await resetMail(member)
  const answer = await post('/identity/reset/confirm', { email: member.email, code, password: 'a new horse' })
  expect(answer.json()).toEqual({
    email: member.email,
    waysIn: [
      { kind: 'social', name: issuer.keys.name },
      { kind: 'passkey', name: 'My laptop' },
      { kind: 'authenticator', name: null },
      { kind: 'recovery_codes', name: null },
    ],
  })
})

test('the mail alone removes none of it; with a factor the owner removes each', async () => {
  const member = await createMember(app)
  const proof = await addWaysIn(member)
  const token = tokenOf(await resetMail(member))
  await post('/identity/reset/confirm', { token, password: 'a new horse' })
  const signIn = await post('/identity/sign-in', { email: member.email, password: 'a new horse' })
  expect(signIn.json().code).toBe('second_step_required')
  for (const url of ['/identity/authenticator', '/identity/social/oidc'])
    expect((await app.server.inject({ method: 'DELETE', url, headers: member.headers })).statusCode).toBe(401)

  const cookie = cookieOf(signIn.headers['set-cookie'])
  const { accessToken } = (await post('/identity/second-step', proof, { cookie })).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  for (const url of ['/identity/social/oidc', '/identity/authenticator'])
    expect((await app.server.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
  const security = (await app.server.inject({ url: '/identity/security', headers })).json()
  expect(security.linked).toEqual([])
  expect((await app.server.inject({ url: '/identity/second-factors', headers })).json()).toMatchObject({
    authenticator: null,
  })
})

test('after a reset all of it is removed at once, with other sessions, and mailed; not without a factor', async () => {
  const member = await createMember(app)
  const proof = await addWaysIn(member)
  const signIn = await post('/identity/sign-in', { email: member.email, password: member.password })
  const cookie = cookieOf(signIn.headers['set-cookie'])
  const { accessToken } = (await post('/identity/second-step', proof, { cookie })).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  const call = async (method: 'GET' | 'DELETE', url: string, as = headers) =>
    await app.server.inject({ method, url, headers: as })
  // The session from before proved no second factor.
  expect((await call('DELETE', '/identity/ways-in', member.headers)).json().code).toBe(
    'requires_second_factor',
  )
  const before = (await mailsTo(app, member.email)).length
  const { items } = (await call('GET', '/identity/ways-in')).json()
  expect(items).toHaveLength(4)
  const answers = await Promise.all([1, 2, 3].map(async () => await call('DELETE', '/identity/ways-in')))
  const removed = answers.map((answer) => answer.json().items ?? answer.body)
  expect(removed).toContainEqual(items)
  expect(removed.filter((ways) => ways.length === 0)).toHaveLength(2)

  expect((await call('GET', '/identity/ways-in')).json()).toEqual({ items: [] })
  expect((await call('GET', '/identity/security')).json().linked).toEqual([])
  expect((await call('GET', '/identity/sessions', member.headers)).statusCode).toBe(401)
  const { rows } = await owner.query(
    `select from identity.auth_account where user_id = $1 and provider_id <> 'credential'`,
    [member.uid],
  )
  expect(rows).toEqual([])
  const mails = await mailsTo(app, member.email)
  expect(mails).toHaveLength(before + 1)
  expect(mails[0]!.subject).toBe('Other ways to sign in were removed')
  for (const words of ['The passkey “My laptop”', 'Sign-in with Stand-in', 'Recovery codes', 'Requested on '])
    expect(mails[0]!.text).toContain(words)
  const { email, password } = member
  expect((await post('/identity/sign-in', { email, password })).statusCode).toBe(200)
})

test('where the address was never verified, nothing from before stays, and nothing is listed', async () => {
  const evil = await createMember(app, { verified: false })
  await owner.query(
    `insert into identity.auth_account (id, account_id, provider_id, user_id, updated_at) values ($1, $1, $2, $3, now())`,
    [newId('member'), issuer.keys.issuer, evil.uid],
  )
  const token = tokenOf(await resetMail(evil))
  const answer = await post('/identity/reset/confirm', { token, password: 'a new horse' })
  expect(answer.json()).toEqual({ email: evil.email, waysIn: [] })
})
