import { sql, type RawBuilder } from 'kysely'
import type { CampaignMember, CampaignMemberPage } from '#contracts/operator-campaign-members.schemas.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
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
  const ids = items.map(({ id }) => id)
  const [statistics, members] = [await enrolmentStatistics(db, ids), await namesOfEnrolled(db, ids)]
  return {
    items: items.map(({ id, state, appliedAt, joinedAt }) => ({
      id,
      member: members.get(id) ?? null,
      state,
      appliedAt,
      joinedAt,
      ...statistics.get(id)!,
    })),
    nextCursor,
  }
}

/** What an enrolment earned, without what is under review or was taken back. */
export function earnedCrels(enrolmentId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(sum(e.crels - e.reversed_crels), 0)::bigint from earning e
    where e.enrolment_id = ${enrolmentId} and e.state <> 'under_review')`
}

/** The links of an enrolment that its member did not remove. */
export function countedLinks(enrolmentId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*)::int from link l where l.enrolment_id = ${enrolmentId} and l.removed_at is null)`
}

type Statistics = Pick<CampaignMember, 'earnedCrels' | 'links'>

/** Of some enrolments what each earned, and how many links it has. */
export async function enrolmentStatistics(db: Db, ids: string[]): Promise<Map<string, Statistics>> {
  const { rows } = await sql<Statistics & { id: string }>`
    select n.id, ${earnedCrels(sql`n.id`)} as "earnedCrels", ${countedLinks(sql`n.id`)} as links
    from enrolment n where n.id = any (${ids})`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Whose some enrolments are, without their addresses: those of many at once take `member.export`. */
async function namesOfEnrolled(
  db: Db,
  ids: string[],
): Promise<Map<string, NonNullable<CampaignMember['member']>>> {
  const { rows } = await sql<NonNullable<CampaignMember['member']> & { id: string }>`
    select n.id, m.uid, coalesce(m.full_name, m.display_name) as name
    from enrolment n join member m on m.uid = n.uid where n.id = any (${ids})`.execute(db)
  return new Map(rows.map(({ id, ...member }) => [id, member]))
}
