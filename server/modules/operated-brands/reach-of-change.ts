import { sql } from 'kysely'
import type { CampaignChangeReach } from '#contracts/operator-campaigns.schemas.ts'
import { campaignsAsOfNow } from '#server/modules/campaigns/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

interface ChangedLimits {
  perMemberCapCrels?: number | null | undefined
  memberLimit?: number | null | undefined
  countries?: string[] | undefined
}

/**
 * Whom another cap, limit or list of countries touches, which are terms of nobody's own: they count for everybody at once.
 * What earnings come to is counted as the cap counts it, also what is under review. Throws `not_found`.
 */
export async function reachOfChange(
  db: Db,
  id: string,
  { perMemberCapCrels: cap = null, memberLimit = null, countries = [] }: ChangedLimits,
): Promise<CampaignChangeReach> {
  const [campaign] = await campaignsAsOfNow(db, [id])
  if (!campaign) throw problem('not_found', { detail: `There is no campaign ${id}.` })
  const { members, applicants } = campaign
  const over = memberLimit === null ? 0 : members + applicants - memberLimit
  return {
    atCap: cap === null ? 0 : await countAtCap(db, id, cap),
    elsewhere: countries.length === 0 ? 0 : await countElsewhere(db, id, countries),
    overLimit: Math.max(0, over),
  }
}

/** Members of a campaign who earned so much in it, or more. */
async function countAtCap(db: Db, id: string, cap: number): Promise<number> {
  // An enrolment each: `earning_enrolment` has what is summed.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from enrolment n cross join lateral (
      select coalesce(sum(e.crels - e.reversed_crels), 0) as crels from earning e where e.enrolment_id = n.id) earned
    where n.campaign_id = ${id} and n.state = 'active' and earned.crels >= ${cap}`.execute(db)
  return rows[0]!.count
}

/** Members of a campaign who live in none of some countries, or do not say where. */
async function countElsewhere(db: Db, id: string, countries: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from enrolment n join member m on m.uid = n.uid
    where n.campaign_id = ${id} and n.state = 'active'
      and (upper(trim(m.country_of_residence)) = any (${countries}::text[])) is not true`.execute(db)
  return rows[0]!.count
}
