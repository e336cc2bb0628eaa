import { csvLine } from '#server/platform/csv-line.ts'

/** By which spreadsheets know UTF-8, and the columns. */
export const refusedCodesHead = `\u{feff}${csvLine(['line', 'refused because', 'row'])}`

/** Lines that brought no code, with why and what stands in them; what a spreadsheet would run is quoted. */
export function refusedCodesLines(refused: readonly { line: number; why: string; text: string }[]): string {
  return refused.map(({ line, why, text }) => csvLine([line, why, text])).join('')
}
