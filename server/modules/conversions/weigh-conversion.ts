import { attribute, isBurst, type Attribution, type TrackingFacts } from '#rules/attribution.ts'
import { conversionEarning, type EarningOutcome, type Reward } from '#rules/earning.ts'
import { enrolmentTerms, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { budgetLeft } from '#server/modules/ledger/public.ts'
import { findClick, type FoundClick } from '#server/modules/links/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { EarningBasis } from './earning-queries.ts'
import type { ReportedEvent } from './reported-event.ts'
import { readSignals } from './signal-queries.ts'

/** What a report comes to before any crels move: a verdict, and the enrolment it is for where there is one. */
export type Weighed =
  | { verdict: Attribution; tracked: Tracked }
  | { verdict: Extract<Attribution, { status: 'rejected' }>; tracked: null }

/** The enrolment a conversion is for, of the brand that reports, and what it would earn there. */
export interface Tracked {
  linkId: string
  terms: EnrolmentTerms
  /** 0 where it is rejected for earning nothing. */
  crels: number
  basis: EarningBasis
  /** Of the campaign's budget, read before anybody locked it. */
  budgetLeftCrels: number
}

/** Gathers what the rules ask and decides. Locks the enrolment, so that its conversions are weighed one by one. */
export async function weighConversion(tx: Tx, event: ReportedEvent): Promise<Weighed> {
  const click = await findClick(tx, event.clickId)
  const terms = click?.enrolmentId ? await enrolmentTerms(tx, click.enrolmentId) : undefined
  if (!click || !terms || terms.campaign.brandId !== event.brandId) return untracked(event, click)

  const { linkId } = click
  const { earning, basis } = await reckonEarning(tx, event, terms.reward)
  const budgetLeftCrels = await budgetLeft(tx, terms.campaign.id)
  const signals = await readSignals(tx, { ...terms, linkId, visitor: click.visitor, at: event.reportedAt })
  const verdict = attribute({
    occurredAt: event.occurredAt.getTime(),
    isSelfConversion: signals.isOwnVisitor,
    isBurst: isBurst(signals.recentOfLink),
    click: {
      clickedAt: click.at.getTime(),
      reason: click.reason,
      tracking: trackingFacts(terms, earning, { budgetLeftCrels, memberEarnedCrels: signals.earnedCrels }),
    },
  })
  return { verdict, tracked: { linkId, terms, crels: earning.crels, basis, budgetLeftCrels } }
}

/** No click, or one that is none of this brand's: the rules say which. */
function untracked({ occurredAt }: ReportedEvent, click: FoundClick | null): Weighed {
  const verdict = attribute({
    occurredAt: occurredAt.getTime(),
    isSelfConversion: false,
    isBurst: false,
    click: click && { clickedAt: click.at.getTime(), reason: click.reason, tracking: null },
  })
  if (verdict.status !== 'rejected') throw new Error('A conversion without an enrolment earned something')
  return { verdict, tracked: null }
}

async function reckonEarning(
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
  { budgetLeftCrels, memberEarnedCrels }: { budgetLeftCrels: number; memberEarnedCrels: number },
): TrackingFacts {
  return {
    enrolmentState: state,
    cookieDays,
    isOfBrand: true,
    campaign: {
      state: campaign.state,
      startsAt: campaign.startsAt.getTime(),
      endsAt: campaign.endsAt?.getTime() ?? null,
      budgetLeftCrels,
    },
    earning,
    memberEarnedCrels,
    memberCapCrels: campaign.perMemberCapCrels,
  }
}
