import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { partFile, type BackupKeys, type BackupManifest, type PartName } from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'
import { openingStream } from './sealed-stream.ts'
import { readTar, type TarEntry } from './tar.ts'

/** A backup that was opened. */
export interface OpenedBackup {
  folder: string
  manifest: BackupManifest
  keys: BackupKeys | null
}

/**
 * Writes a backup's files into a folder: the database below `postgres/`, the rest beside it. Proves the checksum of each
 * part, and of the database that of every file by PostgreSQL's own list. Throws a BackupProblem where anything is missing
 * or was changed; what was written until then is the caller's to remove.
 */
export async function unpackBackup(backup: OpenedBackup, to: string): Promise<void> {
  await unpackPart(backup, 'files', async (entries) => {
    for await (const entry of entries) if (entry.kind === 'file') await writeEntry(entry, to)
  })
  const cluster = join(to, 'postgres')
  await mkdir(cluster, { mode: 0o700 })
  await unpackPart(
    backup,
    'database',
    async (entries) => await unpackDatabase(entries, cluster, backup.folder),
  )
}

async function unpackDatabase(entries: AsyncIterable<TarEntry>, cluster: string, folder: string) {
  const found = new Map<string, string>()
  for await (const entry of entries) {
    if (entry.kind === 'folder') await mkdir(inside(cluster, entry.name), { recursive: true, mode: 0o700 })
    else if (entry.kind === 'file') found.set(entry.name, await writeEntry(entry, cluster))
    else throw new BackupProblem(`${folder}: ${entry.name} is neither a file nor a folder`)
  }
  const list = await readFile(join(cluster, 'backup_manifest'), 'utf8').catch(() => '')
  if (!list) throw new BackupProblem(`${folder} is damaged: PostgreSQL's list of its files is missing`)
  for (const { Path, Checksum } of (JSON.parse(list) as PostgresManifest).Files)
    if (found.get(Path) !== Checksum)
      throw new BackupProblem(`${folder} is damaged: ${Path} of the database is not as it was`)
}

/**
 * PostgreSQL's `backup_manifest`, as far as it is read here. The log is not in its list: each record has a sum of its
 * own.
 */
interface PostgresManifest {
  Files: { Path: string; Checksum: string }[]
}

async function unpackPart(
  { folder, manifest, keys }: OpenedBackup,
  name: PartName,
  work: (entries: AsyncIterable<TarEntry>) => Promise<void>,
): Promise<void> {
  const path = join(folder, partFile(name, keys !== null))
  const wanted = manifest.parts[name]
  const damaged = (why: string, cause?: unknown) =>
    new BackupProblem(`${folder} is damaged: ${partFile(name, keys !== null)} ${why}`, { cause })
  const found = await stat(path).catch(() => null)
  if (!found) throw damaged('is missing')
  if (found.size !== wanted.bytes) throw damaged(`has ${found.size} bytes instead of ${wanted.bytes}`)
  const hash = createHash('sha256')
  try {
    await pipeline(
      createReadStream(path),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      keys ? openingStream(keys.of(name)) : new PassThrough(),
      createZstdDecompress(),
      async (content: AsyncIterable<Buffer>) => await work(readTar(content)),
    )
  } catch (error) {
    // What the disk refuses says so itself.
    if (error instanceof BackupProblem || (error as NodeJS.ErrnoException).syscall) throw error
    throw damaged('is not as it was', error)
  }
  if (hash.digest('hex') !== wanted.sha256) throw damaged('is not as it was')
}

/** Writes a file and answers its SHA-256. */
async function writeEntry({ name, content }: TarEntry, folder: string): Promise<string> {
  const path = inside(folder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  return hash.digest('hex')
}

/** No entry is written outside its folder. */
function inside(folder: string, name: string): string {
  const path = join(folder, name)
  if (path !== folder && !path.startsWith(`${folder}/`) && path !== join(folder, '/'))
    throw new BackupProblem(`The backup has a file outside its folder (${name})`)
  return path
}
