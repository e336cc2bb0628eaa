import { sql } from 'kysely'
import type { IncomingHttpHeaders } from 'node:http'
import { CLICK_REASONS, clickVerdict, isPrefetchRequest, type ClickReason } from '#rules/click-verdict.ts'
import type { ClickReviewReason } from '#rules/click-review.ts'
import type { Db } from '#server/platform/database.ts'
import { clicksEnd } from './click-line.ts'
import { columnStoreOf } from './column-store.ts'
import { clicksUnderReview } from './due-clicks.ts'
import { readUserAgent, type Device } from './user-agent.ts'

/** What came by a link in a while. */
interface VisitTotals {
  clicks: number
  uniques: number
  /** Most first. */
  uncounted: { reason: ClickReason; clicks: number }[]
}

/** A visit that did not count. */
interface UncountedVisit {
  id: string
  at: Date
  reason: ClickReason
  device: Device
  country: string | null
}

/** What happened to the visits of a link in a while. */
export interface LinkVisits extends VisitTotals {
  /** Why a visit by the browser that asks would not count, were it the first of its hour; null where it would. */
  browserRefusal: ClickReason | null
  lastCountedAt: Date | null
  /** Visits that did not count, newest first. */
  recent: UncountedVisit[]
  underReview: { reason: ClickReviewReason; clicks: number }[]
}

/** The visits of a link since a moment, and how one with these headers would be judged. Nothing is recorded. */
export async function linkVisits(
  db: Db,
  {
    linkId,
    since,
    limit,
    headers,
  }: { linkId: string; since: Date; limit: number; headers: IncomingHttpHeaders },
): Promise<LinkVisits> {
  return {
    ...(await visitTotals(db, linkId, since)),
    browserRefusal: browserRefusal(headers),
    lastCountedAt: await lastCountedVisit(db, linkId, since),
    recent: await uncountedVisits(db, linkId, { since, limit }),
    underReview: await clicksUnderReview(db, { linkId, since }),
  }
}

function browserRefusal(headers: IncomingHttpHeaders): ClickReason | null {
  const { isBot, isPreviewBot } = readUserAgent(headers['user-agent'])
  const isPrefetch = isPrefetchRequest(headers)
  const facts = {
    method: 'GET',
    isPrefetch,
    isBot,
    isPreviewBot,
    linkState: 'active',
    isRepeat: false,
  } as const
  return clickVerdict(facts).reason ?? null
}

/** Visits of a link since a moment, from the statistics by quarter of an hour. */
async function visitTotals(db: Db, linkId: string, since: Date): Promise<VisitTotals> {
  const { rows } = await sql<{ reason: ClickReason | ''; clicks: number; uniques: number }>`
    select reason, sum(clicks)::bigint as clicks, sum(uniques)::bigint as uniques from click_quarter
    where link_id = ${linkId} and quarter >= ${since} group by 1 order by 2 desc, 1`.execute(db)
  await addBeside(db, rows, { linkId, since })
  rows.sort((one, other) => other.clicks - one.clicks || one.reason.localeCompare(other.reason))
  const counted = rows.find(({ reason }) => reason === '')
  return {
    clicks: counted?.clicks ?? 0,
    uniques: counted?.uniques ?? 0,
    uncounted: rows.flatMap(({ reason, clicks }) => (reason === '' ? [] : [{ reason, clicks }])),
  }
}

type Verdicts = { reason: ClickReason | ''; clicks: number; uniques: number }[]

/** Adds what a store of columns has beside the database. */
async function addBeside(
  db: Db,
  rows: Verdicts,
  { linkId, since }: { linkId: string; since: Date },
): Promise<void> {
  const columns = columnStoreOf(db)
  if (!columns) return
  const rowOf = (reason: ClickReason | '') => {
    const found = rows.find((row) => row.reason === reason)
    const row = found ?? { reason, clicks: 0, uniques: 0 }
    if (!found) rows.push(row)
    return row
  }
  for (const { reason, clicks } of await columns.byVerdict([linkId], since)) rowOf(reason).clicks += clicks
  const parts = { starts: [since], until: clicksEnd }
  for (const { uniques } of await columns.byPart([linkId], parts)) rowOf('').uniques += uniques
}

/** When the last visit of a link came that counts, as far as the clicks are kept; null where none did since a moment. */
async function lastCountedVisit(db: Db, linkId: string, since: Date): Promise<Date | null> {
  const visits = await lastVisits(db, { linkId, since, countable: true, limit: 1 })
  return visits[0]?.at ?? null
}

/** The last visits of a link that did not count, newest first. */
async function uncountedVisits(
  db: Db,
  linkId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<UncountedVisit[]> {
  return await lastVisits(db, { linkId, since, countable: false, limit })
}

/**
 * Clicks have no index by link. Their id begins with their time, so the statistics say which quarters to look at, and the
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
  const beside = await columnStoreOf(db)?.lastVisits([linkId], {
    from: since,
    until: clicksEnd,
    reasons: countable ? [''] : [...CLICK_REASONS],
    limit,
  })
  if (!beside) return visits
  const both = [
    ...visits,
    ...beside.map(({ clickId, ...click }) => ({ ...click, id: clickId, reason: click.reason! })),
  ]
  return both.toSorted((one, other) => other.id.localeCompare(one.id)).slice(0, limit)
}

/** The least id of a click at a moment. */
function idFrom(at: Date): string {
  return `clk_${at.getTime().toString(16).padStart(12, '0')}`
}
