import { describe, expect, test, vi } from 'vitest'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { hindranceOf, itemFacts } from './item-text.ts'
import { arrange, quantitiesFor, readShopView, refusalFor, shopHref, soonestSpent } from './shop-view.ts'

const now = new Date('2026-11-20T12:00:00Z')

function item(changes: Partial<ShopItem> = {}): ShopItem {
  return {
    id: 'itm_1',
    kind: 'gift_card',
    title: 'Bookshop card',
    summary: 'A card for books.',
    description: '',
    points: 300,
    faceValue: null,
    crels: null,
    state: 'open',
    stock: null,
    memberLimit: null,
    quantityMax: 20,
    activeFrom: null,
    activeUntil: null,
    needsAddress: false,
    countries: [],
    image: { url: null, base: '#085c46', glow: '#fbb92e' },
    ...changes,
  }
}

function terms(changes: Partial<OrderTerms> = {}): OrderTerms {
  return {
    balance: 1_000,
    items: [],
    freezes: { bought: 0, max: 2 },
    boost: null,
    packs: { crelsLeft: 50, boundBy: 'member_month', until: '2026-12-01T00:00:00.000Z', debtCrels: 0 },
    ...changes,
  }
}

describe('the address', () => {
  test('says kind, affordability, orders and the open item, and forgets what makes no sense', () => {
    const read = (query: string) => readShopView(new URLSearchParams(query))
    expect(read('kind=boost&affordable=1&item=itm_1')).toEqual({
      isOrders: false,
      kind: 'boost',
      isAffordable: true,
      item: 'itm_1',
    })
    expect(read('kind=nothing&affordable=yes&view=x')).toMatchObject({ isOrders: false, isAffordable: false })
    expect(shopHref(read('kind=boost&item=itm_1'))).toBe('/points/points-shop?kind=boost')
    expect(shopHref(read('kind=boost'), 'itm_1')).toBe('/points/points-shop?kind=boost&item=itm_1')
    expect(shopHref({ ...read(''), isOrders: true })).toBe('/points/points-shop?view=orders')
  })
})

describe('the shelves', () => {
  const shelf = [
    item({ id: 'sold', points: 100, state: 'sold_out' }),
    item({ id: 'cheap', points: 200 }),
    item({ id: 'soon', points: 250, state: 'soon' }),
    item({ id: 'had', points: 300, memberLimit: 1 }),
    item({ id: 'near', points: 1_120, kind: 'merchandise' }),
    item({ id: 'far', points: 5_000 }),
  ]
  const ids = (found: ReturnType<typeof arrange>) => found.map(({ item: { id } }) => id)
  const mine = terms({ items: [{ itemId: 'had', bought: 1, left: 0, isAskedFor: false }] })
  const everything = { kind: undefined, isAffordable: false }

  test('begin with what a member can have, then what is nearest, and end with what is not to be had', () => {
    expect(ids(arrange(shelf, mine, everything))).toEqual(['cheap', 'near', 'far', 'had', 'soon', 'sold'])
    expect(ids(arrange(shelf, mine, { ...everything, isAffordable: true }))).toEqual(['cheap'])
    expect(ids(arrange(shelf, mine, { ...everything, kind: 'merchandise' }))).toEqual(['near'])
  })

  test('keep the order of the shop for a visitor, but for what is not to be had', () => {
    expect(ids(arrange(shelf, undefined, { ...everything, isAffordable: true }))).toEqual([
      'cheap',
      'had',
      'near',
      'far',
      'soon',
      'sold',
    ])
  })
})

test.each([
  ['stock', { stock: 2 }, {}, 2],
  [
    'the limit',
    { memberLimit: 2 },
    { items: [{ itemId: 'itm_1', bought: 1, left: 1, isAskedFor: false }] },
    1,
  ],
  ['the points', {}, { balance: 950 }, 3],
  ['one order', { points: 1, quantityMax: 5 }, {}, 5],
  ['the freezes that can be held', { kind: 'streak_freeze' as const, points: 1 }, {}, 2],
  ['the crels of packs', { kind: 'crels_pack' as const, points: 1, crels: 20 }, {}, 2],
])('as many pieces as %s allows', (_, changes, limits, most) => {
  expect(quantitiesFor(item(changes), terms(limits))).toBe(most)
})

