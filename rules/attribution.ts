import { effectiveState, type CampaignFacts } from './campaign-state.ts'
import { isHumanClick, type ClickReason } from './click-verdict.ts'
import { clickWindow } from './click-window.ts'
import type { EarningOutcome } from './earning.ts'
import type { EnrolmentState } from './enrolment-state.ts'

/** Why a conversion is recorded but earns nothing, in the order asked: the first that applies is the reason. */
export const REJECTION_REASONS = [
  /** There is no such click. */
  'click_unknown',
  /** The click's link belongs to no campaign of the brand that reports. */
  'wrong_brand',
  /** A program made the click, not a person. */
  'click_not_human',
  /** It happened before the click, by more than clocks differ. */
  'before_click',
  /** The click is older than the cookie window. */
  'click_expired',
  'campaign_not_started',
  'campaign_ended',
  /** The campaign was paused when it happened, or not published. */
  'campaign_not_running',
  /** When it happened the member was not in the campaign, or was disabled; or they have deleted the account since. */
  'enrolment_not_active',
  /** The campaign pays nothing for this kind of conversion. */
  'reward_not_offered',
  /** The campaign pays a share of the sale, and the sale came without an amount. */
  'amount_missing',
  /** The share comes to less than one crel. */
  'earning_below_one_crel',
  /** The member would earn more in this campaign than its cap. */
  'member_cap_reached',
  /** The budget does not cover the earning. */
  'budget_spent',
  /** Only the browser said so, and what waits of that kind reserves as much as it may. */
  'unconfirmed_limit',
] as const

/** Why a conversion waits for a decision of the brand or operator, in the order asked; never silently dropped. */
export const REVIEW_REASONS = [
  /** Only the visitor's browser said so, by the pixel, and not the brand's server. */
  'unconfirmed',
  /** The visitor who clicked or bought seems to be the member. */
  'self_conversion',
  /** Another member of the campaign has the same payout destination: they may be one person. */
  'shared_destination',
  /** It came less than `TOO_FAST_MS` after the click. */
  'too_fast',
  /** It is one of many in a short time. */
  'burst',
  /** More of the link's visitors bought than people do. */
  'rate_outlier',
] as const

export type RejectionReason = (typeof REJECTION_REASONS)[number]
export type ReviewReason = (typeof REVIEW_REASONS)[number]
export type ConversionReason = RejectionReason | ReviewReason

export type Attribution =
  | { status: 'accepted'; reason?: undefined }
  | { status: 'under_review'; reason: ReviewReason }
  | { status: 'rejected'; reason: RejectionReason }

/** A conversion sooner than this after its click (milliseconds) is too fast for a person. */
export const TOO_FAST_MS = 5_000

/** Clocks of brands' servers may be wrong by this much (milliseconds), either way. */
export const CLOCK_SKEW_MS = 300_000

/** More than this many conversions of one link within `BURST_WINDOW_MS` (milliseconds) are a burst. */
export const BURST_CONVERSIONS = 20
export const BURST_WINDOW_MS = 60_000

/** Whether one more conversion of a link is part of a burst, after `recentOfLink` within `BURST_WINDOW_MS`. */
export function isBurst(recentOfLink: number): boolean {
  return recentOfLink >= BURST_CONVERSIONS
}

/**
 * The last `RATE_CONVERSIONS` conversions of a link out of fewer than `RATE_CLICKS` countable clicks that could have
 * led to them are an outlier: more than every second visitor bought, where a few in a hundred do.
 */
export const RATE_CONVERSIONS = 30
export const RATE_CLICKS = 60

/** Whether a link's last `RATE_CONVERSIONS` conversions came of too few clicks; null where it had fewer of them. */
export function isRateOutlier(clicksBehindLast: number | null): boolean {
  return clicksBehindLast !== null && clicksBehindLast < RATE_CLICKS
}

/**
 * What only browsers say (the pixel) waits for a decision and reserves its crels meanwhile, and anybody can load a
 * pixel. So what waits of it reserves at most one part in `UNCONFIRMED_BUDGET_PART` of what the campaign would have left
 * without it and one in `UNCONFIRMED_CAP_PART` of a member's cap, and no more than `UNCONFIRMED_MAX` wait in a campaign:
 * strangers can neither end a campaign nor use up a member's cap
 * (docs/decisions/025-unsigned-pixels-reserve-part-of-a-budget.md).
 */
export const UNCONFIRMED_BUDGET_PART = 4
export const UNCONFIRMED_CAP_PART = 2
export const UNCONFIRMED_MAX = 1_000

/** What waits unconfirmed, in whole crels as reserved. */
export type Unconfirmed = {
  /** Of the campaign: how many, and their crels. */
  count: number
  crels: number
  /** Of the enrolment. */
  memberCrels: number
}

