import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem } from './backup-problem.ts'

/** What a backup says of itself, in `manifest.json` of its folder; it names no person and no key. */
export interface BackupManifest {
  format: 1
  /** The name of its folder. */
  name: string
  /** Of the program that made it, and the last migration of its database. */
  crels: string
  migration: string
  /** The database is as it was then, by its own clock. */
  takenAt: string
  postgres: {
    /** In DATA_DIR, or at DATABASE_URL. Backups of before version 0.2 do not say; the files do. */
    server?: 'embedded' | 'own'
    version: string
    /** What its files are of, such as x86_64-pc-linux-gnu. */
    machine?: string
    systemId: string
    timeline: number
    startLsn: string
    endLsn: string
    /** `wal_segment_size`. Backups of before version 0.2 do not say. */
    logFileBytes?: number
    role: string
    database: string
  }
  /** Of the SECRET that opens what the database has sealed; null where that was not to be seen from where it was made. */
  secretFingerprint: string | null
  /** Whether it has that SECRET. */
  hasSecret: boolean
  /** Uploaded files are in it, or in the store of FILES_URL. */
  files: 'here' | 'in the store of FILES_URL'
  /** How many members had left. */
  tombstones: number
  encryption: { salt: string } | null
  parts: Record<PartName, { bytes: number; sha256: string }>
  /** By BACKUP_KEY, over all of the above. */
  seal: string | null
}

export const partNames = ['database', 'files'] as const
export type PartName = (typeof partNames)[number]

/** The keys of one backup, by BACKUP_KEY and a salt of its own. */
export interface BackupKeys {
  salt: string
  of(part: PartName | 'log'): Buffer
  seal(manifest: Omit<BackupManifest, 'seal'>): string
}

/** What backups and log are opened by: BACKUP_KEY and the one before it, as far as they are set. */
export type OpeningKeys = readonly string[]

export function openingKeys({
  backupKey,
  backupKeyPrevious,
}: {
  backupKey: string | null
  backupKeyPrevious: string | null
}): OpeningKeys {
  return [backupKey, backupKeyPrevious].filter((key) => key !== null)
}

/** New keys for a backup, or those that another was made with. */
export function backupKeys(backupKey: string, salt = randomBytes(16).toString('hex')): BackupKeys {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', backupKey, Buffer.from(salt, 'hex'), `crels backup ${purpose}`, 32))
  return {
    salt,
    of: derived,
    seal: ({ ...manifest }) =>
      createHmac('sha256', derived('manifest')).update(JSON.stringify(manifest)).digest('hex'),
  }
}

/** The file of a part in the folder of its backup. */
export function partFile(part: PartName, isEncrypted: boolean): string {
  return `${part}.tar.zst${isEncrypted ? '.sealed' : ''}`
}

/**
 * The manifest of the backup in a folder, and its keys. Throws a BackupProblem where there is none, where it was changed,
 * and where the keys to open it by are missing or others.
 */
export async function openManifest(
  folder: string,
  openBy: OpeningKeys,
): Promise<{ manifest: BackupManifest; keys: BackupKeys | null }> {
  const manifest = await readManifest(folder)
  if (manifest === null)
    throw new BackupProblem(
      `${folder} is no backup of Crels: it has no manifest.json. Name the folder of one backup`,
    )
  if (manifest.format !== 1)
    throw new BackupProblem(`${folder} is a backup of a newer version of Crels (${manifest.crels})`)
  if (manifest.encryption === null) return { manifest, keys: null }
  if (openBy.length === 0)
    throw new BackupProblem(
      `${folder} is encrypted: set BACKUP_KEY to the one of ${manifest.takenAt.slice(0, 10)}`,
    )
  const { seal, ...rest } = manifest
  const { salt } = manifest.encryption
  const keys = openBy
    .map((key) => backupKeys(key, salt))
    .find((candidate) => isSame(candidate.seal(rest), seal ?? ''))
  if (!keys)
    throw new BackupProblem(
      `${folder}: BACKUP_KEY is not the one that this backup was made with, nor is BACKUP_KEY_PREVIOUS; or its manifest was changed`,
    )
  return { manifest, keys }
}

/** Null where the folder has no manifest that can be read. */
async function readManifest(folder: string): Promise<BackupManifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as BackupManifest
  } catch (error) {
    if (error instanceof SyntaxError) throw new BackupProblem(`${folder}: manifest.json is damaged`)
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return null
    if (['EACCES', 'EPERM'].includes(code))
      throw new BackupProblem(
        `${folder} is not readable for the account that runs Crels: give it to that account (chown -R)`,
      )
    throw error
  }
}

/** The whole backups in a folder of them, the oldest first. */
export async function listBackups(folder: string): Promise<BackupManifest[]> {
  const names = (await readdir(folder)).filter((name) => /^crels-\d{8}T\d{6}Z$/.test(name)).sort()
  const manifests = await Promise.all(
    names.map(async (name) => await readManifest(join(folder, name)).catch(() => null)),
  )
  return manifests.filter((manifest) => manifest !== null)
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left!, right!)
}
