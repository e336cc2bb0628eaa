import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { archiveLog } from './wal-archive.ts'

test('log goes to no folder that has taken the place of its archive, until somebody says that it is a new one', async () => {
  const root = temporaryFolder('server')
  const [log, archive, disk] = ['pg_wal', 'archive', 'not mounted'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(log)
  const put = async (name: string) => {
    const path = join(log, name)
    writeFileSync(path, name)
    await archiveLog({ path, name, archive }, { backupKey: null, backupKeyPrevious: null })
  }
  await put('000000010000000000000001')
  await put('000000010000000000000002')
  const refused = /archive is not the folder that this log went to: is its disk mounted\?/
  renameSync(archive, disk)
  await expect(put('000000010000000000000003')).rejects.toThrow(refused)
  expect(existsSync(archive)).toBe(false)
  // The place at which it is mounted, which is there.
  mkdirSync(archive)
  await expect(put('000000010000000000000003')).rejects.toThrow(refused)
  expect(readdirSync(archive)).toEqual([])

  rmSync(archive, { recursive: true })
  renameSync(disk, archive)
  await put('000000010000000000000003')
  expect(readdirSync(archive)).toContain('000000010000000000000003.zst')

  renameSync(archive, disk)
  rmSync(join(log, 'crels-archive'))
  await put('000000010000000000000004')
  expect(readdirSync(archive).sort()).toEqual(['000000010000000000000004.zst', 'crels-archive'])
})
