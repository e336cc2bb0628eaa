import type { Destination } from '#contracts/redemptions.schemas.ts'

/** What a payout waits for: a place that can be used now, the one that will be soonest, or that there is none. */
export type Usable =
  | { at: 'now'; destination: Destination }
  | { at: 'later'; destination: Destination }
  | { at: 'never' }

/** The first of some destinations that can be used, else the one that will be soonest. */
export function usableOf(destinations: readonly Destination[]): Usable {
  const now = destinations.find(({ frozen }) => !frozen)
  if (now) return { at: 'now', destination: now }
  const [soonest] = [...destinations].sort((a, b) => Date.parse(a.usableFrom) - Date.parse(b.usableFrom))
  return soonest ? { at: 'later', destination: soonest } : { at: 'never' }
}

/** The one that was chosen, while it can be used: it may be removed or frozen meanwhile. Else the first that can be. */
export function chosenOf(
  destinations: readonly Destination[],
  chosen: Pick<Destination, 'id'> | null,
): Destination | null {
  const there = destinations.find(({ id, frozen }) => id === chosen?.id && !frozen)
  return there ?? destinations.find(({ frozen }) => !frozen) ?? null
}
