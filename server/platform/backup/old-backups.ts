import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#rules/utc-date.ts'
import { listBackups, type BackupManifest } from './backup-manifest.ts'
import { recordedNames } from './backup-queries.ts'

/** Removes what backups that were killed have left in a folder. */
export async function removeDrafts(to: string): Promise<void> {
  for (const name of await readdir(to)) {
    if (!/^crels-\d{8}T\d{6}Z\.draft-\d+$/.test(name)) continue
    const { mtimeMs } = await stat(join(to, name))
    if (Date.now() - mtimeMs > dayMs) await rm(join(to, name), { recursive: true, force: true })
  }
}

/**
 * Removes all but so many of the newest of a database, never the one that was just made. Which are newer is by the order in
 * which the database heard of them: names are of a machine's clock, which may have been wrong. Those that it knows nothing
 * of, as of before a restore, are older.
 */
export async function removeOlder(
  { databaseUrl, to }: { databaseUrl: string; to: string },
  { name: made, postgres }: BackupManifest,
  keep: number,
): Promise<string[]> {
  const recorded = await recordedNames(databaseUrl)
  const others = (await listBackups(to))
    .filter((other) => other.postgres.systemId === postgres.systemId && other.name !== made)
    .map(({ name }) => name)
    .sort((one, other) => recorded.lastIndexOf(one) - recorded.lastIndexOf(other))
  const old = others.slice(0, Math.max(0, others.length + 1 - keep))
  for (const name of old) {
    // Renamed first: what is removed in part has no name of a whole one.
    const gone = join(to, `${name}.draft-0`)
    await rename(join(to, name), gone)
    await rm(gone, { recursive: true, force: true })
  }
  return old
}
