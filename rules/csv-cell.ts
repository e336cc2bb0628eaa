/** What begins a formula: the last four are how the first are typed in East Asian scripts. */
const signs = '=+\\-@\uff1d\uff0b\uff0d\uff20'
const leading = new RegExp(`^[${signs}\\t\\r\\n]`)
/**
 * Where a spreadsheet whose list separator is `;` or a tab begins a cell, or any a line, within ours; it drops quotes and
 * blanks there. Looked for from the sign back, which takes no time that grows with the square of a text of line ends.
 */
const begun = '(?<=[;\\t\\r\\n]["\\s]*)'
const inner = new RegExp(`${begun}[${signs}]`, 'g')
const innerQuoted = new RegExp(`${begun}'(?=[${signs}])`, 'g')

/** Whether a spreadsheet would run a text. */
export function isFormula(text: string): boolean {
  return leading.test(text)
}

/**
 * A text as a cell of a CSV file (RFC 4180); what a spreadsheet would run is quoted with an apostrophe, also within the
 * text: where the list separator is `;` (most of Europe), Excel reads `x;=1+1` as two cells.
 */
export function csvText(value: string): string {
  const text = `${isFormula(value) ? "'" : ''}${value.replaceAll(inner, "'$&")}`
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a cell that `csvText` wrote, read again: without its apostrophes. */
export function textOfCsv(cell: string): string {
  const text = cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell
  return text.replaceAll(innerQuoted, '')
}
