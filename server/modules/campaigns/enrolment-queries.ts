import { sql } from 'kysely'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { CampaignRow } from './campaign-queries.ts'
import type { RewardColumns } from './reward-columns.ts'

/** A member in a campaign, with the reward and terms as they were at joining. */
export interface EnrolmentRow extends RewardColumns {
  id: string
  uid: string
  subject: string
  campaignId: string
  state: EnrolmentState
  termsVersion: number
  holdDays: number
  cookieDays: number
  reason: string | null
  appliedAt: Date
  joinedAt: Date | null
  decidedAt: Date | null
  leftAt: Date | null
}

/** The columns of an `EnrolmentRow`, for `enrolment e`. */
export const enrolmentColumns = sql`
  e.id, e.uid, e.subject, e.campaign_id as "campaignId", e.state, e.terms_version as "termsVersion",
  e.reward_click_millicrels as "clickMillicrels", e.reward_lead_crels as "leadCrels",
  e.reward_sale_crels as "saleCrels", e.reward_sale_bps as "saleBps", e.hold_days as "holdDays",
  e.cookie_days as "cookieDays", e.reason, e.applied_at as "appliedAt", e.joined_at as "joinedAt",
  e.decided_at as "decidedAt", e.left_at as "leftAt"`

/** A member's enrolment in a campaign; lock the campaign before changing it. */
export async function findEnrolment(
  db: Db,
  uid: string,
  campaignId: string,
): Promise<EnrolmentRow | undefined> {
  return (await enrolmentsIn(db, uid, [campaignId])).get(campaignId)
}

/** A member's enrolments in some campaigns, by campaign. */
export async function enrolmentsIn(
  db: Db,
  uid: string,
  campaignIds: string[],
): Promise<Map<string, EnrolmentRow>> {
  const { rows } = await sql<EnrolmentRow>`
    select ${enrolmentColumns} from enrolment e
    where e.uid = ${uid} and e.campaign_id = any (${campaignIds})`.execute(db)
  return new Map(rows.map((row) => [row.campaignId, row]))
}

/** Whether a member ever was in a campaign. */
export async function hasEverJoined(db: Db, uid: string): Promise<boolean> {
  const { rows } = await sql`
    select from enrolment where uid = ${uid} and joined_at is not null limit 1`.execute(db)
  return rows.length > 0
}

export async function enrolmentById(db: Db, id: string): Promise<EnrolmentRow | undefined> {
  const { rows } = await sql<EnrolmentRow>`
    select ${enrolmentColumns} from enrolment e where e.id = ${id}`.execute(db)
  return rows[0]
}

export interface Joining {
  id: string
  uid: string
  subject: string
  state: 'applied' | 'active'
  message: string | null
  at: Date
}

/** Writes the enrolment of one who joins or comes back, with what the locked campaign offers now. */
export async function writeJoining(tx: Tx, joining: Joining, campaign: CampaignRow): Promise<EnrolmentRow> {
  const joinedAt = joining.state === 'active' ? joining.at : null
  const { rows } = await sql<EnrolmentRow>`
    insert into enrolment as e (
      id, uid, subject, campaign_id, state, terms_version, reward_click_millicrels, reward_lead_crels,
      reward_sale_crels, reward_sale_bps, hold_days, cookie_days, message, applied_at, joined_at
    ) values (
      ${joining.id}, ${joining.uid}, ${joining.subject}, ${campaign.id}, ${joining.state}, ${campaign.termsVersion},
      ${campaign.clickMillicrels}, ${campaign.leadCrels}, ${campaign.saleCrels}, ${campaign.saleBps},
      ${campaign.holdDays}, ${campaign.cookieDays}, ${joining.message}, ${joining.at}, ${joinedAt}
    )
    on conflict (uid, campaign_id) do update set
      state = excluded.state, terms_version = excluded.terms_version,
      reward_click_millicrels = excluded.reward_click_millicrels, reward_lead_crels = excluded.reward_lead_crels,
      reward_sale_crels = excluded.reward_sale_crels, reward_sale_bps = excluded.reward_sale_bps,
      hold_days = excluded.hold_days, cookie_days = excluded.cookie_days, message = excluded.message,
      applied_at = excluded.applied_at, joined_at = excluded.joined_at,
      reason = null, decided_at = null, left_at = null
    returning ${enrolmentColumns}`.execute(tx)
  return rows[0]!
}

/** Writes that a member left or withdrew at `at`. */
export async function writeLeaving(tx: Tx, id: string, at: Date): Promise<EnrolmentRow> {
  const { rows } = await sql<EnrolmentRow>`
    update enrolment e set state = 'left', left_at = ${at} where id = ${id} returning ${enrolmentColumns}`.execute(
    tx,
  )
  return rows[0]!
}

/** Writes what the brand decided about an application at `at`. */
export async function writeDecision(
  tx: Tx,
  decision: { id: string; approved: boolean; reason: string | null; at: Date },
): Promise<EnrolmentRow> {
  const { rows } = await sql<EnrolmentRow>`
    update enrolment e set state = ${decision.approved ? 'active' : 'declined'}, decided_at = ${decision.at},
      joined_at = ${decision.approved ? decision.at : null}, reason = ${decision.reason}
    where id = ${decision.id} returning ${enrolmentColumns}`.execute(tx)
  return rows[0]!
}
