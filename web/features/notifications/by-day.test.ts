import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const at = (...parts: [number, number, number, number, number]) => ({
  createdAt: new Date(...parts).toISOString(),
})

test('cuts at midnight of the member’s clock, and keeps the order', () => {
  const items = [
    at(2026, 10, 23, 9, 0),
    at(2026, 10, 23, 0, 0),
    at(2026, 10, 22, 23, 59),
    at(2026, 9, 1, 1, 0),
  ]
  expect(byDay(items).map(({ items: of }) => of.length)).toEqual([2, 1, 1])
  expect(byDay(items).flatMap(({ items: of }) => of)).toEqual(items)
  expect(byDay([])).toEqual([])
})
