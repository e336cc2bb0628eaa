import { sql } from 'kysely'
import { countAcceptedDueClicks } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'

/** Clicks, and the most crels that they can come to. */
export interface ClicksInCrels {
  clicks: number
  crels: number
}

export interface UnreservedClicks {
  underReview: ClicksInCrels
  /** By an operator, and not paid yet: with the next hour of their enrolment. */
  accepted: ClicksInCrels
}

/**
 * Clicks of a campaign that its budget may still pay and that nothing of it is reserved for. What they come to is rounded
 * up for each enrolment, which may have kept a part of a crel; caps of members are not in it.
 */
export async function unreservedClicks(db: Db, campaignId: string): Promise<UnreservedClicks> {
  const { rows } = await sql<{ enrolmentId: string; hasAccepted: boolean } & ClicksInCrels>`
    select r.enrolment_id as "enrolmentId", bool_or(r.state = 'accepted') as "hasAccepted",
      coalesce(sum(r.clicks) filter (where r.state = 'under_review'), 0)::bigint as clicks,
      coalesce(ceil(sum(r.clicks::bigint * r.click_millicrels) filter (where r.state = 'under_review') / 1000), 0)::bigint as crels
    from click_review r join enrolment n on n.id = r.enrolment_id
    where n.campaign_id = ${campaignId} and r.state <> 'rejected' group by 1`.execute(db)
  const withAccepted = rows.filter(({ hasAccepted }) => hasAccepted).map(({ enrolmentId }) => enrolmentId)
  return { underReview: sumOf(rows), accepted: await acceptedClicks(db, withAccepted) }
}

async function acceptedClicks(db: Db, enrolmentIds: string[]): Promise<ClicksInCrels> {
  const due = await countAcceptedDueClicks(db, enrolmentIds)
  const { rows } = await sql<ClicksInCrels>`
    select sum(d.clicks)::bigint as clicks,
      ceil(sum(d.clicks * coalesce(r.click_millicrels, 0)) / 1000)::bigint as crels
    from unnest(${[...due.keys()]}::text[], ${[...due.values()]}::bigint[]) as d (review_id, clicks)
    join click_review r on r.id = d.review_id group by r.enrolment_id`.execute(db)
  return sumOf(rows)
}

function sumOf(rows: readonly ClicksInCrels[]): ClicksInCrels {
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    crels: rows.reduce((sum, { crels }) => sum + crels, 0),
  }
}
