import { hash } from 'node:crypto'
import { networkOf } from '#server/platform/http/network-of.ts'

/**
 * Who visits, as far as we want to know: 16 bytes, in hexadecimal, of a hash of address and user agent keyed with the
 * day's salt. Once the salt is gone nobody can tell two days' visitors together, nor find an address.
 *
 * The salt fills one block of SHA-256 and half of the result is dropped, so the plain keyed hash is as good as an
 * HMAC here; one of those took 8 µs of a redirect's 30, this takes 1.
 */
export function visitorHash(salt: string, address: string, userAgent: string): string {
  return hash('sha256', `${salt}${networkOf(address)}\n${userAgent}`).slice(0, 32)
}
