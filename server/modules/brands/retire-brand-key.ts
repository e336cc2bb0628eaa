import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { endBrandKey, limitBrandKey, lockBrandKey } from './brand-key-queries.ts'
import { createBrandKey, createPixelKey, createSigningKey } from './create-brand-key.ts'

export interface RotatedKey {
  id: string
  /** Shown this once; a pixel has none. */
  key?: string
  /** When the old key ends. */
  oldExpiresAt: Date
}

/**
 * Makes a key of the same kind, scopes and label, and lets the old one work for `overlapDays` more, so that a brand's
 * servers change over without a gap. Throws `not_found`, and `conflict` for a key that works no more.
 */
export async function rotateBrandKey(
  tx: Tx,
  { keyId, overlapDays }: { keyId: string; overlapDays: number },
  sealer: Pick<Secret, 'seal'>,
): Promise<RotatedKey> {
  const old = await lockBrandKey(tx, keyId)
  if (!old) throw problem('not_found', { detail: `There is no key ${keyId}.` })
  if (!old.usable) throw problem('conflict', { detail: 'This key works no more: create another.' })
  const input = { brand: old.brand, label: old.label, scopes: old.scopes, replaces: keyId }
  const made =
    old.kind === 'secret'
      ? await createBrandKey(tx, input)
      : old.kind === 'signing'
        ? await createSigningKey(tx, input, sealer)
        : await createPixelKey(tx, input)
  return { ...made, oldExpiresAt: await limitBrandKey(tx, keyId, overlapDays) }
}

/** Ends a key at once and for good; ending it again changes nothing. Throws `not_found`. */
export async function revokeBrandKey(tx: Tx, keyId: string): Promise<void> {
  if (!(await endBrandKey(tx, keyId))) throw problem('not_found', { detail: `There is no key ${keyId}.` })
}
