import { expect, test } from 'vitest'
import { ORDER_STATES, orderStateAfter } from './order-state.ts'
import { isShown, ITEM_KINDS, itemPrice, quantityMax, saleState } from './shop-item.ts'

const always = { visibleFrom: 0, visibleUntil: null, activeFrom: null, activeUntil: null }

test('windows are half open: from the first moment, until before the last', () => {
  const windows = { visibleFrom: 100, visibleUntil: 200, activeFrom: 120, activeUntil: 180 }
  expect([99, 100, 199, 200].map((now) => isShown(windows, now))).toEqual([false, true, true, false])
  expect([119, 120, 179, 180].map((now) => saleState(windows, null, now))).toEqual([
    'soon',
    'open',
    'open',
    'ended',
  ])
  expect(isShown(always, 0)).toBe(true)
  expect(saleState(always, null, 0)).toBe('open')
})

test('what is over is ended, also sold out; what is not on sale yet is not sold out', () => {
  expect(saleState({ ...always, activeUntil: 5 }, 0, 5)).toBe('ended')
  expect(saleState({ ...always, activeFrom: 5 }, 0, 4)).toBe('soon')
  expect([0, 1].map((stock) => saleState(always, stock, 5))).toEqual(['sold_out', 'open'])
})

test('a pack costs its crels by the setting, everything else its price', () => {
  const settings = { crelsPackPoints: 100 }
  expect(itemPrice({ points: null, crels: 25 }, settings)).toBe(2_500)
  expect(itemPrice({ points: 40, crels: null }, settings)).toBe(40)
})

test('a boost is bought alone', () => {
  expect(ITEM_KINDS.map(quantityMax)).toEqual([20, 20, 31, 20, 1])
})

test('only placed orders are sent or cancelled', () => {
  expect(ORDER_STATES.map((state) => orderStateAfter(state, 'cancel'))).toEqual([
    'cancelled',
    undefined,
    undefined,
  ])
  expect(ORDER_STATES.map((state) => orderStateAfter(state, 'ship'))).toEqual([
    'fulfilled',
    undefined,
    undefined,
  ])
})
