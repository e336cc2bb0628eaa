import { sql } from 'kysely'
import { BURST_CONVERSIONS, BURST_WINDOW_MS } from '#rules/attribution.ts'
import type { Tx } from '#server/platform/database.ts'

/** What the decision about a conversion needs to know of those before it. */
export interface Signals {
  /** What the enrolment earned so far in crels: pending, held and available, less reversals. */
  earnedCrels: number
  /** Conversions of the link in the window before `at`, rejected ones aside; counted no further than the rule asks. */
  recentOfLink: number
  /** The member was seen under the visitor hash of the click. */
  isOwnVisitor: boolean
}

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
              where c.link_id = ${linkId} and c.status <> 'rejected'
                and c.created_at > ${windowStart} and c.created_at <= ${at}
              limit ${BURST_CONVERSIONS}) r) as "recentOfLink",
           exists (select from member_visitor v
                   where v.uid = ${uid} and v.visitor = decode(${visitor}, 'hex')) as "isOwnVisitor"
  `.execute(tx)
  return rows[0]!
}
