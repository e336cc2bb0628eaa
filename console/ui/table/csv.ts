import { csvText } from '#rules/csv-cell.ts'

/** A value of a cell in a file: what is not known is empty. */
export type CsvValue = string | number | boolean | null | undefined

/**
 * Rows as CSV (RFC 4180), with the byte order mark by which spreadsheets know UTF-8. A text that a spreadsheet would run
 * as a formula begins with an apostrophe.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(field).join(','))
  return `\u{feff}${lines.join('\r\n')}\r\n`
}

function field(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  return csvText(value)
}

/** Gives the operator a file. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
