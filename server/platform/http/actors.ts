import type { BrandScope } from '#contracts/endpoint.ts'

/** A signed-in member as every handler sees them. */
export interface MemberActor {
  kind: 'member'
  /** Our id of the member, which is also the `uid` of the embedded provider. */
  uid: string
  /** The random id under which the ledger knows them. */
  party: string
  email: string
  emailVerified: boolean
  /** The session the access token belongs to. */
  sessionId: string
  /** When an outside provider last saw them prove who they are; null where it does not say, or where we keep that. */
  signedInAt: Date | null
}

/** A brand's server, known by its key. */
export interface BrandActor {
  kind: 'brand'
  brandId: string
  keyId: string
  /** What its key may be used for. */
  scopes: readonly BrandScope[]
}

/** A request that a brand's server signed instead of sending its secret. */
export interface SignedRequest {
  keyId: string
  /** Seconds since 1970, as it was sent. */
  timestamp: string
  /** In hexadecimal. */
  signature: string
  method: string
  /** Path and query. */
  target: string
  body: string
}

export type Actor = MemberActor | BrandActor

/** Who a bearer belongs to; composed in server/access.ts from identity, accounts and brands. */
export interface Authenticator {
  /** Throws `unauthenticated`, `access_token_expired`, `user_token_expired`, `user_disabled`, `user_deleted`, `unavailable`. */
  member(token: string): Promise<MemberActor>
  /** Throws `brand_key_invalid`, `brand_key_ended`, `brand_key_mismatch`, `brand_suspended`. */
  brand(key: string): Promise<BrandActor>
  /** Throws `signature_invalid`, `signature_expired`, `brand_key_mismatch`, `brand_key_ended`, `brand_suspended`. */
  signedBrand(signed: SignedRequest): Promise<BrandActor>
}

/** The key under which limits and idempotency keys of an actor are kept. */
export function actorKey(actor: Actor): string {
  return actor.kind === 'member' ? actor.uid : actor.brandId
}
