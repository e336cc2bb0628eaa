import { periodOf, previousPeriod, type Period } from '#rules/analytics-period.ts'
import { isZone, localDate } from '#rules/local-date.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { linkNames } from '#server/modules/shortlinks/public.ts'
import { type LinkScope, type TimeParts } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { askedDates, askedZone } from './asked-period.ts'

/** What every question about a period says. */
export interface PeriodQuery {
  from?: string
  to?: string
  zone?: string
  campaign?: string
  link?: string
}

/** A question as it is worked with: whose links, from when to when, and what that is compared with. */
export interface Frame {
  scope: LinkScope
  zone: string
  period: Period
  previous: Period
  now: Date
}

/**
 * Reads a question. Throws `validation_failed` for dates that make no period and zones there are not, and `not_found`
 * for a link that is not the member's.
 */
export async function openFrame(
  db: ReadDb,
  { uid }: Pick<MemberActor, 'uid'>,
  query: PeriodQuery,
): Promise<Frame> {
  const now = await databaseNow(db)
  const zone = query.zone === undefined ? await profileZone(db, uid) : askedZone(query.zone)
  const dates = askedDates(query, localDate(now.getTime(), zone))
  const { campaign: campaignId, link: linkId } = query
  if (linkId !== undefined && (await linkNames(db, uid, [linkId])).size === 0) throw problem('not_found')
  const period = periodOf(dates, zone)
  const previous = previousPeriod(period, zone, now.getTime())
  return { scope: { uid, campaignId, linkId }, zone, period, previous, now }
}

/** The previous period, nothing, and the period: the parts that statistics and their changes are made of. */
export function comparedParts({ period, previous }: Frame): TimeParts {
  const starts = [previous.startsAt, previous.endsAt, period.startsAt].map((at) => new Date(at))
  return { starts, until: new Date(period.endsAt) }
}

/** What every answer says of its period. */
export function frameView({ zone, period, previous, now }: Frame) {
  return {
    timeZone: zone,
    period: periodView(period),
    previousPeriod: periodView(previous),
    asOf: now.toISOString(),
  }
}

function periodView({ from, to, startsAt, endsAt }: Period) {
  return { from, to, startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() }
}

async function profileZone(db: ReadDb, uid: string): Promise<string> {
  const zone = (await memberProfile(db, uid))?.timeZone
  return zone && isZone(zone) ? zone : 'UTC'
}
