import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Packs a folder as `<folder>.tar.gz` beside it, with its SHA-256 in `<folder>.tar.gz.sha256` as `sha256sum --check`
 * reads it. The same files and time, in milliseconds, make the same archive.
 */
export async function archiveRelease(
  folder: string,
  { level, changedAt }: { level: string; changedAt: number },
): Promise<{ archive: string; checksum: string }> {
  const name = path.basename(folder)
  const archive = `${folder}.tar.gz`
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${Math.floor(changedAt / 1000)}`,
  ]
  execFileSync(
    'tar',
    ['--create', `--use-compress-program=gzip -n -${level}`, '--file', archive, ...same, name],
    { cwd: path.dirname(folder), stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(archive)) hash.update(chunk as Buffer)
  const checksum = hash.digest('hex')
  await writeFile(`${archive}.sha256`, `${checksum}  ${path.basename(archive)}\n`)
  return { archive, checksum }
}