function fitsUnconfirmed(
  crels: number,
  waiting: Unconfirmed,
  { budgetLeftCrels, memberCapCrels }: { budgetLeftCrels: number; memberCapCrels: number | null },
): boolean {
  const ofBudget = waiting.crels + crels
  const ofCap = waiting.memberCrels + crels
  return (
    waiting.count < UNCONFIRMED_MAX &&
    ofBudget * UNCONFIRMED_BUDGET_PART <= budgetLeftCrels + waiting.crels &&
    (memberCapCrels === null || ofCap * UNCONFIRMED_CAP_PART <= memberCapCrels)
  )
}

/** What is known about a conversion. Times are milliseconds since 1970, amounts whole crels. */
export type ConversionFacts = {
  /** When it happened: the brand's `occurredAt`, never later than its report. */
  occurredAt: number
  /** The click the brand names ("last click" is the one it sends); null when there is none. */
  click: {
    clickedAt: number
    /** The reason recorded with the click; null when it counted. A repeat still converts. */
    reason: ClickReason | null
    /** What the clicked tracking link belongs to; null when it is no tracking link. */
    tracking: TrackingFacts | null
  } | null
  /** Nothing but the visitor's browser vouches for it. */
  isUnconfirmed?: boolean
  /** A person has decided that it is genuine: what only makes it look otherwise is not asked any more. */
  isDecided?: boolean
  isSelfConversion: boolean
  isSharedDestination?: boolean
  isBurst: boolean
  isRateOutlier?: boolean
}

/** What is known about the enrolment whose tracking link was clicked, and its campaign. */
export type TrackingFacts = {
  /** When it happened; null where the member was not in the campaign yet. */
  enrolmentState: EnrolmentState | null
  /** The member was not disabled when it happened, and has not deleted the account since. */
  isInStanding: boolean
  /** As the enrolment's snapshot has it. */
  cookieDays: number
  /** The campaign belongs to the brand that reports. */
  isOfBrand: boolean
  /** In the state that was written when it happened. */
  campaign: CampaignFacts
  /** What the conversion would earn (`conversionEarning`). */
  earning: EarningOutcome
  /** What the member earned in this campaign so far: pending, under review and available, less reversals. */
  memberEarnedCrels: number
  /** Most that one member can earn in this campaign; null without a cap. */
  memberCapCrels: number | null
  /** What waits of the kind that only browsers vouch for; asked for such a one alone. */
  unconfirmed?: Unconfirmed
}

/**
 * Decides a conversion: rejected with the first reason that applies, else under review with the first that applies,
 * else accepted. What a person has decided does not go under review, and its click counts as a person's; terms, dates,
 * cap and budget of the campaign apply as to any other. Source: docs/economy.md, Conversions and earnings.
 */
export function attribute(facts: ConversionFacts): Attribution {
  const rejection = rejectionOf(facts)
  if (rejection) return { status: 'rejected', reason: rejection }
  const hold = facts.isDecided ? undefined : reviewReasonOf(facts)
  return hold ? { status: 'under_review', reason: hold } : { status: 'accepted' }
}

function rejectionOf({ occurredAt, click, isDecided }: ConversionFacts): RejectionReason | undefined {
  if (click === null) return 'click_unknown'
  const { tracking } = click
  if (tracking === null || !tracking.isOfBrand) return 'wrong_brand'
  if (!isDecided && !isHumanClick(click.reason)) return 'click_not_human'
  if (click.clickedAt - occurredAt > CLOCK_SKEW_MS) return 'before_click'
  if (click.clickedAt < clickWindow(new Date(occurredAt), tracking.cookieDays).after.getTime())
    return 'click_expired'

  const state = effectiveState(tracking.campaign, occurredAt)
  if (state === 'scheduled') return 'campaign_not_started'
  if (state === 'ended' || state === 'archived') return 'campaign_ended'
  if (state === 'draft' || state === 'paused') return 'campaign_not_running'
  if (tracking.enrolmentState !== 'active' || !tracking.isInStanding) return 'enrolment_not_active'

  const { earning, memberEarnedCrels, memberCapCrels, campaign } = tracking
  if (earning.refusal !== undefined) return earning.refusal
  if (memberCapCrels !== null && memberEarnedCrels + earning.crels > memberCapCrels)
    return 'member_cap_reached'
  // An exhausted campaign that still covers this earning pays it: the budget decides, not its state.
  if (earning.crels > campaign.budgetLeftCrels) return 'budget_spent'
  const limits = { budgetLeftCrels: campaign.budgetLeftCrels, memberCapCrels }
  if (tracking.unconfirmed && !fitsUnconfirmed(earning.crels, tracking.unconfirmed, limits))
    return 'unconfirmed_limit'
  return undefined
}

function reviewReasonOf(facts: ConversionFacts): ReviewReason | undefined {
  const { occurredAt, click, isUnconfirmed, isSelfConversion, isSharedDestination } = facts
  if (isUnconfirmed) return 'unconfirmed'
  if (isSelfConversion) return 'self_conversion'
  if (isSharedDestination) return 'shared_destination'
  // A moment before the click counts as too fast as well: brands' clocks differ.
  if (click && occurredAt - click.clickedAt < TOO_FAST_MS) return 'too_fast'
  if (facts.isBurst) return 'burst'
  return facts.isRateOutlier ? 'rate_outlier' : undefined
}
