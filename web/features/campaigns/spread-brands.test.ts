import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachOnce, fewOfBrands, spreadBrands } from './spread-brands.ts'

const of = (brands: string) => [...brands].map((id, at) => ({ at, brand: { id } }))
const brandsOf = (list: { brand: { id: string } }[]) => list.map(({ brand }) => brand.id).join('')

test('no brand comes twice among four neighbours while there are others, and the order stays otherwise', () => {
  expect(brandsOf(spreadBrands([of('aabacbcdd')], false))).toBe('abcdabcda')
  expect(brandsOf(spreadBrands([of('abcdef')], false))).toBe('abcdef')
  expect(brandsOf(fewOfBrands(of('aabac'), 3))).toBe('abc')
})

test('of fewer brands they take turns', () => {
  expect(brandsOf(spreadBrands([of('aaabbc')], false))).toBe('abcaba')
  expect(brandsOf(spreadBrands([of('aabb')], true))).toBe('abab')
})

test('what is shown stays where it is when the next page comes', () => {
  const first = of('aaabcaa')
  const shown = spreadBrands([first], true)
  expect(brandsOf(shown)).toBe('abca')
  const both = spreadBrands([first, of('dbceb')], true)
  expect(both.slice(0, shown.length)).toEqual(shown)
})

test('what comes last stays behind all else, and keeps nothing waiting', () => {
  const isLast = ({ brand }: { brand: { id: string } }) => /[A-Z]/.test(brand.id)
  expect(brandsOf(spreadBrands([of('aabcc')], true, isLast))).toBe('abca')
  expect(brandsOf(spreadBrands([of('aabcc'), of('ccAAB')], true, isLast))).toBe('abcacccAB')
  expect(brandsOf(spreadBrands([of('aabcc'), of('ccAAB')], false, isLast))).toBe('abcacccABA')
})

test('a campaign that is on two pages is shown once, where it was', () => {
  const page = (...ids: string[]) => ids.map((id) => ({ id }))
  expect(eachOnce([page('a', 'b'), page('b', 'c'), page('a')])).toEqual([page('a', 'b'), page('c'), []])
})

test('a list of one brand is shown as it is', () => {
  expect(brandsOf(spreadBrands([of('aaaa')], true))).toBe('aaaa')
})

test('after the last page nothing is lost and nothing comes twice', () => {
  const page = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 })
  fc.assert(
    fc.property(fc.array(page, { maxLength: 4 }), (pages) => {
      const lists = pages.map((ids) => ids.map((id) => ({ brand: { id } })))
      const spread = spreadBrands(lists, false)
      expect(new Set(spread)).toEqual(new Set(lists.flat()))
      expect(spread).toHaveLength(lists.flat().length)
    }),
  )
})
