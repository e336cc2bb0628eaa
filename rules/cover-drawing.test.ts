import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverPixels } from './cover-drawing.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('a cover has every pixel, and is the same for the same campaign', () => {
  fc.assert(
    fc.property(hex, hex, fc.string(), fc.nat(20), fc.nat(20), (base, glow, seed, width, height) => {
      const pixels = coverPixels({ base, glow, seed }, width, height)
      expect(pixels).toHaveLength(width * height * 3)
      expect(coverPixels({ base, glow, seed }, width, height)).toEqual(pixels)
    }),
    { numRuns: 30 },
  )
})

test('a cover is the brand’s colour with its light in the upper right', () => {
  const at = (drawn: Uint8Array, x: number, y: number) =>
    drawn.slice((y * 120 + x) * 3, (y * 120 + x) * 3 + 3)
  const pixels = coverPixels({ base: '#0b7255', glow: '#ffd066', seed: 'cmp_1' }, 120, 63)
  const [left, right] = [at(pixels, 2, 60), at(pixels, 96, 8)]
  expect(left[1]! > left[0]!).toBe(true)
  expect(right[0]! > left[0]! + 60).toBe(true)
})
