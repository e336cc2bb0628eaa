import { daysOfLines, withNetworkColumn } from './click-line.ts'

/** The clicks of one key, which are stored together. */
export interface ClickSegment {
  /** Unique forever: under it is remembered that they were stored. */
  key: string
  /** Whole lines as `clickLine` writes them. */
  text: string
  /** The UTC day of each line. */
  days: number[]
  /** Lines that are none, and are left out. */
  unreadable: number
  /** Its number in the log of clicks, where it came from there. */
  sequence?: number
}

/** Finds a segment again by its key, and its number in the log where it has one; null where it is gone. */
export type FindSegment = (key: string, sequence: number | null) => Promise<ClickSegment | null>

/**
 * Where clicks are kept. Each segment is stored exactly once by its key, whatever happens in between: whoever stores may
 * die at any moment, and another tries again. `click-store.test.ts` is what every sink has to pass.
 */
export interface ClickSink {
  /**
   * Stores segments that are not there yet, and answers how many clicks those had; one may be given twice. Throws when it cannot now; then some
   * may be stored, and the same call later stores the rest. `find` brings those that were to be stored with one of them;
   * null says that nobody else has these and that they may not come again.
   */
  store(segments: ClickSegment[], find: FindSegment | null): Promise<number>
}

/** Each key once, as it came first: a log that was away gives again what it gave a moment before. */
export function onceByKey<T extends { key: string }>(given: T[]): T[] {
  return [...Map.groupBy(given, ({ key }) => key).values()].map(([first]) => first!)
}

/** The lines of a text but for a torn last one, whose click got no answer, and what no process of ours wrote. */
export function segmentOf(key: string, file: string): ClickSegment {
  const text = file.slice(0, file.lastIndexOf('\n') + 1)
  const days = daysOfLines(text)
  if (days) return { key, text: withNetworkColumn(text), days, unreadable: 0 }
  const lines = text.split(/(?<=\n)/)
  const good = lines.filter((line) => daysOfLines(line))
  const left = good.join('')
  return {
    key,
    text: withNetworkColumn(left),
    days: daysOfLines(left)!,
    unreadable: lines.length - good.length,
  }
}

/** Of one segment as it is stored, in bytes: a log takes messages of 1 MB. */
const segmentBytesMax = 500_000

/**
 * A segment in parts of a size that any sink takes, cut at the same places each time: whichever sink stores it, and
 * whichever stored it before and died, the keys are the same.
 */
export function partsOf(segment: ClickSegment): ClickSegment[] {
  const { key, text, days, unreadable } = segment
  if (text.length <= segmentBytesMax) return [segment]
  const parts: ClickSegment[] = []
  for (let at = 0, line = 0; at < text.length;) {
    const end = text.lastIndexOf('\n', at + segmentBytesMax - 1) + 1
    const part = text.slice(at, end)
    const lines = part.split('\n').length - 1
    parts.push({
      key: `${key}-${parts.length}`,
      text: part,
      days: days.slice(line, line + lines),
      unreadable: parts.length === 0 ? unreadable : 0,
    })
    at = end
    line += lines
  }
  return parts
}

/** The key of the segment that a part was cut from, as `ClickSpool` makes them; of a whole one its own. */
export function wholeKeyOf(key: string): string {
  return key.replace(/(-[0-9a-f]{16}-\d{8,})-\d+$/, '$1')
}
