import type { FastifyRequest } from 'fastify'
import type { BrandScope } from '#contracts/endpoint.ts'
import type { OperatorPermission, OperatorRole } from '#rules/operator-permissions.ts'

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

/** An operator in the console, or a program of theirs by an API key. `operate` takes it as the actor of an act. */
export interface OperatorCaller {
  kind: 'operator'
  via: 'console' | 'api key'
  operatorId: string
  name: string
  email: string
  /** As it is now: a changed role counts at the next request. */
  role: OperatorRole
  /** The API key, where it is one. */
  keyId?: string
  /** What the API key is for; null in the console, where the role alone decides. */
  scopes: readonly OperatorPermission[] | null
  /** The session of the console, and when a factor was last proved in it; null for a key. */
  session: { id: string; createdAt: Date; provedAt: Date } | null
  /** Whether that was within ten minutes. */
  isRecent: boolean
  requestId: string
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

export type Actor = MemberActor | BrandActor | OperatorCaller

/** Who a bearer belongs to; composed in server/access.ts from identity, accounts and brands. */
export interface Authenticator {
  /**
   * Throws `unauthenticated`, `access_token_expired`, `user_token_expired`, `user_disabled`, `user_deleted`,
   * `unavailable`.
   */
  member(token: string): Promise<MemberActor>
  /** Throws `brand_key_invalid`, `brand_key_ended`, `brand_key_mismatch`, `brand_suspended`. */
  brand(key: string): Promise<BrandActor>
  /** Throws `signature_invalid`, `signature_expired`, `brand_key_mismatch`, `brand_key_ended`, `brand_suspended`. */
  signedBrand(signed: SignedRequest): Promise<BrandActor>
  /** Throws `unauthenticated`, `access_token_expired`, `user_token_expired`. */
  operator(token: string, request: Pick<FastifyRequest, 'id' | 'headers'>): Promise<OperatorCaller>
}

/** The key under which limits and idempotency keys of an actor are kept. */
export function actorKey(actor: Actor): string {
  if (actor.kind === 'operator') return actor.operatorId
  return actor.kind === 'member' ? actor.uid : actor.brandId
}
