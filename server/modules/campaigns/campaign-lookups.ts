import { sql } from 'kysely'
import type { BrandCard } from '#contracts/campaigns.schemas.ts'
import type { AboutPoints } from '#contracts/points.schemas.ts'
import type { CampaignState } from '#rules/campaign-state.ts'
import { publicName } from '#rules/public-texts.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { brandCard } from './campaign-card.ts'
import { campaignsById, findCampaign } from './campaign-queries.ts'
import { runningAt } from './running-campaigns.ts'
import { campaignNow, isShown } from './campaign-now.ts'

/** Titles and brands of campaigns, by id, in one query; one that does not exist is absent. */
export async function campaignTitles(
  db: ReadDb,
  ids: string[],
): Promise<Map<string, { id: string; title: string; brand: BrandCard }>> {
  const rows = await campaignsById(db, ids)
  return new Map([...rows].map(([id, row]) => [id, { id, title: row.title, brand: brandCard(row) }]))
}

/** The same with what buyers call them, for links and what is said of links. */
export async function campaignNames(
  db: Db,
  ids: string[],
): Promise<Map<string, { id: string; title: string; publicName: string; brand: BrandCard }>> {
  const rows = await campaignsById(db, ids)
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      {
        id,
        title: row.title,
        publicName: publicName(row.brandName, row.publicTitle),
        brand: brandCard(row),
      },
    ]),
  )
}

/** Which campaign the joining bonus of a transaction was for, by the transaction's id. */
export async function aboutJoiningBonuses(
  db: Db,
  transactionIds: string[],
): Promise<Map<string, AboutPoints>> {
  const { rows } = await sql<{ id: string; campaignId: string; title: string; brand: string }>`
    select w.txn_id as id, c.id as "campaignId", c.title, b.name as brand
    from award w join enrolment e on e.id = w.period join campaign c on c.id = e.campaign_id
      join brand b on b.id = c.brand_id
    where w.txn_id = any (${transactionIds}) and w.program = 'joining-bonus'`.execute(db)
  return new Map(rows.map(({ id, ...campaign }) => [id, { type: 'campaign', ...campaign }]))
}

/** How many campaigns run at a moment. */
export async function countRunningCampaigns(db: ReadDb, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from campaign c join brand b on b.id = c.brand_id where ${runningAt(now)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** Of these campaigns those that run and that the member is in. */
export async function earningCampaigns(
  db: Db,
  { uid, ids }: { uid: string; ids: string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select c.id from enrolment e join campaign c on c.id = e.campaign_id join brand b on b.id = c.brand_id
    where e.uid = ${uid} and e.campaign_id = any (${ids}) and e.state = 'active'
      and ${runningAt(await databaseNow(db))}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * What a link of a member's to a campaign must keep to; undefined unless they are in it. With `isKept` they are kept from
 * leaving until the transaction ends: leaving stops the links that there are, and would miss one that is being made.
 */
export async function deepLinkTerms(
  db: Db,
  { uid, campaignId, isKept }: { uid: string; campaignId: string; isKept?: boolean },
): Promise<{ enrolmentId: string; allowedHosts: string[] } | undefined> {
  const { rows } = await sql<{ enrolmentId: string; allowedHosts: string[] }>`
    select e.id as "enrolmentId", c.allowed_hosts as "allowedHosts"
    from enrolment e join campaign c on c.id = e.campaign_id
    where e.uid = ${uid} and e.campaign_id = ${campaignId} and e.state = 'active'
    ${isKept ? sql`for share of e` : sql``}`.execute(db)
  return rows[0]
}

/** The states of an enrolment and its campaign now. */
export async function enrolmentStanding(
  db: Db,
  enrolmentId: string,
): Promise<{ enrolment: EnrolmentState; campaign: CampaignState }> {
  const { rows } = await sql<{ campaignId: string; state: EnrolmentState }>`
    select campaign_id as "campaignId", state from enrolment where id = ${enrolmentId}`.execute(db)
  const { campaignId, state } = rows[0]!
  const campaign = await campaignNow(db, (await findCampaign(db, campaignId))!, await databaseNow(db))
  // A brand that is suspended runs nothing.
  return { enrolment: state, campaign: campaign.brandActive ? campaign.state : 'paused' }
}

/** A campaign that a member may see, with what a link of a member's to it needs. */
export interface ShareableCampaign {
  id: string
  title: string
  /** The effective one. */
  state: CampaignState
  destinationUrl: string
  /** Of the member who is in it now; kept from leaving until the transaction ends. */
  enrolmentId: string | null
}

/** The campaign as a member sees it; undefined where there is none that they may see. */
export async function shareableCampaign(
  tx: Tx,
  { uid, campaignId }: { uid: string; campaignId: string },
): Promise<ShareableCampaign | undefined> {
  const row = await findCampaign(tx, campaignId)
  if (!row) return undefined
  const campaign = await campaignNow(tx, row, await databaseNow(tx))
  if (!isShown(campaign)) return undefined
  const { id, title, state, destinationUrl } = campaign
  const { rows } = await sql<{ id: string }>`
    select id from enrolment
    where uid = ${uid} and campaign_id = ${id} and state = 'active' for share`.execute(tx)
  return { id, title, state, destinationUrl, enrolmentId: rows[0]?.id ?? null }
}
