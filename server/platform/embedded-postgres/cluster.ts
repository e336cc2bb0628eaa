import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../sync-folder.ts'
import { explainFailure } from './explain-failure.ts'
import { type ServiceAccount, commandFor } from './service-account.ts'
import { StartProblem } from './start-problem.ts'
import type { Binaries } from './binaries.ts'
import type { DataDir } from './data-dir.ts'

const run = promisify(execFile)

/** The superuser of every embedded cluster, and the name of its database. */
export const CRELS = 'crels'

/** The superuser's password, in the cluster's own 0700 directory; only connections by TCP ask for it. */
export const passwordFileOf = (clusterDir: string): string => path.join(clusterDir, 'crels.password')

/**
 * Makes sure the data directory holds a PostgreSQL cluster of our major version, creating it where there is none.
 * A new cluster is made beside its place and renamed when it is whole, so an interrupted start leaves nothing half made.
 * `options` go to initdb. Throws a StartProblem that names DATA_DIR.
 */
export async function ensureCluster(
  binaries: Binaries,
  account: ServiceAccount,
  { dir, clusterDir }: DataDir,
  options: string[] = [],
): Promise<void> {
  try {
    await removeDrafts(clusterDir)
    if (existsSync(clusterDir)) {
      await checkVersion(binaries, clusterDir)
      await giveTo(account, clusterDir)
    } else {
      await createCluster(binaries, account, clusterDir, options)
    }
  } catch (cause) {
    throw explainFailure('make its database', dir, cause)
  }
}

async function checkVersion(binaries: Binaries, clusterDir: string): Promise<void> {
  const version = (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch(emptyIfMissing)).trim()
  if (version === binaries.majorVersion) return
  throw new StartProblem(
    version
      ? `DATA_DIR has a database of PostgreSQL ${version} (${clusterDir}), and this is PostgreSQL ${binaries.majorVersion}: dump it there and restore it here, or set DATA_DIR to another directory.`
      : `${clusterDir} is not a database of ours: move it away, or set DATA_DIR to another directory.`,
  )
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
  throw error
}

/** A cluster that root made in a namespace and that must now run as another account changes hands, once. */
async function giveTo({ uid, gid }: ServiceAccount, clusterDir: string): Promise<void> {
  if (uid === undefined || (await stat(clusterDir)).uid === uid) return
  await run('chown', ['-R', `${uid}:${gid}`, clusterDir])
}

const DRAFT = '.draft-'

async function removeDrafts(clusterDir: string): Promise<void> {
  const prefix = path.basename(clusterDir) + DRAFT
  for (const name of await readdir(path.dirname(clusterDir))) {
    if (!name.startsWith(prefix)) continue
    await rm(path.join(path.dirname(clusterDir), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

async function createCluster(
  binaries: Binaries,
  account: ServiceAccount,
  clusterDir: string,
  options: string[],
) {
  const draft = `${clusterDir}${DRAFT}${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
    if (account.uid !== undefined) {
      for (const file of [draft, passwordFile]) await chown(file, account.uid, account.gid!)
    }
    await initialise(binaries, account, draft, [`--pwfile=${passwordFile}`, ...options])
    await rename(passwordFile, passwordFileOf(draft))
    await rename(draft, clusterDir)
    await syncFolder(path.dirname(clusterDir))
  } catch (cause) {
    const problem = explainFailure('make its database', path.dirname(clusterDir), cause)
    await removeDrafts(clusterDir).catch(() => {})
    throw problem
  }
}

async function initialise(binaries: Binaries, account: ServiceAccount, dir: string, options: string[]) {
  const initdb = (characters: string) => {
    const command = commandFor(account, [
      binaries.initdb,
      `--pgdata=${dir}`,
      `--username=${CRELS}`,
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--encoding=UTF8',
      // The builtin provider sorts by code point and never changes with the machine's libraries, so indexes stay valid.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characters}`,
      '--no-instructions',
      // We clear away ourselves, after a look at the disk that may be full of it.
      '--no-clean',
      ...options,
    ])
    return run(command.program, command.args, command.options)
  }
  // pg_trgm and text search still ask the system which characters are letters: under plain C, "é" is none.
  // macOS has no C.UTF-8 before version 15, where en_US.UTF-8 answers the same.
  await initdb('C.UTF-8')
    .catch((error) => retryIfNoLocale(error, () => initdb('en_US.UTF-8')))
    .catch((error) => retryIfNoLocale(error, () => initdb('C')))
}

function retryIfNoLocale(error: unknown, retry: () => Promise<unknown>): Promise<unknown> {
  const { stderr = '' } = error as { stderr?: string }
  if (/invalid locale name/.test(stderr)) return retry()
  throw stderr ? new Error(stderr, { cause: error }) : error
}
