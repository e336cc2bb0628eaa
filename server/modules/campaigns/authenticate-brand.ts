import { timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/database.ts'
import type { BrandActor, SignedRequest } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { findBrandKey, noteBrandKeyUse, type FoundBrandKey } from './brand-key-queries.ts'
import { openSigningKey, parseBrandKey, secretHash } from './brand-key-text.ts'
import { isBrandSignature, isFreshStamp } from './brand-signature.ts'

/** Whose key this is. Throws `unauthenticated` for one that is malformed, unknown, wrong, over, revoked or a suspended brand's. */
export async function authenticateBrand(db: Db, text: string): Promise<BrandActor> {
  const parts = parseBrandKey(text)
  const found = parts && (await findBrandKey(db, parts.keyId))
  if (!found?.secretHash) throw problem('unauthenticated')
  // The id is no secret and was looked up; the secret is compared in constant time.
  const right = timingSafeEqual(secretHash(parts!.secret), found.secretHash)
  return await actorOf(db, parts!.keyId, found, right)
}

/**
 * Whose signature this is. Throws `unauthenticated` for one that is wrong or of a key that is unknown, over, revoked
 * or a suspended brand's, and `signature_expired` for a right one whose stamp is too far from the wall clock.
 */
export async function authenticateSigned(
  db: Db,
  secret: Pick<Secret, 'open'>,
  signed: SignedRequest,
): Promise<BrandActor> {
  const found = await findBrandKey(db, signed.keyId)
  const key = found?.sealed && readable(secret, found.sealed)
  if (!found || !key) throw problem('unauthenticated')
  const right = isBrandSignature(key, signed, signed.signature)
  const actor = await actorOf(db, signed.keyId, found, right)
  if (!isFreshStamp(signed.timestamp, Date.now())) throw problem('signature_expired')
  return actor
}

/** A signing key; undefined for one that was sealed with another secret of the installation, which opens nothing. */
function readable(secret: Pick<Secret, 'open'>, sealed: string): string | undefined {
  try {
    return openSigningKey(secret, sealed)
  } catch {
    return undefined
  }
}

/** The brand whose pages load the pixel of this name; no proof of anything. Throws `unauthenticated`. */
export async function pixelBrand(db: Db, keyId: string): Promise<BrandActor> {
  const found = await findBrandKey(db, keyId)
  if (found?.kind !== 'pixel') throw problem('unauthenticated')
  return await actorOf(db, keyId, found, true)
}

async function actorOf(db: Db, keyId: string, found: FoundBrandKey, right: boolean): Promise<BrandActor> {
  if (!right || !found.usable) throw problem('unauthenticated')
  if (found.useIsOld) await noteBrandKeyUse(db, keyId)
  return { kind: 'brand', brandId: found.brandId, keyId, scopes: found.scopes }
}
