/** A source of chance that a seed repeats: mulberry32, plenty for choosing moments and nothing else. */
export interface Chance {
  /** A number from `min` up to, not including, `max`. */
  between(min: number, max: number): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[]
}

/** Chance from a seed, a whole number: the same seed gives the same row of choices. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + next() * (max - min)
  const whole = (min: number, max: number) => Math.floor(between(min, max + 1))
  return {
    between,
    whole,
    happens: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)]!,
    shuffled: (list) => {
      const rest = [...list]
      return list.map(() => rest.splice(whole(0, rest.length - 1), 1)[0]!)
    },
  }
}
