import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { StartProblem } from './start-problem.ts'
import type { Binaries } from './binaries.ts'
import { passableMode } from './tighten.ts'

/**
 * How to run PostgreSQL's programs, which refuse to be root: `prefix` goes before the command line;
 * `uid` and `gid` are set for the process, and its files are given to them.
 */
export type ServiceAccount = { prefix: string[]; uid?: number; gid?: number }

type Owner = { uid: number; gid: number }

/**
 * Chooses the account for the cluster in `clusterDir` (which may not exist yet; its parent does).
 * An ordinary user runs as itself. Root runs as the owner of an existing cluster; else in a user namespace, where
 * root's own files belong to `nobody`, so that a checkout under a 0700 home works; else as the owner of the
 * directories around, else as `nobody`. Throws a StartProblem where none of these can run the server there.
 */
export function chooseServiceAccount(binaries: Binaries, clusterDir: string): ServiceAccount {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return { prefix: [] }

  const working = candidates(isRoot, binaries, clusterDir).find((account) =>
    canRun(account, binaries, clusterDir),
  )
  if (working) return working
  throw new StartProblem(whyNone(isRoot, binaries, clusterDir))
}

/** Wraps a command line for the account: the program to spawn, its arguments, and the options of the spawn. */
export function commandFor(account: ServiceAccount, command: string[]) {
  const [program, ...args] = [...account.prefix, ...command]
  // Messages in English are what we look for.
  return {
    program: program!,
    args,
    options: { uid: account.uid, gid: account.gid, env: { ...process.env, LC_ALL: 'C' }, windowsHide: true },
  }
}

function candidates(isRoot: boolean, binaries: Binaries, clusterDir: string): ServiceAccount[] {
  const unprivileged = unprivilegedAccount()
  // initdb looks its own user up by name, so the namespace maps us to an account that exists.
  const inNamespace = unprivileged && {
    prefix: ['unshare', '--user', `--map-user=${unprivileged.uid}`, `--map-group=${unprivileged.gid}`, '--'],
  }
  if (!isRoot) return inNamespace ? [inNamespace] : []

  const owner = ownerOf(clusterDir)
  if (owner && owner.uid !== 0) return [{ prefix: [], ...owner }]
  const others = [ownerOf(path.dirname(path.dirname(clusterDir))), ownerOf(binaries.postgres), unprivileged]
  const asOther = others
    .filter((other) => other && other.uid !== 0)
    .map((other) => ({ prefix: [], ...other }))
  return inNamespace ? [inNamespace, ...asOther] : asOther
}

function unprivilegedAccount(): Owner | undefined {
  try {
    const id = (option: string) =>
      Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function ownerOf(file: string): Owner | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && { uid: stat.uid, gid: stat.gid }
}

/** The account must be able to run the program and to walk down to the data directory. */
function canRun(account: ServiceAccount, binaries: Binaries, clusterDir: string): boolean {
  letPass(account, path.dirname(clusterDir))
  const script = '"$1" --version && test -x "$2"'
  const { program, args, options } = commandFor(account, [
    'sh',
    '-c',
    script,
    'sh',
    binaries.postgres,
    path.dirname(clusterDir),
  ])
  return spawnSync(program, args, { ...options, stdio: 'ignore' }).status === 0
}

/** The data directory is its owner's alone; an account that is another gets through it by its group, and lists nothing. */
function letPass({ uid, gid }: ServiceAccount, dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false })
  if (uid === undefined || gid === undefined || !found || found.uid === uid) return
  if (found.uid !== process.getuid?.()) return
  chownSync(dir, found.uid, gid)
  chmodSync(dir, passableMode)
}

function whyNone(isRoot: boolean, binaries: Binaries, clusterDir: string): string {
  const version = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8' })
  if (version.status !== 0) {
    const said = (version.stderr || version.error?.message || 'it ended at once').trim().split('\n')[0]
    return `The embedded PostgreSQL does not run on this machine (${said}): set DATABASE_URL to a PostgreSQL ${binaries.majorVersion} server.`
  }
  if (!isRoot) {
    return `User id ${process.getuid?.()} has no name on this machine, which PostgreSQL needs: start as a named user, or set DATABASE_URL.`
  }
  return (
    `PostgreSQL does not run as root, and no other account can reach ${path.dirname(binaries.postgres)} and ${path.dirname(clusterDir)}: ` +
    'start as an ordinary user, set DATA_DIR to a directory that others may enter, or set DATABASE_URL.'
  )
}
