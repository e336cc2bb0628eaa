import { changeZone, type AskedZone } from '#rules/time-zone-change.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { firstCheckInZone, recordedZones, writeZones } from './streak-queries.ts'

/**
 * The time zone of a profile changes: from the next midnight on the member's dates are those of the new one. A blank
 * one leaves them as they are. The first check-in fixes the first zone, UTC where the profile had none: another is a
 * change after it. The caller holds the member's row. Throws `validation_failed` when a change was not long ago.
 */
export async function recordTimeZone(
  tx: Tx,
  party: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  const recorded = await recordedZones(tx, party)
  const fixed = before ?? (await firstCheckInZone(tx, party))
  const first: AskedZone[] = fixed ? [{ zone: fixed, startsAt: 0, askedAt: null }] : []
  const zones = recorded.length > 0 ? recorded : first
  if (after === null) return await writeZones(tx, party, zones)
  const { checkIn } = await currentEconomy(tx)
  const change = changeZone(zones, after, (await databaseNow(tx)).getTime(), checkIn)
  if ('zones' in change) return await writeZones(tx, party, change.zones)
  const until = new Date(change.tooSoonUntil).toISOString()
  throw problem('validation_failed', {
    members: {
      issues: [{ path: 'body.timeZone', code: 'too_soon', message: `Changed lately; again from ${until}` }],
      until,
    },
  })
}
