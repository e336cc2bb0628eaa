import { createHmac } from 'node:crypto'
import { derivedKey, keyIdOf, openUnbound, openWith, sealWith, type DataKey } from './sealing.ts'
import type { HashPurpose, SealPurpose } from './secret-purposes.ts'

/** The installation's keys; one is derived per purpose, so that none serves two. */
export interface Secret {
  /** 32 bytes for one purpose, the same at every start. */
  key(purpose: 'session cookie'): Buffer
  /** HMAC-SHA256 of a text under the purpose's key: for short codes, which a plain hash would not hide. */
  hash(purpose: HashPurpose, text: string): Buffer
  /**
   * Encrypts and authenticates a text for storage, bound to what it is for: `context` names the one thing it belongs to,
   * such as `destination:dst_…`.
   */
  seal(purpose: SealPurpose, context: string, text: string): string
  /**
   * The text that was sealed. Throws when it was changed, or sealed for another purpose or context, and `SealLost` when
   * the key is gone that it was sealed by.
   */
  open(purpose: SealPurpose, context: string, sealed: string): string
}

/** A text was sealed by a key that the installation has no more: whatever it was, nobody reads it again. */
export class SealLost extends Error {}

/** What was sealed, or undefined where its key is gone. */
export function openUnlessLost<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof SealLost) return undefined
    throw error
  }
}

/** The keys a process holds at a moment. */
export interface KeyRing {
  /** Seals. */
  sealing: DataKey
  /** All that open, the sealing one among them. */
  opening: DataKey[]
  /** Of what was sealed before keys had ids. */
  unbound: DataKey | null
  /** Of keyed hashes. */
  hashing: Pick<DataKey, 'material'>
}

/** Works with the ring that `ring` answers at the moment. */
export function secretOf(ring: () => KeyRing): Secret {
  return {
    key: (purpose) => derivedKey(ring().hashing, purpose),
    hash: (purpose, text) => createHmac('sha256', derivedKey(ring().hashing, purpose)).update(text).digest(),
    seal: (purpose, context, text) => sealWith(ring().sealing, { purpose, context }, text),
    open: (purpose, context, sealed) => {
      const { opening, unbound } = ring()
      const keyId = keyIdOf(sealed)
      if (keyId === undefined && unbound) return openUnbound(unbound, purpose, sealed)
      const key = opening.find(({ id }) => id === keyId)
      if (!key) throw new SealLost('Sealed by a key that is not here')
      return openWith(key, { purpose, context }, sealed)
    },
  }
}
