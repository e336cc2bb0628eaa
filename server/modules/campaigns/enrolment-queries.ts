import { sql, type RawBuilder } from 'kysely'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import { trackingLinkOf } from '#server/modules/shortlinks/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { CampaignRow } from './campaign-queries.ts'
import type { RewardColumns } from './reward-columns.ts'

/** A member in a campaign, with the reward and terms as they were at joining. */
export interface EnrolmentRow extends RewardColumns {
  id: string
  uid: string
  party: string
  campaignId: string
  state: EnrolmentState
  termsVersion: number
  holdDays: number
  cookieDays: number
  /** Points for joining that were promised with them; null where that was not kept yet. */
  joiningBonusPoints: number | null
  reason: string | null
  appliedAt: Date
  /** When the member was last let in, also while they apply again. */
  joinedAt: Date | null
  decidedAt: Date | null
  leftAt: Date | null
}

/** Of an enrolment what a campaign's card says of it. */
export type EnrolmentInShort = Omit<
  EnrolmentRow,
  'uid' | 'party' | 'campaignId' | 'appliedAt' | 'joinedAt' | 'joiningBonusPoints'
>

/** The same as JSON, with the tracking link: times are text there. */
export interface EnrolmentJson extends Omit<EnrolmentInShort, 'decidedAt' | 'leftAt'> {
  decidedAt: string | null
  leftAt: string | null
  link: { id: string; code: string } | null
}

/** The columns of an `EnrolmentRow`, for `enrolment e`. */
export const enrolmentColumns = sql`
  e.id, e.uid, e.party, e.campaign_id as "campaignId", e.state, e.terms_version as "termsVersion",
  e.reward_click_millicrels as "clickMillicrels", e.reward_lead_crels as "leadCrels",
  e.reward_sale_crels as "saleCrels", e.reward_sale_bps as "saleBps", e.hold_days as "holdDays",
  e.cookie_days as "cookieDays", e.joining_bonus_points as "joiningBonusPoints", e.reason,
  e.applied_at as "appliedAt", e.joined_at as "joinedAt", e.decided_at as "decidedAt", e.left_at as "leftAt"`

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

/** In another query: a member's enrolment in the campaign it names, as JSON; null without one. */
export function enrolmentOf(uid: string, campaignId: RawBuilder<unknown>): RawBuilder<EnrolmentJson | null> {
  return sql`(
    select json_build_object(
      'id', e.id, 'state', e.state, 'termsVersion', e.terms_version, 'clickMillicrels', e.reward_click_millicrels,
      'leadCrels', e.reward_lead_crels, 'saleCrels', e.reward_sale_crels, 'saleBps', e.reward_sale_bps,
      'holdDays', e.hold_days, 'cookieDays', e.cookie_days, 'reason', e.reason, 'decidedAt', e.decided_at,
      'leftAt', e.left_at, 'link', ${trackingLinkOf(sql`e.id`)})
    from enrolment e where e.uid = ${uid} and e.campaign_id = ${campaignId})`
}

/** Whether any of some members is, or was, in a campaign. */
export async function anyEnrolled(db: Db, uids: string[], campaignId: string): Promise<boolean> {
  const { rows } = await sql`
    select from enrolment where uid = any (${uids}) and campaign_id = ${campaignId} limit 1`.execute(db)
  return rows.length > 0
}

export async function enrolmentById(db: Db, id: string): Promise<EnrolmentRow | undefined> {
  const { rows } = await sql<EnrolmentRow>`
    select ${enrolmentColumns} from enrolment e where e.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Writes the current version of a campaign's terms on those who hold the very same terms, reward, hold and cookie by an
 * earlier one: what was put back is what they agreed to. Lock the campaign before.
 */
export async function renewSameTerms(tx: Tx, campaignId: string): Promise<void> {
  await sql`
    update enrolment e set terms_version = c.terms_version
    from campaign c, campaign_terms held, campaign_terms wanted
    where c.id = ${campaignId} and e.campaign_id = c.id and e.state in ('active', 'applied')
      and e.terms_version < c.terms_version
      and (held.campaign_id, held.version) = (e.campaign_id, e.terms_version)
      and (wanted.campaign_id, wanted.version) = (c.id, c.terms_version)
      and held.markdown = wanted.markdown
      and (e.reward_click_millicrels, e.reward_lead_crels, e.reward_sale_crels, e.reward_sale_bps, e.hold_days,
           e.cookie_days)
        is not distinct from (c.reward_click_millicrels, c.reward_lead_crels, c.reward_sale_crels, c.reward_sale_bps,
                              c.hold_days, c.cookie_days)`.execute(tx)
}

/** The uids of those who are in a campaign and have not agreed to the current version of its terms. */
export async function membersToAgree(tx: Tx, campaignId: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select e.uid from enrolment e join campaign c on c.id = e.campaign_id
    where c.id = ${campaignId} and e.state = 'active' and e.terms_version < c.terms_version`.execute(tx)
  return rows.map(({ uid }) => uid)
}

export interface Joining {
  id: string
  uid: string
  party: string
  state: 'applied' | 'active'
  message: string | null
  /** Points that it is promised. */
  bonusPoints: number
  at: Date
}

/**
 * Writes the enrolment of one who joins or comes back, with what the locked campaign offers now. Who applies again has joined
 * before, and keeps when.
 */
