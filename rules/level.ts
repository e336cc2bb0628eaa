import type { Economy } from './economy.ts'

/** A member's level and the way to the next (docs/economy.md, Points). */
export type Level = {
  /** The first is 1. */
  number: number
  /** Lifetime points at which it began. */
  fromPoints: number
  /** Lifetime points at which the next begins; null on the last. */
  nextPoints: number | null
}

/** The level for a lifetime total of points; spending never lowers it. */
export function levelOf(lifetimePoints: number, { fromPoints }: Economy['levels']): Level {
  const reached = fromPoints.filter((from) => from <= lifetimePoints).length
  const number = Math.max(1, reached)
  return {
    number,
    fromPoints: fromPoints[number - 1] ?? 0,
    nextPoints: fromPoints[number] ?? null,
  }
}
