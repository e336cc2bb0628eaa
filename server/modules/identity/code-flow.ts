import * as oidc from 'openid-client'
import { isLoopback } from '#rules/loopback.ts'

/** What must come back to the browser that left: it alone can finish what it began. */
export interface CodeFlow {
  state: string
  nonce: string
  codeVerifier: string
}

/** Another provider is given this many seconds for each of its answers. */
const timeoutSec = 5

/** A flow with random state, nonce and verifier. */
export function newCodeFlow(): CodeFlow {
  return {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  }
}

/** The parameters of the address to which the browser is sent: its state, and the challenge of its verifier (S256). */
export async function challengeOf({ state, codeVerifier }: CodeFlow): Promise<Record<string, string>> {
  const challenge = await oidc.calculatePKCECodeChallenge(codeVerifier)
  return { state, code_challenge: challenge, code_challenge_method: 'S256' }
}

/** What an issuer says of itself. Throws what openid-client throws. */
export async function discovered({
  issuer,
  clientId,
}: {
  issuer: string
  clientId: string
}): Promise<oidc.ServerMetadata> {
  const execute = isLocal(issuer) ? [oidc.allowInsecureRequests] : []
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    timeout: timeoutSec,
    execute,
  })
  return { ...found.serverMetadata() }
}

/** Without https: this machine alone, for trying it out. */
function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && isLoopback(hostname)
}

/** How we speak to a server as its client; the secret goes in the header unless it says that it takes it otherwise. */
export function clientConfiguration(
  server: oidc.ServerMetadata,
  clientId: string,
  secret: string,
  auth: 'basic' | 'post' = takesBasic(server) ? 'basic' : 'post',
): oidc.Configuration {
  const byAuth = auth === 'basic' ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
  const config = new oidc.Configuration(server, clientId, undefined, byAuth)
  config.timeout = timeoutSec
  if (isLocal(server.token_endpoint!)) oidc.allowInsecureRequests(config)
  return config
}

function takesBasic({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata): boolean {
  return methods?.includes('client_secret_basic') ?? true
}
