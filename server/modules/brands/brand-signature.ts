import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signed request is taken within this time of its stamp (milliseconds), either way: 5 minutes. */
export const SIGNATURE_WINDOW_MS = 300_000

/** What is signed of a request: when, how, where and what. */
export interface SignedParts {
  /** Seconds since 1970, as text, exactly as sent. */
  timestamp: string
  method: string
  /** Path and query, exactly as sent. */
  target: string
  body: string
}

/** HMAC-SHA256 under the key's whole text over `{timestamp}.{method}.{target}.{body}`, in hexadecimal. */
export function brandSignature(key: string, { timestamp, method, target, body }: SignedParts): string {
  return createHmac('sha256', key).update(`${timestamp}.${method}.${target}.${body}`).digest('hex')
}

/** Whether a signature is that of the parts; compared in constant time. */
export function isBrandSignature(key: string, parts: SignedParts, signature: string): boolean {
  const right = Buffer.from(brandSignature(key, parts), 'hex')
  const given = Buffer.from(signature, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Whether a stamp is close enough to `nowMs`: what was signed long ago, or for later, is not taken. */
export function isFreshTimestamp(timestamp: string, nowMs: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - nowMs) <= SIGNATURE_WINDOW_MS
}
