import * as z from 'zod/mini'
import { CLICK_PAY_REFUSALS } from '#rules/click-pay.ts'
import { CLICK_REVIEW_REASONS } from '#rules/click-review.ts'
import { brandCard, campaignStates, enrolmentStates, reward } from './campaigns.responses.ts'
import { crels, pageOf, time } from './shapes.ts'

export const enrolment = z.object({
  id: z.string(),
  state: z.enum(enrolmentStates),
  campaign: z.object({
    id: z.string(),
    title: z.string(),
    brand: brandCard,
    state: z.enum(campaignStates),
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
  leftAt: z.nullable(time),
  appliedAt: time,
  joinedAt: z.nullable(time),
  figures: z.object({
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
export const enrolmentPage = pageOf(enrolment)
export type EnrolmentPage = z.output<typeof enrolmentPage>

export const enrolmentResponses = {
  joinCampaign: { 200: enrolment, 201: enrolment },
  leaveCampaign: { 200: enrolment },
  listEnrolments: { 200: enrolmentPage },
}
