import { sql } from 'kysely'
import type { CampaignState } from '#rules/campaign-state.ts'
import type { Reward } from '#rules/earning.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import type { Tx } from '#server/platform/database.ts'
import { enrolmentColumns, type EnrolmentRow } from './enrolment-queries.ts'
import { rewardOf } from './reward-columns.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

/** What a conversion needs to know of the enrolment whose link was clicked. */
export interface EnrolmentTerms {
  enrolmentId: string
  state: EnrolmentState
  uid: string
  /** The member in the ledger. */
  party: string
  /** As it was at joining. */
  reward: Reward
  holdDays: number
  cookieDays: number
  campaign: {
    id: string
    brandId: string
    title: string
    /** As last written: ask `effectiveState` with the budget and the moment. */
    state: CampaignState
    startsAt: Date
    endsAt: Date | null
    /** Most that one member can earn, now; not part of what was promised at joining. */
    perMemberCapCrels: number | null
    leastRewardCrels: number
    /** Since when its brand is suspended; null while it is not. */
    brandSuspendedAt: Date | null
  }
}

interface Row extends EnrolmentRow {
  brandId: string
  title: string
  campaignState: CampaignState
  startsAt: Date
  endsAt: Date | null
  perMemberCapCrels: number | null
  leastRewardCrels: number
  brandSuspendedAt: Date | null
}

/**
 * The terms under which an enrolment earns, or undefined when there is none. Its row stays locked until the transaction
 * ends, so that conversions of one enrolment are decided one after the other (the member's cap) and the member cannot
 * leave in between; campaigns are not locked.
 */
export async function enrolmentTerms(tx: Tx, enrolmentId: string): Promise<EnrolmentTerms | undefined> {
  const { rows } = await sql<Row>`
    select ${enrolmentColumns}, c.brand_id as "brandId", c.title, c.state as "campaignState",
           c.starts_at as "startsAt", c.ends_at as "endsAt", c.per_member_cap_crels as "perMemberCapCrels",
           c.least_reward_crels as "leastRewardCrels", b.suspended_at as "brandSuspendedAt"
    from enrolment e join campaign c on c.id = e.campaign_id join brand b on b.id = c.brand_id
    where e.id = ${enrolmentId} for no key update of e ${keepsPlan}`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const { id, state, uid, party, holdDays, cookieDays, campaignId, campaignState, ...rest } = row
  const { brandId, title, startsAt, endsAt, perMemberCapCrels, leastRewardCrels, brandSuspendedAt } = rest
  return {
    enrolmentId: id,
    state,
    uid,
    party,
    reward: rewardOf(row),
    holdDays,
    cookieDays,
    campaign: {
      id: campaignId,
      brandId,
      title,
      state: campaignState,
      startsAt,
      endsAt,
      perMemberCapCrels,
      leastRewardCrels,
      brandSuspendedAt,
    },
  }
}
