import type { Config } from './config.ts'
import { createApp } from './app.ts'
import { withOwner } from './app-databases.ts'
import type { Erased } from './modules/accounts/public.ts'
import { checkAuditLog } from './modules/operators/public.ts'
import { reconcile } from './modules/ledger/public.ts'
import { brokenBeside } from './modules/queues/books-beside.ts'
import type { BackupManifest } from './platform/backup/backup-manifest.ts'
import { BackupProblem } from './platform/backup/backup-problem.ts'
import { currentSecret, previousSecret } from './platform/installation-secret.ts'
import { createLog } from './platform/log.ts'
import { inLongSnapshot } from './platform/reconciliation.ts'
import { grouped } from './platform/shown-amounts.ts'

/**
 * Proves a restored database before it is put in place: the SECRET opens its keys, members who left are erased again, the
 * books balance, and the log of acts holds. Answers what it found, a line each. Throws a BackupProblem for what does not
 * hold.
 */
export async function verifyRestored(
  config: Config,
  { databaseUrl, dataDir, manifest }: { databaseUrl: string; dataDir: string; manifest: BackupManifest },
): Promise<string[]> {
  requireSecret({ ...config, dataDir }, manifest)
  const place = { ...config, databaseUrl, dataDir }
  const app = await createApp(place, createLog(config.logLevel, process.stderr))
  try {
    await app.jobs.install()
    // Opening the product deleted again whom the tombstones name; this does it all at once.
    const { finished, waiting, blocked } = (await app.jobs.run('erase-members')) as Erased
    const erased = finished + waiting
    const { accounts, findings } = await reconcile(app.db)
    const broken = [...findings.filter(({ count }) => count > 0), ...(await brokenBeside(app.db))]
    if (broken.length > 0)
      throw new BackupProblem(
        `The books of ${manifest.name} do not balance: ${broken.map(({ check, count }) => `${check} ${count}`).join(', ')}`,
      )
    const audit = await withOwner(place, async (owner) => await inLongSnapshot(owner, checkAuditLog))
    if (audit.breaks.length + audit.differences.length > 0)
      throw new BackupProblem(
        `The log of acts of ${manifest.name} does not hold: crels audit check says where`,
      )
    return [
      `The books balance: ${grouped(accounts)} accounts`,
      `The log of acts holds: ${grouped(audit.entries)} entries, the last ${audit.head}`,
      ...(erased > 0 ? [`${grouped(erased)} members who left since are erased again`] : []),
      ...(blocked > 0
        ? [
            `${grouped(blocked)} members who left since are erased once the outcome of their payouts is recorded`,
          ]
        : []),
    ]
  } finally {
    await app.close()
  }
}

/**
 * By which setting the keys of a backup are opened; an old one may have been made with the SECRET before this one. Null
 * where it is neither.
 */
export function madeWith(
  config: Config,
  { secretFingerprint }: BackupManifest,
): 'SECRET' | 'SECRET_PREVIOUS' | null {
  if (secretFingerprint === null || currentSecret(config).fingerprint === secretFingerprint) return 'SECRET'
  return previousSecret(config)?.fingerprint === secretFingerprint ? 'SECRET_PREVIOUS' : null
}

/** Throws a BackupProblem where a backup was made with another SECRET than those of the settings. */
export function requireSecret(config: Config, manifest: BackupManifest): void {
  if (madeWith(config, manifest) !== null) return
  const { name, secretFingerprint } = manifest
  throw new BackupProblem(
    `SECRET is not the one of ${name} (fingerprint ${secretFingerprint}): set that one to verify, as SECRET_PREVIOUS where it was replaced, or leave --verify out`,
  )
}
