import * as oidc from 'openid-client'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { isLoopback } from '#server/social-settings.ts'
import type { SocialUser } from './oauth-users.ts'
import type { SocialProvider } from './social-providers.ts'

/** What must come back to the browser that left: it alone can finish what it began. */
export interface SocialFlow {
  state: string
  nonce: string
  codeVerifier: string
}

/** One provider's side of the conversation: OAuth 2 code with PKCE (S256), and OpenID Connect where it is spoken. */
export interface SocialClient {
  /** Where the browser goes, and what to remember until it comes back; `again` asks who is signed in there once more. */
  begin(wanted?: { again: boolean }): Promise<{ url: URL; flow: SocialFlow }>
  /**
   * Who came back with this query. Throws what openid-client throws when state, nonce, issuer, audience, signature
   * or time are not as they must be, or the provider refuses or is away.
   */
  finish(query: URLSearchParams, flow: SocialFlow): Promise<SocialUser>
}

/** A provider is given this long for each of its answers. */
export const timeoutSec = 5

/** `redirectUri` is the exact address that the provider knows us by. */
export function createSocialClient(provider: SocialProvider, redirectUri: string): SocialClient {
  const { scope, formPost, oauth } = provider
  // An hour: a provider's keys and addresses are read again, and a failure is not kept.
  const configurations = new ExpiringCache<oidc.Configuration>({ ttlMs: 3_600_000 })
  const configuration = async () => await configurations.get('', async () => await configure(provider))
  return {
    begin: async ({ again } = { again: false }) => {
      const config = await configuration()
      const flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: flow.state,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
        ...(!oauth && { nonce: flow.nonce }),
        ...(formPost && { response_mode: 'form_post' }),
        ...(again && provider.again),
      })
      return { url, flow }
    },
    finish: async (query, { state, nonce, codeVerifier }) => {
      const config = await configuration()
      const url = new URL(redirectUri)
      url.search = query.toString()
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
        ...(!oauth && { expectedNonce: nonce, idTokenExpected: true }),
      })
      return oauth
        ? await oauth.readUser(async (address) => await getJson(config, tokens.access_token, address))
        : await openIdUser(config, tokens)
    },
  }
}

async function configure(provider: SocialProvider): Promise<oidc.Configuration> {
  const { clientId, oauth } = provider
  const secret = await provider.clientSecret()
  const server = oauth
    ? { issuer: provider.issuer, authorization_endpoint: oauth.authorize, token_endpoint: oauth.token }
    : await discovered(provider)
  const isBasic = oauth
    ? oauth.auth === 'basic'
    : (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true)
  const auth = isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
  const config = new oidc.Configuration(server, clientId, undefined, auth)
  config.timeout = timeoutSec
  if (!oauth) oidc.enableNonRepudiationChecks(config)
  if (isLocal(server.token_endpoint!)) oidc.allowInsecureRequests(config)
  return config
}

/** What an issuer says of itself. Throws what openid-client throws. */
export async function discovered({
  issuer,
  clientId,
}: Pick<SocialProvider, 'issuer' | 'clientId'>): Promise<oidc.ServerMetadata> {
  const execute = isLocal(issuer) ? [oidc.allowInsecureRequests] : []
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    timeout: timeoutSec,
    execute,
  })
  return { ...found.serverMetadata() }
}

/** Without https: this machine alone, for trying it out. */
export function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && isLoopback(hostname)
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Of the ID token, and where that leaves the address out, of the userinfo endpoint. */
async function openIdUser(config: oidc.Configuration, tokens: Tokens): Promise<SocialUser> {
  const claims = tokens.claims()
  if (!claims) throw new Error('There is no ID token')
  const asks = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const said = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
  return {
    sub: claims.sub,
    email: typeof said.email === 'string' && said.email !== '' ? said.email : null,
    // Apple says it as text.
    emailVerified: said.email_verified === true || (said.email_verified as unknown) === 'true',
    name: typeof said.name === 'string' ? said.name : null,
  }
}

async function getJson(config: oidc.Configuration, accessToken: string, address: string): Promise<unknown> {
  const response = await oidc.fetchProtectedResource(
    config,
    accessToken,
    new URL(address),
    'GET',
    null,
    new Headers({ accept: 'application/json' }),
  )
  if (!response.ok) throw new ProviderAnswer(response.status)
  return await response.json()
}

/** A provider's answer that is no success. */
export class ProviderAnswer extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The provider answered ${status}`)
    this.status = status
  }
}
