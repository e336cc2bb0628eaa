import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attribute,
  REVIEW_REASONS,
  isRateOutlier,
  RATE_CLICKS,
  REJECTION_REASONS,
  type ConversionFacts,
  type TrackingFacts,
  type Unconfirmed,
} from './attribution.ts'
import { CAMPAIGN_STATES } from './campaign-state.ts'
import { CLICK_REASONS, type ClickReason } from './click-verdict.ts'
import { ENROLMENT_STATES } from './enrolment-state.ts'

const day = 86_400_000
const clickedAt = Date.UTC(2026, 5, 1, 12)
const occurredAt = clickedAt + 2 * day

const goodTracking: TrackingFacts = {
  enrolmentState: 'active',
  isInStanding: true,
  cookieDays: 30,
  isOfBrand: true,
  campaign: {
    state: 'active',
    startsAt: clickedAt - 10 * day,
    endsAt: clickedAt + 60 * day,
    budgetLeftCrels: 500,
  },
  earning: { crels: 41 },
  memberEarnedCrels: 100,
  memberCapCrels: 1_000,
}

/** What waits of what only browsers said. */
const waiting = (changes: Partial<Unconfirmed> = {}): Unconfirmed => ({
  count: 0,
  crels: 0,
  memberCrels: 0,
  ...changes,
})

/** A conversion that is accepted, with parts replaced. */
function facts(
  changes: {
    click?: Partial<NonNullable<ConversionFacts['click']>>
    tracking?: Partial<TrackingFacts>
    campaign?: Partial<TrackingFacts['campaign']>
  } & Partial<Omit<ConversionFacts, 'click'>> = {},
): ConversionFacts {
  const { click, tracking, campaign, ...rest } = changes
  return {
    occurredAt,
    isSelfConversion: false,
    isBurst: false,
    ...rest,
    click: {
      clickedAt,
      reason: null,
      tracking: { ...goodTracking, ...tracking, campaign: { ...goodTracking.campaign, ...campaign } },
      ...click,
    },
  }
}

describe('a conversion is accepted', () => {
  test.each<[string, ConversionFacts]>([
    ['when everything is right', facts()],
    ['for a repeat click', facts({ click: { reason: 'repeat' } })],
    ['at the last moment of the cookie window', facts({ occurredAt: clickedAt + 30 * day })],
    ['exactly 5 s after the click', facts({ occurredAt: clickedAt + 5_000 })],
    ['with exactly its earning left in the budget', facts({ campaign: { budgetLeftCrels: 41 } })],
    ['up to exactly the cap', facts({ tracking: { memberEarnedCrels: 959 } })],
    ['without a cap', facts({ tracking: { memberCapCrels: null, memberEarnedCrels: 1e9 } })],
    ['with as many clicks as the rule asks', facts({ isRateOutlier: isRateOutlier(RATE_CLICKS) })],
    ['of a link with few conversions', facts({ isRateOutlier: isRateOutlier(null) })],
    ['in a campaign without end', facts({ campaign: { endsAt: null } })],
    ['though the start was not yet written down', facts({ campaign: { state: 'scheduled' } })],
    ['once the budget was topped up', facts({ campaign: { state: 'exhausted' } })],
  ])('%s', (_title, value) => {
    expect(attribute(value)).toEqual({ status: 'accepted' })
  })
})

describe('a conversion is rejected', () => {
  const programs: ClickReason[] = ['head', 'prefetch', 'preview', 'bot']
  test.each<[string, ConversionFacts]>([
    ['click_unknown', { ...facts(), click: null }],
    ['wrong_brand', facts({ click: { tracking: null } })],
    ['wrong_brand', facts({ tracking: { isOfBrand: false } })],
    ...programs.map((reason): [string, ConversionFacts] => ['click_not_human', facts({ click: { reason } })]),
    ['before_click', facts({ occurredAt: clickedAt - 300_001 })],
    ['click_expired', facts({ occurredAt: clickedAt + 30 * day + 1 })],
    ['click_expired', facts({ tracking: { cookieDays: 1 } })],
    ['campaign_not_started', facts({ campaign: { startsAt: occurredAt + 1 } })],
    ['campaign_ended', facts({ campaign: { endsAt: occurredAt } })],
    ['campaign_ended', facts({ campaign: { state: 'ended' } })],
    ['campaign_ended', facts({ campaign: { state: 'archived' } })],
    ['campaign_not_running', facts({ campaign: { state: 'paused' } })],
    ['campaign_not_running', facts({ campaign: { state: 'draft' } })],
    ['enrolment_not_active', facts({ tracking: { enrolmentState: 'left' } })],
    ['enrolment_not_active', facts({ tracking: { enrolmentState: 'applied' } })],
    ['enrolment_not_active', facts({ tracking: { enrolmentState: null } })],
    ['enrolment_not_active', facts({ tracking: { isInStanding: false } })],
    ['reward_not_offered', facts({ tracking: { earning: { crels: 0, refusal: 'reward_not_offered' } } })],
    ['amount_missing', facts({ tracking: { earning: { crels: 0, refusal: 'amount_missing' } } })],
    [
      'earning_below_one_crel',
      facts({ tracking: { earning: { crels: 0, refusal: 'earning_below_one_crel' } } }),
    ],
    ['member_cap_reached', facts({ tracking: { memberEarnedCrels: 960 } })],
    ['budget_spent', facts({ campaign: { budgetLeftCrels: 40 } })],
    ['budget_spent', facts({ campaign: { budgetLeftCrels: 0 } })],
    // 41 are more than a quarter of 163, and 195 of the 654 that would be left without what waits.
    [
      'unconfirmed_limit',
      facts({ tracking: { unconfirmed: waiting() }, campaign: { budgetLeftCrels: 163 } }),
    ],
    ['unconfirmed_limit', facts({ tracking: { unconfirmed: waiting({ crels: 154 }) } })],
    ['unconfirmed_limit', facts({ tracking: { unconfirmed: waiting({ memberCrels: 460 }) } })],
    ['unconfirmed_limit', facts({ tracking: { unconfirmed: waiting({ count: 1_000 }) } })],
  ])('%s', (reason, value) => {
    expect(attribute(value)).toEqual({ status: 'rejected', reason })
  })

  test('with the first reason when several apply', () => {
    const both = facts({
      click: { reason: 'bot' },
      tracking: { enrolmentState: 'left' },
      isSelfConversion: true,
    })
    expect(attribute(both)).toEqual({ status: 'rejected', reason: 'click_not_human' })
  })
})

