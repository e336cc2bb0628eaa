import { readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database.ts'

/** What became of the files of a backup beside a database of another moment. */
export interface MatchedFiles {
  /** Those that the database does not know, such as photos of members who left after the backup. */
  removed: number
  /** Those that the database has and the disk has not: uploaded after the backup. */
  missing: number
}

const batchSize = 1_000

/**
 * Removes every file below `dataDir` that has no row in `stored_file`, since anybody with its address is served it. A
 * row is there before its file, so a file that was there before the rows are read and has none is nobody's.
 */
export async function matchFiles(db: Db, dataDir: string): Promise<MatchedFiles> {
  const folder = join(dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing)
  const keys = entries
    .filter((entry) => entry.isFile() && entry.name !== unpackedMark)
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  let [there, removed] = [0, 0]
  for (let from = 0; from < keys.length; from += batchSize) {
    const { rows } = await sql<{ key: string; state: string | null }>`
      select k.key, f.state from unnest(${keys.slice(from, from + batchSize)}::text[]) k (key)
      left join stored_file f on f.key = k.key`.execute(db)
    for (const { key, state } of rows) {
      if (state === 'kept') there += 1
      if (state !== null) continue
      await rm(join(folder, key), { force: true })
      removed += 1
    }
  }
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from stored_file where state = 'kept'`.execute(db)
  return { removed, missing: rows[0]!.kept - there }
}

/** A sentence for each of them; none where there is nothing. */
export function matchedLines({ removed, missing }: MatchedFiles): string[] {
  return [
    ...(removed > 0 ? [`Pictures that the database does not know, removed: ${removed}`] : []),
    ...(missing > 0
      ? [`Pictures that were added after the backup, and are to be uploaded again: ${missing}`]
      : []),
  ]
}

/** In a folder of files that `crels restore unpack` has laid out: nobody has matched them with a database yet. */
const unpackedMark = '.unpacked'

/** Has the first process that starts on these files match them with its database. */
export async function markUnpacked(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'files')
  if (existsSync(folder)) await writeFile(join(folder, unpackedMark), '', { mode: 0o600 })
}

/** Matches the files that were unpacked, once. */
export async function matchUnpackedFiles(db: Db, dataDir: string, log: Logger): Promise<void> {
  const mark = join(dataDir, 'files', unpackedMark)
  if (!existsSync(mark)) return
  for (const line of matchedLines(await matchFiles(db, dataDir))) log.warn(line)
  await rm(mark, { force: true })
}

function ifMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
