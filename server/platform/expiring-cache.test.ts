import { afterEach, expect, test, vi } from 'vitest'
import { ExpiringCache } from './expiring-cache.ts'

afterEach(() => void vi.useRealTimers())

const counter = () => {
  let calls = 0
  return { load: async () => ++calls, calls: () => calls }
}

test('asks once for callers at the same moment, and again after the time is up', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const cache = new ExpiringCache<number>({ ttlMs: 20_000 })
  const { load } = counter()
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1])
  vi.setSystemTime(19_999)
  expect(await cache.get('a', load)).toBe(1)
  vi.setSystemTime(20_000)
  expect(await cache.get('a', load)).toBe(2)
})

test('keeps no failure', async () => {
  const cache = new ExpiringCache<number>({ ttlMs: 20_000 })
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('a', async () => 7)).toBe(7)
})

test('forgets what was evicted, even while it was being asked for', async () => {
  const cache = new ExpiringCache<number>({ ttlMs: 20_000 })
  let answer: (value: number) => void = () => {}
  const slow = cache.get('a', () => new Promise<number>((resolve) => void (answer = resolve)))
  cache.evict('a')
  const fresh = cache.get('a', async () => 2)
  answer(1)
  expect(await slow).toBe(1)
  expect(await fresh).toBe(2)
  expect(await cache.get('a', async () => 3)).toBe(2)
  cache.clear()
  expect(await cache.get('a', async () => 4)).toBe(4)
})

test('lets the oldest go when it is full', async () => {
  const cache = new ExpiringCache<string>({ ttlMs: 20_000, entriesMax: 2 })
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key)
  expect(await cache.get('b', async () => 'again')).toBe('b')
  expect(await cache.get('a', async () => 'again')).toBe('again')
})
