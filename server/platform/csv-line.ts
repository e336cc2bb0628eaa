import { csvText } from '#rules/csv-cell.ts'

export type CsvCell = string | number | boolean | Date | null

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula is quoted with an apostrophe;
 * numbers stay numbers, times are ISO 8601, null is an empty cell.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: CsvCell): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  return csvText(value)
}
