import { createHash, randomBytes } from 'node:crypto'

/**
 * The secret of a link, a cookie or a challenge, and the hash that is kept of it: with 256 bits of chance a plain one
 * hides it.
 */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
