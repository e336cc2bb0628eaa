import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { endBrandKey } from './brand-key-queries.ts'

/** Ends a key at once and for good; ending it again changes nothing. Throws `not_found`. */
export async function revokeBrandKey(tx: Tx, keyId: string): Promise<void> {
  if (!(await endBrandKey(tx, keyId))) throw problem('not_found', { detail: `There is no key ${keyId}.` })
}
