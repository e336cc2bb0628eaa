import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Thrown, as a failed look-up, for a name or address that is none of the public internet's. */
export class NotPublic extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC'
}

export interface LookupOptions {
  /** Loopback is right as well. */
  allowLocal: boolean
  /** Who knows the addresses of names; the system's resolver unless given. */
  resolve?: typeof systemLookup
}

/**
 * A look-up for a connection (`lookup` of node:net) that answers only with addresses of the public internet. The
 * connection goes to what it answers: the name is resolved once, and what it means a moment later does not matter. One
 * private address among several refuses the name: such a name is an attack.
 */
export function publicLookup({ allowLocal, resolve = systemLookup }: LookupOptions): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[]
      const failure =
        error ??
        (addresses.every(({ address }) => isRight(address, allowLocal)) ? null : new NotPublic(hostname))
      const first = addresses?.[0]
      if (failure || !first) return callback(failure ?? new NotPublic(hostname), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

/** Whether a host that is an address itself, which no connection looks up, may be connected to. */
export function isConnectable(host: string, { allowLocal }: LookupOptions): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 || isRight(bare, allowLocal)
}

function isRight(address: string, allowLocal: boolean): boolean {
  return isPublicAddress(address) || (allowLocal && (address.startsWith('127.') || address === '::1'))
}
