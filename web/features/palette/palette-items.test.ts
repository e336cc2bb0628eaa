import { describe, expect, test } from 'vitest'
import { matching, type PaletteItem } from './palette-items.ts'

const items: PaletteItem[] = [
  { id: 'a', label: 'My campaigns', words: 'joined' },
  { id: 'b', label: 'Émile’s links' },
  { id: 'c', label: 'Cash out', words: 'redeem' },
]
const found = (q: string) => matching(items, q).map(({ id }) => id)

describe('the palette finds', () => {
  test('an item whose words begin with each typed word, in any order', () => {
    expect(found('camp my')).toEqual(['a'])
    expect(found('camp your')).toEqual([])
    expect(found('paign')).toEqual([])
  })

  test('by other words, without case and accents', () => {
    expect(found('REDEEM')).toEqual(['c'])
    expect(found('emile')).toEqual(['b'])
  })

  test('everything while nothing is typed', () => {
    expect(found('  ')).toEqual(['a', 'b', 'c'])
  })
})
