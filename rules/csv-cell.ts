/** Whether a spreadsheet would run a text: the last four are how the first are typed in East Asian scripts. */
export function isFormula(text: string): boolean {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text)
}

/** A text as a cell of a CSV file (RFC 4180); one that a spreadsheet would run is quoted with an apostrophe. */
export function csvText(value: string): string {
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
