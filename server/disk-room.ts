import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from './config.ts'
import { inTime } from './platform/in-time.ts'
import type { ReadinessCheck } from './platform/readiness.ts'

const freeBytesMin = 1024 ** 3

/** A disk that Crels writes to. */
export interface DiskRoom {
  /** The settings whose folders are on it. */
  settings: string[]
  /** The first of these folders. */
  folder: string
  /** Null where the folder cannot be read. */
  freeBytes: number | null
  isShort: boolean
}

/** How much room the disks of DATA_DIR, BACKUP_DIR and WAL_ARCHIVE_DIR have, each disk once. */
export async function diskRooms(
  config: Pick<Config, 'dataDir' | 'backupDir' | 'walArchiveDir'>,
): Promise<DiskRoom[]> {
  const rooms = new Map<string, DiskRoom>([
    ['data', { settings: ['DATA_DIR'], folder: config.dataDir, freeBytes: null, isShort: true }],
  ])
  const folders = [
    ['DATA_DIR', config.dataDir],
    ['BACKUP_DIR', config.backupDir],
    ['WAL_ARCHIVE_DIR', config.walArchiveDir],
  ] as const
  for (const [setting, folder] of folders) {
    if (folder === null) continue
    // One after another: a network's disk that hangs keeps one of the process's four threads for files.
    const disk = await diskOf(folder, { orParent: setting !== 'DATA_DIR' })
    if (disk === null) continue
    if (setting === 'DATA_DIR') rooms.delete('data')
    const room = rooms.get(disk.key)
    if (room) room.settings.push(setting)
    else {
      const { key, freeBytes } = disk
      rooms.set(key, { settings: [setting], folder, freeBytes, isShort: freeBytes < freeBytesMin })
    }
  }
  return [...rooms.values()]
}

/** The disk of a folder; one that is made when it is first written to will be on its parent's. Null where it cannot be read. */
async function diskOf(
  folder: string,
  { orParent }: { orParent: boolean },
): Promise<{ key: string; freeBytes: number } | null> {
  try {
    const [{ dev }, { bavail, bsize }] = [await stat(folder), await statfs(folder)]
    return { key: `disk ${dev}`, freeBytes: bavail * bsize }
  } catch (error) {
    const isGone = (error as { code?: string }).code === 'ENOENT'
    return isGone && orParent && dirname(folder) !== folder
      ? await diskOf(dirname(folder), { orParent })
      : null
  }
}

/** How long it may take to ask a disk, in milliseconds. */
const waitMs = 1_000

/** Says that a disk is nearly full before the day when it is. One look at a time, as a network's disk may hang. */
export function diskCheck(config: Parameters<typeof diskRooms>[0]): ReadinessCheck {
  let looking: Promise<DiskRoom[]> | undefined
  const look = async () => {
    looking ??= diskRooms(config).finally(() => (looking = undefined))
    const rooms = await inTime(looking, waitMs).catch(() => null)
    if (rooms === null) return 'a disk of DATA_DIR, BACKUP_DIR or WAL_ARCHIVE_DIR does not answer'
    const short = rooms.filter(({ isShort }) => isShort)
    return short.length > 0 ? short.map(roomText).join('; ') : null
  }
  return { name: 'disk', refuses: false, look }
}

/** How much a disk has free, by the settings of what is on it. */
export function roomText({ settings, freeBytes }: DiskRoom): string {
  return freeBytes === null
    ? `${settings.join(', ')} cannot be read`
    : `${(freeBytes / 1e9).toFixed(1)} GB free for ${settings.join(', ')}`
}
