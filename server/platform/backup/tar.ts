/** What an archive has, as `tar` and PostgreSQL write it (ustar). */
export interface TarEntry {
  name: string
  kind: 'file' | 'folder' | 'other'
  bytes: number
  /** Its content, to be read before the next entry; what is left of it is skipped. */
  content: AsyncIterable<Buffer>
}

const block = 512

/** Ends an archive. */
export const tarEnd = Buffer.alloc(2 * block)

/** The header of a file that follows, readable by its owner alone. Throws for a name that no header has room for. */
export function tarHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(block)
  const [prefix, base] = splitName(name)
  header.write(base, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  header.write(`${Math.floor(Date.now() / 1000).toString(8)}\0`, 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The zeros after a content of some bytes. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((block - (bytes % block)) % block)
}

function splitName(name: string): [prefix: string, base: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  const at = name.indexOf('/', name.length - 101)
  if (at < 1 || at > 155) throw new Error(`The name is too long for an archive: ${name}`)
  return [name.slice(0, at), name.slice(at + 1)]
}

/** The entries of an archive in their order. Throws where it ends in the middle of one. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source)
  for (;;) {
    const header = await reader.block()
    // Nothing, or zeros: the end. What follows is read, so that who checks the source sees all of it.
    if (header === null || header.every((byte) => byte === 0)) return await reader.drain()
    const bytes = numberAt(header, 124, 12)
    const left = { bytes }
    const prefix = textAt(header, 345, 155)
    const name = textAt(header, 0, 100)
    yield {
      name: prefix ? `${prefix}/${name}` : name,
      kind: kinds[String.fromCharCode(header[156]!)] ?? 'other',
      bytes,
      content: reader.content(left),
    }
    for await (const _ of reader.content(left));
    await reader.skip(tarPadding(bytes).length)
  }
}

const kinds: Record<string, TarEntry['kind']> = { '0': 'file', '\0': 'file', '5': 'folder' }

function textAt(header: Buffer, from: number, length: number): string {
  const text = header.subarray(from, from + length)
  const end = text.indexOf(0)
  return text.subarray(0, end < 0 ? length : end).toString('utf8')
}

/** In octal digits, or as PostgreSQL writes what is longer: a set first bit, and the rest by base 256. */
function numberAt(header: Buffer, from: number, length: number): number {
  if (header[from]! < 0x80) return Number.parseInt(textAt(header, from, length).trim() || '0', 8)
  return Number(header.readBigUInt64BE(from + length - 8))
}

/** Reads a source of chunks by bytes. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** The next header; null where the source has ended. */
  async block(): Promise<Buffer | null> {
    while (this.#rest.length < block) {
      const { value, done } = await this.#chunks.next()
      if (done) {
        if (this.#rest.length > 0) throw new CutOff()
        return null
      }
      this.#rest = Buffer.concat([this.#rest, value])
    }
    const header = this.#rest.subarray(0, block)
    this.#rest = this.#rest.subarray(block)
    return header
  }

  async *content(left: { bytes: number }): AsyncGenerator<Buffer> {
    while (left.bytes > 0) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next()
        if (done) throw new CutOff()
        this.#rest = value
      }
      const part = this.#rest.subarray(0, left.bytes)
      this.#rest = this.#rest.subarray(part.length)
      left.bytes -= part.length
      yield part
    }
  }

  async skip(bytes: number): Promise<void> {
    for await (const _ of this.content({ bytes }));
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}

class CutOff extends Error {
  constructor() {
    super('The archive ends in the middle of a file')
  }
}
