import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('keeps at least the entries it is made for, at most twice as many', () => {
  const map = new BoundedMap<number, number>(100)
  for (let i = 0; i < 1_000; i++) map.set(i, i)
  const kept = Array.from({ length: 1_000 }, (_, i) => map.get(i)).filter((value) => value !== undefined)
  expect(kept.length).toBeGreaterThanOrEqual(100)
  expect(kept.length).toBeLessThanOrEqual(200)
  expect(kept.at(-1)).toBe(999)
})

test('what is read stays', () => {
  const map = new BoundedMap<string, number>(10)
  map.set('hot', 1)
  for (let i = 0; i < 1_000; i++) {
    map.set(`cold ${i}`, i)
    expect(map.get('hot')).toBe(1)
  }
})

test('what is deleted or overwritten is so in both generations', () => {
  const map = new BoundedMap<string, number>(2)
  for (const key of ['a', 'b', 'c']) map.set(key, 1)
  map.delete('a')
  map.set('b', 2)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 1])
  map.clear()
  expect([map.get('b'), map.get('c')]).toEqual([undefined, undefined])
})
