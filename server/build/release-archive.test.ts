import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { archiveRelease } from './release-archive.ts'

/** A folder as a release is one, with files that were written now. */
function folderOf(files: Record<string, string>): string {
  const folder = join(temporaryFolder('release'), 'crels-1.2.3-linux-x64')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const files = { RELEASE: 'Crels 1.2.3\n', 'server/start.ts': 'start()\n', 'docs/README.md': '# Crels\n' }

test('an archive has the files of its folder, matches its checksum, and is the same each time', async () => {
  const [folder, again] = [folderOf(files), folderOf(files)]
  const when = { level: '6', changedAt: Date.UTC(2026, 10, 26) }
  const { archive, checksum } = await archiveRelease(folder, when)
  expect(archive).toBe(`${folder}.tar.gz`)
  expect((await archiveRelease(again, when)).checksum).toBe(checksum)
  const place = { cwd: dirname(folder), encoding: 'utf8' } as const
  const check = () => execFileSync('sha256sum', ['--check', `${archive}.sha256`], { ...place, stdio: 'pipe' })
  expect(check()).toBe('crels-1.2.3-linux-x64.tar.gz: OK\n')

  renameSync(folder, `${folder}.away`)
  execFileSync('tar', ['--extract', '--file', archive], place)
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  writeFileSync(archive, 'another archive')
  expect(check).toThrow()
})
