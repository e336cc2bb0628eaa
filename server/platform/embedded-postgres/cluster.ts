import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartProblem } from './start-problem.ts'
import { type ServiceAccount, commandLine } from './service-account.ts'
import type { Binaries } from './binaries.ts'

/** The superuser of every embedded cluster, and the name of its database. */
export const CRELS = 'crels'

/**
 * Makes sure `clusterDir` holds a PostgreSQL cluster of our major version, creating it where there is none.
 * A new cluster is made beside its place and renamed when it is whole, so an interrupted start leaves nothing half made.
 * `options` go to initdb.
 */
export async function ensureCluster(
  binaries: Binaries,
  account: ServiceAccount,
  clusterDir: string,
  options: string[] = [],
): Promise<void> {
  const draftPrefix = `${path.basename(clusterDir)}.draft-`
  const parent = path.dirname(clusterDir)
  for (const name of await readdir(parent)) {
    if (name.startsWith(draftPrefix)) await rm(path.join(parent, name), { recursive: true, force: true })
  }
  if (existsSync(clusterDir)) return checkVersion(binaries, clusterDir)

  const draft = path.join(parent, `${draftPrefix}${process.pid}`)
  await mkdir(draft, { mode: 0o700 })
  if (account.uid !== undefined) await chown(draft, account.uid, account.gid!)
  await initialise(binaries, account, draft, options)
  await rename(draft, clusterDir)
}

async function checkVersion(binaries: Binaries, clusterDir: string): Promise<void> {
  const version = await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')
  if (version.trim() === binaries.majorVersion) return
  throw new StartProblem(
    version
      ? `${clusterDir} belongs to PostgreSQL ${version.trim()}, this is PostgreSQL ${binaries.majorVersion}: set DATA_DIR to another directory, or dump and restore the data.`
      : `${clusterDir} is not a PostgreSQL data directory: move it away, or set DATA_DIR to another directory.`,
  )
}

async function initialise(binaries: Binaries, account: ServiceAccount, dir: string, options: string[]) {
  const { program, args } = commandLine(account, [
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
    '--no-instructions',
    ...options,
  ])
  try {
    await promisify(execFile)(program, args, {
      uid: account.uid,
      gid: account.gid,
      env: { ...process.env, LC_ALL: 'C' },
    })
  } catch (cause) {
    const said =
      `${(cause as { stderr?: string }).stderr ?? ''}`
        .trim()
        .split('\n')
        .findLast((line) => line.startsWith('initdb: error')) ??
      String((cause as Error).message).split('\n')[0]
    throw new StartProblem(
      `No database could be made in ${path.dirname(dir)} (${said}): check DATA_DIR, or set DATABASE_URL.`,
      { cause },
    )
  }
}
