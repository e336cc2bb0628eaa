import { timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/database.ts'
import type { BrandActor, SignedRequest } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { findBrandKey, recordBrandKeyUse, type FoundBrandKey } from './brand-key-queries.ts'
import { isSigningKey, openSigningKey, parseBrandKey, secretHash } from './brand-key-text.ts'
import { isBrandSignature, isFreshTimestamp } from './brand-signature.ts'

/**
 * Whose key this is. Throws `brand_key_invalid` for one that is malformed, unknown or wrong, which look alike;
 * `brand_key_mismatch` for a signing key; and for a right one `brand_key_ended` or `brand_suspended`.
 */
export async function authenticateBrand(db: Db, text: string): Promise<BrandActor> {
  const parts = parseBrandKey(text)
  if (!parts && isSigningKey(text))
    throw problem('brand_key_mismatch', {
      detail: 'This key signs requests and is never sent. Replace it: it has travelled now.',
    })
  const found = parts && (await findBrandKey(db, parts.keyId))
  if (!found?.secretHash) throw problem('brand_key_invalid')
  // The id is no secret and was looked up; the secret is compared in constant time.
  const right = timingSafeEqual(secretHash(parts!.secret), found.secretHash)
  if (!right) throw problem('brand_key_invalid')
  return await actorOf(db, parts!.keyId, found)
}

/**
 * Whose signature this is. Throws `signature_invalid` for one that is wrong or of a key that is unknown, which look
 * alike; `brand_key_mismatch` for a key that signs nothing; and for a right one `brand_key_ended`, `brand_suspended`, or
 * `signature_expired` where its stamp is too far from the database's wall clock.
 */
export async function authenticateSigned(
  db: Db,
  secret: Pick<Secret, 'open'>,
  signed: SignedRequest,
): Promise<BrandActor> {
  const found = await findBrandKey(db, signed.keyId)
  const key = found?.sealed && readable(secret, signed.keyId, found.sealed)
  if (found && found.kind !== 'signing') throw problem('brand_key_mismatch')
  if (!found || !key || !isBrandSignature(key, signed, signed.signature)) throw problem('signature_invalid')
  const actor = await actorOf(db, signed.keyId, found)
  if (!isFreshTimestamp(signed.timestamp, found.now.getTime())) throw problem('signature_expired')
  return actor
}

/** A signing key; undefined for one that was sealed by a key of the installation that is gone. */
function readable(secret: Pick<Secret, 'open'>, keyId: string, sealed: string): string | undefined {
  try {
    return openSigningKey(secret, keyId, sealed)
  } catch {
    return undefined
  }
}

/** The brand whose pages load the pixel of this name; no proof of anything. Throws as `authenticateBrand`. */
export async function pixelBrand(db: Db, keyId: string): Promise<BrandActor> {
  const found = await findBrandKey(db, keyId)
  if (!found) throw problem('brand_key_invalid')
  if (found.kind !== 'pixel') throw problem('brand_key_mismatch')
  return await actorOf(db, keyId, found)
}

/** Of a key that was proven, or needs no proof: only its holder gets its state. */
async function actorOf(db: Db, keyId: string, found: FoundBrandKey): Promise<BrandActor> {
  if (found.isEnded) throw problem('brand_key_ended')
  if (found.isSuspended) throw problem('brand_suspended')
  if (found.useIsOld) await recordBrandKeyUse(db, keyId)
  return { kind: 'brand', brandId: found.brandId, keyId, scopes: found.scopes }
}
