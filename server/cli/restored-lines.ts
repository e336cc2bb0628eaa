import type { Config } from '../config.ts'
import type { BackupManifest } from '../platform/backup/backup-manifest.ts'
import type { LaidLog } from '../platform/backup/lay-out-log.ts'
import type { Restoration } from '../platform/backup/restoration.ts'
import { grouped } from '../platform/shown-amounts.ts'

type Open = Pick<Restoration, 'openPayouts' | 'openCodes' | 'openOrders'>

/** What waits in a restored database before the restore is confirmed, a line each. */
export function waitingLines(open: Open): string[] {
  const { openPayouts } = open
  return [
    'Payouts, mails, webhooks, push messages and gift card codes wait: crels restore confirm',
    ...(openPayouts > 0
      ? [`Redemptions that may have been paid since: ${grouped(openPayouts)} (crels restore payouts)`]
      : []),
    ...shopToLookUp(open),
  ]
}

/** What a person is to look up of a restore, a line each; none where there is nothing. */
export function toLookUp(open: Open): string[] {
  const { openPayouts } = open
  return [
    ...(openPayouts > 0
      ? [`Redemptions to be looked up at the provider: ${grouped(openPayouts)} (crels restore payouts)`]
      : []),
    ...shopToLookUp(open),
  ]
}

function shopToLookUp({ openCodes, openOrders }: Open): string[] {
  return [
    ...(openCodes > 0
      ? [`Codes that may have been given out since: ${grouped(openCodes)} (crels restore codes)`]
      : []),
    ...(openOrders > 0
      ? [`Orders that may have been sent since: ${grouped(openOrders)} (crels shop orders --state placed)`]
      : []),
  ]
}

/** Log that is in the archive and that a restore could not go on by. */
export function cutLines(laid: LaidLog | null): string[] {
  return laid === null || laid.cutBy === null
    ? []
    : [
        `The archived log ends at ${laid.reaches ?? 'the backup'}: ${laid.cutBy}. What follows it is lost here`,
      ]
}

const secretSays = {
  SECRET: 'SECRET is the one it was made with, and not in it: a start needs the same setting',
  SECRET_PREVIOUS:
    'SECRET_PREVIOUS is the one it was made with: a start needs both settings, and then crels secret rotate',
  unset: 'SECRET is not in it: set it, or put its file there, before a start',
  other: 'SECRET is not the one it was made with, and not in it: set that one before a start',
}

/** Which setting a backup was made with; `unset` where there is none here, `other` where it is neither. */
async function secretOf(config: Config, manifest: BackupManifest): Promise<keyof typeof secretSays> {
  if (config.secret === null) return 'unset'
  const { madeWith } = await import('../verify-restored.ts')
  return madeWith(config, manifest) ?? 'other'
}

/** Whether a start needs another SECRET than the one set here; none where the backup has its own. */
export async function secretLines(config: Config, manifest: BackupManifest): Promise<string[]> {
  return manifest.hasSecret ? [] : [secretSays[await secretOf(config, manifest)]]
}
