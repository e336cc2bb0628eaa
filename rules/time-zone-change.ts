import type { ZonePeriod } from './check-in.ts'
import { periodAt } from './check-in.ts'
import { canonicalZone, nextDateStarts } from './local-date.ts'
import { dayMs } from './utc-date.ts'

/** A time zone of a member, and when it was asked for; the first was not asked for as a change. */
export type AskedZone = ZonePeriod & { askedAt: number | null }

/** What another time zone in the profile means: nothing, another list of zones, or not before a moment. */
export type ZoneChange = { zones: readonly AskedZone[] } | { tooSoonUntil: number }

/**
 * A member says where they are. The first time it is so from the beginning. Later it is a change: from the next
 * midnight where they were, at most once in `zoneChangeDays` (docs/economy.md, Streaks). One that has not begun may be
 * replaced or taken back. All in milliseconds since 1970.
 */
export function changeZone(
  zones: readonly AskedZone[],
  zone: string,
  now: number,
  { zoneChangeDays }: { zoneChangeDays: number },
): ZoneChange {
  if (zones.length === 0) return { zones: [{ zone, startsAt: 0, askedAt: null }] }
  const begun = zones.filter(({ startsAt }) => startsAt <= now)
  const wanted = zones.at(-1)!.zone
  if (canonicalZone(zone) === canonicalZone(wanted)) return { zones }
  const current = periodAt(begun, now).zone
  if (canonicalZone(zone) === canonicalZone(current)) return { zones: begun }
  const again = (begun.at(-1)!.askedAt ?? -Infinity) + zoneChangeDays * dayMs
  if (now < again) return { tooSoonUntil: again }
  return { zones: [...begun, { zone, startsAt: nextDateStarts(now, current), askedAt: now }] }
}
