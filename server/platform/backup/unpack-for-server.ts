import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openManifest, type BackupManifest } from './backup-manifest.ts'
import { addTombstones, readTombstones } from './backup-tombstones.ts'
import { layOutLog, requireAfterBackup, type LaidLog } from './lay-out-log.ts'
import { requireEmpty, requireKind } from './restore-place.ts'
import type { RestoreOrder } from './restore-backup.ts'
import { unpackBackup } from './unpack-backup.ts'
import { markUnpacked } from '../files/match-files.ts'
import { syncFolder } from '../sync-folder.ts'

/**
 * Lays out a backup of a PostgreSQL of one's own: `postgres/` for that server to start on, `data/` for DATA_DIR. The
 * server cannot be started here, where its locales and extensions may be others; so its settings say that it was
 * restored (`crels.restored`), and nothing leaves from the first moment it is open. Throws a BackupProblem, and leaves
 * nothing then.
 */
export async function unpackForServer({
  from,
  to,
  openBy,
  log,
}: Omit<RestoreOrder, 'accept' | 'inspect'>): Promise<{
  manifest: BackupManifest
  laid: LaidLog | null
  tookMs: number
}> {
  const began = Date.now()
  const opened = await openManifest(from, openBy)
  const { manifest } = opened
  requireKind(from, manifest, 'own')
  await requireEmpty(to)
  if (log) requireAfterBackup(log, manifest)
  const draft = join(to, '.restore')
  const [cluster, data] = [join(draft, 'postgres'), join(draft, 'data')]
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await unpackBackup({ folder: from, ...opened }, draft)
    requireKind(from, manifest, 'own', cluster)
    await mkdir(data, { mode: 0o700 })
    for (const name of await readdir(draft))
      if (!['postgres', 'data'].includes(name)) await rename(join(draft, name), join(data, name))
    await markUnpacked(data)
    // There in any case, to be put together with one that has outlived the server.
    await appendFile(join(data, 'tombstones'), '', { mode: 0o600 })
    await addTombstones(join(data, 'tombstones'), await readTombstones(join(dirname(from), 'tombstones')))
    await forgetRecovery(cluster)
    const laid = log ? await layOutLog({ ...log, cluster, manifest, openBy }) : null
    const asOf = log?.until ?? manifest.takenAt
    const files = `${asOf} ${manifest.name} ${randomBytes(6).toString('hex')}`
    await appendFile(join(cluster, settingsFile), `crels.restored = '${files}'\n`)
    for (const name of ['data', 'postgres']) await rename(join(draft, name), join(to, name))
    await rm(draft, { recursive: true, force: true })
    await syncFolder(to)
    return { manifest, laid, tookMs: Date.now() - began }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** In every server's folder, wherever the rest of its settings is; it is read last. */
const settingsFile = 'postgresql.auto.conf'

/**
 * How the server had itself been restored is not how this one recovers, and standbys that are not there any more would
 * have it wait with every commit.
 */
async function forgetRecovery(cluster: string): Promise<void> {
  for (const name of ['postmaster.pid', 'standby.signal', 'recovery.signal'])
    await rm(join(cluster, name), { force: true })
  const path = join(cluster, settingsFile)
  const lines = existsSync(path) ? (await readFile(path, 'utf8')).split('\n') : []
  const isOld = /^\s*(restore_command|recovery_target\w*|synchronous_standby_names|crels\.restored)\b/
  const kept = lines.filter((line) => line !== '' && !isOld.test(line))
  await writeFile(path, kept.map((line) => `${line}\n`).join(''), { mode: 0o600 })
}
