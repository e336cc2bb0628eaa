import * as z from 'zod/mini'
import { CLICK_PAY_REFUSALS } from '#rules/click-pay.ts'
import { CLICK_REVIEW_REASONS } from '#rules/click-review.ts'
import { approvals, brandCard, campaignStates, enrolmentStates, reward } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { crels, pageOf, time } from './shapes.ts'

const tag = 'enrolments'
const params = z.object({ id: idSchema('campaign') })

export const enrolment = z.object({
  id: z.string(),
  state: z.enum(enrolmentStates),
  campaign: z.object({
    id: z.string(),
    title: z.string(),
    /** As buyers read it; null: the brand's name alone. */
    publicTitle: z.nullable(z.string()),
    /** What to share with the link, with its disclosure: the first of the campaign’s captions. */
    caption: z.string(),
    brand: brandCard,
    state: z.enum(campaignStates),
    /** The operator suspended its brand: a campaign that would run is `paused` then. */
    isBrandSuspended: z.boolean(),
    /** How one joins it now. */
    approval: z.enum(approvals),
    endsAt: z.nullable(time),
  }),
  /** The tracking link; null until the enrolment is active. */
  link: z.nullable(z.object({ id: z.string(), code: z.string(), url: z.string() })),
  /** As it was at joining: a later change of the campaign does not touch it. */
  reward,
  holdDays: z.int(),
  cookieDays: z.int(),
  termsVersion: z.int(),
  /** Newer terms, to be read and agreed to by joining under them; until then the old ones hold. */
  newTermsVersion: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  reapplyAt: z.nullable(time),
  /** When the member left or was removed; withdrawing another application does not change it. */
  leftAt: z.nullable(time),
  appliedAt: time,
  /** When the member was last let in, also while they apply again; null of who never was. */
  joinedAt: z.nullable(time),
  statistics: z.object({
    clicks: z.int(),
    countableClicks: z.int(),
    conversions: z.int(),
    pendingCrels: crels,
    availableCrels: crels,
  }),
  /** What became of unique clicks, where they are paid: once a visitor, enrolment and UTC day. */
  clickPay: z.nullable(
    z.object({
      paid: z.int(),
      /** Until their hour is over. */
      waiting: z.int(),
      /** Until an operator has looked (rules/click-review.ts), by reason, the most frequent first. */
      underReview: z.array(z.object({ reason: z.enum(CLICK_REVIEW_REASONS), clicks: z.int() })),
      /** By reason (rules/click-pay.ts), the most frequent first. */
      notPaid: z.array(z.object({ reason: z.enum(CLICK_PAY_REFUSALS), clicks: z.int() })),
    }),
  ),
})
export type Enrolment = z.output<typeof enrolment>
/** With the points that this joining paid. */
export const joinedEnrolment = z.extend(enrolment, { grantedPoints: z.int() })
export type JoinedEnrolment = z.output<typeof joinedEnrolment>
export const enrolmentPage = pageOf(enrolment)
export type EnrolmentPage = z.output<typeof enrolmentPage>

export const enrolmentSchemas = {
  joinCampaign: {
    summary:
      'Joins the campaign, or applies where the brand approves; 201 when new, 200 when already so. Who is in it agrees to changed terms by naming their version.',
    tag,
    params,
    body: z.object({
      /**
       * The terms the member read; joining under other terms is refused, so that a member agrees only to what they read.
       */
      termsVersion: z.optional(z.int().check(z.positive())),
      /** What an applicant says to the brand. */
      message: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
    }),
    bodyOptional: true,
    errors: [
      'campaign_not_open',
      'campaign_full',
      'requirements_not_met',
      'application_declined',
      'terms_changed',
    ],
    responses: { 200: joinedEnrolment, 201: joinedEnrolment },
  },
  leaveCampaign: {
    summary: 'Leaves the campaign; its tracking link stops, earnings made stay.',
    tag,
    params,
    errors: ['not_enrolled'],
    responses: { 200: enrolment },
  },
  listEnrolments: {
    summary: 'My enrolments with link, clicks, conversions and earnings, newest first.',
    tag,
    query: z.object({
      state: z.optional(z.enum(['applied', 'active', 'declined', 'left', 'removed'])),
      ...pageQuery,
    }),
    responses: { 200: enrolmentPage },
  },
} satisfies Record<string, EndpointSchemas>
