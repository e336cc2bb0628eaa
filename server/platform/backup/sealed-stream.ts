import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

const algorithm = 'aes-256-gcm'
const tagBytes = 16
const chunkBytes = 64 * 1024

/**
 * Encrypts a stream by AES-256-GCM in chunks of 64 KiB, each with its tag. A chunk's nonce is its number and whether it
 * is the last, so that none can be left out, repeated, moved or cut off. A key seals one stream.
 */
export function sealingStream(key: Buffer): Transform {
  return new Chunked(chunkBytes, (chunk, count, isLast) => {
    const cipher = createCipheriv(algorithm, key, nonceOf(count, isLast), { authTagLength: tagBytes })
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  })
}

/** Decrypts what `sealingStream` has written. Fails at the first chunk that is not as it was. */
export function openingStream(key: Buffer): Transform {
  return new Chunked(chunkBytes + tagBytes, (chunk, count, isLast) => {
    if (chunk.length < tagBytes) throw new Error('The sealed file ends too early')
    const opening = createDecipheriv(algorithm, key, nonceOf(count, isLast), { authTagLength: tagBytes })
    opening.setAuthTag(chunk.subarray(-tagBytes))
    return Buffer.concat([opening.update(chunk.subarray(0, -tagBytes)), opening.final()])
  })
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(count))
  nonce[11] = isLast ? 1 : 0
  return nonce
}

type Work = (chunk: Buffer, count: number, isLast: boolean) => Buffer

/** Hands its input on in chunks of one length; only the last, which there always is, may be shorter. */
class Chunked extends Transform {
  readonly #length: number
  readonly #work: Work
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #count = 0

  constructor(length: number, work: Work) {
    super()
    this.#length = length
    this.#work = work
  }

  override _transform(input: Buffer, _: string, done: TransformCallback): void {
    this.#waiting.push(input)
    this.#waitingBytes += input.length
    try {
      // More than one, since the last is told by what follows it.
      if (this.#waitingBytes > this.#length) {
        let all = Buffer.concat(this.#waiting)
        while (all.length > this.#length) {
          this.push(this.#work(all.subarray(0, this.#length), this.#count++, false))
          all = all.subarray(this.#length)
        }
        this.#waiting = [all]
        this.#waitingBytes = all.length
      }
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      done(null, this.#work(Buffer.concat(this.#waiting), this.#count, true))
    } catch (error) {
      done(error as Error)
    }
  }
}
