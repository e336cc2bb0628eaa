/**
 * A line as a terminal may have it. Members write some of what is listed (a claim's note, an application): what would
 * move the cursor, colour, begin another line or turn the direction of the text is shown as what it is, `\u{1b}`.
 */
export function shownText(line: string): string {
  return line.replaceAll(
    /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
