import { expect, test } from 'vitest'
import { batched } from './batched.ts'

test('what is asked for in one turn is loaded at once, later questions anew, and a failure is forgotten', async () => {
  const loads: string[][] = []
  const find = batched(async (keys) => {
    loads.push(keys)
    if (keys.includes('bad')) throw new Error('away')
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key} ${loads.length}`]))
  })
  // Some of them a few promises later, as behind a cache.
  const later = async (key: string) => await Promise.resolve().then(async () => await find(key))
  expect(await Promise.all([find('a'), later('b'), find('a'), find('none')])).toEqual([
    'a 1',
    'b 1',
    'a 1',
    undefined,
  ])
  expect(await find('a')).toBe('a 2')
  await expect(Promise.all([find('bad'), find('a')])).rejects.toThrow('away')
  expect(await find('a')).toBe('a 4')
  expect(loads).toEqual([['a', 'none', 'b'], ['a'], ['bad', 'a'], ['a']])
})
