import { sql } from 'kysely'
import type { CampaignState } from '#rules/campaign-state.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { EnteredTexts } from './category-texts.ts'
import type { RewardColumns } from './reward-columns.ts'

/** A campaign as it was last written, with its brand and category. */
export interface CampaignRow extends RewardColumns {
  id: string
  title: string
  summary: string
  publicTitle: string | null
  publicDescription: string | null
  captions: string[]
  coverUrl: string | null
  destinationUrl: string
  termsVersion: number
  leastRewardCrels: number
  holdDays: number
  cookieDays: number
  /** Put into the budget, less what was taken out. */
  budgetCrels: number
  perMemberCapCrels: number | null
  memberLimit: number | null
  members: number
  applicants: number
  countries: string[]
  requiredChannels: string[]
  approval: 'open' | 'application'
  joiningBonusPoints: number
  state: CampaignState
  startsAt: Date
  endsAt: Date | null
  popularity: number
  brandId: string
  brandSlug: string
  brandName: string
  brandTagline: string
  colorBase: string
  colorGlow: string
  logoKey: string | null
  brandActive: boolean
  categorySlug: string
  categoryName: string
  categoryIcon: string
  categoryTexts: EnteredTexts
}

/** The columns of a `CampaignRow`, for `campaign c`, `brand b` and `category g`. */
export const campaignColumns = sql`
  c.id, c.title, c.summary, c.public_title as "publicTitle", c.public_description as "publicDescription",
  c.captions, c.cover_url as "coverUrl", c.destination_url as "destinationUrl",
  c.terms_version as "termsVersion", c.reward_click_millicrels as "clickMillicrels",
  c.reward_lead_crels as "leadCrels", c.reward_sale_crels as "saleCrels", c.reward_sale_bps as "saleBps",
  c.least_reward_crels as "leastRewardCrels", c.hold_days as "holdDays", c.cookie_days as "cookieDays",
  c.budget_crels as "budgetCrels", c.per_member_cap_crels as "perMemberCapCrels",
  c.member_limit as "memberLimit", c.members, c.applicants, c.countries,
  c.required_channels as "requiredChannels", c.approval, c.joining_bonus_points as "joiningBonusPoints",
  c.state, c.starts_at as "startsAt", c.ends_at as "endsAt", c.popularity,
  b.id as "brandId", b.slug as "brandSlug", b.name as "brandName", b.tagline as "brandTagline", b.color_base as "colorBase",
  b.color_glow as "colorGlow", b.logo_key as "logoKey", b.state = 'active' as "brandActive",
  g.slug as "categorySlug", g.name as "categoryName", g.icon as "categoryIcon", g.texts as "categoryTexts"`

const tables = sql`campaign c join brand b on b.id = c.brand_id join category g on g.slug = c.category_slug`

export async function findCampaign(db: Db, id: string): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns} from ${tables} where c.id = ${id}`.execute(db)
  return rows[0]
}

/** The campaign with its row locked until the transaction ends: the first lock of all (README.md). */
export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  // By itself: a query that joins the category loses a campaign that was moved to another one while it waited.
  await sql`select from campaign where id = ${id} for no key update`.execute(tx)
  return await findCampaign(tx, id)
}

/** Campaigns by id, in no order. */
export async function campaignsById(db: ReadDb, ids: string[]): Promise<Map<string, CampaignRow>> {
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns} from ${tables} where c.id = any (${ids})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The terms of a campaign in one version, as Markdown. */
export async function termsOf(db: Db, campaignId: string, version: number): Promise<string> {
  const { rows } = await sql<{ markdown: string }>`
    select markdown from campaign_terms where campaign_id = ${campaignId} and version = ${version}`.execute(
    db,
  )
  return rows[0]!.markdown
}

/** Hosts that members' deep links may lead to, the destination's among them. */
export async function allowedHostsOf(db: Db, campaignId: string): Promise<string[]> {
  const { rows } = await sql<{ hosts: string[] }>`
    select allowed_hosts as hosts from campaign where id = ${campaignId}`.execute(db)
  return rows[0]!.hosts
}

/** Writes a campaign's state. */
export async function writeState(tx: Tx, id: string, state: CampaignState): Promise<void> {
  await sql`update campaign set state = ${state} where id = ${id} and state <> ${state}`.execute(tx)
}

/** Adds to the sum of what was put into a campaign's budget; with a minus it was taken out. */
export async function addToBudget(tx: Tx, id: string, crels: number): Promise<void> {
  await sql`update campaign set budget_crels = budget_crels + ${crels} where id = ${id}`.execute(tx)
}
