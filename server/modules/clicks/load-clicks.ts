import { readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import {
  partsOf,
  segmentOf,
  wholeKeyOf,
  type ClickSegment,
  type ClickSink,
  type FindSegment,
} from './click-sink.ts'
import { sealedSuffix, type Segment } from './click-spool.ts'

/** Loaded together at most: some 100 000 clicks. */
const bytesMax = 16_000_000

/** Lines under a key of their own, unique forever. */
export interface KeyedLines {
  key: string
  lines: string
}

/** Moves clicks from spool files to where they are kept; each file exactly once, whatever happens in between. */
export class ClickLoader {
  readonly #sink: ClickSink
  readonly #log: Logger
  /** Clicks that this process has handed over. */
  loaded = 0

  constructor(sink: ClickSink, log: Logger) {
    this.#sink = sink
    this.#log = log
  }

  /**
   * Loads complete segments from the front of the list, as many as are taken at once, and removes their files
   * after they are stored. Answers how many segments are done with. Throws when they cannot be stored now.
   */
  async load(segments: Segment[]): Promise<number> {
    const batch = await this.#read(segments)
    const dirs = [...new Set(segments.map(({ path }) => dirname(path)))]
    await this.#store(
      batch.map(({ content }) => content),
      async (key) => await readOneOf(dirs, key),
    )
    for (const { segment, content } of batch) await this.#finish(segment, content.unreadable)
    return batch.length
  }

  /** Loads lines that no file has, under keys that are theirs forever; throws when they are not taken. */
  async loadLines(segments: KeyedLines[]): Promise<void> {
    await this.#store(
      segments.map(({ key, lines }) => segmentOf(key, lines)),
      null,
    )
  }

  async #store(segments: ClickSegment[], find: FindSegment | null): Promise<void> {
    const full = segments.filter(({ days }) => days.length > 0).flatMap(partsOf)
    if (full.length > 0) this.loaded += await this.#sink.store(full, find)
  }

  async #read(segments: Segment[]): Promise<{ segment: Segment; content: ClickSegment }[]> {
    const batch: { segment: Segment; content: ClickSegment }[] = []
    let bytes = 0
    for (const segment of segments) {
      // None where it was loaded already, by this process or one that adopted it.
      const text = (await readText(segment.path)) ?? ''
      bytes += text.length
      if (batch.length > 0 && bytes > bytesMax) break
      batch.push({ segment, content: segmentOf(segment.key, text) })
    }
    return batch
  }

  /** What only a failing disk does to a file is kept beside it for inspection. */
  async #finish(segment: Segment, unreadable: number): Promise<void> {
    if (unreadable === 0) return await rm(segment.path, { force: true })
    this.#log.error({ segment: segment.key, lines: unreadable }, 'unreadable clicks in a segment')
    await rename(segment.path, `${segment.path}.unreadable`)
  }
}

async function readOneOf(dirs: string[], key: string): Promise<ClickSegment | null> {
  const whole = wholeKeyOf(key)
  for (const dir of dirs) {
    const text = await readText(join(dir, whole + sealedSuffix))
    if (text !== null) return partsOf(segmentOf(whole, text)).find((part) => part.key === key) ?? null
  }
  return null
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
