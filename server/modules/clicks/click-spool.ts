import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { lockFile } from './process-lock.ts'

/** A file of answered clicks that nothing is added to any more. */
export interface Segment {
  /** Unique forever: under it the database remembers that the file was loaded. */
  key: string
  path: string
}

/** The file that is written, and how much of it is whole lines. */
interface OpenSegment {
  fd: number
  key: string
  path: string
  bytes: number
}

/** The suffixes of a file that its process still writes, and of one that is complete. */
export const openSuffix = '.open'
export const sealedSuffix = '.log'

/**
 * Keeps clicks on the local disk until the database has them. `append` returns after the lines are with the kernel, so
 * killing the process loses nothing. A segment is sealed after 100 ms at most and synced to the disk then, off the
 * answer's path: a file is never written and synced at once, so no answer waits for a sync.
 */
export class ClickSpool {
  readonly #dir: string
  readonly #log: Logger
  /** Names this process's files; unique forever. */
  readonly name = `${Date.now().toString(36)}-${randomBytes(8).toString('hex')}`
  #unlock: (() => void) | undefined
  #live: OpenSegment | undefined
  #segments = 0
  /** Sealed and not yet taken. */
  #sealed: Segment[] = []
  readonly #syncs = new Set<Promise<void>>()

  constructor(dir: string, log: Logger) {
    this.#dir = dir
    this.#log = log
  }

  /** Adds lines (ASCII, each with its line feed). Throws when the disk does not take all of them: no answer for any. */
  append(lines: string): void {
    const live = (this.#live ??= this.#open(this.newKey()))
    this.#write(live, lines)
  }

  /** A key for lines that are to be a segment of their own. */
  newKey(): string {
    return `${this.name}-${String(++this.#segments).padStart(8, '0')}`
  }

  /** Keeps lines as the segment of a key, whole from the beginning. Throws when the disk does not take them. */
  keep(key: string, lines: string): void {
    const segment = this.#open(key)
    this.#write(segment, lines)
    this.#end(segment)
  }

  #write(live: OpenSegment, lines: string): void {
    try {
      const written = fs.writeSync(live.fd, lines, null, 'latin1')
      if (written !== lines.length)
        throw Object.assign(new Error('the disk took a part of the lines'), { code: 'ENOSPC' })
      live.bytes += written
    } catch (error) {
      this.#giveUp(live)
      throw error
    }
  }

  /** Whether the folder takes a file with something in it; throws what it says where it does not. Nothing stays. */
  probe(): void {
    fs.mkdirSync(this.#dir, { recursive: true, mode: 0o700 })
    const path = join(this.#dir, `${this.name}.probe`)
    try {
      fs.writeFileSync(path, Buffer.alloc(4096, ' '), { mode: 0o600 })
    } finally {
      fs.rmSync(path, { force: true })
    }
  }

  /** Ends a segment that refused lines: without any part of them, and without leaving an empty file. */
  #giveUp(live: OpenSegment): void {
    try {
      fs.ftruncateSync(live.fd, live.bytes)
    } catch (error) {
      // Then a part stays the last of its file, and the loader leaves a torn line out.
      this.#log.error({ err: error, segment: live.key }, 'cannot cut a click segment')
    }
    if (live === this.#live) this.#live = undefined
    if (live.bytes > 0) return this.#end(live)
    fs.close(live.fd, () => {})
    fs.rmSync(live.path, { force: true })
  }

  /** Ends the live segment, if there is one. */
  seal(): void {
    const live = this.#live
    if (!live) return
    this.#live = undefined
    this.#end(live)
  }

  #end(live: OpenSegment): void {
    const sealed = { key: live.key, path: live.path.slice(0, -openSuffix.length) + sealedSuffix }
    try {
      fs.renameSync(live.path, sealed.path)
    } catch (error) {
      this.#log.error({ err: error, segment: live.key }, 'cannot rename a click segment')
      sealed.path = live.path
    }
    this.#sync(live.fd)
    this.#sealed.push(sealed)
  }

  /** Hands over the segments sealed since the last time. */
  takeSealed(): Segment[] {
    const sealed = this.#sealed
    this.#sealed = []
    return sealed
  }

  /** Waits for the syncs under way and gives the process's name back. Seal first. */
  async close(): Promise<void> {
    await Promise.all(this.#syncs)
    if (!this.#unlock) return
    this.#unlock()
    this.#unlock = undefined
    fs.rmSync(this.#lockPath(), { force: true })
  }

  #open(key: string): OpenSegment {
    // The folder was removed, and the lock with it.
    if (this.#unlock && !fs.existsSync(this.#lockPath())) {
      this.#unlock()
      this.#unlock = undefined
    }
    if (!this.#unlock) {
      fs.mkdirSync(this.#dir, { recursive: true, mode: 0o700 })
      // Locked for the life of the process: files of a process whose lock is free have no owner any more.
      const unlock = lockFile(this.#lockPath())
      if (!unlock) throw new Error('another process holds the name of this one')
      this.#unlock = unlock
    }
    const path = join(this.#dir, key + openSuffix)
    return { fd: fs.openSync(path, 'ax', 0o600), key, path, bytes: 0 }
  }

  #lockPath(): string {
    return join(this.#dir, `${this.name}.lock`)
  }

  #sync(fd: number): void {
    const done = new Promise<void>((resolve) => {
      fs.fsync(fd, (error) => {
        if (error) this.#log.error({ err: error }, 'cannot sync a click segment')
        fs.close(fd, () => syncDirectory(this.#dir, resolve))
      })
    }).finally(() => this.#syncs.delete(done))
    this.#syncs.add(done)
  }
}

/** So that the file's name survives a power cut too. */
function syncDirectory(dir: string, done: () => void): void {
  fs.open(dir, 'r', (error, fd) => {
    if (error) return done()
    fs.fsync(fd, () => fs.close(fd, () => done()))
  })
}
