import { OWN_CODE_LENGTH_MAX, OWN_CODE_LENGTH_MIN, ownCodeRefusal } from './short-code.ts'

/**
 * Codes to offer in place of one that is taken or may not be used, the closest first; whether they are free is for
 * the database to say. Letters of the Latin alphabet lose their accents; of what was typed in another one nothing
 * is left, and only drawn codes remain to be offered. `year` is the present one.
 */
export function codeSuggestions(wanted: string, year: number): string[] {
  const plain = plainCode(wanted)
  if (plain === '') return []
  const with_ = (ending: string) => `${plain.slice(0, OWN_CODE_LENGTH_MAX - ending.length)}${ending}`
  const candidates = [
    plain,
    with_('-2'),
    with_(`-${year}`),
    with_('-link'),
    `my-${plain}`,
    `get-${plain}`,
    with_('-3'),
    with_('-now'),
    ...[4, 5, 6, 7, 8, 9].map((number) => with_(`-${number}`)),
  ]
  return [...new Set(candidates)].filter((code) => code !== wanted && ownCodeRefusal(code) === undefined)
}

/** What is left of a text in the characters of codes; empty when that is too little to be recognised. */
function plainCode(text: string): string {
  const plain = text
    .slice(0, 200)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, OWN_CODE_LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '')
  return plain.length < OWN_CODE_LENGTH_MIN - 1 ? '' : plain
}
