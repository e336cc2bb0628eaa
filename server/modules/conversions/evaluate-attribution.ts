import {
  attribute,
  isBurst,
  isRateOutlier,
  type Attribution,
  type TrackingFacts,
  type Unconfirmed,
} from '#rules/attribution.ts'
import type { CampaignState } from '#rules/campaign-state.ts'
import { conversionEarning, type EarningOutcome, type Reward } from '#rules/earning.ts'
import {
  anyEnrolled,
  campaignStateAt,
  enrolmentTerms,
  type EnrolmentTerms,
} from '#server/modules/campaigns/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { budgetLeft } from '#server/modules/ledger/public.ts'
import { countableClicksSince, findClick, type FoundClick } from '#server/modules/clicks/public.ts'
import { membersPaidTogether } from '#server/modules/redemptions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { EarningBasis } from './earning-queries.ts'
import type { ReportedEvent } from './reported-event.ts'
import { readSignals, readUnconfirmed } from './signal-queries.ts'

/** What a report comes to before any crels move: a verdict, and the enrolment it is for where there is one. */
export type AttributionResult =
  | { verdict: Attribution; tracked: Tracked }
  | { verdict: Extract<Attribution, { status: 'rejected' }>; tracked: null }

/** The enrolment a conversion is for, of the brand that reports, and what it would earn there. */
export interface Tracked {
  linkId: string
  /** Where the click came from. */
  origin: Pick<FoundClick, 'country' | 'device' | 'referrerHost' | 'subId'>
  terms: EnrolmentTerms
  /** 0 where it is rejected for earning nothing. */
  crels: number
  basis: EarningBasis
  /** Of the campaign's budget, read before anybody locked it. */
  budgetLeftCrels: number
}

/** Gathers what the rules ask and decides. Locks the enrolment, so that its conversions are weighed one by one. */
export async function evaluateAttribution(tx: Tx, event: ReportedEvent): Promise<AttributionResult> {
  const click = await findClick(tx, event.clickId)
  const terms = click?.enrolmentId ? await enrolmentTerms(tx, click.enrolmentId) : undefined
  if (!click || !terms || terms.campaign.brandId !== event.brandId) return untracked(event, click)

  const { linkId } = click
  const { earning, basis } = await computeEarning(tx, event, terms.reward)
  const ids = { campaignId: terms.campaign.id, enrolmentId: terms.enrolmentId }
  const unconfirmed = event.isUnconfirmed ? await readUnconfirmed(tx, ids) : undefined
  const budgetLeftCrels = await budgetLeft(tx, terms.campaign.id)
  const signals = await readSignals(tx, { ...terms, linkId, visitor: click.visitor, at: event.reportedAt })
  const verdict = attribute({
    occurredAt: event.occurredAt.getTime(),
    isUnconfirmed: event.isUnconfirmed,
    isDecided: event.isDecided,
    isSelfConversion: signals.isOwnVisitor,
    isSharedDestination: await isPaidWithAnother(tx, terms),
    isBurst: isBurst(signals.recentOfLink),
    isRateOutlier: isRateOutlier(await clicksBehind(tx, linkId, terms, signals.rateSince)),
    click: {
      clickedAt: click.at.getTime(),
      reason: click.reason,
      tracking: trackingFacts(terms, earning, {
        campaignState: await campaignStateAt(tx, terms.campaign, event.occurredAt),
        budgetLeftCrels,
        memberEarnedCrels: signals.earnedCrels,
        unconfirmed,
      }),
    },
  })
  const tracked = { linkId, origin: click, terms, crels: earning.crels, basis, budgetLeftCrels }
  return { verdict, tracked }
}

/** Whether somebody who has a payout destination in common with the member is, or was, in the campaign too. */
async function isPaidWithAnother(tx: Tx, { uid, campaign }: EnrolmentTerms): Promise<boolean> {
  const others = await membersPaidTogether(tx, uid)
  return others.length > 0 && (await anyEnrolled(tx, others, campaign.id))
}

/** The countable clicks that could have led to the link's last conversions; null where there were few of those. */
async function clicksBehind(
  tx: Tx,
  linkId: string,
  { cookieDays }: EnrolmentTerms,
  since: Date | null,
): Promise<number | null> {
  if (!since) return null
  return await countableClicksSince(tx, linkId, new Date(since.getTime() - cookieDays * 86_400_000))
}

/** No click, or one that is none of this brand's: the rules say which. */
function untracked({ occurredAt }: ReportedEvent, click: FoundClick | null): AttributionResult {
  const verdict = attribute({
    occurredAt: occurredAt.getTime(),
    isSelfConversion: false,
    isBurst: false,
    click: click && { clickedAt: click.at.getTime(), reason: click.reason, tracking: null },
  })
  if (verdict.status !== 'rejected') throw new Error('A conversion without an enrolment earned something')
  return { verdict, tracked: null }
}

async function computeEarning(
  tx: Tx,
  { type, saleUsdCents }: ReportedEvent,
  reward: Reward,
): Promise<{ earning: EarningOutcome; basis: EarningBasis }> {
  const bps = type === 'sale' && reward.sale && 'bps' in reward.sale ? reward.sale.bps : null
  // The rate matters for a share alone: most reports need not ask for it.
  const usdToCrels = bps === null ? null : (await currentRate(tx)).usdToCrels
  const conversion = type === 'lead' ? { type } : { type, saleUsdCents }
  return {
    earning: conversionEarning(reward, conversion, usdToCrels ?? '1'),
    basis: { saleUsdCents, bps, usdToCrels },
  }
}

function trackingFacts(
  { state, cookieDays, campaign }: EnrolmentTerms,
  earning: EarningOutcome,
  known: {
    campaignState: CampaignState
    budgetLeftCrels: number
    memberEarnedCrels: number
    unconfirmed?: Unconfirmed
  },
): TrackingFacts {
  return {
    enrolmentState: state,
    cookieDays,
    isOfBrand: true,
    campaign: {
      state: known.campaignState,
      startsAt: campaign.startsAt.getTime(),
      endsAt: campaign.endsAt?.getTime() ?? null,
      budgetLeftCrels: known.budgetLeftCrels,
    },
    earning,
    memberEarnedCrels: known.memberEarnedCrels,
    memberCapCrels: campaign.perMemberCapCrels,
    unconfirmed: known.unconfirmed,
  }
}
