import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { csvLine } from '#server/platform/csv-line.ts'
import type { ExportedPart, ExportRow } from '#server/platform/member-export.ts'

type ExportedList = Extract<ExportedPart, { kind: 'list' }>

/**
 * A zip of an export: `README.txt`, records as JSON, lists as JSON and CSV, files as they are. It is made while it
 * is read, page by page; when a part fails the stream breaks off, so that half an archive never looks whole.
 */
export function exportArchive(readme: string, parts: readonly ExportedPart[]): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  zip.on('error', (error: Error) => archive.destroy(error))
  let current: Readable | undefined
  const add = (name: string, chunks: () => AsyncIterable<string | Uint8Array>) =>
    zip.addReadStreamLazy(name, (use) => {
      current = Readable.from(chunks(), { objectMode: false })
      // The zip does not hear of it by itself.
      current.once('error', (error) => archive.destroy(error))
      use(null, current)
    })
  add('README.txt', () => once(async () => readme))
  for (const part of parts) {
    if (part.kind === 'record') add(`${part.name}.json`, () => once(async () => json(await part.read())))
    if (part.kind === 'file') add(part.name, () => once(part.read))
    if (part.kind !== 'list') continue
    add(`${part.name}.json`, () => listJson(part))
    add(`${part.name}.csv`, () => listCsv(part))
  }
  zip.end()
  // The client went away: stop reading.
  archive.once('close', () => current?.destroy())
  return archive
}

/** The names of a part's files in the archive. */
export function fileNames({ kind, name }: ExportedPart): string[] {
  if (kind === 'file') return [name]
  return kind === 'record' ? [`${name}.json`] : [`${name}.json`, `${name}.csv`]
}

async function* once(read: () => Promise<string | Uint8Array>) {
  yield await read()
}

async function* listJson({ columns, pages }: ExportedList) {
  yield '['
  let separator = '\n'
  for await (const rows of pages()) {
    if (rows.length === 0) continue
    const texts = rows.map((row) => JSON.stringify(only(row, columns)))
    yield separator + texts.join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

async function* listCsv({ columns, pages }: ExportedList) {
  yield csvLine(columns)
  for await (const rows of pages())
    yield rows.map((row) => csvLine(columns.map((column) => row[column]!))).join('')
}

/** A row may carry more than its columns, to read on from. */
function only(row: ExportRow, columns: readonly string[]): ExportRow {
  return Object.fromEntries(columns.map((column) => [column, row[column]!]))
}

function json(record: object): string {
  return `${JSON.stringify(record, null, 2)}\n`
}
