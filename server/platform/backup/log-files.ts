import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfArchived } from './archived-file.ts'

/** What a file of the log has where a server was made without another size (`initdb --wal-segsize`). */
export const usualLogFileBytes = 16 * 1024 ** 2

/** A file of PostgreSQL's log: which one it is, counted in files from the beginning, and of which timeline. */
export interface LogFile {
  name: string
  timeline: number
  place: number
}

/**
 * The file that an address of the log is in, such as 0/2000028, or with `isEnd` the one that is written up to there; by the
 * bytes that a file of this server's log has (`wal_segment_size`).
 */
export function placeOf(lsn: string, fileBytes: number, { isEnd = false } = {}): number {
  const [high, low] = lsn.split('/').map((part) => BigInt(`0x${part}`)) as [bigint, bigint]
  return Number(((high << 32n) + low - (isEnd ? 1n : 0n)) / BigInt(fileBytes))
}

/** By its name, also of what says something of one, such as the beginning of a backup; null for a history of timelines. */
export function logFileOf(name: string, fileBytes: number): LogFile | null {
  const [, timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})/.exec(name) ?? []
  if (timeline === undefined) return null
  return { name, timeline: hexOf(timeline), place: hexOf(high!) * filesOfHigh(fileBytes) + hexOf(low!) }
}

export function nameOfLogFile({ timeline, place }: Omit<LogFile, 'name'>, fileBytes: number): string {
  const files = filesOfHigh(fileBytes)
  return [timeline, Math.floor(place / files), place % files]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** So many have a name with the same first half of their address, which is of 32 bits. */
function filesOfHigh(fileBytes: number): number {
  return 2 ** 32 / fileBytes
}

/** What an archive has: its files in their order, and how timelines branched; each with where it is, or may be. */
export interface ArchivedLog {
  files: (LogFile & { paths: string[] })[]
  histories: { name: string; timeline: number; paths: string[] }[]
}

/** Lists the files of the log in an archive; a name is there twice where it was sealed once and once was not. */
export async function listArchivedLog(archive: string, fileBytes: number): Promise<ArchivedLog> {
  const paths = new Map<string, string[]>()
  for (const file of (await readdir(archive)).sort()) {
    const name = nameOfArchived(file)
    if (name !== null) paths.set(name, [...(paths.get(name) ?? []), join(archive, file)])
  }
  const found: ArchivedLog = { files: [], histories: [] }
  for (const [name, places] of paths) {
    const file = name.length === 24 ? logFileOf(name, fileBytes) : null
    if (file) found.files.push({ ...file, paths: places })
    else if (/^[0-9A-F]{8}\.history$/.test(name))
      found.histories.push({ name, timeline: hexOf(name.slice(0, 8)), paths: places })
  }
  found.files.sort((one, other) => one.place - other.place || one.timeline - other.timeline)
  return found
}

function hexOf(text: string): number {
  return Number.parseInt(text, 16)
}
