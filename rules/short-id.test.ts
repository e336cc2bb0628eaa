import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawShortId, isShortId } from './short-id.ts'

test('a creator id has 8 characters and is recognised', () => {
  const bytes = fc.array(fc.integer({ min: 0, max: 251 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(bytes, (values) => {
      const shortId = drawShortId(() => Uint8Array.from(values))
      expect(shortId).toMatch(/^[2-9b-df-hj-km-np-tv-z]{8}$/)
      expect(isShortId(shortId)).toBe(true)
    }),
  )
})

test.each(['', '2345678', '234567899', '2345678O', "2345678'", '../../..'])('%j is no creator id', (text) => {
  expect(isShortId(text)).toBe(false)
})
