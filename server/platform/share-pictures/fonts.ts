import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

/**
 * The faces of the product (web/theme/tokens.css), as files that can be read without a browser: the variable ones are
 * not.
 */
export const pictureFonts = [
  {
    name: 'Bricolage',
    file: 'bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
    weight: 700,
  },
  {
    name: 'Bricolage more',
    file: 'bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff',
    weight: 700,
  },
  { name: 'Figtree', file: 'figtree/files/figtree-latin-500-normal.woff', weight: 500 },
  { name: 'Figtree more', file: 'figtree/files/figtree-latin-ext-500-normal.woff', weight: 500 },
  { name: 'Figtree', file: 'figtree/files/figtree-latin-700-normal.woff', weight: 700 },
  { name: 'Figtree more', file: 'figtree/files/figtree-latin-ext-700-normal.woff', weight: 700 },
] as const

/** The file of a face. */
export function readFont(file: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)))
}

/** The characters that any of the faces draws, by code point; read once. */
export function drawnCharacters(): ReadonlySet<number> {
  return (characters ??= new Set(pictureFonts.flatMap(({ file }) => [...charactersOf(readFont(file))])))
}

let characters: ReadonlySet<number> | undefined

/** The characters that a WOFF file has a glyph for, as its `cmap` table says. */
function charactersOf(woff: Buffer): Set<number> {
  const cmap = tableOf(woff, 'cmap')
  const found = new Set<number>()
  for (let at = 4, count = cmap.readUInt16BE(2); count > 0; count--, at += 8) {
    const table = cmap.subarray(cmap.readUInt32BE(at + 4))
    if (table.readUInt16BE(0) === 4) addSegments(table, found)
  }
  return found
}

function tableOf(woff: Buffer, tag: string): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file')
  for (let at = 44, count = woff.readUInt16BE(12); count > 0; count--, at += 20) {
    if (woff.toString('latin1', at, at + 4) !== tag) continue
    const [offset, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return packed < size ? inflateSync(bytes) : bytes
  }
  throw new Error(`A font without ${tag}`)
}

/**
 * Format 4: runs of characters, each with the number of its first glyph, or with a list of them; glyph 0 is the empty
 * box.
 */
function addSegments(table: Buffer, found: Set<number>): void {
  const size = table.readUInt16BE(6)
  const [ends, starts] = [14, 16 + size]
  const [deltas, offsets] = [starts + size, starts + 2 * size]
  for (let segment = 0; segment < size; segment += 2) {
    const [first, last] = [table.readUInt16BE(starts + segment), table.readUInt16BE(ends + segment)]
    const delta = table.readUInt16BE(deltas + segment)
    const offset = table.readUInt16BE(offsets + segment)
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const listed = offset && table.readUInt16BE(offsets + segment + offset + (code - first) * 2)
      const glyph = offset === 0 ? code + delta : listed && listed + delta
      if ((glyph & 0xffff) !== 0) found.add(code)
    }
  }
}
