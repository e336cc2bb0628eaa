import { hash } from 'node:crypto'
import { networkOf, networkPrefix } from '#server/platform/http/network-of.ts'
import type { NetworkKind, NetworkKinds } from '#server/platform/networks/network-kinds.ts'

const letters: Record<NetworkKind, string> = { hosting: 'h', mobile: 'm', other: 'o' }

/**
 * What is kept of the network of a visit that may be paid: a letter for its kind, and two hashes of 8 bytes under the day's
 * salt, of the address prefix (/24, /56 of IPv6) and of the address (of IPv6 the prefix, since a household has all of it).
 * As with a visitor, nobody finds an address by it once the salt is gone.
 */
export function networkCode(salt: string, address: string, kinds: NetworkKinds): string {
  const prefix = networkPrefix(address)
  const network = short(salt, prefix)
  const whole = prefix.includes(':') ? network : short(salt, networkOf(address))
  return letters[kinds.of(address)] + network + whole
}

/** The ends of what is hashed differ from a visitor's: no hash here is half of one there. */
function short(salt: string, network: string): string {
  return hash('sha256', `${salt}${network}`).slice(0, 16)
}
