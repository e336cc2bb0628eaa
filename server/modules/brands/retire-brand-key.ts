import { decidedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { endBrandKey, limitBrandKey, lockBrandKey } from './brand-key-queries.ts'
import { makePixelKey, makeSecretKey, makeSigningKey } from './create-brand-key.ts'

export interface RotatedKey {
  id: string
  /** Shown this once; a pixel has none. */
  key?: string
  /** When it ends by itself; null for never. */
  expiresAt: Date | null
  /** When the old key ends. */
  oldExpiresAt: Date
}

/**
 * Makes a key of the same kind, scopes, label and end, and lets the old one work for `overlapDays` more, so that a brand's
 * servers change over without a gap. Throws `not_found`, and `conflict` for a key that works no more.
 */
export async function rotateBrandKey(
  tx: Tx,
  actor: OperatorActor,
  { keyId, overlapDays }: { keyId: string; overlapDays: number },
  sealer: Pick<Secret, 'seal'>,
): Promise<RotatedKey> {
  const old = await lockBrandKey(tx, keyId)
  if (!old) throw problem('not_found', { detail: `There is no key ${keyId}.` })
  if (!old.usable) throw await decidedBefore(tx, keyId, 'This key works no more: create another.')
  await operate(tx, actor, { action: 'brand-key.rotate', target: keyId, after: { overlapDays } })
  const { brand, label, scopes, successorEndsAt: expiresAt } = old
  const input = { brand, label, scopes, expiresAt, replaces: keyId }
  const made =
    old.kind === 'secret'
      ? await makeSecretKey(tx, actor, input)
      : old.kind === 'signing'
        ? await makeSigningKey(tx, actor, input, sealer)
        : await makePixelKey(tx, actor, input)
  return { ...made, expiresAt, oldExpiresAt: await limitBrandKey(tx, keyId, overlapDays) }
}

/**
 * Ends a key at once and for good; ending it again changes nothing, leaves no entry, and is not `changed`. Throws
 * `not_found`.
 */
export async function revokeBrandKey(
  tx: Tx,
  actor: OperatorActor,
  { keyId }: { keyId: string },
): Promise<{ changed: boolean }> {
  const key = await lockBrandKey(tx, keyId)
  if (!key) throw problem('not_found', { detail: `There is no key ${keyId}.` })
  if (key.isRevoked) return { changed: false }
  await operate(tx, actor, { action: 'brand-key.revoke', target: keyId })
  await endBrandKey(tx, keyId)
  return { changed: true }
}
