/** One line of a file of values: where it began, counted from 1, and its cells. */
export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * Reads a CSV file (RFC 4180): quoted cells with doubled quotes and line breaks in them, any line ending, a byte order
 * mark, and semicolons or tabs where the first line has those instead of commas, as spreadsheets write them. Empty
 * lines are left out. Answers null where a quote is never closed or something follows a closed one.
 */
export function csvRows(text: string): CsvRow[] | null {
  const file = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = separatorOf(file)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  for (let at = 0; at < file.length;) {
    const cell = readCell(file, at, separator)
    if (cell === null) return null
    row.cells.push(cell.text)
    line += cell.breaks
    at = cell.end
    if (file[at] === separator) {
      at += 1
      // A separator at the very end has an empty cell after it.
      if (at < file.length) continue
      row.cells.push('')
    }
    at += file.startsWith('\r\n', at) ? 2 : 1
    line += 1
    rows.push(row)
    row = { line, cells: [] }
  }
  return rows.filter(({ cells }) => cells.length > 1 || cells[0] !== '')
}

function separatorOf(file: string): string {
  const first = file.split(/[\r\n]/, 1)[0]!
  return [',', ';', '\t'].reduce((best, one) =>
    first.split(one).length > first.split(best).length ? one : best,
  )
}

/** The cell that begins at `start`, where it ends (at a separator, a line's end or the file's), and its line breaks. */
function readCell(file: string, start: number, separator: string) {
  if (file[start] !== '"') {
    let end = start
    while (end < file.length && file[end] !== separator && file[end] !== '\r' && file[end] !== '\n') end += 1
    return { text: file.slice(start, end), end, breaks: 0 }
  }
  let end = start + 1
  for (;;) {
    const quote = file.indexOf('"', end)
    if (quote < 0) return null
    end = quote + 1
    if (file[end] !== '"') break
    end += 1
  }
  if (end < file.length && ![separator, '\r', '\n'].includes(file[end]!)) return null
  const text = file.slice(start + 1, end - 1).replaceAll('""', '"')
  return { text, end, breaks: text.split(/\r\n|\r|\n/).length - 1 }
}
