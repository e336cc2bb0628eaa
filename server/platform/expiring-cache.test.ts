import { afterEach, expect, test, vi } from 'vitest'
import { ExpiringCache } from './expiring-cache.ts'

afterEach(() => void vi.useRealTimers())

const counter = () => {
  let calls = 0
  return { load: async () => ++calls, calls: () => calls }
}

test('asks once for callers at the same moment, and again after the time is up', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const cache = new ExpiringCache<number>({ ttlMs: 20_000, entriesMax: 10 })
  const { load } = counter()
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1])
  vi.setSystemTime(1_019_999)
  expect(await cache.get('a', load)).toBe(1)
  vi.setSystemTime(1_020_000)
  expect(await cache.get('a', load)).toBe(2)
})

test('counts the time from the question, not from the answer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const cache = new ExpiringCache<number>({ ttlMs: 20_000, entriesMax: 10 })
  const slow = async () => {
    vi.setSystemTime(1_015_000)
    return 1
  }
  expect(await cache.get('a', slow)).toBe(1)
  vi.setSystemTime(1_019_999)
  expect(await cache.get('a', async () => 2)).toBe(1)
  vi.setSystemTime(1_020_000)
  expect(await cache.get('a', async () => 2)).toBe(2)
})

test('keeps that there is nothing', async () => {
  const cache = new ExpiringCache<number | undefined>({ ttlMs: 20_000, entriesMax: 10 })
  expect(await cache.get('a', async () => undefined)).toBeUndefined()
  expect(await cache.get('a', async () => 2)).toBeUndefined()
})

test('keeps no failure', async () => {
  const cache = new ExpiringCache<number>({ ttlMs: 20_000, entriesMax: 10 })
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('a', async () => 7)).toBe(7)
})

test('forgets what was evicted, even while it was being asked for', async () => {
  const cache = new ExpiringCache<number>({ ttlMs: 20_000, entriesMax: 10 })
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

test.each(['evict', 'clear'] as const)('does not store a late answer after %s', async (how) => {
  const cache = new ExpiringCache<number>({ ttlMs: 20_000, entriesMax: 10 })
  const { promise, resolve } = Promise.withResolvers<number>()
  const slow = cache.get('a', async () => await promise)
  cache[how]('a')
  resolve(1)
  expect(await slow).toBe(1)
  expect(await cache.get('a', async () => 2)).toBe(2)
})

test('lets the oldest go when it is full', async () => {
  const cache = new ExpiringCache<string>({ ttlMs: 20_000, entriesMax: 2 })
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key)
  expect(await cache.get('b', async () => 'again')).toBe('b')
  expect(await cache.get('a', async () => 'again')).toBe('again')
})
