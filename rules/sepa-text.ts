const spelt = new Map(
  "ß:ss ẞ:SS æ:ae Æ:AE œ:oe Œ:OE ø:o Ø:O đ:d Đ:D ł:l Ł:L þ:th Þ:TH ð:d ı:i &:+ ’:' ‘:' –:- —:-"
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/**
 * A text in the characters that every bank of SEPA takes: `Zoë O’Neil` is `Zoe O'Neil`; what has no such letter is a
 * dot.
 */
export function sepaText(text: string, lengthMax: number): string {
  const plain = [...text]
    .map((sign) => spelt.get(sign) ?? sign.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/gu, '.')
    // Neither may a slash be first or last, nor two be together.
    .replaceAll(/\/+/g, '-')
    .trim()
  return plain.slice(0, lengthMax).trim() || '.'
}

/** Whether a name can be written for a bank: `李` leaves none of its letters, and would be paid to a dot. */
export function isSepaName(name: string): boolean {
  return /[a-zA-Z]/.test(sepaText(name, 70))
}
