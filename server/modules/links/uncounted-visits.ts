import { sql } from 'kysely'
import type { ClickReason } from '#rules/click-verdict.ts'
import type { Db } from '#server/platform/database.ts'
import type { Device } from './user-agent.ts'

/** What came by a link in a while. */
export interface VisitTotals {
  clicks: number
  uniques: number
  /** Most first. */
  uncounted: { reason: ClickReason; clicks: number }[]
}

/** A visit that did not count. */
export interface UncountedVisit {
  id: string
  at: Date
  reason: ClickReason
  device: Device
  country: string | null
}

/** Visits of a link since a moment, from the figures by quarter of an hour. */
export async function visitTotals(db: Db, linkId: string, since: Date): Promise<VisitTotals> {
  const { rows } = await sql<{ reason: ClickReason | ''; clicks: number; uniques: number }>`
    select reason, sum(clicks)::bigint as clicks, sum(uniques)::bigint as uniques from click_quarter
    where link_id = ${linkId} and quarter >= ${since} group by 1 order by 2 desc, 1`.execute(db)
  const counted = rows.find(({ reason }) => reason === '')
  return {
    clicks: counted?.clicks ?? 0,
    uniques: counted?.uniques ?? 0,
    uncounted: rows.flatMap(({ reason, clicks }) => (reason === '' ? [] : [{ reason, clicks }])),
  }
}

/** When the last visit of a link came that counts, as far as the clicks are kept; null where none did since a moment. */
export async function lastCountedVisit(db: Db, linkId: string, since: Date): Promise<Date | null> {
  const visits = await lastVisits(db, { linkId, since, countable: true, limit: 1 })
  return visits[0]?.at ?? null
}

/** The last visits of a link that did not count, newest first. */
export async function uncountedVisits(
  db: Db,
  linkId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<UncountedVisit[]> {
  return await lastVisits(db, { linkId, since, countable: false, limit })
}

/**
 * Clicks have no index by link. Their id begins with their time, so the figures say which quarters to look at, and the
 * primary key finds those.
 */
async function lastVisits(
  db: Db,
  { linkId, since, countable, limit }: { linkId: string; since: Date; countable: boolean; limit: number },
): Promise<UncountedVisit[]> {
  const { rows: quarters } = await sql<{ quarter: Date }>`
    select distinct quarter from click_quarter
    where link_id = ${linkId} and countable = ${countable} and quarter >= ${since}
    order by quarter desc limit ${limit}`.execute(db)
  const visits: UncountedVisit[] = []
  for (const { quarter } of quarters) {
    if (visits.length >= limit) break
    const end = new Date(quarter.getTime() + 900_000)
    const { rows } = await sql<UncountedVisit>`
      select id, at, reason, device, country from click
      where link_id = ${linkId} and countable = ${countable} and at >= ${quarter} and at < ${end}
        and id >= ${idFrom(quarter)} and id < ${idFrom(end)}
      order by id desc limit ${limit - visits.length}`.execute(db)
    visits.push(...rows)
  }
  return visits
}

/** The least id of a click at a moment. */
function idFrom(at: Date): string {
  return `clk_${at.getTime().toString(16).padStart(12, '0')}`
}
