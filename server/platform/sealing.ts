import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** What is sealed and for whom: a text that is moved to another row, or opened for another purpose, does not open. */
export interface SealedFor {
  purpose: string
  /** Such as `destination:dst_…`. */
  context: string
}

/** A key of the installation. */
export interface DataKey {
  /** Letters and digits; it is part of what the key has sealed. */
  id: string
  material: string | Buffer
}

/** 32 bytes of a key for one purpose, so that none serves two. */
export function derivedKey(key: Pick<DataKey, 'material'>, purpose: string): Buffer {
  const known = derived.get(key) ?? new Map<string, Buffer>()
  const found = known.get(purpose)
  if (found) return found
  const made = Buffer.from(hkdfSync('sha256', key.material, 'crels', purpose, 32))
  derived.set(key, known.set(purpose, made))
  return made
}

/**
 * What was derived of each key, gone with the key: to derive takes 50 µs, more than to seal a short text with it, and a
 * file of 100,000 codes asked for it 300,000 times.
 */
const derived = new WeakMap<Pick<DataKey, 'material'>, Map<string, Buffer>>()

/** Encrypts and authenticates (AES-256-GCM, a tag of 16 bytes): `s2.{key id}.{nonce, text and tag in base64url}`. */
export function sealWith(key: DataKey, { purpose, context }: SealedFor, text: string): string {
  const { id } = key
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, derivedKey(key, `seal ${purpose}`), nonce, {
    authTagLength: tagBytes,
  })
  cipher.setAAD(boundTo(id, { purpose, context }))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${sealedPrefix(id)}${sealed.toString('base64url')}`
}

/** How all that a key has sealed begins. */
export function sealedPrefix(keyId: string): string {
  return `s2.${keyId}.`
}

/** The id of the key that sealed a text; undefined for what was sealed before keys had one. */
export function keyIdOf(sealed: string): string | undefined {
  return /^s2\.([0-9A-Za-z]+)\./.exec(sealed)?.[1]
}

/** The text that was sealed. Throws when it was changed, or sealed by another key, for another purpose or context. */
export function openWith(key: DataKey, { purpose, context }: SealedFor, sealed: string): string {
  const { id } = key
  if (keyIdOf(sealed) !== id) throw new Error('Sealed by another key')
  const bytes = Buffer.from(sealed.slice(sealedPrefix(id).length), 'base64url')
  if (bytes.length < nonceBytes + tagBytes) throw new Error('Too short to be sealed')
  const nonce = bytes.subarray(0, nonceBytes)
  const text = bytes.subarray(nonceBytes, -tagBytes)
  const tag = bytes.subarray(-tagBytes)
  return decipher(derivedKey(key, `seal ${purpose}`), { nonce, tag, text }, boundTo(id, { purpose, context }))
}

/** A text that was sealed before keys had ids and texts a context: base64url of nonce, tag and text. */
export function openUnbound(key: Pick<DataKey, 'material'>, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  // Node takes a tag of four bytes too, which a guess finds.
  if (bytes.length < nonceBytes + tagBytes) throw new Error('Too short to be sealed')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  return decipher(derivedKey(key, purpose), { nonce, tag, text: bytes.subarray(nonceBytes + tagBytes) })
}

function decipher(
  key: Buffer,
  { nonce, tag, text }: { nonce: Buffer; tag: Buffer; text: Buffer },
  bound?: Buffer,
): string {
  const opening = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  if (bound) opening.setAAD(bound)
  opening.setAuthTag(tag)
  return Buffer.concat([opening.update(text), opening.final()]).toString('utf8')
}

/** Parts by JSON, so that no two lists of parts are the same bytes. */
function boundTo(keyId: string, { purpose, context }: SealedFor): Buffer {
  return Buffer.from(JSON.stringify(['crels', keyId, purpose, context]))
}
