import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { StartProblem } from './start-problem.ts'
import type { Binaries } from './binaries.ts'

/**
 * How to run PostgreSQL's programs, which refuse to be root: `prefix` goes before the command line;
 * `uid`/`gid` are set for the process, and its files are given to them.
 */
export type ServiceAccount = { prefix: string[]; uid?: number; gid?: number }

/**
 * Chooses the account for the cluster in `clusterDir` (which may not exist yet).
 * An ordinary user runs as itself. Root runs as the owner of an existing cluster; else in a user namespace,
 * where root's own files belong to `nobody`, so a checkout under a 0700 home works; else really as `nobody`.
 * Throws a StartProblem where the server cannot be run by any of these.
 */
export function chooseServiceAccount(binaries: Binaries, clusterDir: string): ServiceAccount {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasAccountEntry()) return { prefix: [] }

  const owner = isRoot ? ownerOf(clusterDir) : undefined
  const candidates: ServiceAccount[] = []
  if (owner && owner.uid !== 0) candidates.push({ prefix: [], ...owner })
  else candidates.push(inUserNamespace())
  if (isRoot && !(owner && owner.uid !== 0)) candidates.push({ prefix: [], ...nobody() })

  const working = candidates.find((account) => canRun(account, binaries, clusterDir))
  if (working) return working
  throw new StartProblem(
    isRoot
      ? `PostgreSQL does not run as root, and no other account can reach ${binaries.postgres} and ${clusterDir}: start as an ordinary user, set DATA_DIR to a directory open to all, or set DATABASE_URL.`
      : `PostgreSQL does not run for user id ${process.getuid?.()}, which has no account on this machine: start as a user with an account, or set DATABASE_URL.`,
  )
}

/** Wraps a command line for the account: the program and its arguments to spawn. */
export function commandLine(account: ServiceAccount, command: string[]): { program: string; args: string[] } {
  const [program, ...args] = [...account.prefix, ...command]
  return { program: program!, args }
}

function inUserNamespace(): ServiceAccount {
  // initdb looks its user up by name, so the namespace maps us to an account that exists.
  const { uid, gid } = nobody()
  return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'] }
}

function nobody(): { uid: number; gid: number } {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function hasAccountEntry(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function ownerOf(dir: string): { uid: number; gid: number } | undefined {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  return stat && { uid: stat.uid, gid: stat.gid }
}

function canRun(account: ServiceAccount, binaries: Binaries, clusterDir: string): boolean {
  // The account must be able to walk down to the cluster, not only to the program.
  const script = '"$1" --version && test -x "$2"'
  const { program, args } = commandLine(account, [
    'sh',
    '-c',
    script,
    'sh',
    binaries.postgres,
    path.dirname(clusterDir),
  ])
  const { status } = spawnSync(program, args, { stdio: 'ignore', uid: account.uid, gid: account.gid })
  return status === 0
}
