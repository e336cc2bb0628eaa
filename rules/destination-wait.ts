/** For how many hours a new destination cannot be used: a member's very first, and any later one. */
interface DestinationHours {
  first: number
  changed: number
}

/** What settings said of it, and from when to when, in milliseconds since 1970. */
export interface WaitVersion extends DestinationHours {
  /** Null of what was always there. */
  fromMs: number | null
  /** Null of the settings in force. */
  untilMs: number | null
}

/** How long a destination waits that was added in a span of time. */
interface WaitSpan extends DestinationHours {
  fromMs: number
  untilMs: number
}

/** Settings that others took the place of sooner were a slip (docs/decisions/148). */
const slipMs = 24 * 3_600_000

/**
 * How long destinations wait at most that were added under settings which others took the place of within a day, one slip
 * after the other, up to those in force; `versions` are all, the oldest first. They wait as long as is said now, or as was
 * said then, but by a slip for no longer than by the last settings before it that were none: who took an account over gains
 * nothing by a shorter setting, and a slip that was put right stays with nobody.
 */
export function slippedWaits(versions: readonly WaitVersion[]): WaitSpan[] {
  const now = versions.at(-1)!
  const before = versions.slice(0, -1)
  const isSlip = ({ fromMs, untilMs }: WaitVersion) => fromMs !== null && untilMs! - fromMs < slipMs
  const lasting = before.findLast((version) => !isSlip(version))
  if (!lasting) return []
  const wait = (slip: WaitVersion, of: 'first' | 'changed') =>
    Math.max(now[of], Math.min(slip[of], lasting[of]))
  return before.slice(before.lastIndexOf(lasting) + 1).map((slip) => ({
    fromMs: slip.fromMs!,
    untilMs: slip.untilMs!,
    first: wait(slip, 'first'),
    changed: wait(slip, 'changed'),
  }))
}
