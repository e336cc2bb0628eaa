import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { brandKeyText, newSecret, secretHash } from './brand-key-text.ts'
import { brandIdOf, insertBrandKey } from './brand-queries.ts'

export interface NewBrandKey {
  id: string
  /** The key itself, shown this once: only a hash of it is kept. */
  key: string
}

/** Makes a key for a brand (by slug), for its servers to sign calls with. Throws `not_found`. */
export async function createBrandKey(tx: Tx, input: { brand: string; label: string }): Promise<NewBrandKey> {
  const brandId = await brandIdOf(tx, input.brand)
  if (!brandId) throw problem('not_found', { detail: `There is no brand ${input.brand}.` })
  const keyId = newId('brandKey')
  const secret = newSecret()
  await insertBrandKey(tx, { keyId, brandId, secretHash: secretHash(secret), label: input.label })
  return { id: keyId, key: brandKeyText({ keyId, secret }) }
}
