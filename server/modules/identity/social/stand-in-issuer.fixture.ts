import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { freePort } from '#testing/free-port.ts'

/** What the issuer answers next, where it is not the truth. */
export interface Answer {
  claims?: JWTPayload
  /** `none` leaves the token unsigned. */
  alg?: 'none'
  key?: CryptoKey | Uint8Array
  header?: object
  /** Of the token endpoint, in place of tokens. */
  status?: number
  body?: string
  userinfo?: object
}

/** An issuer that says what a test wants, also what no real one would. */
export interface StandInIssuer {
  keys: { issuer: string; clientId: string; clientSecret: string; name: string }
  /** The next answer; `nonce` is that of the sign-in under way. */
  answer: Answer
  nonce: string
  close(): Promise<void>
}

export async function startStandInIssuer(): Promise<StandInIssuer> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const self: StandInIssuer = {
    keys: { issuer, clientId: 'crels', clientSecret: 'secret', name: 'Stand-in' },
    answer: {},
    nonce: '',
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const idToken = async () => {
    const { claims, alg, key = privateKey, header } = self.answer
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      iss: issuer,
      aud: 'crels',
      sub: 'ada',
      nonce: self.nonce,
      iat: now,
      exp: now + 60,
      ...claims,
    }
    if (alg === 'none') return `${base64({ alg })}.${base64(payload)}.`
    return await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)
  }
  const answers: Record<string, () => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/me`,
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async () => ({ access_token: 'at', token_type: 'Bearer', id_token: await idToken() }),
    '/me': () => self.answer.userinfo ?? {},
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, issuer)
    const { status = 200, body } = pathname === '/token' ? self.answer : {}
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body ?? JSON.stringify((await answers[pathname]?.()) ?? {}))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return self
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
