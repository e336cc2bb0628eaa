import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dataDirAt, prepareDataDir } from './data-dir.ts'
import { isRoot, temporaryDir } from './owner.fixture.ts'
import { StartProblem } from './start-problem.ts'

async function problemOf(dir: string): Promise<string> {
  const problem = await prepareDataDir(dataDirAt(dir)).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(StartProblem)
  return (problem as StartProblem).message
}

test('makes the directory for its owner alone, and those above it, which others may pass and not list', async () => {
  const dir = path.join(temporaryDir(), 'above', 'data')
  await Promise.all([prepareDataDir(dataDirAt(dir)), prepareDataDir(dataDirAt(dir))])
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(statSync(path.dirname(dir)).mode & 0o777).toBe(0o711)
})

test.skipIf(process.platform === 'win32')(
  'closes what an older version left open, and follows no link (skipped on Windows)',
  async () => {
    const dir = temporaryDir()
    const outside = temporaryDir()
    chmodSync(dir, 0o711)
    chmodSync(outside, 0o755)
    mkdirSync(path.join(dir, 'files', 'photos'), { recursive: true, mode: 0o755 })
    mkdirSync(path.join(dir, 'postgres'), { mode: 0o700 })
    const files = ['secret', 'postgres.log', 'postgres.log.1', 'tombstones', 'files/photos/1.webp']
    for (const file of files) writeFileSync(path.join(dir, file), '', { mode: 0o644 })
    symlinkSync(outside, path.join(dir, 'files', 'elsewhere'))
    await prepareDataDir(dataDirAt(dir))
    for (const folder of ['.', 'files', 'files/photos', 'postgres'])
      expect(statSync(path.join(dir, folder)).mode & 0o777, folder).toBe(0o700)
    for (const file of files) expect(statSync(path.join(dir, file)).mode & 0o777, file).toBe(0o600)
    expect(statSync(outside).mode & 0o777).toBe(0o755)
  },
)

test('takes one that is empty for people, or that has something of ours', async () => {
  const disk = temporaryDir()
  mkdirSync(path.join(disk, 'lost+found'))
  writeFileSync(path.join(disk, '.DS_Store'), '')
  await expect(prepareDataDir(dataDirAt(disk))).resolves.toBeUndefined()
  const used = temporaryDir()
  for (const name of ['secret', 'backup.dump']) writeFileSync(path.join(used, name), '')
  await expect(prepareDataDir(dataDirAt(used))).resolves.toBeUndefined()
})

test('refuses one with files of another program', async () => {
  const dir = temporaryDir()
  writeFileSync(path.join(dir, 'diary.txt'), 'dear diary')
  expect(await problemOf(dir)).toBe(
    `DATA_DIR (${dir}) has files that are not of Crels (diary.txt): set DATA_DIR to a new or empty directory.`,
  )
  expect(readdirSync(dir)).toEqual(['diary.txt'])
})

test('refuses a place in /proc, where nothing can be made', async () => {
  expect(await problemOf('/proc/crels/data')).toMatch(
    /^DATA_DIR \(\/proc\/crels\/data\) (cannot be made: set|cannot be written: make it)/,
  )
  expect(await problemOf('/')).toMatch(/has files that are not of Crels|cannot be written/)
})

test('refuses a file, a place below a file, and a link that leads nowhere', async () => {
  const dir = temporaryDir()
  const file = path.join(dir, 'file')
  writeFileSync(file, 'mine')
  for (const place of [file, path.join(file, 'below')])
    expect(await problemOf(place)).toBe(
      `DATA_DIR (${place}) is not a directory: move the file away, or set DATA_DIR to another path.`,
    )
  symlinkSync('nowhere', path.join(dir, 'link'))
  expect(await problemOf(path.join(dir, 'link'))).toMatch(/is a link that leads nowhere/)
})

test.skipIf(isRoot)('refuses one that may not be written (root may write anywhere)', async () => {
  const dir = temporaryDir()
  chmodSync(dir, 0o500)
  expect(await problemOf(dir)).toMatch(/cannot be written: make it writable for this account/)
  expect(await problemOf(path.join(dir, 'below'))).toMatch(/cannot be written/)
})
