import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawShortCode, isShortCode, ownCodeRefusal, RESERVED_WORDS } from './short-code.ts'

const usableBytes = fc.array(fc.integer({ min: 0, max: 251 }), { minLength: 7, maxLength: 7 })

describe('drawn codes', () => {
  test('have 7 characters without look-alikes, and never spell a reserved word', () => {
    fc.assert(
      fc.property(usableBytes, (bytes) => {
        const code = drawShortCode(() => Uint8Array.from(bytes))
        expect(code).toMatch(/^[2-9b-df-hj-km-np-tv-z]{7}$/)
        expect(isShortCode(code)).toBe(true)
        expect(ownCodeRefusal(code)).toBeUndefined()
      }),
    )
  })
})

describe('own codes', () => {
  test.each(['abc', 'a-b', '123', 'summer-sale-2026', 'a'.repeat(40), '---'])('may be %s', (code) => {
    expect(ownCodeRefusal(code)).toBeUndefined()
    expect(isShortCode(code)).toBe(true)
  })

  test.each([
    ['', 'too_short'],
    ['ab', 'too_short'],
    ['a'.repeat(41), 'too_long'],
    ['Abc', 'bad_characters'],
    ['a b', 'bad_characters'],
    ['a_b', 'bad_characters'],
    ['abc\n', 'bad_characters'],
    ['é-e', 'bad_characters'],
    ['аbс', 'bad_characters'], // Cyrillic look-alikes
    ['../', 'bad_characters'],
    ['admin', 'reserved'],
    ['log-in', 'reserved'],
    ['-api-', 'reserved'],
    ['my-campaigns', 'reserved'],
    ['crels', 'reserved'],
  ])('%j is refused: %s', (code, refusal) => {
    expect(ownCodeRefusal(code)).toBe(refusal)
  })

  test('are accepted exactly when 3–40 of a-z 0-9 - and not reserved', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{0,42}$/)), (code) => {
        const wellFormed = /^[a-z0-9-]{3,40}$/.test(code) && !code.endsWith('\n')
        const reserved = RESERVED_WORDS.has(code.replaceAll('-', ''))
        expect(ownCodeRefusal(code) === undefined).toBe(wellFormed && !reserved)
      }),
    )
  })

  test('reserve words that the comparison can meet', () => {
    for (const word of RESERVED_WORDS) expect(word).toMatch(/^[a-z0-9]+$/)
    expect(RESERVED_WORDS.size).toBeGreaterThan(150)
  })
})
