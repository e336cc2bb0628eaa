import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfArchived } from './archived-file.ts'

/** A file of PostgreSQL's log: which one it is, counted in files of 16 MB, and of which timeline. */
export interface LogFile {
  name: string
  timeline: number
  place: number
}

/** The file that an address of the log is in, such as 0/2000028, or with `isEnd` the one that is written up to there. */
export function placeOf(lsn: string, { isEnd = false } = {}): number {
  const [high, low] = lsn.split('/').map((part) => BigInt(`0x${part}`)) as [bigint, bigint]
  return Number(((high << 32n) + low - (isEnd ? 1n : 0n)) >> 24n)
}

/** By its name, also of what says something of one, such as the beginning of a backup; null for a history of timelines. */
export function logFileOf(name: string): LogFile | null {
  const [, timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})/.exec(name) ?? []
  if (timeline === undefined) return null
  return { name, timeline: hexOf(timeline), place: hexOf(high!) * 256 + hexOf(low!) }
}

export function nameOfLogFile({ timeline, place }: Omit<LogFile, 'name'>): string {
  return [timeline, Math.floor(place / 256), place % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** What an archive has: its files in their order, and how timelines branched; each with where it is, or may be. */
export interface ArchivedLog {
  files: (LogFile & { paths: string[] })[]
  histories: { name: string; timeline: number; paths: string[] }[]
}

/** Lists the files of the log in an archive; a name is there twice where it was sealed once and once was not. */
export async function listArchivedLog(archive: string): Promise<ArchivedLog> {
  const paths = new Map<string, string[]>()
  for (const file of (await readdir(archive)).sort()) {
    const name = nameOfArchived(file)
    if (name !== null) paths.set(name, [...(paths.get(name) ?? []), join(archive, file)])
  }
  const found: ArchivedLog = { files: [], histories: [] }
  for (const [name, places] of paths) {
    const file = name.length === 24 ? logFileOf(name) : null
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
