import { expect, test } from 'vitest'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { changesOf, draftOf, emptyItem, fileOf } from './item-draft.ts'

const item: OperatedItemDetail = {
  id: 'itm_1',
  slug: 'book-card',
  kind: 'gift_card',
  title: 'Book card',
  state: 'open',
  points: 900,
  stock: 3,
  restoredCodes: 0,
  sold: 1,
  waiting: 0,
  awaitedBy: 0,
  image: { url: null, base: '#112233', glow: '#445566' },
  createdAt: '2030-01-01T00:00:00.000Z',
  isDemo: false,
  summary: 'Books.',
  description: '',
  crels: null,
  faceValue: { currency: 'USD', minor: 1_999 },
  memberLimit: null,
  countries: [],
  visibleFrom: '2030-01-01T10:11:12.345Z',
  visibleUntil: null,
  activeFrom: null,
  activeUntil: '2030-02-01T00:00:07.000Z',
  revision: 1,
  codes: null,
  changes: [],
}

test('a draft that nothing was typed into changes nothing, seconds of its times neither', () => {
  expect(changesOf(item, draftOf(item))).toEqual({})
})

test('what is typed is changed, and nothing else', () => {
  const draft = { ...draftOf(item), points: '950', activeUntil: '', faceAmount: '20', glow: '#000000' }
  expect(changesOf(item, draft)).toEqual({
    points: 950,
    activeUntil: null,
    faceValue: { currency: 'USD', minor: 2_000 },
    colors: { base: '#112233', glow: '#000000' },
  })
})

test.each([
  ['USD', '10', 1_000],
  ['usd', '19.99', 1_999],
  ['JPY', '500', 500],
  ['KWD', '1.5', 1_500],
])('a face value of %s %s is %i of its smallest units', (faceCurrency, faceAmount, minor) => {
  expect(fileOf({ ...emptyItem, faceCurrency, faceAmount }).faceValue).toEqual({
    currency: faceCurrency.toUpperCase(),
    minor,
  })
})

test('what belongs to another kind is left out', () => {
  const typed = {
    ...emptyItem,
    points: '10',
    crels: '5',
    stock: '7',
    countries: 'de, pt',
    faceCurrency: 'USD',
  }
  expect(fileOf({ ...typed, kind: 'crels_pack' })).toMatchObject({
    points: null,
    crels: 5,
    stock: 7,
    countries: [],
    faceValue: null,
  })
  expect(fileOf({ ...typed, kind: 'merchandise' })).toMatchObject({ crels: null, countries: ['DE', 'PT'] })
  expect(fileOf({ ...typed, kind: 'gift_card' })).toMatchObject({ stock: null, points: 10 })
})
