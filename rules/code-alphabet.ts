/**
 * The characters of every code we draw: digits and lower-case letters without look-alikes (0 o, 1 l i) and
 * without vowels, so that no word appears by chance. 28 characters: 7 make 13 thousand million codes, 8 make 377.
 */
export const CODE_ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'

/** A source of chance: returns `count` random bytes. The server passes its cryptographic one. */
export type RandomBytes = (count: number) => Uint8Array

/** Bytes from here on are drawn again: 256 is no multiple of 28, and a remainder would favour some letters. */
const DRAW_AGAIN_FROM = 256 - (256 % CODE_ALPHABET.length)

/** Even chance draws again 1 byte in 64; a source that needs this many rounds is broken. */
const ROUNDS_MAX = 100

/** Draws `length` characters, each equally likely. Throws when the source of chance is broken. */
export function drawCode(length: number, randomBytes: RandomBytes): string {
  let code = ''
  for (let round = 0; round < ROUNDS_MAX; round++) {
    for (const byte of randomBytes(length - code.length)) {
      if (byte < DRAW_AGAIN_FROM && code.length < length) code += CODE_ALPHABET[byte % CODE_ALPHABET.length]
    }
    if (code.length === length) return code
  }
  throw new Error('The source of chance returned no usable bytes')
}

/** Whether a text is a code of `length` characters as `drawCode` draws them. */
export function isDrawnCode(text: string, length: number): boolean {
  return text.length === length && [...text].every((character) => CODE_ALPHABET.includes(character))
}