describe('puts a conversion under review', () => {
  test.each<[string, ConversionFacts]>([
    ['self_conversion', facts({ isSelfConversion: true })],
    ['too_fast', facts({ occurredAt: clickedAt + 4_999 })],
    ['too_fast', facts({ occurredAt: clickedAt - 1_000 })],
    ['too_fast', facts({ occurredAt: clickedAt - 300_000 })],
    ['burst', facts({ isBurst: true })],
    ['self_conversion', facts({ isSelfConversion: true, isBurst: true, occurredAt: clickedAt })],
    ['too_fast', facts({ isBurst: true, occurredAt: clickedAt })],
    ['shared_destination', facts({ isSharedDestination: true, isBurst: true })],
    ['self_conversion', facts({ isSharedDestination: true, isSelfConversion: true })],
    ['rate_outlier', facts({ isRateOutlier: isRateOutlier(RATE_CLICKS - 1) })],
    ['burst', facts({ isRateOutlier: true, isBurst: true })],
  ])('%s', (reason, value) => {
    expect(attribute(value)).toEqual({ status: 'under_review', reason })
  })
})

describe('whatever the facts', () => {
  const trackingArbitrary = fc.record({
    enrolmentState: fc.constantFrom(...ENROLMENT_STATES, null),
    isInStanding: fc.boolean(),
    cookieDays: fc.integer({ min: 0, max: 3 }),
    isOfBrand: fc.boolean(),
    campaign: fc.record({
      state: fc.constantFrom(...CAMPAIGN_STATES),
      startsAt: fc.integer({ min: 0, max: 2 * day }),
      endsAt: fc.option(fc.integer({ min: 0, max: 6 * day })),
      budgetLeftCrels: fc.nat(100),
    }),
    earning: fc.oneof(
      fc.record({ crels: fc.integer({ min: 1, max: 100 }) }),
      fc.constant({ crels: 0, refusal: 'amount_missing' } as const),
    ),
    memberEarnedCrels: fc.nat(100),
    memberCapCrels: fc.option(fc.nat(150)),
  })
  const factsArbitrary: fc.Arbitrary<ConversionFacts> = fc.record({
    occurredAt: fc.integer({ min: 0, max: 5 * day }),
    click: fc.option(
      fc.record({
        clickedAt: fc.integer({ min: 0, max: 5 * day }),
        reason: fc.option(fc.constantFrom(...CLICK_REASONS)),
        tracking: fc.option(trackingArbitrary),
      }),
    ),
    isSelfConversion: fc.boolean(),
    isSharedDestination: fc.boolean(),
    isBurst: fc.boolean(),
    isRateOutlier: fc.boolean(),
  })

  test('a reason is given exactly when it is not accepted, and from the list of its status', () => {
    fc.assert(
      fc.property(factsArbitrary, (value) => {
        const { status, reason } = attribute(value)
        const reasons = { accepted: [undefined], under_review: REVIEW_REASONS, rejected: REJECTION_REASONS }[
          status
        ]
        expect(reasons).toContain(reason)
      }),
    )
  })

  test('what is accepted or under review can be paid', () => {
    fc.assert(
      fc.property(factsArbitrary, (value) => {
        if (attribute(value).status === 'rejected') return
        const { earning, campaign, memberCapCrels, memberEarnedCrels } = value.click!.tracking!
        expect(earning.crels).toBeGreaterThanOrEqual(1)
        expect(earning.crels).toBeLessThanOrEqual(campaign.budgetLeftCrels)
        expect(memberEarnedCrels + earning.crels).toBeLessThanOrEqual(memberCapCrels ?? Infinity)
      }),
      { numRuns: 2_000 },
    )
  })

  test('suspicion never turns a rejection into anything else', () => {
    fc.assert(
      fc.property(factsArbitrary, (value) => {
        const calm = attribute({ ...value, isSelfConversion: false, isBurst: false })
        const suspect = attribute({ ...value, isSelfConversion: true, isBurst: true })
        expect(suspect.status === 'rejected').toBe(calm.status === 'rejected')
      }),
    )
  })
})
