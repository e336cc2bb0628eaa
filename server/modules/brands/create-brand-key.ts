import { BRAND_SCOPES, type BrandScope } from '#contracts/endpoint.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secret } from '#server/platform/secret.ts'
import { insertBrandKey } from './brand-key-queries.ts'
import { brandKeyText, newSecret, sealSigningKey, secretHash, type BrandKeyKind } from './brand-key-text.ts'
import { brandIdOf } from './brand-queries.ts'

export interface BrandKeyInput {
  /** The brand's slug. */
  brand: string
  label: string
  /** Everything unless given; a pixel is for conversions alone. */
  scopes?: readonly BrandScope[]
  /** Days until it ends by itself; never unless given. */
  days?: number
  /** When it ends, in place of `days`. */
  expiresAt?: Date | null
  /** The key it takes over from. */
  replaces?: string
}

export interface NewBrandKey {
  id: string
  /** The key itself, shown this once: only a hash of it is kept. */
  key: string
}

/** Makes a key for a brand's servers to send with their calls. Throws `not_found`. */
export async function createBrandKey(
  tx: Tx,
  actor: OperatorActor,
  input: BrandKeyInput,
): Promise<NewBrandKey> {
  await logNewKey(tx, actor, 'secret', input)
  return await makeSecretKey(tx, actor, input)
}

/** Makes a key for a brand's servers to sign their calls with, so that it never travels. Throws `not_found`. */
export async function createSigningKey(
  tx: Tx,
  actor: OperatorActor,
  input: BrandKeyInput,
  sealer: Pick<Secret, 'seal'>,
): Promise<NewBrandKey> {
  await logNewKey(tx, actor, 'signing', input)
  return await makeSigningKey(tx, actor, input, sealer)
}

/** Makes the name under which a brand's pages load the pixel; no secret, so what it reports waits. Throws `not_found`. */
export async function createPixelKey(
  tx: Tx,
  actor: OperatorActor,
  input: BrandKeyInput,
): Promise<{ id: string }> {
  await logNewKey(tx, actor, 'pixel', input)
  return await makePixelKey(tx, actor, input)
}

async function logNewKey(
  tx: Tx,
  actor: OperatorActor,
  kind: BrandKeyKind,
  { brand, label, scopes, days }: BrandKeyInput,
): Promise<void> {
  const after = { kind, label, scopes, days }
  await operate(tx, actor, { action: 'brand-key.create', target: brand, after })
}

/** A key to send, made by an act that is in the log: `createBrandKey`, or a rotation. */
export async function makeSecretKey(
  tx: Tx,
  actor: OperatorActor,
  input: BrandKeyInput,
): Promise<NewBrandKey> {
  const keyId = newId('brandKey')
  const secret = newSecret()
  await insert(tx, actor, input, keyId, { kind: 'secret', secretHash: secretHash(secret), sealed: null })
  return { id: keyId, key: brandKeyText({ keyId, secret }) }
}

/** A key to sign with, as `makeSecretKey`. */
export async function makeSigningKey(
  tx: Tx,
  actor: OperatorActor,
  input: BrandKeyInput,
  sealer: Pick<Secret, 'seal'>,
): Promise<NewBrandKey> {
  const keyId = newId('brandKey')
  const key = brandKeyText({ keyId, secret: newSecret() }, 'signing')
  await insert(tx, actor, input, keyId, {
    kind: 'signing',
    secretHash: null,
    sealed: sealSigningKey(sealer, keyId, key),
  })
  return { id: keyId, key }
}

/** A pixel's name, as `makeSecretKey`. */
export async function makePixelKey(
  tx: Tx,
  actor: OperatorActor,
  input: BrandKeyInput,
): Promise<{ id: string }> {
  const keyId = newId('brandKey')
  const pixel = { kind: 'pixel', secretHash: null, sealed: null } as const
  await insert(tx, actor, { ...input, scopes: ['conversions'] }, keyId, pixel)
  return { id: keyId }
}

async function insert(
  tx: Tx,
  actor: OperatorActor,
  { brand, label, scopes = BRAND_SCOPES, days, expiresAt, replaces }: BrandKeyInput,
  keyId: string,
  kept: { kind: BrandKeyKind; secretHash: Buffer | null; sealed: string | null },
): Promise<void> {
  const brandId = await brandIdOf(tx, brand)
  if (!brandId) throw problem('not_found', { detail: `There is no brand ${brand}.` })
  await insertBrandKey(tx, {
    ...kept,
    keyId,
    brandId,
    scopes,
    label,
    days: days ?? null,
    expiresAt: expiresAt ?? null,
    replaces: replaces ?? null,
    madeBy: actor.via === 'job' ? null : actor.operatorId,
  })
}
