import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { archivedName } from './archived-file.ts'
import { logFileOf, nameOfLogFile, placeOf } from './log-files.ts'
import { removeOlderLog } from './wal-archive.ts'

const MiB = 1024 ** 2

// Names as `select pg_walfile_name(…)` of servers with files of these sizes has them.
test.each([
  [1, '2/FFFFFFFF', '000000010000000200000FFF', '000000010000000300000000'],
  [16, '2/FFFFFFFF', '0000000100000002000000FF', '000000010000000300000000'],
  [64, '2/FFFFFFFF', '00000001000000020000003F', '000000010000000300000000'],
  [1024, '2/FFFFFFFF', '000000010000000200000003', '000000010000000300000000'],
  [1, '0/2000028', '000000010000000000000020', '000000010000000000000021'],
  [16, '0/2000028', '000000010000000000000002', '000000010000000000000003'],
  [64, '0/2000028', '000000010000000000000000', '000000010000000000000001'],
  [1024, '5/C0000000', '000000010000000500000003', '000000010000000600000000'],
])('files of %i MB: %s is in %s, and %s follows', (megabytes, lsn, name, following) => {
  const fileBytes = megabytes * MiB
  const place = placeOf(lsn, fileBytes)
  expect(nameOfLogFile({ timeline: 1, place }, fileBytes)).toBe(name)
  expect(nameOfLogFile({ timeline: 1, place: place + 1 }, fileBytes)).toBe(following)
  expect(logFileOf(name, fileBytes)).toEqual({ name, timeline: 1, place })
  expect(logFileOf(following, fileBytes)!.place).toBe(place + 1)
})

test.each([1, 16, 64, 1024])(
  'files of %i MB: what is written up to their edge ends in the one before',
  (megabytes) => {
    const fileBytes = megabytes * MiB
    expect(placeOf('1/0', fileBytes)).toBe(4096 / megabytes)
    expect(placeOf('1/0', fileBytes, { isEnd: true })).toBe(4096 / megabytes - 1)
  },
)

/** A folder of backups that begin at addresses of the log, made by servers with files of a size; null as before 0.2. */
function backupsOf(made: [startLsn: string, logFileBytes: number | null][]): string {
  const folder = temporaryFolder('backups')
  for (const [index, [startLsn, logFileBytes]] of made.entries()) {
    const name = `crels-2026112${index}T021500Z`
    mkdirSync(join(folder, name))
    const postgres = { systemId: '7', startLsn, ...(logFileBytes === null ? {} : { logFileBytes }) }
    writeFileSync(join(folder, name, 'manifest.json'), JSON.stringify({ format: 1, name, postgres }))
  }
  return folder
}

const nameAt = (place: number) =>
  archivedName(`0000000100000000${place.toString(16).toUpperCase().padStart(8, '0')}`, false)

test.each([
  ['64 MB', [['0/C000028', 64 * MiB]], 3],
  ['1 MB', [['0/C000028', MiB]], 12 * 16],
  ['16 MB, of which an old one does not say', [['0/C000028', null]], 12],
  [
    '64 MB, of which the newer one alone says',
    [
      ['0/C000028', null],
      ['0/1C000028', 64 * MiB],
    ],
    3,
  ],
] as const)(
  'log of files of %s is kept from the one on in which the oldest backup begins',
  async (_, made, first) => {
    const archive = temporaryFolder('log')
    for (const place of [first - 2, first - 1, first, first + 1])
      writeFileSync(join(archive, nameAt(place)), '')
    expect(
      await removeOlderLog(backupsOf(made as unknown as [string, number | null][]), archive, {
        keep: 1,
        systemId: '7',
      }),
    ).toBe(2)
    expect(readdirSync(archive).sort()).toEqual([nameAt(first), nameAt(first + 1)])
  },
)
