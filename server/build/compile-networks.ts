import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  listedKinds,
  networkTableFile,
  tableBytes,
  type NetworkTable,
  type Ranges,
} from '../platform/networks/network-kinds.ts'

/*
 * `npm run build:networks` writes server/platform/networks/network-kinds.bin: the address ranges of the listed networks,
 * from the table of autonomous systems of the package @ip-location-db/asn (RouteViews, NRO and DB-IP, CC BY 4.0).
 * Run it after a change of the lists or of the package's version; a test compares.
 */

/** Compiles the table: ranges of listed networks, neighbours of a kind made one. */
export function compileNetworks(): Buffer {
  const kindOf = new Map(
    listedKinds.flatMap((kind, index) => listed(kind).map((asn) => [asn, index] as const)),
  )
  const v4 = rangesOf('asn-ipv4-num.csv', kindOf, Number)
  const v6 = rangesOf('asn-ipv6-num.csv', kindOf, (text) => Number(BigInt(text) >> 80n))
  const table: NetworkTable = {
    v4: { ...v4, starts: Uint32Array.from(v4.starts), ends: Uint32Array.from(v4.ends) },
    v6: { ...v6, starts: Float64Array.from(v6.starts), ends: Float64Array.from(v6.ends) },
  }
  return tableBytes(table)
}

/** The numbers of a list: one autonomous system a line, its name after a tab. */
function listed(kind: string): string[] {
  const text = readFileSync(new URL(`${kind}-networks.tsv`, networkTableFile), 'utf8')
  return text.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

function rangesOf(
  file: string,
  kindOf: Map<string, number>,
  number: (text: string) => number,
): Ranges<number[]> {
  const path = createRequire(import.meta.url).resolve(`@ip-location-db/asn/${file}`)
  const ranges: { start: number; end: number; kind: number }[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [start = '', end = '', asn = ''] = line.split(',', 3)
    const kind = kindOf.get(asn)
    if (kind === undefined) continue
    const last = ranges.at(-1)
    if (last?.kind === kind && number(start) <= last.end + 1) last.end = Math.max(last.end, number(end))
    else ranges.push({ start: number(start), end: number(end), kind })
  }
  return {
    starts: ranges.map(({ start }) => start),
    ends: ranges.map(({ end }) => end),
    kinds: Uint8Array.from(ranges, ({ kind }) => kind),
  }
}

if (import.meta.main) {
  const bytes = compileNetworks()
  writeFileSync(networkTableFile, bytes)
  console.log(`${bytes.length} bytes written`)
}
