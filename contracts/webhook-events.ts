import * as z from 'zod/mini'
import { crels, time } from './shapes.ts'
import type { WebhookEventName } from './webhook-events.constants.ts'

/**
 * The events sent to brands' servers, by type; the `data` of a message. Migrations write it (webhook_enqueue): a message
 * is in the transaction of the event it reports, whichever code caused it. The shapes are promised like those of the
 * API.
 */
const conversion = z.strictObject({
  id: z.string(),
  eventId: z.string(),
  clickId: z.string(),
  type: z.enum(['lead', 'sale']),
  status: z.enum(['accepted', 'under_review', 'rejected']),
  /** Why it is under review or rejected, in snake_case (rules/attribution.ts). */
  reason: z.nullable(z.string()),
  campaignId: z.nullable(z.string()),
  enrolmentId: z.nullable(z.string()),
  /** As it was reported, and in US cents at the day's rate. */
  amount: z.nullable(z.strictObject({ currency: z.string(), minor: z.int(), usdCents: z.int() })),
  occurredAt: time,
  earning: z.nullable(
    z.strictObject({
      id: z.string(),
      crels,
      reversedCrels: crels,
      state: z.enum(['pending', 'under_review', 'available', 'reversed']),
      unlocksAt: time,
    }),
  ),
})

const reversal = z.strictObject({
  conversion,
  refund: z.strictObject({
    id: z.string(),
    refundId: z.nullable(z.string()),
    whole: z.boolean(),
    /** In the currency of the conversion's amount. */
    reportedAmountMinor: z.nullable(z.int()),
    reversedCrels: crels,
    totalReversedCrels: crels,
  }),
})

const enrolment = z.strictObject({
  id: z.string(),
  campaignId: z.string(),
  state: z.enum(['applied', 'active', 'declined', 'left', 'removed']),
  /** Always null: why is between the member and the operator. It stays for who reads it. */
  reason: z.nullable(z.string()),
  termsVersion: z.int(),
  appliedAt: time,
})

/** The schema of each event's `data`. */
export const webhookEvents = {
  'conversion.accepted': conversion,
  'conversion.under_review': conversion,
  'conversion.rejected': conversion,
  'conversion.reversed': reversal,
  'enrolment.applied': enrolment,
  'enrolment.joined': enrolment,
  'enrolment.declined': enrolment,
  'enrolment.left': enrolment,
  'enrolment.removed': enrolment,
} as const satisfies Record<WebhookEventName, unknown>

export type WebhookEvent = keyof typeof webhookEvents

/** Whether a text names an event. */
export function isWebhookEvent(text: string): text is WebhookEvent {
  return Object.hasOwn(webhookEvents, text)
}
