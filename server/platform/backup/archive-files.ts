import { open, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Config } from '#server/config.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

/** What DATA_DIR has beside the database: photos, after the database that names them, and who has left. */
export async function* archiveFiles(
  { dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>,
  secret: string | null,
): AsyncGenerator<Buffer> {
  if (secret !== null) yield* archiveText('secret', `${secret}\n`)
  const tombstones = await readFile(join(dataDir, 'tombstones'), 'utf8').catch(() => '')
  if (tombstones) yield* archiveText('tombstones', tombstones)
  if (filesUrl === null)
    for (const entry of await entriesOf(join(dataDir, 'files')))
      if (entry.isFile()) yield* archiveFile(dataDir, join(entry.parentPath, entry.name))
  yield tarEnd
}

function* archiveText(name: string, text: string): Generator<Buffer> {
  const content = Buffer.from(text)
  yield Buffer.concat([tarHeader(name, content.length), content, tarPadding(content.length)])
}

/** One that is removed meanwhile is there to its end once it is open. */
async function* archiveFile(dataDir: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(path).catch(ifMissing)
  // It was dropped, and the database of this moment does not name it.
  if (!file) return
  try {
    const { size } = await file.stat()
    yield tarHeader(relative(dataDir, path), size)
    if (size > 0) yield* file.createReadStream({ end: size - 1, autoClose: false }) as AsyncIterable<Buffer>
    yield tarPadding(size)
  } finally {
    await file.close()
  }
}

async function entriesOf(folder: string) {
  return (await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing)) ?? []
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
