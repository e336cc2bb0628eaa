import type { CampaignCard } from '#contracts/campaigns.schemas.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { reapplyAt } from '#rules/enrolment-state.ts'
import { enrolmentClicks } from '#server/modules/clicks/public.ts'
import { linksOfEnrolments, shortUrl, type EnrolmentLink } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { brandCard } from './campaign-card.ts'
import { campaignsNow, stateForMembers } from './campaign-now.ts'
import { campaignsById, type CampaignRow } from './campaign-queries.ts'
import type { EnrolmentInShort, EnrolmentRow } from './enrolment-queries.ts'
import { captionsOf } from './public-texts.ts'
import { rewardOf } from './reward-columns.ts'

/** What enrolments brought; the conversions module counts it, and one without conversions may be absent. */
export type EnrolmentStatistics = (
  db: Db,
  enrolmentIds: string[],
) => Promise<Map<string, { conversions: number; pendingCrels: number; availableCrels: number }>>

/** The pay of enrolments' unique clicks; the conversions module pays them, and one without is absent. */
export type ClickPayOf = (
  db: Db,
  enrolmentIds: string[],
) => Promise<Map<string, NonNullable<Enrolment['clickPay']>>>

export interface EnrolmentViewDeps {
  clickPayStatistics: ClickPayOf
  enrolmentStatistics: EnrolmentStatistics
  publicOrigin: string
}

/** An enrolment as its member sees it at `now`. */
export async function enrolmentView(
  db: Db,
  row: EnrolmentRow,
  deps: EnrolmentViewDeps,
  now: Date,
): Promise<Enrolment> {
  return (await enrolmentViews(db, [row], deps, now))[0]!
}

/** Enrolments as their member sees them at `now`, in the order given; a fixed number of queries for any number. */
export async function enrolmentViews(
  db: Db,
  rows: EnrolmentRow[],
  { enrolmentStatistics, clickPayStatistics, publicOrigin }: EnrolmentViewDeps,
  now: Date,
): Promise<Enrolment[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  // One after the other: in a transaction they share a connection.
  const campaigns = await campaignsById(
    db,
    rows.map((row) => row.campaignId),
  )
  const current = await campaignsNow(db, [...campaigns.values()], now)
  const byId = new Map(current.map((campaign) => [campaign.id, campaign]))
  const links = await linksOfEnrolments(db, ids)
  const clicks = await enrolmentClicks(db, ids)
  const statistics = await enrolmentStatistics(db, ids)
  const clickPay = await clickPayStatistics(db, ids)
  return rows.map((row) => {
    const campaign = byId.get(row.campaignId)!
    const counted = clicks.get(row.id)
    return {
      ...enrolmentCard(row, links.get(row.id), publicOrigin),
      campaign: {
        id: campaign.id,
        title: campaign.title,
        publicTitle: campaign.publicTitle,
        caption: captionsOf(campaign)[0]!,
        brand: brandCard(campaign),
        state: stateForMembers(campaign),
        isBrandSuspended: !campaign.brandActive,
        approval: campaign.approval,
        endsAt: campaign.endsAt?.toISOString() ?? null,
      },
      newTermsVersion: newTermsVersion(row, campaign),
      clickPay:
        clickPay.get(row.id) ??
        (row.clickMillicrels === null ? null : { paid: 0, waiting: 0, underReview: [], notPaid: [] }),
      appliedAt: row.appliedAt.toISOString(),
      joinedAt: row.joinedAt?.toISOString() ?? null,
      statistics: {
        clicks: counted?.clicks ?? 0,
        countableClicks: counted?.countable ?? 0,
        ...(statistics.get(row.id) ?? { conversions: 0, pendingCrels: 0, availableCrels: 0 }),
      },
    }
  })
}

/** The terms that a member of the campaign has not agreed to yet; null when those agreed to are current. */
function newTermsVersion({ state, termsVersion }: EnrolmentRow, campaign: CampaignRow): number | null {
  const isIn = state === 'active' || state === 'applied'
  return isIn && campaign.termsVersion > termsVersion ? campaign.termsVersion : null
}

/** An enrolment in short, as a campaign's card carries it. */
export function enrolmentCard(
  row: EnrolmentInShort,
  link: Pick<EnrolmentLink, 'id' | 'code'> | null | undefined,
  publicOrigin: string,
): NonNullable<CampaignCard['enrolment']> {
  const { id, state, reason, decidedAt, leftAt } = row
  return {
    id,
    state,
    reason,
    reapplyAt:
      state === 'declined' && decidedAt ? new Date(reapplyAt(decidedAt.getTime())).toISOString() : null,
    leftAt: leftAt?.toISOString() ?? null,
    link: link ? { id: link.id, code: link.code, url: shortUrl(publicOrigin, link.code) } : null,
    termsVersion: row.termsVersion,
    reward: rewardOf(row),
    holdDays: row.holdDays,
    cookieDays: row.cookieDays,
  }
}
