import { Readable, pipeline } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/**
 * One row of a file of values: the line where it began, counted from 1, its cells, and the text that they were read
 * from.
 */
export interface CsvRow {
  line: number
  cells: string[]
  text: string
}

/** The file is no CSV: a quote is not closed, or has text beside it, or a row is too long to be one. */
export class CsvUnreadable extends Error {
  /** Where the row begins that cannot be read. */
  readonly line: number

  constructor(line: number) {
    super(`line ${line}: a quote is not closed, or stands beside text in its cell`)
    this.line = line
  }
}

/** Bytes that are read before others are served: 100,000 rows at once held the process for 0.3 s. */
const sliceBytes = 32 * 1024
/** More is no row: what follows a quote that is never closed would be kept whole. */
const rowCharactersMax = 100_000

/**
 * Reads a CSV file (RFC 4180) row by row: quoted cells with doubled quotes and line breaks in them, any line ending, a
 * byte order mark, and semicolons or tabs where the first line has those instead of commas, as spreadsheets write them.
 * Empty lines are left out. Throws `CsvUnreadable`.
 */
export async function* csvRows(
  file: string | Uint8Array | AsyncIterable<Uint8Array>,
): AsyncGenerator<CsvRow> {
  const slices = slicesOf(file)
  const { value: first } = await slices.next()
  if (!first) return
  let unread = first
  const source = async function* () {
    yield first
    for await (const slice of slices) {
      unread = Buffer.concat([unread, slice])
      yield slice
    }
  }
  let line = 1
  let start = 0
  /** In the order in which the parser gives their cells. */
  const places: Pick<CsvRow, 'line' | 'text'>[] = []
  const parser = parse({
    delimiter: separatorOf(first.toString()),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: rowCharactersMax,
    on_record: (cells, { bytes }) => {
      const text = unread.toString('utf8', 0, bytes - start)
      const isEmpty = cells.length === 1 && cells[0] === ''
      if (!isEmpty) places.push({ line, text: text.replace(/[\r\n]+$/, '') })
      unread = unread.subarray(bytes - start)
      start = bytes
      // The parser's own count takes a \r\n in quotes for two lines, and is of the line where a row ends.
      line += lineBreaks(text)
      return isEmpty ? null : cells
    },
  })
  // What fails is thrown where the rows are read.
  pipeline(Readable.from(source(), { objectMode: false }), parser, () => {})
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { ...places.shift()!, cells }
  } catch (error) {
    throw error instanceof CsvError ? new CsvUnreadable(line) : error
  }
}

/** Every row of a file that is not large. */
export async function allCsvRows(file: string | Uint8Array): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const row of csvRows(file)) rows.push(row)
  return rows
}

/** A file in small pieces, without its byte order mark; others are served between two of them. */
async function* slicesOf(file: string | Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const parts = typeof file === 'string' ? [Buffer.from(file)] : file instanceof Uint8Array ? [file] : file
  let isFirst = true
  for await (const part of parts) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    const hasMark = isFirst && bytes.indexOf('\ufeff') === 0
    for (let at = hasMark ? 3 : 0; at < bytes.length; at += sliceBytes) {
      yield bytes.subarray(at, at + sliceBytes)
      await setImmediate()
    }
    isFirst = false
  }
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

function separatorOf(file: string): string {
  const first = file.split(/[\r\n]/, 1)[0]!
  return [',', ';', '\t'].reduce((best, one) =>
    first.split(one).length > first.split(best).length ? one : best,
  )
}
