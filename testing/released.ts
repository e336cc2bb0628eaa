import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { putBuiltWeb } from './checkout.ts'
import { temporaryFolder } from './run-folder.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * The version to upgrade from: UPGRADE_FROM, or the last release before this commit, by its tag or, where a clone has none, by its commit
 * (`Release 0.1.0`); empty where the history has neither.
 */
export function versionBefore(): string {
  return (
    process.env.UPGRADE_FROM ??
    (git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^') ||
      git('log', '-1', '--format=%h', '--extended-regexp', '--grep', '^Release [0-9.]+$', 'HEAD^'))
  )
}

function git(...args: string[]): string {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: [...stdio] }).trim()
  } catch {
    return ''
  }
}

/** Its code in a folder, with its packages (these here, where they are among them) and the web app that is built here. */
export function checkoutOf(ref: string, webDir: string): string {
  const folder = temporaryFolder('released')
  const command = 'git -C "$1" archive "$2" | tar --extract --directory "$3"'
  execFileSync('sh', ['-c', command, 'sh', root, ref, folder])
  const here = packagesOf(root)
  if (
    Object.entries(packagesOf(folder)).every(([place, { integrity }]) => here[place]?.integrity === integrity)
  )
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' })
  execFileSync(process.execPath, ['server/build/generate.ts'], { cwd: folder, stdio: 'pipe' })
  putBuiltWeb(webDir, folder)
  return folder
}

/** What a lock file names beside the product itself, by the place where it is installed. */
function packagesOf(folder: string): Record<string, { integrity?: string }> {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>
  }
  const { '': _product, ...others } = packages
  return others
}
