import { createServer } from 'node:http'
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose'
import type { IdentitySettings } from '#server/identity-settings.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { freePort } from '#testing/free-port.ts'
import { createMember } from '#testing/members.ts'
import { openTokenForge } from '#testing/tokens.ts'
import { startRealProvider, type RealProvider } from './social/real-provider.fixture.ts'

/** A provider with its product, whose tokens a test makes as it likes. */
export interface ProviderStand {
  app: TestApp
  /** A token that is right in everything but the changes. */
  mint(changes?: JWTPayload, header?: object, key?: CryptoKey | Uint8Array): Promise<string>
  alg: string
  /** The key that everybody knows, as text. */
  publicPem: string
  /** Seconds that its clock may differ from ours. */
  skewSec: number
  close(): Promise<void>
}

/** One that is not ours: its keys change and may be out of reach. */
export interface OutsideStand extends ProviderStand {
  /** The setting of its product. */
  identity: IdentitySettings
  /** Another product that knows no keys yet. */
  startApp(): Promise<TestApp>
  /** Tokens are signed by a new key from now on; the one before is still published. */
  rotate(): Promise<void>
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

/** Who the tokens are of. */
export const person = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada L.' }

export async function embeddedStand(): Promise<ProviderStand> {
  const app = await startTestApp()
  const member = await createMember(app)
  const forge = await openTokenForge(app)
  const { keys } = (await app.server.inject('/.well-known/jwks.json')).json() as { keys: JWK[] }
  return {
    app,
    mint: async (changes, header, key) => await forge.token(member, changes, header, key),
    alg: 'ES256',
    publicPem: await exportSPKI((await importJWK(keys[0]!, 'ES256')) as CryptoKey),
    skewSec: 10,
    close: app.close,
  }
}

/** A real OpenID Connect provider, whose signing key the test knows. */
export async function oidcStand(): Promise<OutsideStand> {
  const port = await freePort()
  const ring = await keyRing()
  let provider: RealProvider | undefined
  const open = async () => {
    provider = await startRealProvider([], { port, jwks: { keys: (await ring.privateKeys()) as never } })
  }
  const away = async () => {
    await provider?.close()
    provider = undefined
  }
  await open()
  const keys = provider!.keys
  return await outsideStand({
    ring,
    config: { provider: 'oidc', ...keys },
    claims: { iss: keys.issuer, aud: keys.clientId },
    goAway: away,
    comeBack: open,
    publish: async () => {
      await away()
      await open()
    },
  })
}

/** What Google publishes, on this machine: the same address under another origin. */
export async function firebaseStand(): Promise<OutsideStand> {
  const port = await freePort()
  const ring = await keyRing()
  let isAway = false
  const server = createServer((request, response) => {
    const isKeys = request.url === '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
    response.writeHead(isAway ? 503 : isKeys ? 200 : 404, { 'content-type': 'application/json' })
    response.end(isKeys && !isAway ? JSON.stringify({ keys: ring.publicKeys() }) : '{}')
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const projectId = 'crels-test'
  const stand = await outsideStand({
    ring,
    config: {
      provider: 'firebase',
      projectId,
      apiKey: 'key',
      authDomain: 'crels-test.firebaseapp.com',
      ways: [],
      url: `http://127.0.0.1:${port}`,
    },
    claims: {
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      user_id: person.sub,
      firebase: { sign_in_provider: 'password', identities: { email: [person.email] } },
    },
    goAway: async () => void (isAway = true),
    comeBack: async () => void (isAway = false),
    publish: async () => {},
  })
  const close = async () => {
    await stand.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { ...stand, close }
}

async function outsideStand(options: {
  ring: KeyRing
  config: IdentitySettings
  claims: JWTPayload
  goAway(): Promise<void>
  comeBack(): Promise<void>
  publish(): Promise<void>
}): Promise<OutsideStand> {
  const { ring, config, claims, goAway, comeBack, publish } = options
  const startApp = async () => await startTestApp({ identity: config })
  const app = await startApp()
  return {
    app,
    identity: config,
    startApp,
    mint: async (changes = {}, header = {}, key = ring.current().privateKey) => {
      const now = Math.floor(Date.now() / 1000)
      const times = { iat: now, exp: now + 600, auth_time: now }
      return await new SignJWT({ ...claims, ...person, ...times, ...changes })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: ring.current().kid, ...header })
        .sign(key)
    },
    alg: 'RS256',
    publicPem: await exportSPKI(ring.current().publicKey),
    skewSec: 30,
    rotate: async () => {
      await ring.rotate()
      await publish()
    },
    goAway,
    comeBack,
    close: async () => {
      await goAway()
      await app.close()
    },
  }
}

type Pair = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey; published: JWK; kept: JWK }
type KeyRing = Awaited<ReturnType<typeof keyRing>>

/** Signing keys, the newest first. */
async function keyRing() {
  const pairs: Pair[] = []
  const rotate = async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const marks = { kid: `key-${pairs.length}`, alg: 'RS256', use: 'sig' }
    pairs.unshift({
      kid: marks.kid,
      privateKey,
      publicKey,
      published: { ...(await exportJWK(publicKey)), ...marks },
      kept: { ...(await exportJWK(privateKey)), ...marks },
    })
  }
  await rotate()
  return {
    rotate,
    current: () => pairs[0]!,
    publicKeys: () => pairs.map(({ published }) => published),
    privateKeys: async () => pairs.map(({ kept }) => kept),
  }
}
