import { describe, expect, it } from 'vitest'
import { countFilters, readFilters, withFilters } from './campaign-filters.ts'

describe('filters in the address', () => {
  it('are read, and nonsense counts as not set', () => {
    expect(
      readFilters(
        new URLSearchParams(
          'q=+beans+&category=food-drink&brand=marrow&reward=sale&country=pt&channel=blog&sort=ending',
        ),
      ),
    ).toEqual({
      q: 'beans',
      category: 'food-drink',
      brand: 'marrow',
      reward: 'sale',
      country: 'PT',
      channel: 'blog',
      sort: 'ending',
    })
    expect(
      readFilters(
        new URLSearchParams(
          'q=++&category=../x&brand=A+B&reward=gold&country=Portugal&channel=radio&sort=best',
        ),
      ),
    ).toEqual({ sort: 'suggested' })
  })

  it('sort by what matches where words are searched, unless the address says otherwise', () => {
    const sortOf = (search: string) => readFilters(new URLSearchParams(search)).sort
    expect(['', 'q=beans', 'q=beans&sort=popular', 'sort=match', 'sort=for_me'].map(sortOf)).toEqual([
      'suggested',
      'match',
      'popular',
      'suggested',
      'for_me',
    ])
    const after = (search: string, change: Parameters<typeof withFilters>[1]) =>
      withFilters(new URLSearchParams(search), change).toString()
    expect(after('q=beans', { sort: 'popular' })).toBe('q=beans&sort=popular')
    expect(after('q=beans&sort=popular', { sort: 'match' })).toBe('q=beans')
    expect(after('q=beans&sort=popular', { q: undefined })).toBe('sort=popular')
    expect(after('', { q: 'beans' })).toBe('q=beans')
  })

  it('cuts a search to what the API accepts', () => {
    expect(readFilters(new URLSearchParams({ q: 'x'.repeat(200) })).q).toHaveLength(100)
  })

  it('are written short, and leave strangers alone', () => {
    const before = new URLSearchParams('utm=1&q=beans&sort=ending')
    expect(withFilters(before, { q: undefined, sort: 'suggested', reward: 'lead' }).toString()).toBe(
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
