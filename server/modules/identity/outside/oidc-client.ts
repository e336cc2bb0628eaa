import * as oidc from 'openid-client'
import type { OidcKeys } from '#server/social-settings.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { challengeOf, clientConfiguration, discovered, newCodeFlow, type CodeFlow } from '../code-flow.ts'

/** What an issuer gave for a sign-in: the bearer of our API, and where it gives one what renews it. */
export interface OidcTokens {
  idToken: string
  refreshToken: string | null
}

/** Our side of the conversation with the issuer that keeps the accounts: code with PKCE, refresh, revocation. */
export interface OidcClient {
  metadata(): Promise<oidc.ServerMetadata>
  /** Where the browser goes; with `again` the person is asked who they are even if the issuer knows. */
  begin(options: { again: boolean }): Promise<{ url: URL; flow: CodeFlow }>
  /** Throws what openid-client throws, also where there is no ID token. */
  finish(query: URLSearchParams, flow: CodeFlow): Promise<OidcTokens>
  /**
   * Null once the issuer does not renew it any more. `keep` gets what it gave before anything of it is judged, since a
   * single-use refresh token is spent by then. Throws what openid-client throws.
   */
  refresh(refreshToken: string, keep: (given: OidcTokens) => Promise<void>): Promise<OidcTokens | null>
  /** Where the issuer can: the refresh token is good for nothing from then on. */
  revoke(refreshToken: string): Promise<void>
}

/** `redirectUri` is the exact address that the issuer knows us by. */
export function createOidcClient(provider: OidcKeys, redirectUri: string): OidcClient {
  const configurations = new ExpiringCache<oidc.Configuration>({ ttlMs: 3_600_000, entriesMax: 1 })
  const configuration = async () => await configurations.get('', async () => await configure(provider))
  return {
    metadata: async () => (await configuration()).serverMetadata(),
    begin: async ({ again }) => {
      const config = await configuration()
      const flow = newCodeFlow()
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopeOf(config.serverMetadata()),
        nonce: flow.nonce,
        ...(await challengeOf(flow)),
        // The age asked for makes the issuer say when it asked (`auth_time`).
        ...(again && { prompt: 'login', max_age: '0' }),
      })
      return { url, flow }
    },
    finish: async (query, { state, nonce, codeVerifier }) => {
      const url = new URL(redirectUri)
      url.search = query.toString()
      const tokens = await oidc.authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      return { idToken: tokens.id_token!, refreshToken: tokens.refresh_token ?? null }
    },
    refresh: async (refreshToken, keep) => {
      const { clientId, clientSecret } = provider
      // The signature is the verifier's to check: here its keys would be asked for before the answer is kept.
      const config = clientConfiguration((await configuration()).serverMetadata(), clientId, clientSecret)
      config[oidc.customFetch] = async (url, options) => {
        const response = await fetch(url, options as RequestInit)
        const given = response.ok ? await givenTokens(response.clone()) : null
        if (given) await keep({ ...given, refreshToken: given.refreshToken ?? refreshToken })
        return response
      }
      try {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken)
        // An issuer may renew without saying again who it is for.
        if (tokens.id_token === undefined) return null
        return { idToken: tokens.id_token, refreshToken: tokens.refresh_token ?? refreshToken }
      } catch (error) {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
        throw error
      }
    },
    revoke: async (refreshToken) => {
      const config = await configuration()
      if (config.serverMetadata().revocation_endpoint) await oidc.tokenRevocation(config, refreshToken)
    },
  }
}

/** What a token endpoint gave, unchanged; null where that is no ID token. */
async function givenTokens(response: Response): Promise<OidcTokens | null> {
  const said = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const { id_token: idToken, refresh_token: refreshToken } = said ?? {}
  if (typeof idToken !== 'string') return null
  return { idToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : null }
}

/** Some issuers issue refresh tokens only for this scope, others do not know it. */
function scopeOf({ scopes_supported: scopes }: oidc.ServerMetadata): string {
  const usual = 'openid email profile'
  return scopes?.includes('offline_access') ? `${usual} offline_access` : usual
}

async function configure({ issuer, clientId, clientSecret }: OidcKeys): Promise<oidc.Configuration> {
  const config = clientConfiguration(await discovered({ issuer, clientId }), clientId, clientSecret)
  oidc.enableNonRepudiationChecks(config)
  return config
}
