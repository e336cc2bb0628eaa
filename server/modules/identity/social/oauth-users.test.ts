import { createServer, type Server } from 'node:http'
import { generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startTestApp } from '#testing/app.ts'
import { freePort } from '#testing/free-port.ts'
import { appleClientSecret } from './apple-client-secret.ts'
import { facebookUser, githubUser, xUser, type ReadUser } from './oauth-users.ts'
import { createSocialClient } from './social-client.ts'
import { socialProviders } from './social-providers.ts'

const { social: none } = readConfig({ NODE_ENV: 'test' })
const keys = { clientId: 'id', clientSecret: 'secret' }
const here = 'http://localhost:3000/identity/social/any/callback'

let server: Server
let api: string
let answers: Record<string, unknown> = {}
let asked: { url: string; authorization?: string; body: string }[] = []
beforeAll(async () => {
  const port = await freePort()
  api = `http://127.0.0.1:${port}`
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { url = '', headers } = request
    asked.push({ url, authorization: headers.authorization, body })
    const answer = answers[url.split('?')[0]!]
    response.writeHead(answer === undefined ? 403 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
})
afterAll(() => void server.close())

/** A preset's whole conversation, with its addresses on this machine. */
async function userOf(id: 'facebook' | 'x' | 'github', readUser: (api: string) => ReadUser, says: object) {
  answers = { '/token': { access_token: 'at', token_type: 'bearer' }, ...says }
  asked = []
  const [preset] = socialProviders({ ...none, [id]: keys })
  const oauth = { ...preset!.oauth!, token: `${api}/token`, readUser: readUser(api) }
  const client = createSocialClient({ ...preset!, oauth }, here)
  const { url, flow } = await client.begin()
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  expect(url.searchParams.get('redirect_uri')).toBe(here)
  return await client.finish(new URLSearchParams({ code: 'c', state: flow.state }), flow)
}

test('GitHub: the primary address, and whether it is verified', async () => {
  const says = (verified: boolean) => ({
    '/user': { id: 583231, login: 'octocat', name: null },
    '/user/emails': [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'octocat@example.com', primary: true, verified },
    ],
  })
  for (const verified of [true, false])
    expect(await userOf('github', githubUser, says(verified))).toEqual({
      sub: '583231',
      email: 'octocat@example.com',
      emailVerified: verified,
      name: 'octocat',
      askedAt: null,
    })
  expect(asked[0]!.body).toContain('client_secret=secret')
  expect(asked[0]!.body).toContain('code_verifier=')
  expect(asked[1]!.authorization).toBe('Bearer at')
})

test('X: a confirmed address, or none', async () => {
  const me = { id: '2244994945', name: 'X Dev' }
  const says = (more: object) => ({ '/users/me': { data: { ...me, ...more } } })
  expect(await userOf('x', xUser, says({ confirmed_email: 'dev@example.com' }))).toEqual({
    sub: me.id,
    email: 'dev@example.com',
    emailVerified: true,
    name: 'X Dev',
    askedAt: null,
  })
  expect(asked[0]!.authorization).toBe(`Basic ${Buffer.from('id:secret').toString('base64')}`)
  expect(await userOf('x', xUser, says({}))).toMatchObject({ email: null, emailVerified: false })
})

test('Facebook: an address that counts as unverified', async () => {
  const says = { '/me': { id: '10', name: 'Ada', email: 'ada@example.com' } }
  expect(await userOf('facebook', facebookUser, says)).toEqual({
    sub: '10',
    email: 'ada@example.com',
    emailVerified: false,
    name: 'Ada',
    askedAt: null,
  })
})

test('an answer that is not as documented, or refused, yields no user', async () => {
  await expect(userOf('facebook', facebookUser, { '/me': { name: 'Ada' } })).rejects.toThrow()
  await expect(userOf('facebook', facebookUser, { '/me': { id: '' } })).rejects.toThrow()
  await expect(userOf('x', xUser, {})).rejects.toThrow('403')
})

test('Apple: the client secret is a token of ours, and its form comes back as a query', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const apple = {
    clientId: 'com.example.crels',
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
  const secret = await appleClientSecret(apple, 'https://appleid.apple.com')
  expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY1234567' })
  const { payload } = await jwtVerify(secret, publicKey, { audience: 'https://appleid.apple.com' })
  expect(payload).toMatchObject({ iss: 'TEAM123456', sub: 'com.example.crels' })

  const app = await startTestApp({ social: { ...none, apple, github: keys } })
  const post = async (id: string, payload: string, type = 'application/x-www-form-urlencoded') =>
    await app.server.inject({
      method: 'POST',
      url: `/identity/social/${id}/callback`,
      payload,
      headers: { 'content-type': type },
    })
  const response = await post('apple', 'state=s&code=c%26d&user=%7B%7D&redirect=//evil.example')
  expect([response.statusCode, response.headers.location]).toEqual([
    303,
    '/identity/social/apple/callback?code=c%26d&state=s',
  ])
  for (const refused of [await post('github', 'state=s'), await post('apple', '{}', 'application/json')])
    expect(refused.json().code).toBe('not_found')
  await app.close()
})
