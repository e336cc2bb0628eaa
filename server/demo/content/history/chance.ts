/** A repeatable source of numbers in [0, 1): the same seed gives the same sequence on every machine. */
export type Chance = () => number

/** Starts a source of chance from a text: FNV-1a for the seed, mulberry32 for the sequence. Not for secrets. */
export function chanceFrom(seed: string): Chance {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from `min` to `max`, both included. */
export function whole(chance: Chance, min: number, max: number): number {
  return min + Math.floor(chance() * (max - min + 1))
}

/** One of the items, each with the weight beside it. */
export function weighted<T>(chance: Chance, items: readonly (readonly [item: T, weight: number])[]): T {
  let left = chance() * items.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [item, weight] of items) {
    left -= weight
    if (left < 0) return item
  }
  const last = items.at(-1)
  if (last === undefined) throw new Error('nothing to choose from')
  return last[0]
}

/** How many events happen where `mean` are expected (Knuth's method; for means up to a few hundred). */
export function countAround(chance: Chance, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = chance(); product > limit; product *= chance()) count += 1
  return count
}
