/** What a provider's valid access token says, whoever the provider is. */
export interface VerifiedToken {
  /** The provider's stable name for itself; with `sub` the key of a member. Never the e-mail address. */
  iss: string
  sub: string
  sessionId: string
  email: string
  emailVerified: boolean
  displayName: string | null
  photoURL: string | null
  issuedAt: Date
}

/** Checks access tokens: one adapter per provider, with algorithm, issuer and audience pinned. */
export interface TokenVerifier {
  /** Throws `unauthenticated`, `access_token_expired` or `user_token_expired`. */
  verify(token: string): Promise<VerifiedToken>
}

/** `iss` of the embedded provider: not PUBLIC_ORIGIN, which an operator may change. */
export const embeddedIssuer = 'crels'

/** How long a verdict on a session or a member may be reused; a revocation must be felt within 30 s. */
export const verdictTtlMs = 20_000