export async function writeJoining(tx: Tx, joining: Joining, campaign: CampaignRow): Promise<EnrolmentRow> {
  const joinedAt = joining.state === 'active' ? joining.at : null
  const { rows } = await sql<EnrolmentRow>`
    insert into enrolment as e (
      id, uid, party, campaign_id, state, terms_version, reward_click_millicrels, reward_lead_crels,
      reward_sale_crels, reward_sale_bps, hold_days, cookie_days, joining_bonus_points, message, applied_at,
      joined_at
    ) values (
      ${joining.id}, ${joining.uid}, ${joining.party}, ${campaign.id}, ${joining.state}, ${campaign.termsVersion},
      ${campaign.clickMillicrels}, ${campaign.leadCrels}, ${campaign.saleCrels}, ${campaign.saleBps},
      ${campaign.holdDays}, ${campaign.cookieDays}, ${joining.bonusPoints}, ${joining.message}, ${joining.at},
      ${joinedAt}
    )
    on conflict (uid, campaign_id) do update set
      state = excluded.state, terms_version = excluded.terms_version,
      reward_click_millicrels = excluded.reward_click_millicrels, reward_lead_crels = excluded.reward_lead_crels,
      reward_sale_crels = excluded.reward_sale_crels, reward_sale_bps = excluded.reward_sale_bps,
      hold_days = excluded.hold_days, cookie_days = excluded.cookie_days,
      joining_bonus_points = excluded.joining_bonus_points, message = excluded.message,
      applied_at = excluded.applied_at, joined_at = coalesce(excluded.joined_at, e.joined_at),
      reason = null, decided_at = null, left_at = null, terms_agreed_at = null
    returning ${enrolmentColumns}`.execute(tx)
  return rows[0]!
}

/** Writes that a member agreed at `at` to what the locked campaign offers now. */
export async function writeAgreement(
  tx: Tx,
  id: string,
  campaign: CampaignRow,
  at: Date,
): Promise<EnrolmentRow> {
  const { rows } = await sql<EnrolmentRow>`
    update enrolment e set terms_version = ${campaign.termsVersion}, terms_agreed_at = ${at},
      reward_click_millicrels = ${campaign.clickMillicrels}, reward_lead_crels = ${campaign.leadCrels},
      reward_sale_crels = ${campaign.saleCrels}, reward_sale_bps = ${campaign.saleBps},
      hold_days = ${campaign.holdDays}, cookie_days = ${campaign.cookieDays}
    where id = ${id} returning ${enrolmentColumns}`.execute(tx)
  return rows[0]!
}

/** Writes that the brand removed a member at `at`, and why. */
export async function writeRemoval(
  tx: Tx,
  { id, reason, at }: { id: string; reason: string; at: Date },
): Promise<EnrolmentRow> {
  const { rows } = await sql<EnrolmentRow>`
    update enrolment e set state = 'removed', left_at = ${at}, reason = ${reason}
    where id = ${id} returning ${enrolmentColumns}`.execute(tx)
  return rows[0]!
}

/** Writes that a removal is taken back: all else of the enrolment is as it was. */
export async function writeReturn(tx: Tx, id: string): Promise<void> {
  await sql`update enrolment set state = 'active', left_at = null, reason = null where id = ${id}`.execute(tx)
}

/** Writes that a member left or withdrew at `at`. */
export async function writeLeaving(tx: Tx, id: string, at: Date): Promise<EnrolmentRow> {
  const { rows } = await sql<EnrolmentRow>`
    update enrolment e set state = 'left', left_at = ${leftAt(at)} where id = ${id}
    returning ${enrolmentColumns}`.execute(tx)
  return rows[0]!
}

/**
 * In an update of `enrolment e` that ends it at `at`: when its member left. Who applied again, and was not let in, left when
 * they did before.
 */
export function leftAt(at: Date | RawBuilder<Date>): RawBuilder<Date> {
  return sql`case when e.state = 'applied' and e.joined_at is not null then coalesce((
      select s.at from enrolment_state_change s
      where s.enrolment_id = e.id and s.state in ('left', 'removed') and s.seq > (
        select max(a.seq) from enrolment_state_change a where a.enrolment_id = e.id and a.state = 'active')
      order by s.seq limit 1), ${at}) else ${at} end`
}

/** Writes what the brand decided about an application at `at`. */
export async function writeDecision(
  tx: Tx,
  decision: { id: string; approved: boolean; reason: string | null; at: Date },
): Promise<EnrolmentRow> {
  const { rows } = await sql<EnrolmentRow>`
    update enrolment e set state = ${decision.approved ? 'active' : 'declined'}, decided_at = ${decision.at},
      joined_at = ${decision.approved ? decision.at : sql`joined_at`}, reason = ${decision.reason}
    where id = ${decision.id} returning ${enrolmentColumns}`.execute(tx)
  return rows[0]!
}

/** Whether the member of an enrolment is not in its campaign; who leaves or joins again meanwhile waits for `tx`. */
export async function hasLeftCampaign(tx: Tx, enrolmentId: string): Promise<boolean> {
  const { rows } = await sql<{ state: EnrolmentState }>`
    select state from enrolment where id = ${enrolmentId} for share`.execute(tx)
  return rows[0] !== undefined && rows[0].state !== 'active'
}
