/** A number from a name, spread over 31 bits (FNV-1a): the same name always draws the same picture. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  // The low bits of short names are alike: mix the high ones in.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 1
}

/** A Latin letter or a digit, and behind it what joins nothing. */
const plainStart = /^[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f](?=[ -~]|$)/

/** What stands for a name where one letter fits: the first letter or digit, else its first sign, e.g. an emoji. */
export function firstLetter(name: string): string {
  const [plain] = plainStart.exec(name.trim()) ?? []
  if (plain) return plain.toLocaleUpperCase()
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const signs = [...graphemes.segment(name.trim())].map(({ segment }) => segment)
  return (signs.find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? '').toLocaleUpperCase()
}
