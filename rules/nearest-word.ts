/** Shorter words are searched as they stand: another letter makes another word of them. */
const LENGTH_MIN = 4

/** How many letters of a word may be wrong, missing, added or swapped. */
function errorsMax(word: string): number {
  return word.length < 7 ? 1 : 2
}

/** The lengths that a correction of this word may have; undefined where none is looked for. */
export function correctionLengths(word: string): { min: number; max: number } | undefined {
  const { length } = word
  return length < LENGTH_MIN ? undefined : { min: length - errorsMax(word), max: length + errorsMax(word) }
}

/**
 * The most likely correction of a word that is not in the list: the fewest letters apart, then one with the same
 * first letter, then the first of the alphabet. Undefined where none is near enough.
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  if (correctionLengths(word) === undefined) return undefined
  let nearest: { word: string; place: number } | undefined
  for (const other of words) {
    const apart = lettersApart(word, other, errorsMax(word))
    if (apart === undefined) continue
    const place = 2 * apart + (other[0] === word[0] ? 0 : 1)
    if (!nearest || place < nearest.place || (place === nearest.place && other < nearest.word))
      nearest = { word: other, place }
  }
  return nearest?.word
}

/**
 * How many letters are to be changed, left out, put in or swapped with their neighbour to make one word the other, each
 * place once (optimal string alignment); undefined for more than `most`.
 */
export function lettersApart(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    // No later row can be less than the least of two.
    if (Math.min(...row, ...above) > most) return undefined
    before = above
    above = row
  }
  const apart = above[other.length]!
  return apart > most ? undefined : apart
}
