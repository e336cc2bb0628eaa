import { sql, type RawBuilder } from 'kysely'
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
  /** As it was at joining, or when the member agreed to new terms. */
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
  }
}

interface Row extends EnrolmentRow {
  brandId: string
  title: string
  writtenState: CampaignState
  startsAt: Date
  endsAt: Date | null
  perMemberCapCrels: number | null
  leastRewardCrels: number
}

/** What was so at the moment of a sale, which may be reported long after. */
export interface TermsAtSale extends EnrolmentTerms {
  atSale: {
    /** Null where the member was not in it yet. */
    enrolmentState: EnrolmentState | null
    /** As it was written then, `paused` while its brand was suspended: ask `effectiveState`. */
    campaignState: CampaignState
    /** The member was not disabled then, and has not deleted the account since. */
    isInStanding: boolean
  }
}

/**
 * The terms under which an enrolment earns, or undefined when there is none. Its row stays locked until the transaction
 * ends, so that conversions of one enrolment are decided one after the other (the member's cap) and the member cannot
 * leave in between; campaigns are not locked.
 */
export async function enrolmentTerms(tx: Tx, enrolmentId: string): Promise<EnrolmentTerms | undefined> {
  const row = await lockTerms<Row>(tx, enrolmentId, sql``)
  return row && termsOf(row)
}

/** The same, with what a sale at a moment is judged by, in the same statement: every report asks it. */
export async function termsAtSale(tx: Tx, enrolmentId: string, at: Date): Promise<TermsAtSale | undefined> {
  // A leaving that this waited for is not among the changes that the statement sees: the row itself says it.
  const row = await lockTerms<Row & TermsAtSale['atSale']>(
    tx,
    enrolmentId,
    sql`,
           case when e.left_at <= ${at} then e.state else (
             select s.state from enrolment_state_change s
             where s.enrolment_id = e.id and s.at <= ${at} order by s.seq desc limit 1) end as "enrolmentState",
           case when (
             select s.state from brand_state_change s
             where s.brand_id = c.brand_id and s.at <= ${at} order by s.seq desc limit 1) = 'suspended' then 'paused'
           else coalesce((
             select s.state from campaign_state_change s
             where s.campaign_id = c.id and s.at <= ${at} order by s.seq desc limit 1), c.state) end as "campaignState",
           e.uid <> e.party and coalesce((
             select m.state <> 'deleted' and coalesce((
               select s.state from member_state_change s
               where s.uid = m.uid and s.at <= ${at} order by s.seq desc limit 1), 'active') <> 'disabled'
             from member m where m.uid = e.uid), true) as "isInStanding"`,
  )
  if (!row) return undefined
  const { enrolmentState, campaignState, isInStanding } = row
  return { ...termsOf(row), atSale: { enrolmentState, campaignState, isInStanding } }
}

async function lockTerms<T>(tx: Tx, enrolmentId: string, more: RawBuilder<unknown>): Promise<T | undefined> {
  const { rows } = await sql<T>`
    select ${enrolmentColumns}, c.brand_id as "brandId", c.title, c.state as "writtenState",
           c.starts_at as "startsAt", c.ends_at as "endsAt", c.per_member_cap_crels as "perMemberCapCrels",
           c.least_reward_crels as "leastRewardCrels"${more}
    from enrolment e join campaign c on c.id = e.campaign_id
    where e.id = ${enrolmentId} for no key update of e ${keepsPlan}`.execute(tx)
  return rows[0]
}

function termsOf(row: Row): EnrolmentTerms {
  const { id, state, uid, party, holdDays, cookieDays, campaignId, writtenState, ...rest } = row
  const { brandId, title, startsAt, endsAt, perMemberCapCrels, leastRewardCrels } = rest
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
      state: writtenState,
      startsAt,
      endsAt,
      perMemberCapCrels,
      leastRewardCrels,
    },
  }
}
