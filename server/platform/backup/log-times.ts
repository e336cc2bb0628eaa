/** Of a record of which a page has only the beginning, as much as says when its transaction ended. */
const beginningBytes = 64
const recordHeadBytes = 24
/** What resource manager and kind of record a transaction ends by: XLOG_XACT_COMMIT, _ABORT, and both of prepared ones. */
const transactions = 1
const ends = new Set([0x00, 0x20, 0x30, 0x40])
/** Of PostgreSQL's day zero, 2000-01-01, in microseconds since 1970. */
const dayZero = 946_684_800_000_000n

/**
 * Reads in files of PostgreSQL's log, given one after the other, when transactions ended: that is what
 * `recovery_target_time` goes by. The form of pages and of these records is the same since PostgreSQL 9.5.
 */
export class LogTimes {
  #last: bigint | null = null
  #begun: Buffer | null = null

  /** The end of the last transaction so far, in microseconds since 1970; null where there was none. */
  get last(): bigint | null {
    return this.#last
  }

  read(file: Buffer): void {
    const start = file.readBigUInt64LE(8)
    const pageBytes = file.readUInt32LE(36)
    // What no file of the log is has no size of its pages.
    if (pageBytes < 1024 || file.length % pageBytes !== 0) return
    for (let at = 0; at < file.length; at += pageBytes) {
      const page = file.subarray(at, at + pageBytes)
      // Pages of the file that was here before it, or none.
      if (page.readBigUInt64LE(8) !== start + BigInt(at)) return
      this.#readPage(page)
    }
  }

  #readPage(page: Buffer): void {
    const [goesOn, isFirstOfFile] = [1, 2].map((bit) => (page.readUInt16LE(2) & bit) !== 0)
    const content = page.subarray(isFirstOfFile ? 40 : 24)
    let offset = 0
    if (goesOn) {
      const left = page.readUInt32LE(16)
      const rest = content.subarray(0, left)
      if (this.#begun) this.#begun = Buffer.concat([this.#begun, rest]).subarray(0, beginningBytes)
      if (left > content.length) return
      if (this.#begun) this.#note(this.#begun)
      offset = aligned(left)
    }
    this.#begun = null
    while (offset < content.length) {
      const length = content.readUInt32LE(offset)
      // Zeros: the rest was never written.
      if (length < recordHeadBytes) return
      const record = content.subarray(offset, offset + length)
      if (record.length < length) this.#begun = Buffer.from(record.subarray(0, beginningBytes))
      else this.#note(record)
      offset += aligned(length)
    }
  }

  #note(record: Buffer): void {
    if (record[17] !== transactions || !ends.has(record[16]! & 0x70)) return
    let at = recordHeadBytes
    // Where it came from, and the transaction it is a part of, come before its data.
    if (record[at] === 253) at += 3
    if (record[at] === 252) at += 5
    at += record[at] === 255 ? 2 : 5
    if (at + 8 > record.length) return
    const time = record.readBigInt64LE(at) + dayZero
    if (this.#last === null || time > this.#last) this.#last = time
  }
}

/** Records begin at multiples of 8. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}
