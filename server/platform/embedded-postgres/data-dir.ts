import { constants } from 'node:fs'
import { access, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { explainFailure } from './explain-failure.ts'
import { StartProblem } from './start-problem.ts'
import { tightenDataDir } from './tighten.ts'

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

/**
 * Makes the directory where it is missing, and closes it to other accounts. Throws a StartProblem if it is no
 * directory, cannot be written, or contains foreign files and none of ours.
 */
export async function prepareDataDir({ dir }: DataDir): Promise<void> {
  try {
    if (Buffer.byteLength(dir) > PATH_BYTES_MAX)
      throw new Error(`path too long: ${Buffer.byteLength(dir)} bytes`)
    await makeDirectory(dir)
    await access(dir, constants.W_OK | constants.X_OK)
    await refuseForeign(dir)
    await tightenDataDir(dir)
  } catch (cause) {
    throw explainFailure('work', dir, cause)
  }
}

/**
 * Step by step, since Node's `recursive` (24.21) asks for ever where the system answers ENOENT below a directory
 * that is there, as it does in /proc.
 */
async function makeDirectory(dir: string): Promise<void> {
  const missing: string[] = []
  for (let at = dir; !(await isThere(at)); at = path.dirname(at)) missing.unshift(at)
  for (const step of missing) {
    // Those above may hold something of others too, who can pass through them and list nothing.
    await mkdir(step, { mode: step === dir ? 0o700 : 0o711 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new StartProblem(`DATA_DIR (${dir}) cannot be made: set DATA_DIR to a directory on a disk.`)
      // Two starts at once; or a link that leads nowhere, which the next check finds.
      if (error.code !== 'EEXIST') throw error
    })
  }
  if (!(await isThere(dir))) throw new StartProblem(`DATA_DIR (${dir}) is a link that leads nowhere.`)
  if (!(await stat(dir)).isDirectory()) throw new Error(`ENOTDIR: ${dir}`)
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** What any version of ours has kept here. */
const ours = /^(postgres|postgres\..*|secret(\.previous)?|clicks|tombstones)$/
/** What file systems and desktops leave in directories that are empty for people. */
const ignoredNames = /^(\..*|lost\+found)$/

/** A home or a disk's root named by mistake must not get a database between its files. */
async function refuseForeign(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => !ignoredNames.test(name))
  if (names.length === 0 || names.some((name) => ours.test(name))) return
  throw new StartProblem(
    `DATA_DIR (${dir}) has files that are not of Crels (${names[0]}): set DATA_DIR to a new or empty directory.`,
  )
}
