import * as oidc from 'openid-client'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { challengeOf, clientConfiguration, discovered, newCodeFlow, type CodeFlow } from '../code-flow.ts'
import { isSubject, refused, requireOwnToken, requirePast } from '../verify-jwt.ts'
import type { SocialUser } from './oauth-users.ts'
import type { SocialProvider } from './social-providers.ts'

/** Seconds that clocks may differ. */
const skewSec = 30

/** Whether a provider says that it asked the person after the browser had left for it. */
export function isAskedSince(beganAt: Date, askedAt: Date | null): boolean {
  return askedAt !== null && askedAt.getTime() >= beganAt.getTime() - skewSec * 1000
}

/** One provider's side of the conversation: OAuth 2 code with PKCE (S256), and OpenID Connect where it is spoken. */
export interface SocialClient {
  /** Where the browser goes, and what to remember until it comes back; `again` asks who is signed in there once more. */
  begin(wanted?: { again: boolean }): Promise<{ url: URL; flow: CodeFlow }>
  /**
   * Who came back with this query, and when the provider last asked who they are, where it says so. Throws what
   * openid-client throws when state, nonce, issuer, audience, signature or time are not as they must be, or the provider
   * refuses or is away.
   */
  finish(query: URLSearchParams, flow: CodeFlow): Promise<SocialUser & { askedAt: Date | null }>
}

/** `redirectUri` is the exact address that the provider knows us by. */
export function createSocialClient(provider: SocialProvider, redirectUri: string): SocialClient {
  const { scope, formPost, oauth } = provider
  // An hour: a provider's keys and addresses are read again, and a failure is not kept.
  const configurations = new ExpiringCache<oidc.Configuration>({ ttlMs: 3_600_000, entriesMax: 1 })
  const configuration = async () => await configurations.get('', async () => await configure(provider))
  return {
    begin: async ({ again } = { again: false }) => {
      const config = await configuration()
      const flow = newCodeFlow()
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        ...(await challengeOf(flow)),
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
      if (!oauth) return await openIdUser(config, tokens, provider.clientId)
      const user = await oauth.readUser(
        async (address) => await getJson(config, tokens.access_token, address),
      )
      return { ...withSubject(user), askedAt: null }
    },
  }
}

async function configure(provider: SocialProvider): Promise<oidc.Configuration> {
  const { clientId, oauth } = provider
  const secret = await provider.clientSecret()
  const server = oauth
    ? { issuer: provider.issuer, authorization_endpoint: oauth.authorize, token_endpoint: oauth.token }
    : await discovered(provider)
  if (oauth) return clientConfiguration(server, clientId, secret, oauth.auth)
  const config = clientConfiguration(server, clientId, secret)
  oidc.enableNonRepudiationChecks(config)
  return config
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Of the ID token, and where that leaves the address out, of the userinfo endpoint. */
async function openIdUser(
  config: oidc.Configuration,
  tokens: Tokens,
  clientId: string,
): Promise<SocialUser & { askedAt: Date | null }> {
  const claims = tokens.claims()
  if (!claims) throw new Error('There is no ID token')
  requireOwnToken(claims, clientId)
  // The library compares this only where an age is asked for.
  requirePast(claims.iat, skewSec, 'iat')
  const { auth_time: askedAt } = claims
  const asks = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const said = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
  return {
    sub: withSubject(claims).sub,
    askedAt: askedAt === undefined ? null : requirePast(askedAt, skewSec, 'auth_time'),
    email: typeof said.email === 'string' && said.email !== '' ? said.email : null,
    // Apple says it as text.
    emailVerified: said.email_verified === true || (said.email_verified as unknown) === 'true',
    name: typeof said.name === 'string' ? said.name : null,
  }
}

/** The subject that the account is known by. Throws where it is none. */
function withSubject<T extends { sub: string }>(user: T): T {
  if (!isSubject(user.sub)) throw refused('no subject')
  return user
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
