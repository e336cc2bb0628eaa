/** A machine's clock that differs by less is right: answers take their time, and servers differ too. */
const toleratedMs = 5 * 60_000

let aheadMs = 0
let held: Date | null = null
const listeners = new Set<() => void>()

/** The time by the server's clock: what is left of a day or an offer is its to say, and machines are wrong by hours. */
export function timeNow(): Date {
  return held ?? new Date(Date.now() - aheadMs)
}

/**
 * Stops the clock while a screen is rendered in Node, and at that time again while a browser takes it over; null lets it
 * go on.
 */
export function holdClock(at: number | null): void {
  held = at === null ? null : new Date(at)
  // Who keeps the time has that one: another would have the screen drawn once more as soon as it is taken over.
  if (held) for (const listener of listeners) listener()
}

/** Follows the time of an answer, the header `Date`: null where it has none. */
export function followClock(answeredAt: string | null): void {
  const difference = Date.now() - Date.parse(answeredAt ?? '')
  if (Number.isNaN(difference)) return
  const next = Math.abs(difference) < toleratedMs ? 0 : difference
  if (Math.abs(next - aheadMs) < toleratedMs) return
  aheadMs = next
  for (const listener of listeners) listener()
}

/** Hears when the clock was put right; answers how to stop. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
