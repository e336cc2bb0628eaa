import { sql } from 'kysely'
import type { CampaignMember, CampaignMemberPage } from '#contracts/operator-campaign-members.schemas.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { campaignMembers, campaignsAsOfNow } from '#server/modules/campaigns/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'

/** The id of a page's last enrolment: its place is read from it. */
const place = idPlace('enrolment')

/**
 * Who stands to a campaign in a state, as `crels campaign members` has them, with what they earned. Throws `not_found`.
 */
export async function campaignMemberPage(
  db: Db,
  {
    campaignId,
    state,
    limit,
    cursor,
  }: { campaignId: string; state: EnrolmentState; limit: number; cursor?: string | undefined },
): Promise<CampaignMemberPage> {
  const [campaign] = await campaignsAsOfNow(db, [campaignId])
  if (!campaign) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  const before = cursor === undefined ? undefined : decodeCursor(place, cursor)[0]
  const rows = await campaignMembers(db, { campaignId, state, before, limit: limit + 1 })
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => [id])
  const more = await moreOf(
    db,
    items.map(({ id }) => id),
  )
  return {
    items: items.map(({ id, state, appliedAt, joinedAt }) => ({
      id,
      state,
      appliedAt,
      joinedAt,
      ...more.get(id)!,
    })),
    nextCursor,
  }
}

type More = Pick<CampaignMember, 'member' | 'earnedCrels' | 'links'>

/** What is looked up for each row is looked up for those of the page alone. */
async function moreOf(db: Db, ids: string[]): Promise<Map<string, More>> {
  const { rows } = await sql<More & { id: string }>`
    select n.id, ${namedMember(sql`n.uid`)} as member,
      (select coalesce(sum(e.crels - e.reversed_crels), 0)::bigint from earning e
       where e.enrolment_id = n.id and e.state <> 'under_review') as "earnedCrels",
      (select count(*)::int from link l where l.enrolment_id = n.id and l.removed_at is null) as links
    from enrolment n left join member m on m.uid = n.uid where n.id = any (${ids})`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
