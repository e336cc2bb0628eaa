import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

type Locked = { dev?: boolean; devOptional?: boolean; devDependencies?: object }

/** Every package that runs, as CycloneDX. */
export function billOfMaterials(root: string): string {
  const folder = folderOfWhatRuns(root)
  try {
    return execFileSync(
      'npm',
      ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
      { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A new temporary folder with the manifest and the lock of what runs, without what only builds and tests: npm's own
 * `--omit=dev` leaves out of a bill what a tool names too, such as `pg`, and keeps for an audit what a package could work
 * with and does not, such as `vitest`. The caller removes it.
 */
export function folderOfWhatRuns(root: string): string {
  const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8')) as object
  const { devDependencies: _tools, ...manifest } = read('package.json') as { devDependencies?: object }
  const lock = read('package-lock.json') as { packages: Record<string, Locked> }
  const packages = Object.fromEntries(
    Object.entries(lock.packages)
      // `devOptional` is of a tool, and what a package could work with and does not.
      .filter(([, { dev, devOptional }]) => !dev && !devOptional)
      .map(([name, { devDependencies: _, ...entry }]) => [name, entry]),
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'crels-sbom-'))
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
  return folder
}

if (import.meta.main) process.stdout.write(billOfMaterials(process.cwd()))
