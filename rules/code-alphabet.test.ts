import { describe, expect, test } from 'vitest'
import { CODE_ALPHABET, drawCode, isDrawnCode } from './code-alphabet.ts'

/** Plays the given bytes in turn, as a source of chance. */
function playBytes(bytes: readonly number[]) {
  let next = 0
  return (count: number) => Uint8Array.from({ length: count }, () => bytes[next++ % bytes.length]!)
}

describe('drawn codes', () => {
  test('use each character once, and none that looks like another', () => {
    expect(new Set(CODE_ALPHABET).size).toBe(28)
    expect(CODE_ALPHABET).toMatch(/^[0-9a-z]+$/)
    expect(CODE_ALPHABET).not.toMatch(/[01oliaeu]/)
  })

  test('give every character exactly as many bytes as every other', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 252; byte++) {
      const character = drawCode(1, playBytes([byte]))
      counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    expect(counts.size).toBe(28)
    expect(new Set(counts.values())).toEqual(new Set([9]))
  })

  test('draw again for the bytes that would favour some characters', () => {
    expect(drawCode(3, playBytes([252, 0, 253, 254, 1, 255, 2]))).toBe('234')
  })

  test('take no more characters than asked for from a generous source', () => {
    expect(drawCode(2, () => new Uint8Array(16))).toBe('22')
  })

  test('throw with a broken source rather than run forever', () => {
    expect(() => drawCode(7, playBytes([255]))).toThrow('source of chance')
    expect(() => drawCode(7, () => new Uint8Array(0))).toThrow('source of chance')
  })

  test('are recognised', () => {
    expect(isDrawnCode('234bcdf', 7)).toBe(true)
    for (const other of ['234bcd', '234bcdfg', '234bcd0', '234bcdA', ''])
      expect(isDrawnCode(other, 7)).toBe(false)
  })
})
