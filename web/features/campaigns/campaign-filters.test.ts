import { describe, expect, it } from 'vitest'
import { countFilters, readFilters, withFilters } from './campaign-filters.ts'

describe('filters in the address', () => {
  it('are read, and nonsense counts as not set', () => {
    expect(
      readFilters(new URLSearchParams('q=+beans+&category=food-drink&reward=sale&country=pt&sort=ending')),
    ).toEqual({ q: 'beans', category: 'food-drink', reward: 'sale', country: 'PT', sort: 'ending' })
    expect(
      readFilters(new URLSearchParams('q=++&category=../x&reward=gold&country=Portugal&sort=best')),
    ).toEqual({
      q: undefined,
      category: undefined,
      reward: undefined,
      country: undefined,
      sort: 'popular',
    })
  })

  it('cuts a search to what the API accepts', () => {
    expect(readFilters(new URLSearchParams({ q: 'x'.repeat(200) })).q).toHaveLength(100)
  })

  it('are written short, and leave strangers alone', () => {
    const before = new URLSearchParams('utm=1&q=beans&sort=ending')
    expect(withFilters(before, { q: undefined, sort: 'popular', reward: 'lead' }).toString()).toBe(
      'utm=1&reward=lead',
    )
    expect(before.get('q')).toBe('beans')
  })

  it('are counted without sorting and without what the page fixes', () => {
    const filters = readFilters(new URLSearchParams('q=a&category=home&sort=new'))
    expect(countFilters(filters)).toBe(2)
    expect(countFilters(filters, ['category'])).toBe(1)
  })
})
