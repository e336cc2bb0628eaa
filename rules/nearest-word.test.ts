import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { lettersApart, correctionLengths, nearestWord } from './nearest-word.ts'

const words = ['coffee', 'coffees', 'roast', 'audio', 'headphones', 'subscription', 'tidal', 'title']

describe('the corrected word', () => {
  test.each([
    ['cofee', 'coffee'],
    ['coffeee', 'coffee'],
    ['rosat', 'roast'],
    ['audoi', 'audio'],
    ['hedphone', 'headphones'],
    ['subscirpton', 'subscription'],
    ['tital', 'tidal'],
  ])('%s is %s', (typed, corrected) => {
    expect(nearestWord(typed, words)).toBe(corrected)
  })

  it('is none for a short word, and for one that is like no other', () => {
    expect(nearestWord('cof', words)).toBeUndefined()
    expect(nearestWord('violin', words)).toBeUndefined()
    expect(nearestWord('coffee', [])).toBeUndefined()
  })

  it('is the same in whatever order the words come', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), fc.array(fc.string({ maxLength: 9 })), (word, others) => {
        expect(nearestWord(word, others)).toBe(nearestWord(word, others.toReversed()))
      }),
    )
  })

  it('is among the lengths that are looked for', () => {
    fc.assert(
      fc.property(letters, fc.array(letters), (word, others) => {
        const found = nearestWord(word, others)
        if (found === undefined) return
        const { min, max } = correctionLengths(word)!
        expect(found.length >= min && found.length <= max).toBe(true)
      }),
    )
  })
})

// Few letters, so that words are near each other.
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

describe('letters apart', () => {
  it('counts as the plain definition does, up to the most that is asked for', () => {
    fc.assert(
      fc.property(letters, letters, fc.nat(4), (one, other, most) => {
        const apart = plainly(one, other)
        expect(lettersApart(one, other, most)).toBe(apart > most ? undefined : apart)
      }),
    )
  })
})

/** The definition, word for word: the cheapest way to end both words. */
function plainly(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const known = new Map<string, number>()
  const rest = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i},${j}`
    const before = known.get(key)
    if (before !== undefined) return before
    const ways = [rest(i - 1, j) + 1, rest(i, j - 1) + 1]
    ways.push(rest(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1))
    if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
      ways.push(rest(i - 2, j - 2) + 1)
    known.set(key, Math.min(...ways))
    return known.get(key)!
  }
  return rest(one.length, other.length)
}
