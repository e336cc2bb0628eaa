/** Takes the source's indentation off a Markdown text, so that terms can be written in line with the data around them. */
export function terms(text: TemplateStringsArray): string {
  const lines = text.join('').split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines
    .map((line) => line.slice(indent).trimEnd())
    .join('\n')
    .trim()
}
