import { sql } from 'kysely'
import {
  BURST_CONVERSIONS,
  BURST_WINDOW_MS,
  RATE_CONVERSIONS,
  UNCONFIRMED_MAX,
  type Unconfirmed,
} from '#rules/attribution.ts'
import type { Tx } from '#server/platform/database.ts'

/** What the decision about a conversion needs to know of those before it. */
export interface Signals {
  /** What the enrolment earned so far in crels: pending, held and available, less reversals. */
  earnedCrels: number
  /** Conversions of the link in the window before `at`, rejected and unconfirmed ones aside; counted no further than the rule asks. */
  recentOfLink: number
  /** When the first of the link's last `RATE_CONVERSIONS` conversions was reported, with this one; null for fewer. */
  rateSince: Date | null
  /** The member was seen under the visitor hash of the click. */
  isOwnVisitor: boolean
}

/** What anybody could load makes no sale of a link look like one of too many. */
const confirmed = sql`c.reason is distinct from 'unconfirmed'`

/** Reads the signals. The caller has locked the enrolment (`enrolmentTerms`), so that nobody adds to what it earned. */
export async function readSignals(
  tx: Tx,
  about: { enrolmentId: string; linkId: string; uid: string; visitor: string; at: Date },
): Promise<Signals> {
  const { enrolmentId, linkId, uid, visitor, at } = about
  const windowStart = new Date(at.getTime() - BURST_WINDOW_MS)
  const { rows } = await sql<Signals>`
    select (select coalesce(sum(e.crels - e.reversed_crels), 0)::bigint from earning e
            where e.enrolment_id = ${enrolmentId}) as "earnedCrels",
           (select count(*) from (
              select from conversion c
              where c.link_id = ${linkId} and c.status <> 'rejected' and ${confirmed}
                and c.created_at > ${windowStart} and c.created_at <= ${at}
              limit ${BURST_CONVERSIONS}) r) as "recentOfLink",
           (select c.created_at from conversion c
            where c.link_id = ${linkId} and c.status <> 'rejected' and ${confirmed}
            order by c.created_at desc offset ${RATE_CONVERSIONS - 2} limit 1) as "rateSince",
           exists (select from member_visitor v
                   where v.uid = ${uid} and v.visitor = decode(${visitor}, 'hex')) as "isOwnVisitor"
  `.execute(tx)
  return rows[0]!
}

/**
 * What waits unconfirmed in a campaign and of an enrolment of it. Such reports of one campaign are weighed one after
 * the other from here on, so that no two find the same room; nothing else waits for this lock.
 */
export async function readUnconfirmed(
  tx: Tx,
  { campaignId, enrolmentId }: { campaignId: string; enrolmentId: string },
): Promise<Unconfirmed> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unconfirmed of ${campaignId}`}, 0))`.execute(tx)
  const { rows } = await sql<Unconfirmed>`
    select count(*) as count, coalesce(sum(crels), 0)::bigint as crels,
           coalesce(sum(crels) filter (where enrolment_id = ${enrolmentId}), 0)::bigint as "memberCrels"
    from (select crels, enrolment_id from earning
          where campaign_id = ${campaignId} and state = 'held' and reason = 'unconfirmed'
          limit ${UNCONFIRMED_MAX}) waiting`.execute(tx)
  return rows[0]!
}