test('what is in the way is said with its date and where it is put right', () => {
  const said = (changes: Partial<ShopItem>, limits: Partial<OrderTerms>) => {
    const facts = terms(limits)
    const refusal = refusalFor(item(changes), facts)
    return refusal && hindranceOf(refusal, facts, now)
  }
  expect(
    said({ memberLimit: 1 }, { items: [{ itemId: 'itm_1', bought: 1, left: 0, isAskedFor: false }] }),
  ).toEqual({
    text: 'You have bought all you can of this',
  })
  expect(said({ points: 1_001 }, {})).toMatchObject({
    text: 'You’re 1 point short.',
    fix: { to: '/points' },
  })
  const boost = { until: '2026-11-21T09:00:00.000Z', pointsLeft: 40 }
  expect(said({ kind: 'boost' }, { boost })?.text).toMatch(/^Your boost runs until 21 Nov, /)
  expect(said({ kind: 'streak_freeze' }, { freezes: { bought: 2, max: 2 } })).toMatchObject({
    text: 'You already have 2 bought freezes, the maximum.',
    fix: { to: '/points/daily-check-in' },
  })
  const pack = { kind: 'crels_pack', crels: 25, points: 100 } as const
  const packs = (boundBy: OrderTerms['packs']['boundBy'], until: string | null = null) => ({
    packs: { crelsLeft: 0, boundBy, until, debtCrels: 0 },
  })
  expect(said(pack, packs('profile_incomplete'))?.fix?.to).toBe('/profile/info')
  expect(said(pack, packs('earnings'))?.fix?.to).toBe('/campaigns/all')
  expect(said(pack, packs('account_age', '2027-01-04T00:00:00.000Z'))?.text).toMatch(/from 4 Jan 2027\.$/)
  expect(said({ ...pack, crels: 60 }, {})?.text).toBe(
    'You can buy 50 crels more right now, and this pack is larger.',
  )
})

test('limits, stock, windows and worth are said in words', () => {
  const limited = item({
    stock: 1,
    memberLimit: 3,
    activeUntil: '2026-12-24T18:00:00.000Z',
    faceValue: { currency: 'JPY', minor: 3_000 },
  })
  const mine = terms({ items: [{ itemId: 'itm_1', bought: 1, left: 2, isAskedFor: false }] })
  const facts = Object.fromEntries(itemFacts(limited, mine, now).map(({ name, value }) => [name, value]))
  expect(facts).toMatchObject({
    Worth: '¥3,000',
    'In stock': '1 left',
    Limit: '3 per member, 2 left for you',
  })
  expect(facts['On sale']).toMatch(/^Until 24 Dec, \d\d:00$/)
  // Of a pool no more are counted.
  expect(itemFacts(item({ stock: 1_000 }), undefined, now)).toEqual([{ name: 'In stock', value: 'Plenty' }])
  expect(itemFacts(item(), undefined, now)).toEqual([])
})

test('of what is spent, as much as the soonest day holds would have expired', () => {
  const lot = (points: number, expiresAt: string) => ({
    points,
    granted: points,
    kind: 'daily-check-in',
    transactionId: 'txn_1',
    earnedAt: '2026-01-01T00:00:00.000Z',
    expiresAt,
  })
  const lots = [
    lot(30, '2026-12-22T08:00:00.000Z'),
    lot(30, '2026-12-22T20:00:00.000Z'),
    lot(9, '2027-01-01T00:00:00.000Z'),
  ]
  expect(soonestSpent(lots, 300)).toEqual({ points: 60, expiresAt: '2026-12-22T20:00:00.000Z' })
  expect(soonestSpent(lots, 10)).toEqual({ points: 10, expiresAt: '2026-12-22T08:00:00.000Z' })
  // A day is one where its reader is: the same two lots are of two days in Tokyo.
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(soonestSpent(lots, 300)).toEqual({ points: 30, expiresAt: '2026-12-22T08:00:00.000Z' })
  vi.unstubAllEnvs()
  expect(soonestSpent([], 10)).toBeUndefined()
})
