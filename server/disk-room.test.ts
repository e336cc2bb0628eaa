import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#testing/small-disk.ts'
import { readConfig } from './config.ts'
import { watchDisks } from './disk-room.ts'
import { checkSameDisk } from './doctor/backup-checks.ts'

test('what is free is measured for each folder that is set, and for none whose disk cannot be read', async () => {
  const measured = async (settings: Record<string, string>) => {
    const registry = new Registry()
    watchDisks(readConfig(settings), registry)
    const { values } = (await registry.getMetricsAsJSON())[0]!
    return Object.fromEntries(values.map(({ labels, value }) => [labels.setting, value]))
  }
  const DATA_DIR = temporaryFolder('data')
  const BACKUP_DIR = `${DATA_DIR}/not/yet`
  const bytes = expect.toSatisfy((free: number) => free > 0) as number
  expect(await measured({ DATA_DIR, BACKUP_DIR })).toEqual({ DATA_DIR: bytes, BACKUP_DIR: bytes })
  expect(await measured({ DATA_DIR: `${DATA_DIR}/gone` })).toEqual({})
})

const noDisk = whyNoSmallDisk()
test.skipIf(noDisk)(
  `backups and log on the disk of DATA_DIR are a warning where people are served${noDisk ? ` (not here: ${noDisk})` : ''}`,
  async () => {
    const DATA_DIR = temporaryFolder('data')
    const disk = mountSmallDisk(64)
    const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://crels.example', DATA_DIR }
    const look = async (changes: Record<string, string>) => {
      const config = readConfig({ ...production, ...changes })
      const doctor = await checkSameDisk({ config, db: null, readiness: null })
      expect(doctor?.says ?? null).toBe(await watchDisks(config, new Registry())[1]!.look())
      return doctor
    }
    const folders = { BACKUP_DIR: join(disk.dir, 'not/yet'), WAL_ARCHIVE_DIR: disk.dir }
    try {
      expect(await look(folders)).toBeNull()
      const here = { BACKUP_DIR: join(DATA_DIR, 'not/yet'), WAL_ARCHIVE_DIR: disk.dir }
      expect(await look(here)).toEqual({
        name: 'same_disk',
        verdict: 'warning',
        says: 'BACKUP_DIR on the disk of DATA_DIR: one that is lost takes both. Use another disk, or copy them elsewhere (docs/recovery.md)',
      })
      expect(await look({ ...here, NODE_ENV: 'development', PUBLIC_ORIGIN: '' })).toBeNull()
    } finally {
      disk.remove()
    }
  },
)
