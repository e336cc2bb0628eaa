import { drawnCharacters } from './fonts.ts'

/** Longer texts are not read on a picture. */
const lengthMax = 240

/**
 * A text as it can be drawn, in one line; null where it cannot be: a letter that our faces lack would be an empty box, and
 * a name without some of its letters is another name. Emoji, signs without a shape, and what steers or hides text are
 * left out. Letters in a costume (𝓜𝓪𝔂𝓪, Ｍａｙａ) become plain ones.
 */
export function drawableText(text: string): string | null {
  const characters = drawnCharacters()
  let drawn = ''
  for (const sign of text
    .slice(0, 4 * lengthMax)
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')) {
    const isKnown = characters.has(sign.codePointAt(0)!)
    // What stands on another sign, not made one with it: nothing here places it, and dozens of them are an attack.
    if (/\p{M}/u.test(sign)) continue
    const plain = isKnown ? sign : sign.normalize('NFKC')
    for (const one of plain) {
      if (characters.has(one.codePointAt(0)!) && !/\p{C}/u.test(one)) drawn += one
      else if (/[\p{L}\p{N}]/u.test(one)) return null
    }
  }
  const line = [...drawn.replaceAll(/ +/g, ' ').trim()]
  if (line.length === 0) return null
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1).join('')}…` : line.join('')
}

/** What stands for a name where one letter fits; null where no letter or digit of it is first and can be drawn. */
export function drawableLetter(name: string): string | null {
  const first = /[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0]
  return first === undefined ? null : (drawableText(first)?.toLocaleUpperCase() ?? null)
}
