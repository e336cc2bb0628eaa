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
 * of, as after a restore to a moment before them, are placed among the others by when they were taken. Of these, what is
 * dated after the one just made is neither counted nor removed: one of the two clocks was wrong, and nobody knows which.
 */
export async function removeOlder(
  { databaseUrl, to }: { databaseUrl: string; to: string },
  { name: made, takenAt, postgres }: BackupManifest,
  keep: number,
): Promise<string[]> {
  const recorded = await recordedNames(databaseUrl)
  const others = oldestFirst(
    (await listBackups(to)).filter(
      (other) =>
        other.postgres.systemId === postgres.systemId &&
        other.name !== made &&
        (recorded.includes(other.name) || Date.parse(other.takenAt) <= Date.parse(takenAt)),
    ),
    recorded,
  )
  const old = others.slice(0, Math.max(0, others.length + 1 - keep))
  for (const name of old) {
    // Renamed first: what is removed in part has no name of a whole one.
    const gone = join(to, `${name}.draft-0`)
    await rename(join(to, name), gone)
    await rm(gone, { recursive: true, force: true })
  }
  return old
}

/**
 * Names of backups, the oldest first: those of `recorded` in its order, and each other one after the last of them that was
 * not taken after it. Taken is by clocks, which may have been wrong; the order of the recorded ones is not.
 */
function oldestFirst(backups: Pick<BackupManifest, 'name' | 'takenAt'>[], recorded: string[]): string[] {
  const place = ({ name }: { name: string }) => recorded.lastIndexOf(name)
  const known = backups.filter((one) => place(one) >= 0).toSorted((a, b) => place(a) - place(b))
  const unknown = backups
    .filter((one) => place(one) < 0)
    .toSorted((a, b) => Date.parse(a.takenAt) - Date.parse(b.takenAt))
  const all = [...known]
  for (const one of unknown)
    all.splice(all.findLastIndex(({ takenAt }) => Date.parse(takenAt) <= Date.parse(one.takenAt)) + 1, 0, one)
  return all.map(({ name }) => name)
}
