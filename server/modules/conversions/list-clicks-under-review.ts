import { sql } from 'kysely'
import type { ClicksUnderReview, ClicksUnderReviewItem } from '#contracts/earnings.schemas.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'

type Row = Pick<ClicksUnderReviewItem, 'reason' | 'clicks' | 'crels'> & {
  campaignId: string
  firstAt: Date
  lastAt: Date
}

/** A member's clicks that an operator is still to look at, by campaign and reason, the latest first. */
export async function listClicksUnderReview(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
): Promise<ClicksUnderReview> {
  const { rows } = await sql<Row>`
    select n.campaign_id as "campaignId", r.reason, sum(r.clicks)::bigint as clicks,
           floor(sum(r.clicks::bigint * coalesce(r.click_millicrels, 0)) / 1000)::bigint as crels,
           min(r.first_at) as "firstAt", max(r.last_at) as "lastAt"
    from enrolment n join click_review r on r.enrolment_id = n.id
    where n.uid = ${uid} and r.state = 'under_review'
    group by n.id, r.reason order by "lastAt" desc, n.id, r.reason`.execute(db)
  const titles = await campaignTitles(db, [...new Set(rows.map(({ campaignId }) => campaignId))])
  return {
    items: rows.map(({ campaignId, firstAt, lastAt, ...item }) => ({
      campaign: titles.get(campaignId)!,
      ...item,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  }
}
