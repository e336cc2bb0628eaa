import { CsvError, parse } from 'csv-parse/sync'

/** One line of a file of values: where it began, counted from 1, and its cells. */
export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * Reads a CSV file (RFC 4180): quoted cells with doubled quotes and line breaks in them, any line ending, a byte order
 * mark, and semicolons or tabs where the first line has those instead of commas, as spreadsheets write them. Empty
 * lines are left out. Answers null where a quote is never closed, follows text or has text after it.
 */
export function csvRows(text: string): CsvRow[] | null {
  const file = Buffer.from(text.startsWith('\ufeff') ? text.slice(1) : text)
  const rows: CsvRow[] = []
  let line = 1
  let start = 0
  try {
    parse(file, {
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (cells, { bytes }) => {
        if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells })
        // The parser's own count takes a \r\n in quotes for two lines, and is of the line where a row ends.
        line += lineBreaks(file.toString('utf8', start, bytes))
        start = bytes
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
  return rows
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
