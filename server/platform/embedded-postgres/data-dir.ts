import { constants } from 'node:fs'
import { access, mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { explainFailure } from './explain-failure.ts'

/** Where the embedded server keeps its things inside DATA_DIR. */
export type DataDir = {
  dir: string
  clusterDir: string
  lockFile: string
  logFile: string
  socketNote: string
}

/** Names the server's files in a data directory; touches nothing. */
export function dataDirAt(dataDir: string): DataDir {
  const dir = path.resolve(dataDir)
  const at = (name: string) => path.join(dir, name)
  return {
    dir,
    clusterDir: at('postgres'),
    lockFile: at('postgres.lock'),
    logFile: at('postgres.log'),
    socketNote: at('postgres.socket'),
  }
}

/** SQLite, which holds the lock, opens no longer path than 512 bytes; PostgreSQL none longer than 1024. */
const PATH_BYTES_MAX = 480

/** Makes the directory where it is missing. Throws a StartProblem if it is no directory or cannot be written. */
export async function prepareDataDir({ dir }: DataDir): Promise<void> {
  try {
    if (Buffer.byteLength(dir) > PATH_BYTES_MAX)
      throw new Error(`path too long: ${Buffer.byteLength(dir)} bytes`)
    // 0711: another account that PostgreSQL may have to run as can pass through, and list nothing.
    await mkdir(dir, { recursive: true, mode: 0o711 })
    await access(dir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw explainFailure('work', dir, cause)
  }
}

const LOG_BYTES_MAX = 8 * 1024 * 1024

/** Keeps one earlier log beside the current one, so the server's log never takes more than about twice this and one run. */
export async function rotateLog({ logFile }: DataDir): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`)
}
