import { createHash, randomBytes } from 'node:crypto'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'

/** What a key is: a secret that is sent, a secret that signs, or the name in a pixel's address. */
export type BrandKeyKind = 'secret' | 'signing' | 'pixel'

/** A key in its parts; only the secret is secret. */
export interface BrandKeyParts {
  keyId: string
  secret: string
}

/** Draws the secret of a new key: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The key as a brand keeps it: recognisable by its beginning, so that scanners of leaked secrets can find it. */
export function brandKeyText(
  { keyId, secret }: BrandKeyParts,
  kind: 'secret' | 'signing' = 'secret',
): string {
  return `crels_${kind === 'secret' ? 'bk' : 'bs'}_${keyId.slice('bky_'.length)}_${secret}`
}

/** The parts of a key's text, or undefined when it is none. */
export function parseBrandKey(text: string): BrandKeyParts | undefined {
  const [, id, secret] = /^crels_bk_([0-9a-f]{32})_([\w-]{43})$/.exec(text) ?? []
  return id && secret ? { keyId: `bky_${id}`, secret } : undefined
}

/** Whether a text is a key that signs, whosever it is. */
export function isSigningKey(text: string): boolean {
  return text.startsWith('crels_bs_')
}

/** What is kept of a secret. It is random and long, so a plain SHA-256 cannot be searched. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

const purpose = 'brand signing key'
const contextOf = (keyId: string) => `brand-key:${keyId}`

/** Where signing keys are kept, for a rotation of SECRET. */
export const sealedBrandKeys: SealedColumn[] = [
  { table: 'public.brand_key', idColumn: 'id', column: 'sealed', purpose, contextOf },
]

/** A signing key as it is stored: we have to know it, so it is sealed and not hashed. */
export function sealSigningKey(secret: Pick<Secret, 'seal'>, keyId: string, key: string): string {
  return secret.seal(purpose, contextOf(keyId), key)
}

/** The text of a signing key. Throws when it was sealed by a key of ours that is gone, or is another brand key's. */
export function openSigningKey(secret: Pick<Secret, 'open'>, keyId: string, sealed: string): string {
  return secret.open(purpose, contextOf(keyId), sealed)
}
