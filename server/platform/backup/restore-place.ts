import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CRELS, passwordFileOf } from '../embedded-postgres/cluster.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'

/**
 * Throws a BackupProblem for a folder that has anything but what a restore that was cut off has left, which is removed.
 */
export async function requireEmpty(to: string): Promise<void> {
  const names = existsSync(to) ? await readdir(to) : []
  const left = names.filter((name) => name !== '.restore' && name !== 'lost+found')
  if (left.length > 0)
    throw new BackupProblem(`${to} is not empty (${left[0]}): a backup is restored to a new folder`)
  await rm(join(to, '.restore'), { recursive: true, force: true })
}

/**
 * Throws a BackupProblem where a backup is of the other kind of server: by its manifest, and for an old one that does not
 * say by the files, once they are unpacked. Embedded ones have their own password among them.
 */
export function requireKind(
  from: string,
  { postgres: { server, role } }: BackupManifest,
  wanted: 'embedded' | 'own',
  unpacked?: string,
): void {
  const kind =
    server ??
    (role !== CRELS ? 'own' : unpacked && (existsSync(passwordFileOf(unpacked)) ? 'embedded' : 'own'))
  if (kind === undefined || kind === wanted) return
  throw new BackupProblem(
    kind === 'own'
      ? `${from} is of a PostgreSQL of your own, which DATABASE_URL named: crels restore unpack lays its files out for that server (docs/recovery.md)`
      : `${from} is of the embedded PostgreSQL: crels restore puts it back, with --to a new DATA_DIR`,
  )
}
