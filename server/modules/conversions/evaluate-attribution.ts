import {
  attribute,
  isBurst,
  isRateOutlier,
  type Attribution,
  type TrackingFacts,
  type Unconfirmed,
  BURST_CONVERSIONS,
  BURST_WINDOW_MS,
  RATE_CONVERSIONS,
  UNCONFIRMED_MAX,
} from '#rules/attribution.ts'
import { conversionEarning, type EarningOutcome, type Reward } from '#rules/earning.ts'
import {
  anyEnrolled,
  termsAtSale,
  type EnrolmentTerms,
  type TermsAtSale,
} from '#server/modules/campaigns/public.ts'
import { dayMs } from '#rules/utc-date.ts'
import { isAmongMakers, keyMakersOf, type KeyMaker } from '#server/modules/brands/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { budgetLeft } from '#server/modules/ledger/public.ts'
import { countableClicksSince, findClick, type FoundClick } from '#server/modules/clicks/public.ts'
import { membersPaidTogether } from '#server/modules/redemptions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { EarningBasis } from './earning-queries.ts'
import type { ReportedEvent } from './reported-event.ts'
import { sql } from 'kysely'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

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
  /** Left in the campaign's budget, read before it is locked. */
  budgetLeftCrels: number
}

/**
 * Reads the facts, asks the rules and returns their verdict. Locks the enrolment: its conversions are evaluated one by
 * one.
 */
export async function evaluateAttribution(tx: Tx, event: ReportedEvent): Promise<AttributionResult> {
  const click = await findClick(tx, event.clickId)
  const terms = click?.enrolmentId
    ? await termsAtSale(tx, click.enrolmentId, momentOf(event, click))
    : undefined
  if (!click || !terms || terms.campaign.brandId !== event.brandId) return untracked(event, click)

  const { linkId } = click
  const { earning, basis } = await computeEarning(tx, event, terms.reward)
  const ids = { campaignId: terms.campaign.id, enrolmentId: terms.enrolmentId }
  const unconfirmed = event.isUnconfirmed ? await readUnconfirmed(tx, ids) : undefined
  const budgetLeftCrels = await budgetLeft(tx, terms.campaign.id)
  const { brandId, reportedAt: at } = event
  const signals = await readSignals(tx, { ...terms, brandId, linkId, visitor: click.visitor, at })
  const verdict = attribute({
    occurredAt: event.occurredAt.getTime(),
    isUnconfirmed: event.isUnconfirmed,
    isDecided: event.isDecided,
    isSelfConversion: signals.isOwnVisitor || isAmongMakers(signals.keyMakers),
    isSharedDestination: await isPaidWithAnother(tx, terms),
    isBurst: isBurst(signals.recentOfLink),
    isRateOutlier: isRateOutlier(await clicksBehind(tx, linkId, terms, signals.rateSince)),
    click: {
      clickedAt: click.at.getTime(),
      reason: click.reason,
      tracking: trackingFacts(terms, earning, {
        budgetLeftCrels,
        memberEarnedCrels: signals.earnedCrels,
        unconfirmed,
      }),
    },
  })
  const tracked = { linkId, origin: click, terms, crels: earning.crels, basis, budgetLeftCrels }
  return { verdict, tracked }
}

/** When it happened, to be judged by: not before its click, though a brand's clock may say so. */
function momentOf({ occurredAt }: ReportedEvent, click: FoundClick): Date {
  return occurredAt < click.at ? click.at : occurredAt
}

/** Whether another member with the same payout destination is, or was, in the campaign. */
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
  return await countableClicksSince(tx, linkId, new Date(since.getTime() - cookieDays * dayMs))
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
  { atSale, cookieDays, campaign }: TermsAtSale,
  earning: EarningOutcome,
  known: {
    budgetLeftCrels: number
    memberEarnedCrels: number
    unconfirmed?: Unconfirmed
  },
): TrackingFacts {
  return {
    enrolmentState: atSale.enrolmentState,
    isInStanding: atSale.isInStanding,
    cookieDays,
    isOfBrand: true,
    campaign: {
      state: atSale.campaignState,
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

/** What the decision about a conversion needs to know of those before it. */
export interface Signals {
  /** What the enrolment earned so far in crels: pending, under review and available, less reversals. */
  earnedCrels: number
  /**
   * Conversions of the link in the window before `at`, rejected and unconfirmed ones aside; counted no further than the
   * rule asks.
   */
  recentOfLink: number
  /** When the first of the link's last `RATE_CONVERSIONS` conversions was reported, with this one; null for fewer. */
  rateSince: Date | null
  /** The member was seen under the visitor hash of the click. */
  isOwnVisitor: boolean
  /** The member beside operators who made a key of the brand. */
  keyMakers: KeyMaker[]
}

/** Unconfirmed pixel reports do not count towards a burst or an outlier. */
const confirmed = sql`c.reason is distinct from 'unconfirmed'`

/** Reads the signals. The caller holds the lock of the enrolment (`enrolmentTerms`), so its earnings do not change. */
export async function readSignals(
  tx: Tx,
  about: { enrolmentId: string; brandId: string; linkId: string; uid: string; visitor: string; at: Date },
): Promise<Signals> {
  const { enrolmentId, brandId, linkId, uid, visitor, at } = about
  const windowStart = new Date(at.getTime() - BURST_WINDOW_MS)
  const { rows } = await sql<Signals>`
    select (select coalesce(sum(e.crels - e.reversed_crels), 0)::bigint from earning e
            where e.enrolment_id = ${enrolmentId}) as "earnedCrels",
           (select count(*) from (
              select from conversion c
              where c.link_id = ${linkId} and c.status <> 'rejected' and ${confirmed}
                and c.created_at > ${windowStart} and c.created_at <= ${at}
              limit ${BURST_CONVERSIONS}) r) as "recentOfLink",
           (select c.created_at from conversion c
            where c.link_id = ${linkId} and c.status <> 'rejected' and ${confirmed}
            order by c.created_at desc offset ${RATE_CONVERSIONS - 2} limit 1) as "rateSince",
           exists (select from member_visitor v
                   where v.uid = ${uid} and v.visitor = decode(${visitor}, 'hex')) as "isOwnVisitor",
           ${keyMakersOf({ brandId, uid })} as "keyMakers"
    ${keepsPlan}`.execute(tx)
  return rows[0]!
}

/**
 * What waits unconfirmed in a campaign and of an enrolment of it. Such reports of one campaign are evaluated one after
 * the other from here on, so that no two find the same room; nothing else waits for this lock.
 */
export async function readUnconfirmed(
  tx: Tx,
  { campaignId, enrolmentId }: { campaignId: string; enrolmentId: string },
): Promise<Unconfirmed> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unconfirmed of ${campaignId}`}, 0))`.execute(tx)
  const { rows } = await sql<Unconfirmed>`
    select count(*) as count, coalesce(sum(crels), 0)::bigint as crels,
           coalesce(sum(crels) filter (where enrolment_id = ${enrolmentId}), 0)::bigint as "memberCrels"
    from (select crels, enrolment_id from earning
          where campaign_id = ${campaignId} and state = 'under_review' and reason = 'unconfirmed'
          limit ${UNCONFIRMED_MAX}) waiting`.execute(tx)
  return rows[0]!
}
