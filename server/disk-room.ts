import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from './config.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { inTime } from './platform/in-time.ts'
import { oneLook } from './platform/one-look.ts'
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

/** Says that a disk is nearly full before the day when it is, and what is on one disk; registers how much each has free. */
export function watchDisks(config: Config, registry: Registry): ReadinessCheck[] {
  const look = oneLook(async () => await diskRooms(config), waitMs)
  const looked = async () => await look().catch(() => null)
  registerFreeGauge(registry, looked)
  return [
    { name: 'disk', refuses: false, look: async () => shortText(await looked()) },
    {
      name: 'same_disk',
      refuses: false,
      look: async () => (isServed(config) ? sameDiskText((await looked()) ?? []) : null),
    },
  ]
}

function registerFreeGauge(registry: Registry, looked: () => Promise<DiskRoom[] | null>): void {
  const gauge: Gauge<'setting'> = new Gauge({
    name: 'crels_disk_free_bytes',
    help: 'Bytes that are free for this process on the disks of DATA_DIR, BACKUP_DIR and WAL_ARCHIVE_DIR, by setting; absent where one is not set or its disk does not answer.',
    labelNames: ['setting'],
    registers: [registry],
    collect: async () => {
      const rooms = (await looked()) ?? []
      gauge.reset()
      for (const { settings, freeBytes } of rooms)
        if (freeBytes !== null) for (const setting of settings) gauge.set({ setting }, freeBytes)
    },
  })
}

function shortText(rooms: DiskRoom[] | null): string | null {
  if (rooms === null) return 'a disk of DATA_DIR, BACKUP_DIR or WAL_ARCHIVE_DIR does not answer'
  const short = rooms.filter(({ isShort }) => isShort)
  return short.length > 0 ? short.map(roomText).join('; ') : null
}

/** Which of BACKUP_DIR and WAL_ARCHIVE_DIR a lost disk takes with DATA_DIR, in words for a line; null where none is. */
export async function onDataDisk(config: Config): Promise<string | null> {
  return isServed(config) ? sameDiskText(await inTime(diskRooms(config), 5_000)) : null
}

/** Whether what is lost is lost to people. */
function isServed(config: Config): boolean {
  return !hasDevelopmentTools(config) && config.env !== 'test'
}

function sameDiskText(rooms: DiskRoom[]): string | null {
  const here = rooms.find(({ settings }) => settings.includes('DATA_DIR'))
  const others = here?.settings.filter((setting) => setting !== 'DATA_DIR') ?? []
  return others.length === 0
    ? null
    : `${others.join(' and ')} on the disk of DATA_DIR: one that is lost takes both. Use another disk, or copy them elsewhere (docs/recovery.md)`
}

/** How much a disk has free, by the settings of what is on it. */
export function roomText({ settings, freeBytes }: DiskRoom): string {
  return freeBytes === null
    ? `${settings.join(', ')} cannot be read`
    : `${(freeBytes / 1e9).toFixed(1)} GB free for ${settings.join(', ')}`
}
