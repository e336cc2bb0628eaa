import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import { allowedHostsOf, findCampaign, termsOf, type CampaignRow } from './campaign-queries.ts'
import { rewardOf } from './reward-columns.ts'

/** All that a campaign offers, in the words of its file. */
export type Offer = Required<Omit<CampaignChanges, 'endsAt'>> & { endsAt: string | null }

/** The offer of a campaign that was read. */
export async function offerOf(db: Db, row: CampaignRow): Promise<Offer> {
  return {
    category: row.categorySlug,
    title: row.title,
    summary: row.summary,
    publicTitle: row.publicTitle,
    publicDescription: row.publicDescription,
    captions: row.captions,
    terms: await termsOf(db, row.id, row.termsVersion),
    coverUrl: row.coverUrl,
    destinationUrl: row.destinationUrl,
    allowedHosts: await allowedHostsOf(db, row.id),
    reward: rewardOf(row) as Offer['reward'],
    holdDays: row.holdDays,
    cookieDays: row.cookieDays,
    perMemberCapCrels: row.perMemberCapCrels,
    memberLimit: row.memberLimit,
    countries: row.countries,
    requiredChannels: row.requiredChannels as Offer['requiredChannels'],
    approval: row.approval,
    joiningBonusPoints: row.joiningBonusPoints,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
  }
}

/** A campaign's offer and how often it was changed. Throws `not_found`. */
export async function campaignOffer(
  db: Db,
  id: string,
): Promise<{ offer: Offer; brand: string; revision: number }> {
  const row = await findCampaign(db, id)
  if (!row) throw problem('not_found', { detail: `There is no campaign ${id}.` })
  return { offer: await offerOf(db, row), brand: row.brandSlug, revision: await revisionOf(db, id) }
}

/** How often a campaign's offer was changed. */
export async function revisionOf(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from campaign_change where campaign_id = ${id}`.execute(db)
  return rows[0]!.count
}
