import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, lchownSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
/** What a start makes, or Git and npm; the rest is the source. */
const made = new Set(['.git', '.data', 'node_modules', 'generated', 'dist', 'coverage'])

/**
 * Makes a checkout with everything installed, as `git clone` and `npm ci` leave it, in about 3 s: the installed files
 * are hard links, so they must never be written to nor change hands.
 */
export function makeCheckout(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(root)) {
    if (!made.has(name)) cpSync(path.join(root, name), path.join(folder, name), keepTimes)
  }
  const installed = path.join(root, 'node_modules')
  try {
    execFileSync('cp', ['-al', installed, folder], { stdio: 'pipe' })
  } catch {
    // The temporary folder is on another disk.
    execFileSync('cp', ['-a', '--force', installed, folder])
  }
  // npm writes its list of what is installed in place: through a link it would write everybody's.
  const list = path.join(folder, 'node_modules', '.package-lock.json')
  rmSync(list)
  cpSync(path.join(installed, '.package-lock.json'), list, keepTimes)
}

const keepTimes = { recursive: true, preserveTimestamps: true }

/** Gives a checkout to an account, all but what is installed in it. */
export function giveCheckout(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory()) giveCheckout(file, { uid, gid })
    else lchownSync(file, uid, gid)
  }
}

/** Puts a built web app into a checkout, newer than its sources, so that a start need not build it. */
export function putBuiltWeb(webDir: string, folder: string): void {
  const dist = path.join(folder, 'dist', 'web')
  if (!existsSync(dist)) cpSync(webDir, dist, { recursive: true })
}
