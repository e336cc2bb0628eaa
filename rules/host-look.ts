/** Scripts whose letters are written between Latin ones where people read both; any other mixture poses as a word. */
const besideLatin =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

/**
 * Letters of other alphabets that pass for Latin ones; a name of nothing else is read as Latin (after Chromium's list).
 */
const cyrillicAsLatin = /^[асԁеһіјӏорԗԛѕԝхуъьҽпгѵѡ\d-]+$/u
const greekAsLatin = /^[αβεηικνορτυχωϲϳ\d-]+$/u

/**
 * Whether a host, as people write it, is made to be taken for another one: a label that mixes alphabets, or one of
 * nothing but letters that look Latin under a Latin ending. Honest names in other scripts are not.
 */
export function isLookalikeHost(host: string): boolean {
  const labels = host.normalize('NFC').toLowerCase().split('.')
  const hasLatinEnding = /^[a-z]+$/.test(labels.at(-1) ?? '')
  return labels.some((label) => mixesAlphabets(label) || (hasLatinEnding && posesAsLatin(label)))
}

/**
 * Whether a host, as people write it, reads like `own` and is another one: the same once accents are gone and 0 and o,
 * 1, i and l, rn and m, vv and w are one.
 */
export function readsLike(host: string, own: string): boolean {
  return host !== own && skeleton(host) === skeleton(own)
}

function mixesAlphabets(label: string): boolean {
  const letters = [...label].filter((character) => /\p{L}/u.test(character))
  const hasLatin = letters.some((letter) => /\p{Script=Latin}/u.test(letter))
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  if (hasLatin) return foreign.some((letter) => !besideLatin.test(letter))
  return foreign.some(isGreek) && foreign.some((letter) => /\p{Script=Cyrillic}/u.test(letter))
}

function isGreek(letter: string): boolean {
  return /\p{Script=Greek}/u.test(letter)
}

function posesAsLatin(label: string): boolean {
  return /\p{L}/u.test(label) && (cyrillicAsLatin.test(label) || greekAsLatin.test(label))
}

function skeleton(host: string): string {
  return host
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/[1iıl]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
