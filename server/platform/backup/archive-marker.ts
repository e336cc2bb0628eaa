import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../sync-folder.ts'
import { BackupProblem } from './backup-problem.ts'

/** In the archive and in the server's `pg_wal`, which no backup has: both know which archive the log goes to. */
const markerName = 'crels-archive'

/**
 * Makes the archive where the log of a server begins in it, and refuses one that has become another: a folder whose disk
 * is not mounted takes log too, and nobody finds it there. `path` is the file that the server hands over, in its `pg_wal`.
 * Throws a BackupProblem.
 */
export async function requireSameArchive(archive: string, path: string): Promise<void> {
  const inArchive = join(archive, markerName)
  const there = await readMarker(inArchive)
  if (basename(dirname(path)) !== 'pg_wal') {
    await mkdir(archive, { recursive: true, mode: 0o700 })
    return
  }
  const inServer = join(dirname(path), markerName)
  const known = await readMarker(inServer)
  const [id, folder] = known?.split('\n') ?? []
  if (known !== null && folder === archive && id !== there)
    throw new BackupProblem(
      `${archive} is not the folder that this log went to: is its disk mounted? Where it is a new one, remove ${markerName} from pg_wal in the folder of the database`,
    )
  if (there !== null && folder === archive) return
  await mkdir(archive, { recursive: true, mode: 0o700 })
  const marker = there ?? randomUUID()
  if (there === null) {
    await writeFile(inArchive, marker, { mode: 0o600, flush: true })
    await syncFolder(archive)
  }
  await writeFile(inServer, `${marker}\n${archive}`, { mode: 0o600, flush: true })
}

async function readMarker(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
