/** What a valid access token says, for any provider. */
export interface VerifiedToken {
  /** The provider's stable name for itself; with `sub` the key of a member. Never the e-mail address. */
  iss: string
  sub: string
  /** The session; of providers that name none, the sign-in as far as the token identifies it. */
  sessionId: string
  email: string
  emailVerified: boolean
  displayName: string | null
  photoURL: string | null
  /** What a revocation is compared with: tokens from before it are refused. */
  issuedAt: Date
  /**
   * When the person last proved to an outside provider who they are; null where it does not say, and with the
   * embedded one, which knows it of the session.
   */
  signedInAt: Date | null
}

/** Checks access tokens: one adapter per provider, with algorithm, issuer and audience pinned. */
export interface TokenVerifier {
  /**
   * Throws `unauthenticated`, `access_token_expired` or `user_token_expired`; `unavailable` where the keys of the
   * provider cannot be had, since that says nothing about the token.
   */
  verify(token: string): Promise<VerifiedToken>
  /** Forgets what is known of an account; `key` is `{iss} {sub}`. */
  evict(key: string): void
  clear(): void
}

/** `iss` of the embedded provider: not PUBLIC_ORIGIN, which an operator may change. */
export const embeddedIssuer = 'crels'

/** How long a verdict on a session or a member may be reused; a revocation must be felt within 30 s. */
export const verdictTtlMs = 20_000
