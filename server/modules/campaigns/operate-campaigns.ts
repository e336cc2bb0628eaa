import { sql, type RawBuilder } from 'kysely'
import type { CampaignState } from '#rules/campaign-state.ts'
import type { Reward } from '#rules/earning.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { campaignNow, campaignsNow, type CampaignNow } from './campaign-now.ts'
import { campaignColumns, findCampaign, type CampaignRow } from './campaign-queries.ts'
import { rewardOf } from './reward-columns.ts'

/** A campaign as the operator lists it. */
export interface OperatedCampaign {
  id: string
  brand: string
  title: string
  state: CampaignState
  brandSuspended: boolean
  budgetCrels: number
  budgetLeftCrels: number
  members: number
  applicants: number
}

/** Campaigns as of now, newest first; of a brand (its slug) or in a state where asked. */
export async function operatedCampaigns(
  db: Db,
  { brand, state, limit }: { brand?: string; state?: CampaignState; limit: number },
): Promise<OperatedCampaign[]> {
  const ofBrand = brand === undefined ? sql`` : sql`where b.slug = ${brand}`
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns}
    from campaign c join brand b on b.id = c.brand_id join category g on g.slug = c.category_slug ${ofBrand}
    order by c.created_at desc, c.id desc`.execute(db)
  // The state follows time and budget, so it is asked after reading.
  const campaigns = await campaignsNow(db, rows, await databaseNow(db))
  return campaigns
    .filter((campaign) => state === undefined || campaign.state === state)
    .slice(0, limit)
    .map(operated)
}

function operated(campaign: CampaignNow): OperatedCampaign {
  return {
    id: campaign.id,
    brand: campaign.brandSlug,
    title: campaign.title,
    state: campaign.state,
    brandSuspended: !campaign.brandActive,
    budgetCrels: campaign.budgetCrels,
    budgetLeftCrels: campaign.budgetLeftCrels,
    members: campaign.members,
    applicants: campaign.applicants,
  }
}

/** A campaign as of now, as the console shows it. */
export interface CampaignAsOfNow {
  id: string
  title: string
  brand: { slug: string; name: string; isSuspended: boolean }
  category: { slug: string; name: string }
  state: CampaignState
  reward: Reward
  budgetCrels: number
  budgetLeftCrels: number
  leastRewardCrels: number
  members: number
  applicants: number
  memberLimit: number | null
  termsVersion: number
  startsAt: Date
  endsAt: Date | null
  createdAt: Date
}

/** Campaigns as of now, in the order of their ids; one that there is not is left out. */
export async function campaignsAsOfNow(db: Db, ids: string[]): Promise<CampaignAsOfNow[]> {
  const { rows } = await sql<CampaignRow & { createdAt: Date }>`
    select ${campaignColumns}, c.created_at as "createdAt"
    from unnest(${ids}::text[]) with ordinality as asked (id, place) join campaign c on c.id = asked.id
      join brand b on b.id = c.brand_id join category g on g.slug = c.category_slug
    order by asked.place`.execute(db)
  const campaigns = await campaignsNow(db, rows, await databaseNow(db))
  return campaigns.map((row) => ({
    id: row.id,
    title: row.title,
    brand: { slug: row.brandSlug, name: row.brandName, isSuspended: !row.brandActive },
    category: { slug: row.categorySlug, name: row.categoryName },
    state: row.state,
    reward: rewardOf(row),
    budgetCrels: row.budgetCrels,
    budgetLeftCrels: row.budgetLeftCrels,
    leastRewardCrels: row.leastRewardCrels,
    members: row.members,
    applicants: row.applicants,
    memberLimit: row.memberLimit,
    termsVersion: row.termsVersion,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    createdAt: row.createdAt,
  }))
}

/** One campaign with what happened to it. */
export interface CampaignRecord extends OperatedCampaign {
  /** What buyers read; null and empty where the brand's name and tagline stand in. */
  publicTitle: string | null
  publicDescription: string | null
  captions: string[]
  reward: Reward
  termsVersion: number
  holdDays: number
  cookieDays: number
  perMemberCapCrels: number | null
  memberLimit: number | null
  startsAt: string
  endsAt: string | null
  states: { at: string; state: string }[]
  changes: { at: string; author: string; reason: string; fields: string[]; termsVersion: number }[]
}

/** A campaign as of now, its states so far and the changes of its offer. Throws `not_found`. */
export async function campaignRecord(db: Db, id: string): Promise<CampaignRecord> {
  const row = await findCampaign(db, id)
  if (!row) throw problem('not_found', { detail: `There is no campaign ${id}.` })
  const campaign = await campaignNow(db, row, await databaseNow(db))
  const states = await sql<{ at: Date; state: string }>`
    select at, state from campaign_state_change where campaign_id = ${id} order by seq`.execute(db)
  const changes = await sql<{
    at: Date
    author: string
    reason: string
    fields: string[]
    termsVersion: number
  }>`
    select at, author, reason, fields, terms_version as "termsVersion"
    from campaign_change where campaign_id = ${id} order by seq`.execute(db)
  return {
    ...operated(campaign),
    publicTitle: campaign.publicTitle,
    publicDescription: campaign.publicDescription,
    captions: campaign.captions,
    reward: rewardOf(campaign),
    termsVersion: campaign.termsVersion,
    holdDays: campaign.holdDays,
    cookieDays: campaign.cookieDays,
    perMemberCapCrels: campaign.perMemberCapCrels,
    memberLimit: campaign.memberLimit,
    startsAt: campaign.startsAt.toISOString(),
    endsAt: campaign.endsAt?.toISOString() ?? null,
    states: states.rows.map(({ at, state }) => ({ at: at.toISOString(), state })),
    changes: changes.rows.map(({ at, ...change }) => ({ at: at.toISOString(), ...change })),
  }
}

/** A member of a campaign as the operator lists them. */
export interface OperatedEnrolment {
  id: string
  uid: string
  state: EnrolmentState
  termsVersion: number
  message: string | null
  reason: string | null
  appliedAt: string
  /** When they were last let in; null of who never was. */
  joinedAt: string | null
}

/**
 * Who is in a campaign or asked to be, those who asked last first; `before` is the id of a page's last row. Of one state it
 * is read from `enrolment_of_campaign`.
 */
export async function campaignMembers(db: Db, query: CampaignMembersQuery): Promise<OperatedEnrolment[]> {
  const { rows } = await campaignMembersSql(query).execute(db)
  return rows.map(({ appliedAt, joinedAt, ...row }) => ({
    ...row,
    appliedAt: appliedAt.toISOString(),
    joinedAt: joinedAt?.toISOString() ?? null,
  }))
}

interface CampaignMembersQuery {
  campaignId: string
  state?: EnrolmentState | undefined
  before?: string | undefined
  limit: number
}

type EnrolmentRow = Omit<OperatedEnrolment, 'appliedAt' | 'joinedAt'> & {
  appliedAt: Date
  joinedAt: Date | null
}

/** Its one query, apart so that its plan can be tested. */
export function campaignMembersSql({
  before,
  limit,
  ...which
}: CampaignMembersQuery): RawBuilder<EnrolmentRow> {
  return sql<EnrolmentRow>`
    select id, uid, state, terms_version as "termsVersion", message, reason, applied_at as "appliedAt",
      joined_at as "joinedAt"
    from enrolment where ${memberOf(which)}
      ${before === undefined ? sql`` : sql`and (applied_at, id) < (select l.applied_at, l.id from enrolment l where l.id = ${before})`}
    order by applied_at desc, id desc limit ${limit}`
}

/** How many that list has in all. */
export async function countCampaignMembers(
  db: Db,
  which: { campaignId: string; state?: EnrolmentState | undefined },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from enrolment where ${memberOf(which)}`.execute(db)
  return rows[0]!.count
}

function memberOf({ campaignId, state }: { campaignId: string; state?: EnrolmentState | undefined }) {
  return sql`campaign_id = ${campaignId} and ${state === undefined ? sql`true` : sql`state = ${state}`}`
}

/** The campaigns that are not over and lead to a host, by a pattern of addresses: how many, and the newest few. */
export async function campaignsLeadingTo(
  db: Db,
  hostPattern: string,
  examplesMax: number,
): Promise<{ campaigns: number; campaignExamples: { id: string; title: string; brand: string }[] }> {
  const { rows } = await sql<{ id: string; title: string; brand: string; all: number }>`
    select c.id, c.title, b.slug as brand, count(*) over () as all from campaign c join brand b on b.id = c.brand_id
    where c.state not in ('ended', 'archived') and c.destination_url ~ ${hostPattern}
    order by c.id desc limit ${examplesMax}`.execute(db)
  return { campaigns: rows[0]?.all ?? 0, campaignExamples: rows.map(({ all: _, ...campaign }) => campaign) }
}
