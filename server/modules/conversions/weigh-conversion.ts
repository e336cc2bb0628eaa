import type { ConversionReport } from '#contracts/conversions.ts'
import { attribute, BURST_CONVERSIONS, BURST_WINDOW_MS, type Attribution } from '#rules/attribution.ts'
import { conversionEarning, type EarningOutcome, type Reward } from '#rules/earning.ts'
import { enrolmentTerms, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { budgetsLeft } from '#server/modules/ledger/public.ts'
import { findClick, type FoundClick } from '#server/modules/links/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { readSignals } from './conversion-queries.ts'
import type { EarningBasis } from './earning-queries.ts'

/** What a report comes to before any crels move. */
export interface Weighed {
  verdict: Attribution
  /** The enrolment it is for, of the brand that reports; null when there is none. */
  tracked: Tracked | null
}

export interface Tracked {
  linkId: string
  terms: EnrolmentTerms
  /** What it earns; 0 where it is rejected for earning nothing. */
  crels: number
  basis: EarningBasis
  /** Of the campaign's budget, read before anybody locked it. */
  budgetLeftCrels: number
}

interface Question {
  brandId: string
  report: ConversionReport
  occurredAt: Date
  at: Date
}

/** Gathers what the rules ask and decides. Locks the enrolment, so that its conversions are weighed one by one. */
export async function weighConversion(tx: Tx, question: Question): Promise<Weighed> {
  const { brandId, report } = question
  const click = await findClick(tx, report.clickId)
  const terms = click?.enrolmentId ? await enrolmentTerms(tx, click.enrolmentId) : undefined
  if (!click || !terms || terms.campaign.brandId !== brandId)
    return { verdict: untracked(question, click), tracked: null }

  const bps = report.type === 'sale' ? shareOf(terms.reward) : null
  // The rate matters for a share alone: most reports need not ask for it.
  const usdToCrels = bps === null ? null : (await currentRate(tx)).usdToCrels
  const saleUsdCents = report.amount?.minor ?? null
  const earned = conversionEarning(
    terms.reward,
    report.type === 'lead' ? { type: 'lead' } : { type: 'sale', saleUsdCents },
    usdToCrels ?? '1',
  )
  const budgetLeftCrels = (await budgetsLeft(tx, [terms.campaign.id])).get(terms.campaign.id) ?? 0
  const verdict = await judge(tx, question, { click, terms, earned, budgetLeftCrels })
  const basis = { saleUsdCents, bps, usdToCrels }
  return { verdict, tracked: { linkId: click.linkId, terms, crels: earned.crels, basis, budgetLeftCrels } }
}

interface Case {
  click: FoundClick
  terms: EnrolmentTerms
  earned: EarningOutcome
  budgetLeftCrels: number
}

async function judge(
  tx: Tx,
  { occurredAt, at }: Question,
  { click, terms, earned, budgetLeftCrels }: Case,
): Promise<Attribution> {
  const { enrolmentId, uid, state, cookieDays, campaign } = terms
  const signals = await readSignals(tx, {
    enrolmentId,
    linkId: click.linkId,
    uid,
    visitor: click.visitor,
    at,
    windowMs: BURST_WINDOW_MS,
    limit: BURST_CONVERSIONS,
  })
  return attribute({
    occurredAt: occurredAt.getTime(),
    isSelfConversion: signals.isOwnVisitor,
    isBurst: signals.recentOfLink >= BURST_CONVERSIONS,
    click: {
      clickedAt: click.at.getTime(),
      reason: click.reason,
      tracking: {
        enrolmentState: state,
        cookieDays,
        isOfBrand: true,
        campaign: {
          state: campaign.state,
          startsAt: campaign.startsAt.getTime(),
          endsAt: campaign.endsAt?.getTime() ?? null,
          budgetLeftCrels,
        },
        earning: earned,
        memberEarnedCrels: signals.earnedCrels,
        memberCapCrels: campaign.perMemberCapCrels,
      },
    },
  })
}

/** No click, or one that is none of this brand's: the rules say which. */
function untracked({ occurredAt }: Question, click: FoundClick | null): Attribution {
  return attribute({
    occurredAt: occurredAt.getTime(),
    isSelfConversion: false,
    isBurst: false,
    click: click && { clickedAt: click.at.getTime(), reason: click.reason, tracking: null },
  })
}

function shareOf({ sale }: Reward): number | null {
  return sale && 'bps' in sale ? sale.bps : null
}
