/** The types of the events sent to brands' servers; `webhook-events.ts` has the shape of each. */
export const WEBHOOK_EVENTS = [
  'conversion.accepted',
  'conversion.under_review',
  'conversion.rejected',
  'conversion.reversed',
  'enrolment.applied',
  'enrolment.joined',
  'enrolment.declined',
  'enrolment.left',
  'enrolment.removed',
] as const
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number]
