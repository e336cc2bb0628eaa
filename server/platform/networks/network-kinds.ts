import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { networkOf } from '#server/platform/http/network-of.ts'

/** What an address belongs to: a data centre or VPN, a mobile carrier whose customers share addresses, or any other. */
export type NetworkKind = 'hosting' | 'mobile' | 'other'

/** Finds the kind of network of an address. */
export interface NetworkKinds {
  of(address: string): NetworkKind
}

/** The kinds as the table numbers them. */
export const listedKinds = ['hosting', 'mobile'] as const

/** The ranges of one family: `starts` and `ends` (inclusive) ascend together, `kinds` are indexes of `listedKinds`. */
export interface Ranges<Numbers> {
  starts: Numbers
  ends: Numbers
  kinds: Uint8Array
}

/** IPv4 addresses as whole numbers, and the first 48 bits of IPv6 addresses: no smaller part is announced alone. */
export interface NetworkTable {
  v4: Ranges<Uint32Array>
  v6: Ranges<Float64Array>
}

/** The compiled table (server/build/compile-networks.ts). */
export const networkTableFile = new URL('network-kinds.bin', import.meta.url)

/** Opens the table of the repository (some 200 kB); nothing is downloaded. A look-up takes 0.2 µs. */
export function openNetworkKinds(): NetworkKinds {
  const { v4, v6 } = readTable(readFileSync(networkTableFile))
  return {
    of: (address) => {
      if (isIP(address) === 0) return 'other'
      const network = networkOf(address)
      return network.includes(':') ? kindIn(v6, first48Bits(network)) : kindIn(v4, wholeNumber(network))
    },
  }
}

/** The table as bytes: the number of ranges of each family, then the columns, the widest first. */
export function tableBytes({ v4, v6 }: NetworkTable): Buffer {
  const parts = [v6.starts, v6.ends, v4.starts, v4.ends, v6.kinds, v4.kinds]
  const counts = Uint32Array.of(v6.kinds.length, v4.kinds.length)
  return Buffer.concat(
    [counts, ...parts].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  )
}

function readTable(file: Buffer): NetworkTable {
  // A copy of its own, since columns begin at multiples of their width.
  const bytes = new Uint8Array(file).buffer
  const [v6Count, v4Count] = new Uint32Array(bytes, 0, 2) as unknown as [number, number]
  const v4At = 8 + v6Count * 16
  const kindsAt = v4At + v4Count * 8
  return {
    v6: {
      starts: new Float64Array(bytes, 8, v6Count),
      ends: new Float64Array(bytes, 8 + v6Count * 8, v6Count),
      kinds: new Uint8Array(bytes, kindsAt, v6Count),
    },
    v4: {
      starts: new Uint32Array(bytes, v4At, v4Count),
      ends: new Uint32Array(bytes, v4At + v4Count * 4, v4Count),
      kinds: new Uint8Array(bytes, kindsAt + v6Count, v4Count),
    },
  }
}

/** Finds the last range that starts at or before a value, by halves. */
function kindIn({ starts, ends, kinds }: Ranges<Uint32Array | Float64Array>, value: number): NetworkKind {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low > 0 && value <= ends[low - 1]! ? listedKinds[kinds[low - 1]!]! : 'other'
}

const [dot, zero] = [46, 48]

/** Of what is no address it is no number of one either, and no range has it. */
function wholeNumber(dotted: string): number {
  let [sum, part] = [0, 0]
  for (let at = 0; at < dotted.length; at++) {
    const code = dotted.charCodeAt(at)
    if (code !== dot) part = part * 10 + (code - zero)
    else [sum, part] = [(sum + part) * 256, 0]
  }
  return sum + part
}

function first48Bits(groups: string): number {
  const [first = '0', second = '0', third = '0'] = groups.split(':')
  return (
    Number.parseInt(first, 16) * 2 ** 32 + Number.parseInt(second, 16) * 2 ** 16 + Number.parseInt(third, 16)
  )
}
