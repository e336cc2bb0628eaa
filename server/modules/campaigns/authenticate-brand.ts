import { timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { parseBrandKey, secretHash } from './brand-key-text.ts'
import { findBrandKey, noteBrandKeyUse } from './brand-queries.ts'

/** Whose key this is. Throws `unauthenticated` for one that is malformed, unknown, wrong, revoked or a suspended brand's. */
export async function authenticateBrand(db: Db, text: string): Promise<BrandActor> {
  const parts = parseBrandKey(text)
  const found = parts && (await findBrandKey(db, parts.keyId))
  if (!found) throw problem('unauthenticated')
  // The id is no secret and was looked up; the secret is compared in constant time.
  const right = timingSafeEqual(secretHash(parts.secret), found.secretHash)
  if (!right || !found.usable) throw problem('unauthenticated')
  if (found.useIsOld) await noteBrandKeyUse(db, parts.keyId)
  return { kind: 'brand', brandId: found.brandId, keyId: parts.keyId }
}
